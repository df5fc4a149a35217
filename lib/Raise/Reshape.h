//===- Reshape.h - The same elements in another shape -----------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_RESHAPE_H
#define RMSNORM_LIB_RAISE_RESHAPE_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::rmsnorm {

/// The coordinates in `from` of the element that has `coords` in `to`, where
/// both shapes have the same elements in the same order; nothing where the
/// extents don't show that. A dimension of unknown extent stays one.
std::optional<SmallVector<AffineExpr, 4>>
reshapeCoords(ArrayRef<AffineExpr> coords, ArrayRef<int64_t> to,
              ArrayRef<int64_t> from, MLIRContext *context);

/// `coord` with other coordinates in place of its own.
AffineExpr replaceCoords(AffineExpr coord,
                         const DenseMap<AffineExpr, AffineExpr> &map);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_RESHAPE_H
