//===- CHeader.cpp - The C header of compiled functions -------------------===//

#include "RMSNorm/Artifact/CHeader.h"
#include "RMSNorm/Artifact/Error.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace mlir;
using namespace mlir::rmsnorm;

/// The C type of a number passed by value; empty if there is none.
static StringRef cTypeOf(Type type) {
  if (type.isF64())
    return "double";
  if (type.isF32())
    return "float";
  if (type.isF16())
    return "_Float16";
  if (type.isBF16())
    return "__bf16";
  if (type.isInteger(1))
    return "bool";
  bool isUnsigned = type.isUnsignedInteger();
  if (type.isInteger(8))
    return isUnsigned ? "uint8_t" : "int8_t";
  if (type.isInteger(16))
    return isUnsigned ? "uint16_t" : "int16_t";
  if (type.isInteger(32))
    return isUnsigned ? "uint32_t" : "int32_t";
  if (type.isInteger(64))
    return isUnsigned ? "uint64_t" : "int64_t";
  return type.isIndex() ? "int64_t" : "";
}

static bool isDescriptor(Type type) {
  return isa<RankedTensorType, MemRefType>(type);
}

static std::string toString(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

llvm::Error rmsnorm::checkForC(ArrayRef<Signature> signatures) {
  for (const Signature &signature : signatures) {
    for (auto [i, type] : llvm::enumerate(signature.arguments))
      if (!isDescriptor(type) && cTypeOf(type).empty())
        return makeError("argument #" + Twine(i) + " of '" + signature.name +
                         "' has type " + toString(type) +
                         ", which C has no type for: use ranked tensors, "
                         "memrefs and plain numbers");
    for (auto [i, type] : llvm::enumerate(signature.results))
      if (!isDescriptor(type))
        return makeError("result #" + Twine(i) + " of '" + signature.name +
                         "' has type " + toString(type) +
                         ", but only ranked tensors and memrefs can be "
                         "results: return a tensor of one element");
  }
  return llvm::Error::success();
}

static void writeDescriptor(raw_ostream &os, int64_t rank) {
  os << "#ifndef RMSNORM_MEMREF_" << rank << "D\n"
     << "#define RMSNORM_MEMREF_" << rank << "D\n"
     << "struct rmsnorm_memref_" << rank << "d {\n"
     << "  void *allocated; /* not read */\n"
     << "  void *aligned;   /* element 0 is at aligned[offset] */\n"
     << "  int64_t offset;  /* in elements, as the strides are */\n";
  // C has no arrays of zero elements; a rank of 0 ends here.
  if (rank > 0)
    os << "  int64_t sizes[" << rank << "];\n"
       << "  int64_t strides[" << rank << "];\n";
  os << "};\n#endif\n\n";
}

namespace {
/// One parameter of a C function.
struct Parameter {
  std::string name;
  Type type;
};
} // namespace

static SmallVector<Parameter> parametersOf(const Signature &signature) {
  SmallVector<Parameter> parameters;
  for (auto [i, type] : llvm::enumerate(signature.arguments))
    parameters.push_back({"arg" + std::to_string(i), type});
  for (auto [i, type] : llvm::enumerate(signature.results))
    parameters.push_back({"result" + std::to_string(i), type});
  return parameters;
}

static void writeFunction(raw_ostream &os, const Signature &signature,
                          Place place) {
  SmallVector<Parameter> parameters = parametersOf(signature);
  os << "/* " << signature.name << "\n";
  for (const Parameter &p : parameters)
    os << " *   " << p.name << ": " << p.type << "\n";
  os << " */\n";

  SmallVector<std::string> declared;
  for (const Parameter &p : parameters) {
    if (isDescriptor(p.type))
      declared.push_back("struct rmsnorm_memref_" +
                         std::to_string(cast<ShapedType>(p.type).getRank()) +
                         "d *" + p.name);
    else
      declared.push_back((cTypeOf(p.type) + " " + p.name).str());
  }
  if (place == Place::Device)
    declared.push_back("void *stream");
  // MLIR names may hold characters that C identifiers can't.
  std::string symbol = signature.getSymbol(), identifier = symbol;
  for (char &c : identifier)
    if (!llvm::isAlnum(c))
      c = '_';
  os << (place == Place::Device ? "int " : "void ") << identifier << "("
     << (declared.empty() ? "void" : llvm::join(declared, ", ")) << ")";
  if (identifier != symbol) {
    os << " __asm__(\"";
    llvm::printEscapedString(symbol, os);
    os << "\")";
  }
  os << ";\n\n";
}

void rmsnorm::writeCHeader(raw_ostream &os, ArrayRef<Signature> signatures,
                           Place place) {
  os << R"(/* Written by rmsnorm-compile. Tensors and memrefs are passed as
 * descriptors; the caller allocates results too, in their final
 * shape; these overlap neither arguments nor one another. A tensor's
 * elements are contiguous: its last stride is 1.
 * bf16, f16 and f8 elements are their bits, index is int64_t, and i1
 * is one byte, 0 or 1.
)";
  if (place == Place::Device)
    os << R"( *
 * Elements lie in device memory, descriptors in the host's. A function
 * puts its work into `stream`, a CUstream or cudaStream_t of any device
 * (NULL for the default stream), and returns without waiting for it. It
 * returns 0, or else the driver's error code (CUresult), and says on
 * stderr what went wrong. Any number of threads may call at once. The
 * driver, libcuda.so.1, is looked for in the first call. Before this
 * library is unloaded its work must have ended.
)";
  os << R"( */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

)";
  std::set<int64_t> ranks;
  for (const Signature &signature : signatures)
    for (const Parameter &p : parametersOf(signature))
      if (isDescriptor(p.type))
        ranks.insert(cast<ShapedType>(p.type).getRank());
  for (int64_t rank : ranks)
    writeDescriptor(os, rank);
  for (const Signature &signature : signatures)
    writeFunction(os, signature, place);
  os << "#ifdef __cplusplus\n}\n#endif\n";
}
