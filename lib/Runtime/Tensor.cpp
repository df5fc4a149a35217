//===- Tensor.cpp - An argument or result of a call -----------------------===//

#include "RMSNorm/Runtime/Tensor.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Runtime/Elements.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::rmsnorm;

static constexpr size_t alignment = 64;

llvm::Expected<Tensor> Tensor::view(Type elementType, ArrayRef<int64_t> shape,
                                    void *data) {
  llvm::Expected<int64_t> elementBytes = getElementBytes(elementType);
  if (!elementBytes)
    return elementBytes.takeError();
  llvm::Expected<int64_t> count = countElements(shape, *elementBytes);
  if (!count)
    return count.takeError();
  Tensor tensor;
  tensor.elementType = elementType;
  tensor.shape.assign(shape.begin(), shape.end());
  tensor.count = *count;
  tensor.bytes = *count * *elementBytes;
  tensor.data = static_cast<char *>(data);
  return tensor;
}

llvm::Expected<Tensor> Tensor::create(Type elementType,
                                      ArrayRef<int64_t> shape) {
  llvm::Expected<Tensor> tensor = view(elementType, shape, nullptr);
  if (!tensor)
    return tensor;
  // An empty tensor gets an address of its own too.
  size_t size = llvm::alignTo(std::max<size_t>(tensor->bytes, 1), alignment);
  tensor->data = static_cast<char *>(std::aligned_alloc(alignment, size));
  tensor->storage.reset(tensor->data);
  if (!tensor->data)
    return makeError("not enough memory for a tensor of " +
                     Twine(tensor->bytes) + " bytes");
  std::memset(tensor->data, 0xff, size);
  return tensor;
}

llvm::Expected<Tensor> Tensor::gather(Type elementType, ArrayRef<int64_t> shape,
                                      ArrayRef<int64_t> strides,
                                      const void *data) {
  llvm::Expected<Tensor> tensor = create(elementType, shape);
  if (!tensor || tensor->count == 0)
    return tensor;
  int64_t bytes = tensor->bytes / tensor->count;
  SmallVector<int64_t> index(shape.size(), 0);
  auto *from = static_cast<const char *>(data);
  for (char *to = tensor->data, *end = to + tensor->bytes; to != end;
       to += bytes) {
    std::memcpy(to, from, bytes);
    for (int64_t d = shape.size() - 1; d >= 0; --d) {
      from += strides[d] * bytes;
      if (++index[d] < shape[d])
        break;
      from -= strides[d] * bytes * shape[d];
      index[d] = 0;
    }
  }
  return tensor;
}

std::string rmsnorm::toString(ArrayRef<int64_t> shape) {
  return "[" +
         llvm::join(llvm::map_range(shape,
                                    [](int64_t size) {
                                      return ShapedType::isDynamic(size)
                                                 ? "?"
                                                 : std::to_string(size);
                                    }),
                    ", ") +
         "]";
}

llvm::Expected<Tensor> Tensor::read(StringRef path, Type type) {
  auto fail = [&](llvm::Error error) {
    return makeError(path + ": " + llvm::toString(std::move(error)));
  };
  llvm::Expected<NpyArray> array = readNpy(path);
  if (!array)
    return array.takeError();
  auto tensorType = dyn_cast<RankedTensorType>(type);
  ArrayRef<int64_t> wanted =
      tensorType ? tensorType.getShape() : ArrayRef<int64_t>();
  if (failed(verifyCompatibleShape(array->shape, wanted)))
    return makeError(path + ": has shape " + toString(array->shape) +
                     ", but the argument's is " + toString(wanted));
  Type elementType = getElementTypeOrSelf(type);
  if (llvm::Error error = checkConvertible(array->type, elementType))
    return makeError(path + ": " + llvm::toString(std::move(error)));
  llvm::Expected<Tensor> tensor = create(elementType, array->shape);
  if (!tensor)
    return fail(tensor.takeError());
  convertFromFile(array->type, array->data.data(), tensor->count, elementType,
                  tensor->data);
  tensor->number = !tensorType;
  return tensor;
}

std::vector<char> Tensor::toFileElements() const {
  std::vector<char> elements(count * getFileType(elementType).bytes);
  convertToFile(elementType, data, count, elements.data());
  return elements;
}

llvm::Error Tensor::write(StringRef path) const {
  std::vector<char> elements = toFileElements();
  return writeNpy(path, getFileType(elementType), shape,
                  StringRef(elements.data(), elements.size()));
}

SmallVector<int64_t> Tensor::getDescriptor(void *data) const {
  auto address = reinterpret_cast<int64_t>(data);
  SmallVector<int64_t> words{address, address, /*offset=*/0};
  words.append(shape);
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (int64_t i = shape.size() - 1; i >= 0; --i) {
    strides[i] = stride;
    stride *= shape[i];
  }
  words.append(strides);
  return words;
}
