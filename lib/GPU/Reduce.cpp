//===- Reduce.cpp - Reductions over the lanes of a row --------------------===//

#include "Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <numeric>

using namespace mlir;
using namespace mlir::rmsnorm;

using vector::CombiningKind;

TypedAttr rmsnorm::getNeutral(OpBuilder &b, Location loc, CombiningKind kind,
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

Value Layout::reduce(OpBuilder &b, vector::ReductionOp op,
                     ArrayRef<Value> chunks) const {
  Location loc = op.getLoc();
  CombiningKind kind = op.getKind();
  SmallVector<Value> masked(chunks);
  for (auto [k, chunk] : llvm::enumerate(masked)) {
    if (isWhole(k))
      continue;
    auto type = cast<VectorType>(chunk.getType());
    Value outside = arith::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(
            type, Attribute(getNeutral(b, loc, kind, type.getElementType()))));
    Value end = arith::ConstantIndexOp::create(b, loc, shape.length);
    chunk = arith::SelectOp::create(b, loc, getMask(b, loc, k, end), chunk,
                                    outside);
  }
  if (isOrdered(op))
    return reduceInOrder(b, op, masked);
  Value result = reduceLane(b, op, masked);
  result = reduceWarp(b, loc, kind, result);
  result = reduceWarps(b, loc, kind, result);
  if (op.getAcc())
    result = vector::makeArithReduction(b, loc, kind, op.getAcc(), result);
  return result;
}

/// The elements of a chunk as a tree.
static Value reduceChunk(OpBuilder &b, Location loc, CombiningKind kind,
                         Value sum) {
  for (int64_t half = Layout::width / 2; half >= 1; half /= 2) {
    SmallVector<int64_t> low(half), high(half);
    std::iota(low.begin(), low.end(), 0);
    std::iota(high.begin(), high.end(), half);
    Value left = vector::ShuffleOp::create(b, loc, sum, sum, low);
    Value right = vector::ShuffleOp::create(b, loc, sum, sum, high);
    sum = vector::makeArithReduction(b, loc, kind, left, right);
  }
  return vector::ExtractOp::create(b, loc, sum, 0);
}

Value Layout::reduceGroup(OpBuilder &b, vector::MultiDimReductionOp op,
                          Value chunk) const {
  Location loc = op.getLoc();
  Value value = reduceChunk(b, loc, op.getKind(), chunk);
  for (int64_t distance = shape.groupSize / width / 2; distance >= 1;
       distance /= 2)
    value = vector::makeArithReduction(b, loc, op.getKind(), value,
                                       shuffle(b, loc, value, distance));
  return value;
}

/// One chunk after the other, then the last of them.
Value Layout::reduceLane(OpBuilder &b, vector::ReductionOp op,
                         ArrayRef<Value> chunks) const {
  Location loc = op.getLoc();
  Value sum = chunks.front();
  for (Value chunk : chunks.drop_front())
    sum = vector::makeArithReduction(b, loc, op.getKind(), sum, chunk,
                                     op.getFastmathAttr());
  return reduceChunk(b, loc, op.getKind(), sum);
}

static constexpr int64_t warpSize = Schedule::warpSize;

Value Layout::reduceWarp(OpBuilder &b, Location loc, CombiningKind kind,
                         Value value) const {
  int64_t most = std::min(knownLanes.value_or(warpSize), warpSize);
  for (int64_t distance = most / 2; distance >= 1; distance /= 2) {
    Value combined = vector::makeArithReduction(
        b, loc, kind, value, shuffle(b, loc, value, distance));
    if (!knownLanes) {
      // Lanes that far away may be of another row.
      Value isOfRow = arith::CmpIOp::create(
          b, loc, arith::CmpIPredicate::ult,
          arith::ConstantIndexOp::create(b, loc, distance), lanes);
      combined = arith::SelectOp::create(b, loc, isOfRow, combined, value);
    }
    value = combined;
  }
  return value;
}

/// Each warp has a slot in shared memory, and each reduction slots of its own:
/// so one barrier is enough. Every warp then combines the slots of its row as
/// the same tree, either in each lane or, if there are many, by shuffles.
Value Layout::reduceWarps(OpBuilder &b, Location loc, CombiningKind kind,
                          Value value) const {
  if (knownLanes && *knownLanes <= warpSize)
    return value;
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(b, loc, number);
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value x,
                     Value y) -> Value {
    return arith::CmpIOp::create(b, loc, predicate, x, y);
  };
  OpBuilder::InsertionGuard guard(b);
  scf::IfOp severalWarps;
  if (!knownLanes) {
    Value isLonger =
        compare(arith::CmpIPredicate::ugt, lanes, constant(warpSize));
    severalWarps = scf::IfOp::create(b, loc, value.getType(), isLonger,
                                     /*withElseRegion=*/true);
    b.setInsertionPointToStart(severalWarps.elseBlock());
    scf::YieldOp::create(b, loc, value);
    b.setInsertionPointToStart(severalWarps.thenBlock());
  }

  int64_t most = knownLanes.value_or(Schedule::maxLanes) / warpSize;
  int64_t slotCount = most * knownRows.value_or(1);
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  auto type = MemRefType::get(slotCount, value.getType(),
                              MemRefLayoutAttrInterface(), space);
  gpu::GPUFuncOp kernel = func;
  Value slots = kernel.addWorkgroupAttribution(type, loc);
  kernel.setWorkgroupAttributionAttr(kernel.getNumWorkgroupAttributions() - 1,
                                     "llvm.align", b.getI64IntegerAttr(16));
  Value warps = knownLanes
                    ? constant(most)
                    : arith::DivUIOp::create(b, loc, lanes, constant(warpSize))
                          .getResult();
  Value first = arith::MulIOp::create(b, loc, row, warps);
  Value warp = arith::DivUIOp::create(b, loc, lane, constant(warpSize));
  Value inWarp = arith::RemUIOp::create(b, loc, lane, constant(warpSize));
  Value own = arith::AddIOp::create(b, loc, first, warp);
  scf::IfOp::create(b, loc,
                    compare(arith::CmpIPredicate::eq, inWarp, constant(0)),
                    [&](OpBuilder &b, Location loc) {
                      memref::StoreOp::create(b, loc, value, slots, own);
                      scf::YieldOp::create(b, loc);
                    });
  gpu::BarrierOp::create(b, loc);

  constexpr int64_t manyWarps = 16;
  if (knownLanes && most < manyWarps) {
    SmallVector<Value> values;
    for (int64_t i = 0; i < most; ++i) {
      Value slot = arith::AddIOp::create(b, loc, first, constant(i));
      values.push_back(memref::LoadOp::create(b, loc, slots, slot));
    }
    for (int64_t count = most; count > 1; count /= 2)
      for (int64_t i = 0; i < count / 2; ++i)
        values[i] = vector::makeArithReduction(b, loc, kind, values[2 * i],
                                               values[2 * i + 1]);
    return values.front();
  }
  // A lane without a slot takes another's; the number of warps is a power of
  // two, so it is the one that lies as far from it as a shuffle reaches.
  Value last = arith::SubIOp::create(b, loc, warps, constant(1));
  Value slot = arith::AddIOp::create(
      b, loc, first, arith::AndIOp::create(b, loc, inWarp, last));
  value = memref::LoadOp::create(b, loc, slots, slot);
  for (int64_t distance = 1; distance < most; distance *= 2) {
    Value combined = vector::makeArithReduction(
        b, loc, kind, value, shuffle(b, loc, value, distance));
    if (!knownLanes)
      combined = arith::SelectOp::create(
          b, loc, compare(arith::CmpIPredicate::ult, constant(distance), warps),
          combined, value);
    value = combined;
  }
  if (!severalWarps)
    return value;
  scf::YieldOp::create(b, loc, value);
  return severalWarps.getResult(0);
}
