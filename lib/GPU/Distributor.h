//===- Distributor.h - The program of one lane ------------------*- C++ -*-===//

#ifndef RMSNORM_GPU_DISTRIBUTOR_H
#define RMSNORM_GPU_DISTRIBUTOR_H

#include "Layout.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::rmsnorm {

/// Turns the vector ops of a row program one by one, in their order, into those
/// of a lane.
class Distributor {
public:
  Distributor(const Layout &layout, OpBuilder &b) : layout(layout), b(b) {}

  /// Distributes the ops inside `root`.
  LogicalResult distributeBody(Operation *root);

private:
  LogicalResult distribute(Operation *op);
  LogicalResult read(vector::TransferReadOp op);
  LogicalResult write(vector::TransferWriteOp op);
  LogicalResult constant(arith::ConstantOp op);
  LogicalResult extract(vector::ExtractOp op);
  LogicalResult step(vector::StepOp op);
  LogicalResult elementwise(Operation *op);
  LogicalResult reduceGroups(vector::MultiDimReductionOp op);
  LogicalResult broadcast(Operation *op);
  LogicalResult onFirstLane(Operation *op);
  LogicalResult loop(scf::ForOp op);
  LogicalResult groups(scf::ForallOp op);
  void yield(scf::YieldOp op);
  /// Chunks of the vectors among `values`, the others as they are.
  SmallVector<Value> flatten(ValueRange values);
  /// The inverse: `parts` are what `values` have become.
  void unflatten(ValueRange values, ValueRange parts);

  /// A vector of a row as a lane holds it. It is decided from the operands to
  /// the results.
  enum class Form {
    /// All elements are the same: one scalar.
    Scalar,
    /// All elements of a group are: one scalar for each chunk.
    Groups,
    Chunks
  };
  struct Share {
    Form form = Form::Scalar;
    SmallVector<Value> parts;
  };

  Form getForm(Value value) const {
    auto it = shares.find(value);
    return it == shares.end() ? Form::Scalar : it->second.form;
  }
  bool isChunked(Value value) const { return getForm(value) == Form::Chunks; }
  int64_t getNumChunks() const { return layout.getNumChunks(); }
  VectorType getChunkType(Type element) const {
    return VectorType::get(Layout::width, element);
  }
  Value getScalar(Value value, int64_t k = 0) const;
  Value getChunk(Value value, int64_t k);
  void setParts(Value value, Form form, function_ref<Value(int64_t)> make) {
    Share share{form, {}};
    for (int64_t k = 0; k < getNumChunks(); ++k)
      share.parts.push_back(make(k));
    shares[value] = share;
  }
  void setChunks(Value value, function_ref<Value(int64_t)> make) {
    setParts(value, Form::Chunks, make);
  }

  const Layout &layout;
  OpBuilder &b;
  DenseMap<Value, Share> shares;
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_GPU_DISTRIBUTOR_H
