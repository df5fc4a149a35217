//===- Constant.cpp - Scalars whose value is known ------------------------===//
//
// Constants wherever they are written, and what is computed of them.
//
//===----------------------------------------------------------------------===//

#include "Spelling.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::rmsnorm;

Value mlir::rmsnorm::skipIndexCasts(Value v) {
  while (Operation *op = v.getDefiningOp()) {
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
             arith::ExtUIOp, arith::TruncIOp>(op))
      break;
    v = op->getOperand(0);
  }
  return v;
}

std::optional<double> Spelling::getInteger(const Element &e) {
  std::optional<Element> operand = view.getOperand(e, 0);
  if (!operand)
    return std::nullopt;
  APInt integer;
  Value value = skipIndexCasts(view.resolve(std::move(*operand)).value);
  if (!matchPattern(value, m_ConstantInt(&integer)))
    return std::nullopt;
  return integer.getSExtValue();
}

std::optional<double> Spelling::computeConstant(const Element &e, Kind kind) {
  // Arithmetic of constants is one value for all elements; what differs from
  // one to the next is not looked through.
  if (kind != Kind::Cast &&
      !llvm::all_of(e.coords, llvm::IsaPred<AffineConstantExpr>))
    return std::nullopt;
  SmallVector<double, 2> values;
  for (unsigned i = getNumOperands(kind); i-- > 0;) {
    std::optional<Element> operand = view.getOperand(e, i);
    std::optional<double> value =
        operand ? getConstant(std::move(*operand)) : std::nullopt;
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  switch (kind) {
  case Kind::Cast:
    return values[0];
  case Kind::Add:
    return values[1] + values[0];
  case Kind::Sub:
    return values[1] - values[0];
  case Kind::Mul:
    return values[1] * values[0];
  case Kind::Div:
    return values[1] / values[0];
  default:
    return std::nullopt;
  }
}

std::optional<double> Spelling::getConstant(Element e) {
  e = view.resolve(std::move(e));
  Operation *op = e.value.getDefiningOp();
  if (!op || view.isExhausted())
    return std::nullopt;
  Attribute attr;
  if (matchPattern(e.value, m_Constant(&attr))) {
    if (auto splat = dyn_cast<SplatElementsAttr>(attr))
      attr = splat.getSplatValue<Attribute>();
    auto number = dyn_cast<FloatAttr>(attr);
    return number ? std::optional(number.getValueAsDouble()) : std::nullopt;
  }
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return getInteger(e);
  Kind kind = getKind(op);
  std::optional<double> value = computeConstant(e, kind);
  FloatType to = e.getType();
  if (!value || !to ||
      (kind == Kind::Cast && !isNarrow(to) && !roundsEachStep()))
    return value;
  APFloat rounded(*value);
  bool lost;
  rounded.convert(to.getFloatSemantics(), APFloat::rmNearestTiesToEven, &lost);
  return rounded.convertToDouble();
}

std::optional<bool> Spelling::getCondition(const Element &select) {
  std::optional<Element> e = view.getOperand(select, 0);
  if (!e)
    return std::nullopt;
  e = view.resolve(std::move(*e));
  APInt truth;
  if (matchPattern(e->value, m_ConstantInt(&truth)))
    return !truth.isZero();
  auto compare = e->value.getDefiningOp<arith::CmpFOp>();
  if (!compare)
    return std::nullopt;
  std::optional<Element> lhs = view.getOperand(*e, 0),
                         rhs = view.getOperand(*e, 1);
  std::optional<double> left = lhs ? getConstant(*lhs) : std::nullopt,
                        right = rhs ? getConstant(*rhs) : std::nullopt;
  if (!left || !right)
    return std::nullopt;
  return arith::applyCmpPredicate(compare.getPredicate(), APFloat(*left),
                                  APFloat(*right));
}

std::optional<Element> Spelling::splitConstant(const Node &node,
                                               double &added) {
  bool subtracts = node.kind == Kind::Sub;
  if (node.kind != Kind::Add && !subtracts)
    return std::nullopt;
  for (unsigned i = 0; i < (subtracts ? 1 : 2); ++i)
    if (std::optional<double> constant = getConstant(node.operands[1 - i])) {
      added = subtracts ? -*constant : *constant;
      return node.operands[i];
    }
  return std::nullopt;
}
