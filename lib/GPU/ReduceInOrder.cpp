//===- ReduceInOrder.cpp - Sums that round at each step -------------------===//

#include "Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// The chunks go through shared memory, and every lane adds up all of them.
Value Layout::reduceInOrder(OpBuilder &b, vector::ReductionOp op,
                            ArrayRef<Value> chunks) const {
  Location loc = op.getLoc();
  auto combine = [&](OpBuilder &b, Value sum, Value chunk) {
    for (int64_t i = 0; i < width; ++i) {
      Value element = vector::ExtractOp::create(b, loc, chunk, i);
      sum = sum ? vector::makeArithReduction(b, loc, op.getKind(), sum, element)
                : element;
    }
    return sum;
  };
  if (knownLanes == 1) {
    Value sum = op.getAcc();
    for (Value chunk : chunks)
      sum = combine(b, sum, chunk);
    return sum;
  }
  Type element = op.getType();
  Value sum = op.getAcc()
                  ? op.getAcc()
                  : arith::ConstantOp::create(
                        b, loc, getNeutral(b, loc, op.getKind(), element))
                        .getResult();
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  int64_t size =
      knownLanes.value_or(Schedule::maxLanes) * width * knownRows.value_or(1);
  gpu::GPUFuncOp kernel = func;
  Value staged = kernel.addWorkgroupAttribution(
      MemRefType::get(size, element, MemRefLayoutAttrInterface(), space), loc);
  kernel.setWorkgroupAttributionAttr(kernel.getNumWorkgroupAttributions() - 1,
                                     "llvm.align", b.getI64IntegerAttr(16));
  llvm::MaybeAlign align(16);
  Value step = arith::ConstantIndexOp::create(b, loc, width);
  Value rowSize = arith::MulIOp::create(b, loc, lanes, step);
  Value first = arith::MulIOp::create(b, loc, row, rowSize);
  Value end = arith::AddIOp::create(b, loc, first, rowSize);
  Value own = arith::AddIOp::create(b, loc, first, firstColumn);
  auto type = VectorType::get(width, element);
  for (Value chunk : chunks) {
    vector::StoreOp::create(b, loc, chunk, staged, own, /*nontemporal=*/false,
                            align);
    gpu::BarrierOp::create(b, loc);
    auto loop = scf::ForOp::create(
        b, loc, first, end, step, sum,
        [&](OpBuilder &b, Location loc, Value i, ValueRange sums) {
          Value part = vector::LoadOp::create(b, loc, type, staged, i,
                                              /*nontemporal=*/false, align);
          scf::YieldOp::create(b, loc, combine(b, sums[0], part));
        });
    sum = loop.getResult(0);
    gpu::BarrierOp::create(b, loc);
  }
  return sum;
}
