//===- Destinations.h - What the loops over rows write ----------*- C++ -*-===//

#ifndef RMSNORM_LIB_ROWS_DESTINATIONS_H
#define RMSNORM_LIB_ROWS_DESTINATIONS_H

#include "Cluster.h"

namespace mlir::rmsnorm {

/// The extent of a dimension of the row space, read from a tensor that is there
/// before the loop.
OpFoldResult getExtent(OpBuilder &b, const Cluster &cluster, TensorDim d);

/// A tensor to receive `output`. Every element is written, so what the op's own
/// destination held does not matter, and bufferisation finds the best buffer;
/// only a buffer that the IR gives to be written is taken as it is, and a
/// collapsed view stays a view, so that its source can be the result's buffer.
/// What is used or returned in another shape is made in that shape and written
/// through a view.
Value createDestination(OpBuilder &b, const Cluster &cluster, OpResult output);

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_ROWS_DESTINATIONS_H
