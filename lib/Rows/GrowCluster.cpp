//===- GrowCluster.cpp - A cluster from its reduction ---------------------===//

#include "Cluster.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
class Growth {
public:
  Growth(Block &block, StringRef againstGroups)
      : block(block), againstGroups(againstGroups) {}

  /// The cluster around `seed`; empty where it can't be one.
  Cluster run(linalg::LinalgOp seed);

private:
  bool join(Operation *op);
  bool joinStructured(linalg::LinalgOp op);
  bool joinReshape(Operation *op);
  bool locate(Value tensor, Coordinates coordinates);
  void addMember(Operation *op);
  bool refuse(Operation *op, StringRef why);
  void dropOuterReshapes();

  Block &block;
  StringRef againstGroups;
  Cluster cluster;
  llvm::SmallPtrSet<Operation *, 16> members;
  llvm::SetVector<Operation *> candidates;
};
} // namespace

/// Whether `v` is a tensor that lies somewhere in the row space; an empty one
/// may be the destination of many ops and says nothing.
static bool isPlaced(Value v) {
  return isa<RankedTensorType>(v.getType()) &&
         !v.getDefiningOp<tensor::EmptyOp>();
}

/// Rows and groups are read in one piece: nothing may lie behind the column.
static bool isColumnLast(ArrayRef<int64_t> c) {
  return !hasColumn(c) || c.back() == kColumn || c.back() == kInGroup;
}

bool Growth::locate(Value tensor, Coordinates coordinates) {
  auto [it, isNew] = cluster.coordinates.insert({tensor, coordinates});
  if (!isNew)
    return it->second == coordinates;
  if (Operation *def = tensor.getDefiningOp())
    candidates.insert(def);
  for (Operation *user : tensor.getUsers())
    candidates.insert(user);
  return true;
}

void Growth::addMember(Operation *op) {
  cluster.ops.push_back(op);
  members.insert(op);
  cluster.refused.erase(op);
}

bool Growth::refuse(Operation *op, StringRef why) {
  cluster.refused[op] = why;
  return false;
}

/// Elementwise code that is rather repeated than handed on through memory.
static bool isCheap(linalg::LinalgOp op) {
  return op.getNumReductionLoops() == 0 &&
         llvm::all_of(*op.getBlock(), [](Operation &inner) {
           return isa<linalg::YieldOp>(inner) ||
                  (isa<arith::ArithDialect>(inner.getDialect()) &&
                   !isa<arith::DivFOp, arith::RemFOp>(inner));
         });
}

bool Growth::joinStructured(linalg::LinalgOp op) {
  std::optional<Coordinates> loops = getLoopCoordinates(cluster, op);
  if (!loops)
    return refuse(op, "it does not go through the rows one by one");
  // Work that is not once per row would be repeated or raced for.
  bool isPerRow = hasRow(*loops) || op.getNumReductionLoops();
  if (isPerRow && !cluster.coversRows(*loops) && !isCheap(op))
    return refuse(op, op.getNumReductionLoops()
                          ? "it combines values of several rows"
                          : "several rows share what it computes");
  if (combinesGroups(op, *loops, isPerRow || cluster.rowDims.empty()))
    return refuse(op, "it combines values of several groups");
  SmallVector<std::pair<Value, Coordinates>> found;
  for (OpOperand &operand : op->getOpOperands())
    if (isPlaced(operand.get()))
      found.push_back(
          {operand.get(),
           getOperandCoordinates(op.getMatchingIndexingMap(&operand), *loops)});
  for (OpResult result : op->getResults())
    found.push_back(
        {result, getOperandCoordinates(op.getIndexingMapMatchingResult(result),
                                       *loops)});
  if (!llvm::all_of(found, [](auto &f) { return isColumnLast(f.second); }))
    return refuse(op, "a row is not contiguous in one of its tensors");
  addMember(op);
  cluster.loops[op] = *loops;
  for (auto &[tensor, coordinates] : found)
    if (!locate(tensor, coordinates)) {
      // One tensor read in two ways (a transpose beside it): not this op.
      members.erase(op);
      cluster.ops.pop_back();
      return refuse(op, "it reads one tensor in two orders");
    }
  return true;
}

bool Growth::joinReshape(Operation *op) {
  Value source = op->getOperand(0), result = op->getResult(0);
  bool isForward = cluster.coordinates.contains(source);
  Value other = isForward ? result : source;
  auto known = cluster.coordinates.find(isForward ? source : result);
  if (known == cluster.coordinates.end())
    return false;
  Reshaped reshaped = reshapeCoordinates(cluster, op, known->second, isForward);
  if (!reshaped.refusal.empty())
    return refuse(op, reshaped.refusal);
  if (reshaped.groupSize && !againstGroups.empty())
    return refuse(op, againstGroups);
  if (reshaped.groupSize && cluster.groupSize &&
      reshaped.groupSize != cluster.groupSize)
    return refuse(op, "its groups have another size than those in the loop");
  if (!isColumnLast(reshaped.coordinates) ||
      !locate(other, reshaped.coordinates))
    return refuse(op, "it changes what a row is");
  if (reshaped.groupSize)
    cluster.groupSize = reshaped.groupSize;
  if (!reshaped.joinedRows.empty())
    cluster.joinedRows = reshaped.joinedRows;
  addMember(op);
  return true;
}

bool Growth::join(Operation *op) {
  if (op->getBlock() != &block || members.contains(op))
    return false;
  if (isReshape(op))
    return joinReshape(op);
  if (isa<tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::ConcatOp,
          tensor::PadOp>(op))
    return refuse(op, "it takes rows apart or puts them together");
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (structured && llvm::any_of(op->getOperandTypes(), isBool))
    return refuse(op, "truth values are bytes in memory, not a row of bits");
  if (!isRowCode(structured))
    return refuse(op, "it is not elementwise code or a reduction of rows");
  return joinStructured(structured);
}

/// A view of something from outside is read as it is, not cut into groups.
void Growth::dropOuterReshapes() {
  llvm::SmallPtrSet<Operation *, 16> kept;
  llvm::erase_if(cluster.ops, [&](Operation *op) {
    bool isOuter = isReshape(op) && !isUnitReshape(op) &&
                   !kept.contains(op->getOperand(0).getDefiningOp());
    if (!isOuter)
      kept.insert(op);
    return isOuter;
  });
}

Cluster Growth::run(linalg::LinalgOp seed) {
  Coordinates loops;
  SmallVector<int64_t> extents = seed.getStaticLoopRanges();
  for (auto [extent, iterator] :
       llvm::zip_equal(extents, seed.getIteratorTypesArray())) {
    bool reduced = iterator == utils::IteratorType::reduction;
    loops.push_back(extent == 1 ? kUnit
                    : reduced   ? kColumn
                                : cluster.rowDims.size());
    if (loops.back() >= 0)
      cluster.rowDims.push_back({});
  }
  // Nothing can be read of a row without elements.
  if (llvm::count(loops, kColumn) > 1 || llvm::is_contained(extents, 0))
    return Cluster();
  for (OpOperand &operand : seed->getOpOperands()) {
    AffineMap map = seed.getMatchingIndexingMap(&operand);
    Coordinates coordinates = getOperandCoordinates(map, loops);
    // A matrix product reduces along rows of two different spaces.
    if (hasColumn(coordinates) && hasRow(coordinates) &&
        !cluster.coversRows(coordinates))
      return Cluster();
    for (auto [i, c] : llvm::enumerate(coordinates)) {
      if (c >= 0)
        cluster.rowDims[c] = {operand.get(), int64_t(i)};
      else if (c == kColumn)
        cluster.column = {operand.get(), int64_t(i)};
    }
    if (!isPlaced(operand.get()))
      continue;
    if (!isColumnLast(coordinates) || !locate(operand.get(), coordinates))
      return Cluster();
  }
  if (!join(seed))
    return Cluster();
  // An op that can't be placed yet comes back when another of its tensors is.
  while (!candidates.empty())
    join(candidates.pop_back_val());

  llvm::sort(cluster.ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  makeConvex(cluster, seed);
  dropOuterReshapes();
  return std::move(cluster);
}

std::optional<Cluster> rmsnorm::growCluster(linalg::LinalgOp seed,
                                            StringRef againstGroups) {
  if (!seed.getNumReductionLoops() || !isRowCode(seed))
    return std::nullopt;
  Cluster cluster = Growth(*seed->getBlock(), againstGroups).run(seed);
  if (cluster.ops.empty())
    return std::nullopt;
  return cluster;
}
