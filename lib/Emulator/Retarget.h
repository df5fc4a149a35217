//===- Retarget.h - Device code becomes host code ---------------*- C++ -*-===//
//
// The parts of Retarget::run, in the order in which they happen. No optimiser
// runs afterwards: it knows nothing of threads that wait for each other.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_LIB_EMULATOR_RETARGET_H
#define RMSNORM_LIB_EMULATOR_RETARGET_H

#include "DeviceModule.h"
#include "Runtime.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace mlir::rmsnorm::emulator {

class Retarget {
public:
  Retarget(llvm::Module &code, DeviceModule &module)
      : code(code), module(module) {}

  /// Rewrites the code, whose data layout is the host's by now, and describes
  /// it in the module. The error names everything that can't be emulated.
  llvm::Error run();

  /// The functions that the code calls, by their names in it.
  static Symbols getFunctions();

  /// The function that takes the arguments of a kernel as an array.
  static std::string getEntryName(StringRef kernel);

private:
  using Builder = llvm::IRBuilder<>;

  // Retarget.cpp
  void describeKernel(llvm::Function &function);
  void exportGlobals();
  void makeHostFunction(llvm::Function &function);
  void addEntry(llvm::Function &kernel);
  llvm::Value *call(Builder &b, StringRef function, llvm::Type *result,
                    ArrayRef<llvm::Value *> arguments);
  llvm::Value *thread(llvm::Instruction &at) {
    return threads.lookup(at.getFunction());
  }
  /// The source of an instruction, as a number.
  llvm::Value *site(llvm::Instruction &at);
  llvm::Value *flat(Builder &b, llvm::Value *pointer);

  // SharedMemory.cpp
  void placeSharedMemory();
  void countSharedMemory(llvm::GlobalVariable &variable);

  // Instructions.cpp
  void replaceCalls(llvm::Function &function);
  bool replaceIntrinsic(llvm::CallInst &inst, StringRef name);
  bool replaceRegister(llvm::CallInst &inst, StringRef name);
  bool replaceCollective(llvm::CallInst &inst, StringRef name);
  bool replaceCopy(llvm::CallInst &inst, StringRef name);
  bool replaceMath(llvm::CallInst &inst, StringRef name);
  void replaceLibdevice(llvm::CallInst &inst, StringRef name);
  bool replaceAssembly(llvm::CallInst &inst);
  void replaceConversions(llvm::Function &function);

  // AccessChecks.cpp
  void checkAccesses(llvm::Function &function);

  llvm::Module &code;
  DeviceModule &module;
  llvm::DenseMap<llvm::Function *, llvm::Instruction *> threads;
  llvm::SmallSetVector<StringRef, 4> unsupported;
};

} // namespace mlir::rmsnorm::emulator

#endif // RMSNORM_LIB_EMULATOR_RETARGET_H
