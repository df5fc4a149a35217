//===- Function.cpp - Compiled functions through C ------------------------===//

#include "RMSNorm/Runtime/Function.h"
#include "ElementType.h"
#include "Module.h"
#include "RMSNorm/Artifact/Error.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include <cstring>

using namespace mlir;
using namespace mlir::rmsnorm;

struct RMSNormFunction {
  std::shared_ptr<MLIRContext> context;
  std::unique_ptr<Function> function;
  bool takesDeviceMemory;
};

static ArrayRef<int64_t> shapeOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getShape() : ArrayRef<int64_t>();
}

//===----------------------------------------------------------------------===//
// Life
//===----------------------------------------------------------------------===//

static llvm::Expected<Signature> findEntry(ModuleOp module, const char *name) {
  if (name)
    return getSignature(module, name);
  SmallVector<Signature> signatures = getSignatures(module);
  return signatures.size() == 1 ? llvm::Expected<Signature>(signatures.front())
                                : getSignature(module, "main");
}

RMSNormFunction *rmsnormFunctionCreate(const RMSNormModule *module,
                                       const char *entry, const char *target,
                                       RMSNormHandler handler) {
  std::lock_guard<std::recursive_mutex> turn(module->mutex);
  ForwardDiagnostics forward(module->context.get(), handler);
  auto fail = [&](llvm::Error error) {
    report(std::move(error), handler);
    return nullptr;
  };
  auto executor = createExecutor(target ? target : "cpu");
  if (!executor)
    return fail(executor.takeError());
  auto signature = findEntry(*module->module, entry);
  if (!signature)
    return fail(signature.takeError());
  OwningOpRef<ModuleOp> copy = module->module.get().clone();
  auto function = Function::compile(*copy, *signature, std::move(*executor));
  if (!function)
    return fail(function.takeError());
  return new RMSNormFunction{module->context, std::move(*function),
                             StringRef(target) == "cuda"};
}

void rmsnormFunctionDestroy(RMSNormFunction *function) { delete function; }

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

static RMSNormTensorType toTensorType(Type type) {
  ArrayRef<int64_t> shape = shapeOf(type);
  return {toElementType(getElementTypeOrSelf(type)), int64_t(shape.size()),
          shape.data()};
}

const char *rmsnormFunctionGetName(const RMSNormFunction *function) {
  return function->function->getSignature().name.c_str();
}

size_t rmsnormFunctionGetNumArguments(const RMSNormFunction *function) {
  return function->function->getSignature().arguments.size();
}

size_t rmsnormFunctionGetNumResults(const RMSNormFunction *function) {
  return function->function->getSignature().results.size();
}

RMSNormTensorType rmsnormFunctionGetArgument(const RMSNormFunction *function,
                                             size_t i) {
  return toTensorType(function->function->getSignature().arguments[i]);
}

RMSNormTensorType rmsnormFunctionGetResult(const RMSNormFunction *function,
                                           size_t i) {
  return toTensorType(function->function->getSignature().results[i]);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Contiguous, and aligned as its elements have to be.
static bool isPlain(const RMSNormTensor &tensor, int64_t elementBytes) {
  if (reinterpret_cast<uintptr_t>(tensor.data) % elementBytes != 0)
    return false;
  int64_t expected = 1;
  for (int64_t i = tensor.rank - 1; tensor.strides && i >= 0; --i) {
    if (tensor.shape[i] != 1 && tensor.strides[i] != expected)
      return false;
    expected *= tensor.shape[i];
  }
  return true;
}

namespace {
/// Checks what a caller passes, one tensor after the other; keeps the first
/// error.
class Checker {
public:
  Checker(const RMSNormFunction &function, RMSNormHandler handler)
      : function(function), handler(handler) {}

  RMSNormStatus getStatus() const { return status; }

  std::vector<Tensor> check(const RMSNormTensor *tensors, size_t count,
                            ArrayRef<Type> types, StringRef what,
                            bool written) {
    std::vector<Tensor> result;
    if (count != types.size()) {
      fail(RMSNORM_VALUE_ERROR,
           makeError("'" + function.function->getSignature().name + "' has " +
                     Twine(types.size()) + " " + what +
                     (types.size() == 1 ? "" : "s") + ", but " + Twine(count) +
                     (count == 1 ? " was" : " were") + " given"));
      return result;
    }
    for (auto [i, type] : llvm::enumerate(types)) {
      auto tensor =
          check(tensors[i], type, (what + " #" + Twine(i)).str(), written);
      if (!tensor) {
        fail(RMSNORM_FAILURE, tensor.takeError());
        break;
      }
      result.push_back(std::move(*tensor));
    }
    return result;
  }

  void fail(RMSNormStatus kind, llvm::Error error) {
    if (status == RMSNORM_SUCCESS)
      status = report(std::move(error), handler, kind);
    else
      llvm::consumeError(std::move(error));
  }

private:
  llvm::Expected<Tensor> check(const RMSNormTensor &given, Type type,
                               const std::string &what, bool written);

  const RMSNormFunction &function;
  RMSNormHandler handler;
  RMSNormStatus status = RMSNORM_SUCCESS;
};
} // namespace

llvm::Expected<Tensor> Checker::check(const RMSNormTensor &given, Type type,
                                      const std::string &what, bool written) {
  auto refuse = [&](RMSNormStatus kind, const Twine &problem) {
    fail(kind, makeError(what + " " + problem));
    return makeError(problem);
  };
  Type elementType = getElementTypeOrSelf(type);
  if (!canPass(given.elementType, elementType)) {
    std::string name;
    llvm::raw_string_ostream(name) << elementType;
    return refuse(RMSNORM_TYPE_ERROR,
                  "has elements of type " +
                      Twine(rmsnormElementTypeName(given.elementType)) +
                      ", but the function's are " + name);
  }
  if (given.device != RMSNORM_CPU && !function.takesDeviceMemory)
    return refuse(RMSNORM_TYPE_ERROR, "is in a GPU's memory, but the function "
                                      "is compiled for this machine's CPUs");
  ArrayRef<int64_t> shape(given.shape, given.rank);
  if (failed(verifyCompatibleShape(shape, shapeOf(type))))
    return refuse(RMSNORM_VALUE_ERROR, "has shape " + toString(shape) +
                                           ", but the function's is " +
                                           toString(shapeOf(type)));
  auto tensor = Tensor::view(elementType, shape, given.data);
  if (!tensor)
    return tensor;
  int64_t count = tensor->getNumElements();
  if (count != 0 && !isPlain(given, tensor->getNumBytes() / count)) {
    if (written || given.device != RMSNORM_CPU)
      return refuse(RMSNORM_VALUE_ERROR,
                    "is not contiguous: pass a contiguous copy");
    SmallVector<int64_t> strides(given.rank, 1);
    for (int64_t i = given.rank - 1; i > 0; --i)
      strides[i - 1] = strides[i] * shape[i];
    if (given.strides)
      strides.assign(given.strides, given.strides + given.rank);
    tensor = Tensor::gather(elementType, shape, strides, given.data);
  }
  if (tensor)
    tensor->setOnDevice(given.device == RMSNORM_CUDA);
  if (tensor && !isa<RankedTensorType>(type))
    tensor->setNumber();
  return tensor;
}

static bool overlap(const Tensor &a, const Tensor &b) {
  return a.getData() < b.getData() + b.getNumBytes() &&
         b.getData() < a.getData() + a.getNumBytes();
}

/// Makes room for writing `outputs`: an input that shares memory with one is
/// copied, outputs that share memory are refused.
static llvm::Error separate(std::vector<Tensor> &inputs,
                            ArrayRef<Tensor> outputs) {
  for (auto [i, output] : llvm::enumerate(outputs))
    for (auto [j, other] : llvm::enumerate(outputs.take_front(i)))
      if (overlap(output, other))
        return makeError("results #" + Twine(j) + " and #" + Twine(i) +
                         " share memory: pass separate ones");
  for (Tensor &input : inputs) {
    if (llvm::none_of(outputs,
                      [&](const Tensor &o) { return overlap(input, o); }))
      continue;
    if (input.isOnDevice()) {
      // The executor copies what it may not use as it is.
      input.setOnDevice(false);
      continue;
    }
    auto copy = Tensor::create(input.getElementType(), input.getShape());
    if (!copy)
      return copy.takeError();
    std::memcpy(copy->getData(), input.getData(), input.getNumBytes());
    if (input.isNumber())
      copy->setNumber();
    input = std::move(*copy);
  }
  return llvm::Error::success();
}

RMSNormStatus rmsnormFunctionGetResultShapes(const RMSNormFunction *function,
                                             const RMSNormTensor *inputs,
                                             size_t numInputs, int64_t *sizes,
                                             RMSNormHandler handler) {
  Checker checker(*function, handler);
  std::vector<Tensor> tensors = checker.check(
      inputs, numInputs, function->function->getSignature().arguments,
      "argument", /*written=*/false);
  if (checker.getStatus() != RMSNORM_SUCCESS)
    return checker.getStatus();
  auto shapes = function->function->getResultShapes(tensors);
  if (!shapes)
    return report(shapes.takeError(), handler, RMSNORM_VALUE_ERROR);
  for (ArrayRef<int64_t> shape : *shapes)
    sizes = llvm::copy(shape, sizes);
  return RMSNORM_SUCCESS;
}

RMSNormStatus rmsnormFunctionCall(const RMSNormFunction *function,
                                  const RMSNormTensor *inputs, size_t numInputs,
                                  const RMSNormTensor *outputs,
                                  size_t numOutputs, RMSNormHandler handler) {
  const Function &callee = *function->function;
  Checker checker(*function, handler);
  std::vector<Tensor> in =
      checker.check(inputs, numInputs, callee.getSignature().arguments,
                    "argument", /*written=*/false);
  std::vector<Tensor> out =
      checker.check(outputs, numOutputs, callee.getSignature().results,
                    "result", /*written=*/true);
  if (checker.getStatus() != RMSNORM_SUCCESS)
    return checker.getStatus();
  auto shapes = callee.getResultShapes(in);
  if (!shapes)
    return report(shapes.takeError(), handler, RMSNORM_VALUE_ERROR);
  for (auto [i, tensor] : llvm::enumerate(out))
    if (tensor.getShape() != ArrayRef<int64_t>((*shapes)[i]))
      return report(makeError("result #" + Twine(i) + " has shape " +
                              toString(tensor.getShape()) +
                              ", but the function computes " +
                              toString((*shapes)[i])),
                    handler, RMSNORM_VALUE_ERROR);
  if (llvm::Error error = separate(in, out))
    return report(std::move(error), handler, RMSNORM_VALUE_ERROR);
  return report(callee.getExecutor().run(in, out), handler);
}
