//===- Match.cpp - What is an RMS norm ------------------------------------===//
//
// From the result inwards: y = round(round(round(x * r) * w) + b), where r is
// the reciprocal root of a statistic of x. Which of the roundings are there
// decides between the two orders that the op knows, or that this is no norm.
//
//===----------------------------------------------------------------------===//

#include "Match.h"
#include "Statistic.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::rmsnorm;

/// How far a match looks, so that its cost has a bound: at this many products
/// for the root, which most ops don't have, and at this many scalars for all
/// the rest. Norms of known frontends need a third of either.
static constexpr unsigned maxProducts = 12, rootFuel = 96, matchFuel = 1024;

static bool isNormType(Type type) {
  return type.isF64() || type.isF32() || type.isBF16() || type.isF16();
}

namespace {
/// The factors of the normalised value.
struct Product {
  SmallVector<Element, 1> xs, others;
  unsigned numRoots = 0;
};

struct Column {
  Value tensor;
  double offset = 0.0;
};

class Matcher {
public:
  Matcher(Value y, FloatType compute, unsigned fuel)
      : view(y.getContext(), fuel), spelling(view, compute), y(y),
        yElement(view.at(y)), last(yElement.coords.back()) {}

  bool hasRoot() { return !findRoots(split()).empty(); }
  std::optional<NormMatch> match();

private:
  FloatType yType() { return yElement.getType(); }
  Rounded split();
  Rounded splitBias(Rounded r);
  Rounded splitWeight(Rounded r);
  SmallVector<Element> findRoots(const Rounded &r);
  void multiply(Element e, Product &product);
  void multiply(const Node &node, Product &product);
  Value findColumn(Element e);
  std::optional<Column> findShiftedColumn(Element e);
  std::optional<Value> findRows(Element x, FloatType type);
  std::optional<NormMatch> matchRoot(const Rounded &norm, Element root);
  bool isWholeMean(const Statistic &s, Value x);

  ElementView view;
  Spelling spelling;
  Value y;
  Element yElement;
  AffineExpr last;

  /// The steps around the normalised value, outermost first.
  std::optional<Element> bias, weight;
  FloatType biasRounding, weightRounding;
  /// What the current attempt takes for x and for the statistic.
  std::optional<Element> x, root;
};
} // namespace

//===----------------------------------------------------------------------===//
// Columns and rows: the tensors among the scalars
//===----------------------------------------------------------------------===//

/// The tensor along the rows, and along nothing else, that holds `e`.
Value Matcher::findColumn(Element e) {
  SmallVector<Element> passed;
  bool isScalar = !isa<AffineDimExpr>(last) && spelling.getConstant(e);
  if (isScalar) // rows of one element
    return {};
  spelling.skipWidening(std::move(e), &passed);
  for (const Element &station : llvm::reverse(passed)) {
    auto type = cast<RankedTensorType>(station.value.getType());
    int64_t numLast = 0;
    bool fits = isNormType(type.getElementType()) && type.getRank() > 0;
    for (auto [extent, coord] :
         llvm::zip_equal(type.getShape(), station.coords)) {
      if (extent == 1)
        continue;
      fits &= coord == last;
      // Where it may be one element that is broadcast, it is no column.
      fits &= !ShapedType::isDynamic(extent) || !station.mayBroadcast;
      ++numLast;
    }
    if (fits && numLast == (isa<AffineDimExpr>(last) ? 1 : 0))
      return station.value;
  }
  return {};
}

/// `e` as a column plus a constant that is added in the compute type.
std::optional<Column> Matcher::findShiftedColumn(Element e) {
  Rounded r = spelling.peel(e);
  bool adds = r.node.kind == Kind::Add, subtracts = r.node.kind == Kind::Sub;
  if (!r.rounding && (adds || subtracts))
    for (unsigned i = 0; i < (adds ? 2 : 1); ++i) {
      std::optional<double> offset =
          spelling.getConstant(r.node.operands[1 - i]);
      Value column = findColumn(r.node.operands[i]);
      if (offset && column)
        return Column{column, adds ? *offset : -*offset};
    }
  if (Value column = findColumn(std::move(e)))
    return Column{column};
  return std::nullopt;
}

/// The tensor of y's shape that holds x: the deepest one, so that x is read in
/// the type that it is stored in. `type` is asked for where it is not null.
std::optional<Value> Matcher::findRows(Element x, FloatType type) {
  SmallVector<Element> passed;
  spelling.skipWidening(std::move(x), &passed);
  for (const Element &station : llvm::reverse(passed)) {
    FloatType own = station.getType();
    bool isF64 = spelling.getComputeType().isF64();
    if (station.coords == yElement.coords && isNormType(own) &&
        own.isF64() == isF64 && (!type || own == type))
      return station.value;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

/// What the reciprocal roots among the factors of `r` are taken of, outermost
/// first: a row that is itself a product may be the result of another norm.
SmallVector<Element> Matcher::findRoots(const Rounded &r) {
  SmallVector<Element> roots;
  SmallVector<Node> products{r.node};
  for (unsigned i = 0; i < products.size() && i < maxProducts; ++i) {
    Node node = products[i];
    auto multiplyBy = [&](const Element &e) {
      Rounded factor = spelling.peel(e);
      if (!factor.rounding)
        products.push_back(std::move(factor.node));
    };
    auto divideBy = [&](const Element &e) {
      Rounded divisor = spelling.peel(e);
      if (!divisor.rounding && divisor.node.kind == Kind::Root)
        roots.push_back(divisor.node.operands[0]);
    };
    if (node.kind == Kind::Mul) {
      multiplyBy(node.operands[0]);
      multiplyBy(node.operands[1]);
    } else if (node.kind == Kind::Div) {
      multiplyBy(node.operands[0]);
      divideBy(node.operands[1]);
    } else if (node.kind == Kind::Reciprocal) {
      divideBy(node.operands[0]);
    } else if (node.kind == Kind::ReciprocalRoot) {
      roots.push_back(node.operands[0]);
    }
  }
  return roots;
}

void Matcher::multiply(Element e, Product &product) {
  if (spelling.isSame(e, *x)) {
    product.xs.push_back(std::move(e));
    return;
  }
  Rounded r = spelling.peel(e);
  Product inner;
  if (!r.rounding)
    multiply(r.node, inner);
  // What has no part of the norm in it stays whole: a weight that is computed.
  if (inner.xs.empty() && inner.numRoots == 0) {
    product.others.push_back(std::move(e));
    return;
  }
  llvm::append_range(product.xs, inner.xs);
  llvm::append_range(product.others, inner.others);
  product.numRoots += inner.numRoots;
}

void Matcher::multiply(const Node &node, Product &product) {
  ArrayRef<Element> operands = node.operands;
  auto divideBy = [&](const Element &e) {
    Rounded divisor = spelling.peel(e);
    if (!divisor.rounding && divisor.node.kind == Kind::Root &&
        spelling.isSame(divisor.node.operands[0], *root))
      ++product.numRoots;
    else
      product.others.push_back(e);
  };
  // What a model multiplies in a wider type than the op would stays as it is.
  if (node.type != spelling.getComputeType() && !spelling.isNarrow(node.type) &&
      node.kind != Kind::ReciprocalRoot && node.kind != Kind::Reciprocal)
    return;
  if (node.kind == Kind::Mul) {
    multiply(operands[0], product);
    multiply(operands[1], product);
  } else if (node.kind == Kind::Div) {
    if (spelling.getConstant(operands[0]) != 1.0)
      multiply(operands[0], product);
    divideBy(operands[1]);
  } else if (node.kind == Kind::Reciprocal) {
    divideBy(operands[0]);
  } else if (node.kind == Kind::ReciprocalRoot &&
             spelling.isSame(operands[0], *root)) {
    ++product.numRoots;
  }
}

//===----------------------------------------------------------------------===//
// The steps
//===----------------------------------------------------------------------===//

Rounded Matcher::splitBias(Rounded r) {
  if (r.node.kind != Kind::Add)
    return r;
  for (unsigned i = 0; i < 2; ++i) {
    Rounded rest = spelling.peel(r.node.operands[1 - i]);
    if (!findColumn(r.node.operands[i]) || findRoots(splitWeight(rest)).empty())
      continue;
    bias = r.node.operands[i];
    biasRounding = r.rounding;
    return splitWeight(std::move(rest));
  }
  return r;
}

/// The normalised value where it is rounded before a weight.
Rounded Matcher::splitWeight(Rounded r) {
  weight.reset();
  if (r.node.kind != Kind::Mul)
    return r;
  for (unsigned i = 0; i < 2; ++i) {
    Rounded rest = spelling.peel(r.node.operands[1 - i]);
    if (!rest.rounding || findRoots(rest).empty())
      continue;
    weight = r.node.operands[i];
    weightRounding = r.rounding;
    return rest;
  }
  return r;
}

/// The normalised value; the steps after it are left in the members.
Rounded Matcher::split() {
  Rounded top = spelling.peel(yElement);
  Rounded norm = splitBias(top);
  return bias ? norm : splitWeight(std::move(top));
}

/// Whether the statistic is of all elements of a row and divided by their
/// number.
bool Matcher::isWholeMean(const Statistic &s, Value rows) {
  auto type = cast<RankedTensorType>(rows.getType());
  int64_t dim = type.getRank() - 1;
  if (s.extent) {
    FailureOr<bool> equal =
        ValueBoundsConstraintSet::areEqual({rows, dim}, {s.extent});
    return s.factor == 1.0 && succeeded(equal) && *equal;
  }
  int64_t extent = type.getDimSize(dim);
  if (ShapedType::isDynamic(extent))
    extent = cast<RankedTensorType>(y.getType()).getDimSize(dim);
  return !ShapedType::isDynamic(extent) &&
         s.isMeanOf(extent, spelling.getComputeType());
}

std::optional<NormMatch> Matcher::matchRoot(const Rounded &norm, Element e) {
  std::optional<Statistic> statistic = matchStatistic(spelling, e, last);
  if (!statistic)
    return std::nullopt;
  root = std::move(e);
  x = statistic->x;
  Product product;
  multiply(norm.node, product);
  if (product.xs.size() != 1 || product.numRoots != 1 ||
      product.others.size() > 1)
    return std::nullopt;
  bool weightInside = !product.others.empty();
  if (weightInside && weight)
    return std::nullopt;

  // The roundings in the order of the steps: normalise, weight, bias.
  FloatType final = spelling.isNarrow(yType()) ? yType() : FloatType();
  SmallVector<FloatType, 3> roundings{norm.rounding};
  if (weight)
    roundings.push_back(weightRounding);
  if (bias)
    roundings.push_back(biasRounding);
  bool after =
      roundings.back() == final && llvm::all_of(ArrayRef(roundings).drop_back(),
                                                [](FloatType t) { return !t; });
  bool before =
      !weightInside && llvm::all_of(ArrayRef(roundings).drop_front(),
                                    [&](FloatType t) { return t == final; });
  if (!after && !before)
    return std::nullopt;

  NormMatch result;
  FloatType xType;
  if (!after) {
    result.rounding = Rounding::BeforeWeight;
    xType = norm.rounding ? norm.rounding : spelling.getComputeType();
  }
  std::optional<Value> rows = findRows(product.xs.front(), xType);
  if (!rows || !isWholeMean(*statistic, *rows))
    return std::nullopt;
  result.x = *rows;
  result.epsilon = statistic->epsilon;
  if (weightInside)
    weight = product.others.front();
  if (weight) {
    std::optional<Column> column = findShiftedColumn(*weight);
    if (!column)
      return std::nullopt;
    result.weight = column->tensor;
    result.weightOffset = column->offset;
  }
  if (bias)
    result.bias = findColumn(*bias);
  return result;
}

std::optional<NormMatch> Matcher::match() {
  Rounded norm = split();
  std::optional<Element> outerWeight = weight;
  for (Element &e : findRoots(norm)) {
    weight = outerWeight;
    if (std::optional<NormMatch> result = matchRoot(norm, e))
      return result;
  }
  return std::nullopt;
}

std::optional<NormMatch> mlir::rmsnorm::matchNorm(Value y) {
  auto type = dyn_cast<RankedTensorType>(y.getType());
  if (!type || type.getRank() == 0 || type.getEncoding() ||
      !isNormType(type.getElementType()))
    return std::nullopt;
  FloatType f32 = Float32Type::get(y.getContext());
  FloatType f64 = Float64Type::get(y.getContext());
  // Seen in f32, more casts are transparent: what has no root has none in f64.
  if (!Matcher(y, f32, rootFuel).hasRoot())
    return std::nullopt;
  for (FloatType compute : {f32, f64})
    if (std::optional<NormMatch> result =
            Matcher(y, compute, matchFuel).match())
      return result;
  return std::nullopt;
}
