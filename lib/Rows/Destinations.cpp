//===- Destinations.cpp - What the loops over rows write ------------------===//

#include "Destinations.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::rmsnorm;

OpFoldResult rmsnorm::getExtent(OpBuilder &b, const Cluster &cluster,
                                TensorDim d) {
  int64_t fixed = cast<RankedTensorType>(d.tensor.getType()).getDimSize(d.dim);
  if (!ShapedType::isDynamic(fixed))
    return b.getIndexAttr(fixed);
  for (Operation *def = d.tensor.getDefiningOp(); def && cluster.contains(def);
       def = d.tensor.getDefiningOp()) {
    auto result = cast<OpResult>(d.tensor);
    if (auto structured = dyn_cast<linalg::LinalgOp>(def)) {
      d.tensor = structured.getDpsInitOperand(result.getResultNumber())->get();
      continue;
    }
    if (auto view = dyn_cast<tensor::ExpandShapeOp>(def))
      return view.getMixedOutputShape()[d.dim];
    int64_t place = cluster.coordinates.lookup(result)[d.dim];
    d.tensor = def->getOperand(0);
    Coordinates source = cluster.coordinates.lookup(d.tensor);
    auto find = [&](int64_t other) {
      d.dim = llvm::find(source, other) - source.begin();
      return d.dim != int64_t(source.size());
    };
    if (find(place))
      continue;
    // The product of what is put together.
    OpFoldResult product = b.getIndexAttr(1);
    auto multiply = [&](OpFoldResult extent) {
      product = affine::makeComposedFoldedAffineApply(
          b, def->getLoc(), b.getAffineSymbolExpr(0) * b.getAffineSymbolExpr(1),
          {product, extent});
    };
    if (place == kColumn) {
      find(kGroup);
      multiply(getExtent(b, cluster, d));
      multiply(b.getIndexAttr(cluster.groupSize));
    } else {
      auto [first, last] = cluster.getRows(place);
      for (int64_t row = first; row <= last; ++row) {
        find(row);
        multiply(getExtent(b, cluster, d));
      }
    }
    return product;
  }
  return tensor::getMixedSize(b, d.tensor.getLoc(), d.tensor, d.dim);
}

static Value createEmptyLike(OpBuilder &b, Value tensor) {
  Type element = getElementTypeOrSelf(tensor.getType());
  return tensor::EmptyOp::create(
      b, tensor.getLoc(), tensor::getMixedSizes(b, tensor.getLoc(), tensor),
      element);
}

/// An empty tensor of `type`, which collapses `sizes`.
static Value createCollapsed(OpBuilder &b, Location loc, RankedTensorType type,
                             ArrayRef<ReassociationIndices> groups,
                             ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> collapsed;
  for (const ReassociationIndices &group : groups) {
    OpFoldResult product = b.getIndexAttr(1);
    for (int64_t dim : group)
      product = affine::makeComposedFoldedAffineApply(
          b, loc, b.getAffineSymbolExpr(0) * b.getAffineSymbolExpr(1),
          {product, sizes[dim]});
    collapsed.push_back(product);
  }
  return tensor::EmptyOp::create(b, loc, collapsed, type.getElementType());
}

/// The reshape that gives `output` the shape in which it leaves the function,
/// or that all who stay read it through; null where there is none.
static Operation *findView(const Cluster &cluster, OpResult output) {
  auto isReturned = [](Value v) {
    return llvm::any_of(v.getUsers(), [](Operation *user) {
      return user->hasTrait<OpTrait::IsTerminator>();
    });
  };
  if (isReturned(output))
    return nullptr;
  SmallVector<Operation *> users = llvm::to_vector(llvm::make_filter_range(
      output.getUsers(), [&](Operation *user) { return cluster.stays(user); }));
  auto view = llvm::find_if(users, [&](Operation *user) {
    return isReshape(user) &&
           (users.size() == 1 || isReturned(user->getResult(0)));
  });
  return view == users.end() ? nullptr : *view;
}

/// Whether the values among `sizes` are there before the loop that follows
/// `last`.
static bool areKnown(ArrayRef<OpFoldResult> sizes, Operation *last) {
  return llvm::all_of(sizes, [&](OpFoldResult size) {
    auto value = dyn_cast<Value>(size);
    Operation *def = value ? value.getDefiningOp() : nullptr;
    return !def || def->getBlock() != last->getBlock() ||
           def->isBeforeInBlock(last);
  });
}

Value rmsnorm::createDestination(OpBuilder &b, const Cluster &cluster,
                                 OpResult output) {
  auto structured = cast<linalg::LinalgOp>(output.getOwner());
  Value init = structured.getDpsInitOperand(output.getResultNumber())->get();
  auto buffer = init.getDefiningOp<bufferization::ToTensorOp>();
  if (buffer && buffer.getWritable())
    return init;
  if (auto view = init.getDefiningOp<tensor::CollapseShapeOp>()) {
    auto source = createEmptyLike(b, view.getSrc());
    return tensor::CollapseShapeOp::create(b, view.getLoc(), view.getType(),
                                           source, view.getReassociation());
  }
  // Likewise where the result is used in another shape.
  auto type = cast<RankedTensorType>(output.getType());
  Operation *user = findView(cluster, output);
  auto expanded = dyn_cast_if_present<tensor::ExpandShapeOp>(user);
  if (expanded &&
      areKnown(expanded.getMixedOutputShape(), cluster.ops.back())) {
    Value source = tensor::EmptyOp::create(b, output.getLoc(),
                                           expanded.getMixedOutputShape(),
                                           type.getElementType());
    return tensor::CollapseShapeOp::create(b, expanded.getLoc(), type, source,
                                           expanded.getReassociation());
  }
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    sizes.push_back(getExtent(b, cluster, {output, i}));
  if (auto view = dyn_cast_if_present<tensor::CollapseShapeOp>(user))
    return tensor::ExpandShapeOp::create(
        b, view.getLoc(), type,
        createCollapsed(b, view.getLoc(), view.getResultType(),
                        view.getReassociationIndices(), sizes),
        view.getReassociationIndices(), sizes);
  return tensor::EmptyOp::create(b, output.getLoc(), sizes,
                                 type.getElementType());
}
