//===- Elements.cpp - Elements between files and memory -------------------===//

#include "RMSNorm/Runtime/Elements.h"
#include "RMSNorm/Artifact/Error.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include <algorithm>
#include <cstring>

using namespace mlir;
using namespace mlir::rmsnorm;

llvm::Expected<int64_t> rmsnorm::getElementBytes(Type type) {
  if (type.isIndex())
    return 8;
  if (type.isInteger(1))
    return 1;
  if (isa<FloatType, IntegerType>(type)) {
    unsigned width = type.getIntOrFloatBitWidth();
    if (width == 8 || width == 16 || width == 32 || width == 64)
      return width / 8;
  }
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return makeError("elements of type " + text +
                   " can't be passed: use floats and integers of 8, 16, 32 or "
                   "64 bits, i1 or index");
}

NpyType rmsnorm::getFileType(Type type) {
  if (type.isIndex())
    return {'i', 8};
  if (type.isInteger(1))
    return {'b', 1};
  int64_t bytes = type.getIntOrFloatBitWidth() / 8;
  if (isa<FloatType>(type))
    return {'f', std::max<int64_t>(bytes, 4)};
  return {type.isUnsignedInteger() ? 'u' : 'i', bytes};
}

llvm::Error rmsnorm::checkConvertible(NpyType from, Type type) {
  NpyType wanted = getFileType(type);
  bool fits = from == wanted;
  if (wanted.kind == 'f')
    fits = from.kind == 'f' && from.bytes <= wanted.bytes;
  else if (type.isSignlessInteger() && wanted.kind == 'i')
    fits = StringRef("iu").contains(from.kind) && from.bytes == wanted.bytes;
  if (fits)
    return llvm::Error::success();
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return makeError("has elements of " + from.getName() + ", but " + text +
                   " is read from " + wanted.getName() +
                   ": save it with .astype(numpy." + wanted.getName() + ")");
}

/// The float format of a file's type.
static const llvm::fltSemantics &semanticsOf(NpyType type) {
  return type.bytes == 2   ? llvm::APFloat::IEEEhalf()
         : type.bytes == 4 ? llvm::APFloat::IEEEsingle()
                           : llvm::APFloat::IEEEdouble();
}

/// The bits of `bits` in format `to`. Widening is exact.
static uint64_t convertBits(uint64_t bits, const llvm::fltSemantics &from,
                            const llvm::fltSemantics &to) {
  llvm::APFloat value(from,
                      llvm::APInt(llvm::APFloat::getSizeInBits(from), bits));
  bool lost;
  value.convert(to, llvm::APFloat::rmNearestTiesToEven, &lost);
  return value.bitcastToAPInt().getZExtValue();
}

static void convertFloats(const llvm::fltSemantics &from, const char *data,
                          int64_t count, const llvm::fltSemantics &to,
                          char *result) {
  size_t fromBytes = llvm::APFloat::getSizeInBits(from) / 8;
  size_t toBytes = llvm::APFloat::getSizeInBits(to) / 8;
  auto convert = [&](uint64_t bits) { return convertBits(bits, from, to); };
  auto forEach = [&](auto &&f) {
    for (int64_t i = 0; i < count; ++i) {
      uint64_t bits = 0;
      std::memcpy(&bits, data + i * fromBytes, fromBytes);
      bits = f(bits);
      std::memcpy(result + i * toBytes, &bits, toBytes);
    }
  };
  // Of a narrow format all values fit a table, where that is less work.
  if (fromBytes > 2 || count < int64_t(1) << (8 * fromBytes))
    return forEach(convert);
  std::vector<uint64_t> table(size_t(1) << (8 * fromBytes));
  for (auto [bits, converted] : llvm::enumerate(table))
    converted = convert(bits);
  forEach([&](uint64_t bits) { return table[bits]; });
}

void rmsnorm::convertFromFile(NpyType from, const char *data, int64_t count,
                              Type type, char *to) {
  auto floatType = dyn_cast<FloatType>(type);
  if (floatType && &floatType.getFloatSemantics() != &semanticsOf(from))
    return convertFloats(semanticsOf(from), data, count,
                         floatType.getFloatSemantics(), to);
  // Code may rely on an i1 being 0 or 1.
  if (from.kind == 'b')
    std::transform(data, data + count, to, [](char c) { return c != 0; });
  else if (count != 0)
    std::memcpy(to, data, count * from.bytes);
}

void rmsnorm::convertToFile(Type type, const char *data, int64_t count,
                            char *to) {
  NpyType file = getFileType(type);
  auto floatType = dyn_cast<FloatType>(type);
  if (floatType && &floatType.getFloatSemantics() != &semanticsOf(file))
    return convertFloats(floatType.getFloatSemantics(), data, count,
                         semanticsOf(file), to);
  if (count != 0)
    std::memcpy(to, data, count * file.bytes);
}
