//===- CallArguments.h - What a C function is called with -------*- C++ -*-===//

#ifndef RMSNORM_LIB_RUNTIME_CALLARGUMENTS_H
#define RMSNORM_LIB_RUNTIME_CALLARGUMENTS_H

#include "RMSNorm/Runtime/Tensor.h"

namespace mlir::rmsnorm {

/// The arguments of a function's C symbol: a descriptor for each tensor, whose
/// elements lie wherever the device has them, and a pointer to each number.
class CallArguments {
public:
  void clear() {
    descriptors.clear();
    arguments.clear();
  }

  void add(const Tensor &tensor, void *elements) {
    if (tensor.isNumber())
      return arguments.push_back(tensor.getData());
    descriptors.push_back(
        std::make_unique<SmallVector<int64_t>>(tensor.getDescriptor(elements)));
    arguments.push_back(descriptors.back()->data());
  }

  /// Adds a pointer, as it is.
  void add(void *pointer) { arguments.push_back(pointer); }

  operator ArrayRef<void *>() const { return arguments; }

private:
  std::vector<std::unique_ptr<SmallVector<int64_t>>> descriptors;
  SmallVector<void *> arguments;
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RUNTIME_CALLARGUMENTS_H
