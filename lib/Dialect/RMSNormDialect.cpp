//===- RMSNormDialect.cpp - Registration of ops and attributes ------------===//

#include "RMSNorm/Dialect/RMSNorm.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::rmsnorm;

#include "RMSNorm/Dialect/RMSNormDialect.cpp.inc"
#include "RMSNorm/Dialect/RMSNormEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "RMSNorm/Dialect/RMSNormAttrs.cpp.inc"

namespace {
/// Norms may move into the callers of their function.
struct Inliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void RMSNormDialect::initialize() {
  addInterfaces<Inliner>();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "RMSNorm/Dialect/RMSNormAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "RMSNorm/Dialect/RMSNormOps.cpp.inc"
      >();
}
