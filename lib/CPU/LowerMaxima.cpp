//===- LowerMaxima.cpp - Maxima and minima of floats ----------------------===//

#include "RMSNorm/CPU/Passes.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_LOWERMAXIMAPASS
#include "RMSNorm/CPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

namespace {
/// Whether floats are in the order of their bits as signed integers, NaNs above
/// all: they have no sign, or are -inf, which a maximum starts from.
struct BitOrder {
  enum Kind { unknown, yes, no } kind = unknown;

  bool operator==(const BitOrder &other) const { return kind == other.kind; }
  static BitOrder join(const BitOrder &a, const BitOrder &b) {
    return {std::max(a.kind, b.kind)};
  }
  void print(raw_ostream &os) const { os << int(kind); }
};

struct BitOrderAnalysis
    : dataflow::SparseForwardDataFlowAnalysis<dataflow::Lattice<BitOrder>> {
  using SparseForwardDataFlowAnalysis::SparseForwardDataFlowAnalysis;
  using State = dataflow::Lattice<BitOrder>;

  LogicalResult visitOperation(Operation *op, ArrayRef<const State *> operands,
                               ArrayRef<State *> results) override;
  void setToEntryState(State *state) override {
    propagateIfChanged(state, state->join(BitOrder{BitOrder::no}));
  }
};
} // namespace

static bool isBitOrdered(const APFloat &value) {
  return !value.isNegative() || (value.isInfinity() && value.isNegative());
}

static bool isBitOrdered(Attribute value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return isBitOrdered(number.getValue());
  if (auto splat = dyn_cast<SplatElementsAttr>(value))
    return isBitOrdered(splat.getSplatValue<Attribute>());
  auto elements = dyn_cast<DenseFPElementsAttr>(value);
  return elements && llvm::all_of(elements, [](const APFloat &element) {
           return isBitOrdered(element);
         });
}

static bool isFloat(Value v) {
  return isa<FloatType>(getElementTypeOrSelf(v.getType()));
}

LogicalResult BitOrderAnalysis::visitOperation(Operation *op,
                                               ArrayRef<const State *> operands,
                                               ArrayRef<State *> results) {
  BitOrder order{BitOrder::no};
  Attribute constant;
  if (isa<math::AbsFOp>(op)) {
    order.kind = BitOrder::yes;
  } else if (matchPattern(op, m_Constant(&constant))) {
    order.kind = isBitOrdered(constant) ? BitOrder::yes : BitOrder::no;
  } else if (isa<arith::ExtFOp, arith::MaximumFOp, arith::SelectOp,
                 vector::BroadcastOp, vector::DeinterleaveOp, vector::ExtractOp,
                 vector::ExtractStridedSliceOp, vector::InsertOp,
                 vector::InsertStridedSliceOp, vector::InterleaveOp,
                 vector::ShapeCastOp, vector::ShuffleOp>(op)) {
    // A maximum is one of its operands, the others move or widen elements.
    order.kind = BitOrder::unknown;
    for (auto [operand, state] : llvm::zip_equal(op->getOperands(), operands))
      if (isFloat(operand))
        order = BitOrder::join(order, state->getValue());
  }
  for (State *result : results)
    propagateIfChanged(result, result->join(order));
  return success();
}

static Type getBitsType(Type type) {
  auto bits = IntegerType::get(
      type.getContext(), getElementTypeOrSelf(type).getIntOrFloatBitWidth());
  auto vector = dyn_cast<VectorType>(type);
  return vector ? Type(vector.clone(bits)) : bits;
}

/// One instruction, which also keeps a NaN.
static Value createIntegerMaximum(ImplicitLocOpBuilder &b, Value lhs,
                                  Value rhs) {
  Type bits = getBitsType(lhs.getType());
  Value maximum =
      arith::MaxSIOp::create(b, arith::BitcastOp::create(b, bits, lhs),
                             arith::BitcastOp::create(b, bits, rhs));
  return arith::BitcastOp::create(b, lhs.getType(), maximum);
}

/// The one value of a constant.
static std::optional<APFloat> getNumber(Value v) {
  APFloat number(0.0f);
  if (matchPattern(v, m_ConstantFloat(&number)))
    return number;
  return std::nullopt;
}

/// The maximum or minimum of two equal values, which are zeros or have the same
/// bits: a zero with a sign is less than one without.
static Value createTie(ImplicitLocOpBuilder &b, bool isMaximum, Value lhs,
                       Value rhs) {
  Type bits = getBitsType(lhs.getType());
  Value left = arith::BitcastOp::create(b, bits, lhs);
  Value right = arith::BitcastOp::create(b, bits, rhs);
  Value tie = isMaximum ? arith::AndIOp::create(b, left, right).getResult()
                        : arith::OrIOp::create(b, left, right).getResult();
  return arith::BitcastOp::create(b, lhs.getType(), tie);
}

/// `a > b ? a : b` is an instruction of many CPUs, which loses a NaN in `a` and
/// takes either of two zeros.
static Value createChoice(ImplicitLocOpBuilder &b, bool isMaximum, Value lhs,
                          Value rhs) {
  using Predicate = arith::CmpFPredicate;
  std::optional<APFloat> left = getNumber(lhs), right = getNumber(rhs);
  auto mayBeNaN = [](const std::optional<APFloat> &number) {
    return !number || number->isNaN();
  };
  // What a loop carries is not looked at for NaNs: each step waits for it.
  if (!mayBeNaN(right) || (mayBeNaN(left) && isa<BlockArgument>(lhs))) {
    std::swap(lhs, rhs);
    std::swap(left, right);
  }
  bool isNumber = !mayBeNaN(left);
  bool winsTie = isNumber && left->isZero() && left->isNegative() != isMaximum;
  Predicate wins = isMaximum ? (winsTie ? Predicate::OGE : Predicate::OGT)
                             : (winsTie ? Predicate::OLE : Predicate::OLT);
  Value isLhs = arith::CmpFOp::create(b, wins, lhs, rhs);
  Value result = arith::SelectOp::create(b, isLhs, lhs, rhs);
  if (isNumber)
    return result;
  Value isTie = arith::CmpFOp::create(b, Predicate::OEQ, lhs, rhs);
  result = arith::SelectOp::create(b, isTie, createTie(b, isMaximum, lhs, rhs),
                                   result);
  Value isNaN = arith::CmpFOp::create(b, Predicate::UNO, lhs, lhs);
  return arith::SelectOp::create(b, isNaN, lhs, result);
}

/// CPUs without arithmetic on 16-bit floats have it on their bits.
static Value createAbsolute(ImplicitLocOpBuilder &b, Value v) {
  Type type = getBitsType(v.getType());
  TypedAttr mask = b.getI16IntegerAttr(0x7fff);
  if (auto vector = dyn_cast<VectorType>(type))
    mask = DenseElementsAttr::get(vector, Attribute(mask));
  Value bits = arith::AndIOp::create(b, arith::BitcastOp::create(b, type, v),
                                     arith::ConstantOp::create(b, mask));
  return arith::BitcastOp::create(b, v.getType(), bits);
}

namespace {
struct LowerMaxima : rmsnorm::impl::LowerMaximaPassBase<LowerMaxima> {
  void runOnOperation() override {
    DataFlowSolver solver;
    dataflow::loadBaselineAnalyses(solver);
    solver.load<BitOrderAnalysis>();
    if (failed(solver.initializeAndRun(getOperation())))
      return signalPassFailure();

    SmallVector<Operation *> ops;
    SmallVector<math::AbsFOp> absolutes;
    llvm::DenseSet<Operation *> onBits;
    getOperation()->walk([&](Operation *op) {
      if (auto absolute = dyn_cast<math::AbsFOp>(op))
        if (isa<BFloat16Type, Float16Type>(
                getElementTypeOrSelf(absolute.getType())))
          absolutes.push_back(absolute);
      if (!isa<arith::MaximumFOp, arith::MinimumFOp>(op))
        return;
      ops.push_back(op);
      auto *state =
          solver.lookupState<dataflow::Lattice<BitOrder>>(op->getResult(0));
      if (isa<arith::MaximumFOp>(op) && state &&
          state->getValue().kind == BitOrder::yes)
        onBits.insert(op);
    });
    for (Operation *op : ops) {
      ImplicitLocOpBuilder b(op->getLoc(), op);
      Value lhs = op->getOperand(0), rhs = op->getOperand(1);
      Value result =
          onBits.contains(op)
              ? createIntegerMaximum(b, lhs, rhs)
              : createChoice(b, isa<arith::MaximumFOp>(op), lhs, rhs);
      op->replaceAllUsesWith(ValueRange(result));
      op->erase();
    }
    for (math::AbsFOp absolute : absolutes) {
      ImplicitLocOpBuilder b(absolute.getLoc(), absolute);
      absolute.replaceAllUsesWith(createAbsolute(b, absolute.getOperand()));
      absolute.erase();
    }
  }
};
} // namespace
