//===- NormOpBufferize.cpp - The norm from tensors to memrefs -------------===//

#include "RMSNorm/Dialect/RMSNorm.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::rmsnorm;

namespace {
struct NormModel : DstBufferizableOpInterfaceExternalModel<NormModel, NormOp> {
  /// Destinations are written and never read.
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<NormOp>(op).isDpsInit(&operand);
  }

  /// A row is read before it is written, so that y may take the place of x.
  bool bufferizesToElementwiseAccess(Operation *op, const AnalysisState &,
                                     ArrayRef<OpOperand *> operands) const {
    auto norm = cast<NormOp>(op);
    return llvm::all_of(operands, [&](OpOperand *operand) {
      return operand->get() == norm.getX() || operand->get() == norm.getInit();
    });
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto norm = cast<NormOp>(op);
    SmallVector<Value> operands, inits;
    for (Value operand : norm->getOperands()) {
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      operands.push_back(*buffer);
    }
    inits = llvm::to_vector(
        ArrayRef<Value>(operands).take_back(norm.getNumDpsInits()));
    mlir::clone(rewriter, op, TypeRange(), operands);
    replaceOpWithBufferizedValues(rewriter, op, inits);
    return success();
  }
};
} // namespace

void rmsnorm::registerBufferizableModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, RMSNormDialect *) {
    NormOp::attachInterface<NormModel>(*context);
  });
}
