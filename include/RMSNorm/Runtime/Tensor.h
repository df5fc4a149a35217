//===- Tensor.h - An argument or result of a call ---------------*- C++ -*-===//

#ifndef RMSNORM_RUNTIME_TENSOR_H
#define RMSNORM_RUNTIME_TENSOR_H

#include "RMSNorm/Runtime/Npy.h"
#include "mlir/IR/Types.h"
#include <cstdlib>

namespace mlir::rmsnorm {

/// A tensor in this process's memory, its elements contiguous; or a number,
/// which is a tensor of one element passed by value.
class Tensor {
public:
  /// A tensor of `shape`, aligned to 64 bytes, all its bytes 0xff: what a
  /// kernel fails to write then shows, as NaN in floats. Fails if there is not
  /// enough memory.
  static llvm::Expected<Tensor> create(Type elementType,
                                       ArrayRef<int64_t> shape);

  /// A tensor of someone else's elements at `data`, which outlive it.
  static llvm::Expected<Tensor> view(Type elementType, ArrayRef<int64_t> shape,
                                     void *data);

  /// A contiguous copy of elements at `data` whose `strides` count elements.
  static llvm::Expected<Tensor> gather(Type elementType,
                                       ArrayRef<int64_t> shape,
                                       ArrayRef<int64_t> strides,
                                       const void *data);

  /// File `path` as an argument of `type`, a ranked tensor or a number. Fails
  /// if its shape or element type isn't the argument's.
  static llvm::Expected<Tensor> read(StringRef path, Type type);

  /// Writes the tensor to a .npy file, floats narrower than f32 as f32.
  llvm::Error write(StringRef path) const;

  Type getElementType() const { return elementType; }
  ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getNumElements() const { return count; }
  int64_t getNumBytes() const { return bytes; }
  bool isNumber() const { return number; }
  void setNumber() { number = true; }
  /// Whether a GPU may work on the elements where they are.
  bool isOnDevice() const { return onDevice; }
  void setOnDevice(bool value) { onDevice = value; }
  char *getData() const { return data; }

  /// The elements in the type of a file.
  std::vector<char> toFileElements() const;

  /// The memref descriptor of elements at `data`: two pointers, the offset, the
  /// sizes and the strides.
  SmallVector<int64_t> getDescriptor(void *data) const;

private:
  struct Free {
    void operator()(char *p) const { std::free(p); }
  };

  Type elementType;
  SmallVector<int64_t> shape;
  int64_t count = 0, bytes = 0;
  bool number = false, onDevice = false;
  char *data = nullptr;
  /// The elements, where they are not someone else's.
  std::unique_ptr<char, Free> storage;
};

/// A shape as text, `?` for a size that is open.
std::string toString(ArrayRef<int64_t> shape);

} // namespace mlir::rmsnorm

#endif // RMSNORM_RUNTIME_TENSOR_H
