//===- Reduce.cpp - Reductions over the lanes of a row --------------------===//

#include "Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <numeric>

using namespace mlir;
using namespace mlir::rmsnorm;

using vector::CombiningKind;

/// Elements outside the row take this value.
static TypedAttr getNeutral(OpBuilder &b, Location loc, CombiningKind kind,
                            Type type) {
  bool isFloat = isa<FloatType>(type);
  auto rmw = [&] {
    using arith::AtomicRMWKind;
    switch (kind) {
    case CombiningKind::ADD:
      return isFloat ? AtomicRMWKind::addf : AtomicRMWKind::addi;
    case CombiningKind::MUL:
      return isFloat ? AtomicRMWKind::mulf : AtomicRMWKind::muli;
    case CombiningKind::MINUI:
      return AtomicRMWKind::minu;
    case CombiningKind::MINSI:
      return AtomicRMWKind::mins;
    case CombiningKind::MINNUMF:
      return AtomicRMWKind::minnumf;
    case CombiningKind::MAXUI:
      return AtomicRMWKind::maxu;
    case CombiningKind::MAXSI:
      return AtomicRMWKind::maxs;
    case CombiningKind::MAXNUMF:
      return AtomicRMWKind::maxnumf;
    case CombiningKind::AND:
      return AtomicRMWKind::andi;
    case CombiningKind::OR:
      return AtomicRMWKind::ori;
    case CombiningKind::XOR:
      return AtomicRMWKind::xori;
    case CombiningKind::MAXIMUMF:
      return AtomicRMWKind::maximumf;
    case CombiningKind::MINIMUMF:
      return AtomicRMWKind::minimumf;
    }
    llvm_unreachable("all kinds are covered");
  };
  return arith::getIdentityValueAttr(rmw(), type, b, loc);
}

/// The value of the lane whose number differs in the bit `distance`. Shuffles
/// move 32 or 64 bits; a narrower value travels in the low bits of a word.
static Value shuffle(OpBuilder &b, Location loc, Value value,
                     int64_t distance) {
  Type type = value.getType();
  int64_t bits = getScalarBits(type);
  Type bitsType = b.getIntegerType(bits);
  Value word = value;
  if (type.isIndex())
    word = arith::IndexCastOp::create(b, loc, bitsType, word);
  if (bits < 32) {
    if (isa<FloatType>(type))
      word = arith::BitcastOp::create(b, loc, bitsType, word);
    word = arith::ExtUIOp::create(b, loc, b.getI32Type(), word);
  }
  word = gpu::ShuffleOp::create(b, loc, word, distance, /*width=*/32,
                                gpu::ShuffleMode::XOR)
             .getShuffleResult();
  if (bits < 32) {
    word = arith::TruncIOp::create(b, loc, bitsType, word);
    if (isa<FloatType>(type))
      word = arith::BitcastOp::create(b, loc, type, word);
  }
  if (type.isIndex())
    word = arith::IndexCastOp::create(b, loc, type, word);
  return word;
}

Value Layout::reduce(OpBuilder &b, Location loc, CombiningKind kind,
                     ArrayRef<Value> chunks, gpu::GPUFuncOp func) const {
  auto combine = [&](Value x, Value y) {
    return vector::makeArithReduction(b, loc, kind, x, y);
  };
  Type element = cast<VectorType>(chunks.front().getType()).getElementType();
  Value sum;
  for (auto [k, chunk] : llvm::enumerate(chunks)) {
    Value value = chunk;
    if (!isWhole(k))
      value = mask(b, loc, k, value, getNeutral(b, loc, kind, element));
    sum = sum ? combine(sum, value) : value;
  }
  for (int64_t half = schedule.width / 2; half >= 1; half /= 2) {
    SmallVector<int64_t> low(half), high(half);
    std::iota(low.begin(), low.end(), 0);
    std::iota(high.begin(), high.end(), half);
    Value left = vector::ShuffleOp::create(b, loc, sum, sum, low);
    Value right = vector::ShuffleOp::create(b, loc, sum, sum, high);
    sum = combine(left, right);
  }
  Value total = vector::ExtractOp::create(b, loc, sum, 0);
  return reduceLanes(b, loc, kind, total, func);
}

Value Layout::reduceLanes(OpBuilder &b, Location loc, CombiningKind kind,
                          Value value, gpu::GPUFuncOp func) const {
  constexpr int64_t warpSize = 32;
  for (int64_t distance = std::min(schedule.lanes, warpSize) / 2; distance >= 1;
       distance /= 2)
    value = vector::makeArithReduction(b, loc, kind, value,
                                       shuffle(b, loc, value, distance));
  int64_t warps = schedule.lanes / warpSize;
  if (warps <= 1)
    return value;

  // One slot for each warp, and slots of its own for each reduction: so one
  // barrier is enough. Every warp then adds all slots up in the same order.
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  auto type = MemRefType::get({schedule.rows, warps}, value.getType(),
                              MemRefLayoutAttrInterface(), space);
  Value slots = func.addWorkgroupAttribution(type, loc);
  func.setWorkgroupAttributionAttr(func.getNumWorkgroupAttributions() - 1,
                                   "llvm.align", b.getI64IntegerAttr(16));
  Value warpSizeValue = arith::ConstantIndexOp::create(b, loc, warpSize);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value warp = arith::DivUIOp::create(b, loc, lane, warpSizeValue);
  Value inWarp = arith::RemUIOp::create(b, loc, lane, warpSizeValue);
  Value isFirst =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, inWarp, zero);
  scf::IfOp::create(b, loc, isFirst, [&](OpBuilder &b, Location loc) {
    memref::StoreOp::create(b, loc, value, slots, ValueRange{row, warp});
    scf::YieldOp::create(b, loc);
  });
  gpu::BarrierOp::create(b, loc);
  SmallVector<Value> values;
  for (int64_t i = 0; i < warps; ++i) {
    Value slot = arith::ConstantIndexOp::create(b, loc, i);
    values.push_back(
        memref::LoadOp::create(b, loc, slots, ValueRange{row, slot}));
  }
  for (int64_t count = warps; count > 1; count /= 2)
    for (int64_t i = 0; i < count / 2; ++i)
      values[i] = vector::makeArithReduction(b, loc, kind, values[2 * i],
                                             values[2 * i + 1]);
  return values.front();
}
