//===- ElementType.cpp - Element types of C and of MLIR -------------------===//

#include "ElementType.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::rmsnorm;

static RMSNormElementType ofWidth(unsigned width, bool isUnsigned) {
  switch (width) {
  case 1:
    return RMSNORM_BOOL;
  case 8:
    return isUnsigned ? RMSNORM_U8 : RMSNORM_I8;
  case 16:
    return isUnsigned ? RMSNORM_U16 : RMSNORM_I16;
  case 32:
    return isUnsigned ? RMSNORM_U32 : RMSNORM_I32;
  case 64:
    return isUnsigned ? RMSNORM_U64 : RMSNORM_I64;
  default:
    return RMSNORM_OTHER;
  }
}

RMSNormElementType rmsnorm::toElementType(Type type) {
  return llvm::TypeSwitch<Type, RMSNormElementType>(type)
      .Case([](Float64Type) { return RMSNORM_F64; })
      .Case([](Float32Type) { return RMSNORM_F32; })
      .Case([](BFloat16Type) { return RMSNORM_BF16; })
      .Case([](Float16Type) { return RMSNORM_F16; })
      .Case([](Float8E4M3FNType) { return RMSNORM_F8E4M3FN; })
      .Case([](Float8E5M2Type) { return RMSNORM_F8E5M2; })
      .Case([](IndexType) { return RMSNORM_I64; })
      .Case([](IntegerType type) {
        return ofWidth(type.getWidth(), type.isUnsigned());
      })
      .Default([](Type) { return RMSNORM_OTHER; });
}

bool rmsnorm::canPass(RMSNormElementType given, Type type) {
  if (given == toElementType(type))
    return given != RMSNORM_OTHER;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.isSignless() &&
         given == ofWidth(integer.getWidth(), /*isUnsigned=*/true);
}

const char *rmsnormElementTypeName(RMSNormElementType type) {
  static constexpr const char *names[] = {
      "f64", "f32", "bf16", "f16",  "f8E4M3FN", "f8E5M2", "i64", "i32",
      "i16", "i8",  "ui64", "ui32", "ui16",     "ui8",    "i1"};
  return unsigned(type) < std::size(names) ? names[type] : "other";
}
