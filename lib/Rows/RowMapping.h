//===- RowMapping.h - Loops whose iterations are work of a GPU --*- C++ -*-===//

#ifndef RMSNORM_LIB_ROWS_ROWMAPPING_H
#define RMSNORM_LIB_ROWS_ROWMAPPING_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::rmsnorm {

/// The mapping of a loop with `dims` dimensions whose iterations GPU blocks share.
/// It also keeps loops of one iteration, which would otherwise dissolve into the
/// host's code.
inline SmallVector<Attribute> getRowMapping(MLIRContext *context, unsigned dims) {
  SmallVector<Attribute> blocks;
  for (unsigned i = 0; i < dims; ++i)
    blocks.push_back(gpu::GPUBlockMappingAttr::get(context, *gpu::symbolizeMappingId(unsigned(gpu::MappingId::LinearDim0) + i)));
  return blocks;
}

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_ROWS_ROWMAPPING_H
