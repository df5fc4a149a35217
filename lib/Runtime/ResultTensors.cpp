//===- ResultTensors.cpp - Room for the results of a call -----------------===//

#include "ResultTensors.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Artifact/ResultShapes.h"
#include "RMSNorm/Runtime/Executor.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::rmsnorm;

static bool isDynamic(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

/// The sizes of all results of `entry`, one after the other.
static llvm::Expected<Tensor>
computeSizes(ModuleOp module, const Signature &entry, ArrayRef<Tensor> inputs) {
  OwningOpRef<ModuleOp> clone = module.clone();
  if (llvm::Error error = runPasses(*clone, [&](OpPassManager &pm) {
        buildResultShapesPipeline(pm, entry.name);
      }))
    return error;
  auto shapes = getSignature(*clone, getResultShapesName(entry.name));
  if (!shapes)
    return shapes.takeError();
  auto type = cast<RankedTensorType>(shapes->results.front());
  auto sizes = Tensor::create(type.getElementType(), type.getShape());
  if (!sizes)
    return sizes;
  std::unique_ptr<Executor> executor = createCPUExecutor();
  if (llvm::Error error = executor->load(*clone, *shapes))
    return error;
  if (llvm::Error error = executor->bind(inputs, *sizes))
    return error;
  if (llvm::Error error = executor->call())
    return error;
  return sizes;
}

llvm::Expected<std::vector<Tensor>>
rmsnorm::createResults(ModuleOp module, const Signature &entry,
                       ArrayRef<Tensor> inputs) {
  std::optional<Tensor> sizes;
  const int64_t *next = nullptr;
  if (llvm::any_of(entry.arguments, isDynamic) ||
      llvm::any_of(entry.results, isDynamic)) {
    if (llvm::Error error = computeSizes(module, entry, inputs).moveInto(sizes))
      return error;
    next = reinterpret_cast<const int64_t *>(sizes->getData());
  }

  std::vector<Tensor> results;
  for (auto [i, type] : llvm::enumerate(entry.results)) {
    auto tensorType = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape(tensorType.getShape());
    for (int64_t &size : shape) {
      int64_t computed = next ? *next++ : size;
      if (computed < 0 || (!ShapedType::isDynamic(size) && size != computed))
        return makeError("result #" + Twine(i) + " would have size " +
                         Twine(computed) +
                         " in a dimension: the sizes of the "
                         "inputs don't fit this function");
      size = computed;
    }
    auto result = Tensor::create(tensorType.getElementType(), shape);
    if (!result)
      return makeError("result #" + Twine(i) + ": " +
                       llvm::toString(result.takeError()));
    results.push_back(std::move(*result));
  }
  return results;
}
