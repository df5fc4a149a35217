//===- Prefix.cpp - Slices that start at the first element ----------------===//

#include "Prefix.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// Whether a slice has all of its source along the dimensions whose extent
/// isn't known: how much of them it has can't be checked later.
static bool hasWholeDynamicDims(Value source, Value slice) {
  auto type = dyn_cast<RankedTensorType>(slice.getType());
  if (!type)
    return false;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    if (!type.isDynamicDim(i))
      continue;
    FailureOr<bool> equal =
        ValueBoundsConstraintSet::areEqual({source, i}, {slice, i});
    if (failed(equal) || !*equal)
      return false;
  }
  return true;
}

bool mlir::rmsnorm::isPrefix(tensor::ExtractSliceOp op) {
  return op.getSourceType().getRank() == op.getType().getRank() &&
         op.hasUnitStride() && op.hasZeroOffset() &&
         hasWholeDynamicDims(op.getSource(), op);
}

bool mlir::rmsnorm::isPrefix(tosa::SliceOp op) {
  DenseElementsAttr start;
  return matchPattern(op.getStart(), m_Constant(&start)) &&
         llvm::all_of(start.getValues<APInt>(),
                      [](const APInt &n) { return n.isZero(); }) &&
         isa<RankedTensorType>(op.getInput1().getType()) &&
         hasWholeDynamicDims(op.getInput1(), op);
}
