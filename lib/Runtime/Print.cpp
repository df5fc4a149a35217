//===- Print.cpp - Tensors as text ----------------------------------------===//

#include "RMSNorm/Runtime/Print.h"
#include "RMSNorm/Runtime/Elements.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::rmsnorm;

template <typename T> static T load(const char *data) {
  T value;
  std::memcpy(&value, data, sizeof(T));
  return value;
}

static std::string toText(NpyType type, const char *data) {
  uint64_t bits = 0;
  std::memcpy(&bits, data, type.bytes);
  int unused = 64 - 8 * type.bytes;
  if (type.kind == 'b')
    return bits ? "true" : "false";
  if (type.kind == 'u')
    return std::to_string(bits);
  if (type.kind == 'i')
    return std::to_string(int64_t(bits << unused) >> unused);
  double value =
      type.bytes == 4 ? double(load<float>(data)) : load<double>(data);
  if (std::isnan(value))
    return "nan";
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.6g", value);
  return text;
}

namespace {
/// Goes through the elements that are printed, one dimension inside the other.
class Printer {
public:
  Printer(NpyType type, ArrayRef<int64_t> shape, bool shorten)
      : type(type), shape(shape), shorten(shorten) {}

  /// Makes room for the widest of the elements.
  void measure(const char *data) {
    llvm::raw_null_ostream null;
    print(null, data, 0);
  }

  void print(raw_ostream &os, const char *data, size_t dim);

private:
  NpyType type;
  ArrayRef<int64_t> shape;
  bool shorten;
  size_t width = 0;
};
} // namespace

void Printer::print(raw_ostream &os, const char *data, size_t dim) {
  if (dim == shape.size()) {
    std::string text = toText(type, data);
    width = std::max(width, text.size());
    os << llvm::right_justify(text, width);
    return;
  }
  int64_t stride = type.bytes;
  for (int64_t size : shape.drop_front(dim + 1))
    stride *= size;
  bool innermost = dim + 1 == shape.size();
  os << "[";
  for (int64_t i = 0, e = shape[dim]; i < e; ++i) {
    if (i > 0 && innermost)
      os << " ";
    else if (i > 0)
      (os << "\n").indent(dim + 1);
    if (shorten && e > 6 && i == 3) {
      os << "...";
      i = e - 4;
      continue;
    }
    print(os, data + i * stride, dim + 1);
  }
  os << "]";
}

void rmsnorm::printTensor(raw_ostream &os, const Tensor &tensor) {
  std::vector<char> elements = tensor.toFileElements();
  Printer printer(getFileType(tensor.getElementType()), tensor.getShape(),
                  /*shorten=*/tensor.getNumElements() > 64);
  printer.measure(elements.data());
  printer.print(os, elements.data(), 0);
  os << "\n";
}
