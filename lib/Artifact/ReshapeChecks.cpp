//===- ReshapeChecks.cpp - Sizes that a reshape may have ------------------===//
//
// Upstream's ops check what they rely on at run time, reshapes of tensors
// excepted. Kernels write a result through its reshape, so here they do too.
//
//===----------------------------------------------------------------------===//

#include "RMSNorm/Artifact/ReshapeChecks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"

using namespace mlir;

using ErrorMessage = function_ref<std::string(Operation *, StringRef)>;

/// Asserts that `sizes` are no negative ones, and that they make up `count`
/// elements.
static void assertCount(OpBuilder &b, Operation *op, ValueRange sizes,
                        Value count, ErrorMessage message) {
  Location loc = op->getLoc();
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value product = arith::ConstantIndexOp::create(b, loc, 1);
  Value fit = arith::ConstantIntOp::create(b, loc, 1, 1);
  for (Value size : sizes) {
    product = arith::MulIOp::create(b, loc, product, size);
    Value isSize =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, size, zero);
    fit = arith::AndIOp::create(b, loc, fit, isSize);
  }
  Value isSame =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, product, count);
  cf::AssertOp::create(b, loc, arith::AndIOp::create(b, loc, fit, isSame),
                       message(op, "a reshape changes the number of elements"));
}

static SmallVector<Value> getSizes(OpBuilder &b, Location loc, Value tensor) {
  return getValueOrCreateConstantIndexOp(b, loc,
                                         tensor::getMixedSizes(b, loc, tensor));
}

namespace {
struct ExpandShapeCheck
    : RuntimeVerifiableOpInterface::ExternalModel<ExpandShapeCheck,
                                                  tensor::ExpandShapeOp> {
  void generateRuntimeVerification(Operation *op, OpBuilder &b, Location loc,
                                   ErrorMessage message) const {
    auto expand = cast<tensor::ExpandShapeOp>(op);
    RankedTensorType type = expand.getResultType();
    SmallVector<Value> from = getSizes(b, loc, expand.getSrc());
    SmallVector<Value> to =
        getValueOrCreateConstantIndexOp(b, loc, expand.getMixedOutputShape());
    for (auto [count, group] :
         llvm::zip_equal(from, expand.getReassociationIndices())) {
      SmallVector<Value> sizes;
      for (int64_t dim : group)
        sizes.push_back(to[dim]);
      if (llvm::any_of(group, [&](int64_t d) { return type.isDynamicDim(d); }))
        assertCount(b, op, sizes, count, message);
    }
  }
};

struct ReshapeCheck
    : RuntimeVerifiableOpInterface::ExternalModel<ReshapeCheck,
                                                  tensor::ReshapeOp> {
  void generateRuntimeVerification(Operation *op, OpBuilder &b, Location loc,
                                   ErrorMessage message) const {
    auto reshape = cast<tensor::ReshapeOp>(op);
    if (!isa<RankedTensorType>(reshape.getSource().getType()))
      return;
    Value count = arith::ConstantIndexOp::create(b, loc, 1);
    for (Value size : getSizes(b, loc, reshape.getSource()))
      count = arith::MulIOp::create(b, loc, count, size);
    auto shape = cast<RankedTensorType>(reshape.getShape().getType());
    SmallVector<Value> sizes;
    for (int64_t i = 0; i < (shape.isDynamicDim(0) ? 0 : shape.getDimSize(0));
         ++i) {
      Value at = arith::ConstantIndexOp::create(b, loc, i);
      Value size = tensor::ExtractOp::create(b, loc, reshape.getShape(), at);
      sizes.push_back(
          arith::IndexCastOp::create(b, loc, b.getIndexType(), size));
    }
    if (!shape.isDynamicDim(0))
      assertCount(b, op, sizes, count, message);
  }
};
} // namespace

void rmsnorm::registerReshapeChecks(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::ExpandShapeOp::attachInterface<ExpandShapeCheck>(*context);
    tensor::ReshapeOp::attachInterface<ReshapeCheck>(*context);
    context->loadDialect<arith::ArithDialect, cf::ControlFlowDialect>();
  });
}
