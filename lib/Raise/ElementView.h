//===- ElementView.h - A tensor program as scalars --------------*- C++ -*-===//
//
// Every frontend writes a norm with other ops between the same scalars: ops per
// tensor or per body, named or generic, with unit dims or without, with a
// broadcast as an op or as a map. Seen element by element they are alike.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_LIB_RAISE_ELEMENTVIEW_H
#define RMSNORM_LIB_RAISE_ELEMENTVIEW_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include <optional>

namespace mlir::rmsnorm {

/// One scalar: an element of a tensor, or a value inside the body of a linalg
/// op at one iteration. The coordinates (of the tensor, or of the op's loops)
/// are expressions of d0, d1, ..., the coordinates of the tensor that the view
/// started from, and of s0, s1, ..., the running indices of reductions. A
/// dimension of extent 1 has the coordinate 0, so that unit dims never tell
/// spellings apart; in a tensor of another shape the coordinates count the same
/// elements (d1 * 16 + d2).
struct Element {
  Value value;
  SmallVector<AffineExpr, 4> coords;
  /// Reached through an implicit broadcast of a dimension of unknown extent.
  bool mayBroadcast = false;
  /// Reached through a slice: the tensor may be larger than what is read of it.
  bool isPart = false;
  /// Not the value of a fused multiply-add, but the product in it, which no
  /// tensor holds; of a product of matrices, the one at the additional
  /// coordinate.
  bool isProduct = false;

  bool operator==(const Element &other) const {
    return value == other.value && coords == other.coords &&
           isProduct == other.isProduct;
  }
  /// The float type of the scalar, or null.
  FloatType getType() const;
  bool uses(AffineExpr dim) const;
  Element replace(const DenseMap<AffineExpr, AffineExpr> &map) const;
};

/// What a sum adds up, what it starts from, and the indices that it runs over,
/// each with its extent. Dimensions of extent 1 need no index.
struct Reduction {
  Element addend;
  std::optional<Element> init;
  SmallVector<AffineExpr, 2> indices;
  SmallVector<int64_t, 2> extents;
  /// Where it is wider than the addends: what they are added up in.
  FloatType accumulator;
};

/// Walks from scalars to the scalars that they are computed from.
class ElementView {
public:
  /// Looks at no more than `fuel` elements, to bound the cost of a match.
  ElementView(MLIRContext *context, unsigned fuel)
      : context(context), fuel(fuel) {}

  /// The element of `tensor` at (d0, d1, ...).
  Element at(Value tensor) const;

  /// Follows everything that only moves scalars (maps, reshapes of unit dims,
  /// broadcasts, casts of tensor types) to a scalar that is computed, or is
  /// given. Appends the tensors' elements on the way, `e` included, to
  /// `passed`.
  Element resolve(Element e, SmallVectorImpl<Element> *passed = nullptr);

  /// Operand `number` of the scalar op or elementwise TOSA op that computes
  /// `e`.
  std::optional<Element> getOperand(const Element &e, unsigned number) const;

  /// `e` as a sum; its indices are symbols that `e` does not use.
  std::optional<Reduction> getSum(const Element &e) const;

  bool isExhausted() const { return fuel == 0; }

private:
  std::optional<Element> step(const Element &e);
  /// `e`, which is of `spread` where `condition` holds and of `whole`
  /// elsewhere: what becomes of TOSA's dynamic broadcasts in linalg. Both are
  /// one tensor if the condition says that what is spread has one element.
  std::optional<Element> throughBroadcast(const Element &e, Value condition,
                                          Value spread, Value whole);
  Element makeElement(Value tensor, ArrayRef<AffineExpr> coords) const;
  std::optional<Element> throughReshape(const Element &e, Value source,
                                        bool ordered) const;

  MLIRContext *context;
  unsigned fuel;
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_ELEMENTVIEW_H
