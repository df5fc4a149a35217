//===- Function.cpp - A compiled function to be called --------------------===//

#include "RMSNorm/Runtime/Function.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Artifact/ResultShapes.h"
#include "RMSNorm/Runtime/Elements.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::rmsnorm;

static std::string nameOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

llvm::Error rmsnorm::checkCallable(const Signature &entry) {
  auto check = [&](Type type, bool numbers, const Twine &what) -> llvm::Error {
    bool passable =
        isa<RankedTensorType>(type) || (numbers && type.isIntOrIndexOrFloat());
    if (!passable)
      return makeError(what + " of '" + entry.name + "' has type " +
                       nameOf(type) + ", but only ranked tensors" +
                       (numbers ? " and numbers" : "") + " can be passed");
    if (auto bytes = getElementBytes(getElementTypeOrSelf(type)); !bytes)
      return makeError(what + " of '" + entry.name +
                       "': " + llvm::toString(bytes.takeError()));
    return llvm::Error::success();
  };
  for (auto [i, type] : llvm::enumerate(entry.arguments))
    if (llvm::Error error = check(type, true, "argument #" + Twine(i)))
      return error;
  for (auto [i, type] : llvm::enumerate(entry.results))
    if (llvm::Error error = check(type, false, "result #" + Twine(i)))
      return error;
  return llvm::Error::success();
}

/// Drops what a call of `entry` doesn't need.
static llvm::Error keepOnly(ModuleOp module, const Signature &entry) {
  for (auto func : module.getOps<func::FuncOp>())
    if (func.getName() != entry.name)
      func.setPrivate();
  return inlineCalls(module);
}

static bool isDynamic(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

/// Compiles the function for the sizes of `entry`'s results. `type` becomes
/// what it returns.
static llvm::Expected<std::unique_ptr<Executor>>
compileShapes(ModuleOp module, const Signature &entry, RankedTensorType &type) {
  OwningOpRef<ModuleOp> clone = module.clone();
  if (llvm::Error error = runPasses(*clone, [&](OpPassManager &pm) {
        buildResultShapesPipeline(pm, entry.name);
      }))
    return error;
  auto shapes = getSignature(*clone, getResultShapesName(entry.name));
  if (!shapes)
    return shapes.takeError();
  type = cast<RankedTensorType>(shapes->results.front());
  std::unique_ptr<Executor> executor = createCPUExecutor();
  if (llvm::Error error = executor->load(*clone, *shapes))
    return error;
  return executor;
}

llvm::Expected<std::unique_ptr<Function>>
Function::compile(ModuleOp module, const Signature &entry,
                  std::unique_ptr<Executor> executor) {
  if (llvm::Error error = checkCallable(entry))
    return error;
  auto function = std::make_unique<Function>();
  function->signature = entry;
  function->executor = std::move(executor);
  if (llvm::Error error = keepOnly(module, entry))
    return error;
  if (llvm::any_of(entry.arguments, isDynamic) ||
      llvm::any_of(entry.results, isDynamic))
    if (llvm::Error error = compileShapes(module, entry, function->sizesType)
                                .moveInto(function->shapes))
      return error;
  if (llvm::Error error = function->executor->load(module, entry))
    return error;
  return function;
}

llvm::Expected<std::vector<SmallVector<int64_t>>>
Function::getResultShapes(ArrayRef<Tensor> inputs) const {
  std::optional<Tensor> sizes;
  const int64_t *next = nullptr;
  if (shapes) {
    if (llvm::Error error =
            Tensor::create(sizesType.getElementType(), sizesType.getShape())
                .moveInto(sizes))
      return error;
    if (llvm::Error error = shapes->run(inputs, *sizes))
      return error;
    next = reinterpret_cast<const int64_t *>(sizes->getData());
  }

  std::vector<SmallVector<int64_t>> result;
  for (auto [i, type] : llvm::enumerate(signature.results)) {
    SmallVector<int64_t> &shape =
        result.emplace_back(cast<RankedTensorType>(type).getShape());
    for (int64_t &size : shape) {
      int64_t computed = next ? *next++ : size;
      if (computed < 0 || (!ShapedType::isDynamic(size) && size != computed))
        return makeError("result #" + Twine(i) + " would have size " +
                         Twine(computed) +
                         " in a dimension: the sizes of the "
                         "inputs don't fit this function");
      size = computed;
    }
  }
  return result;
}

llvm::Expected<std::vector<Tensor>>
Function::createResults(ArrayRef<Tensor> inputs) const {
  auto shapes = getResultShapes(inputs);
  if (!shapes)
    return shapes.takeError();
  std::vector<Tensor> results;
  for (auto [i, type] : llvm::enumerate(signature.results)) {
    auto result = Tensor::create(getElementTypeOrSelf(type), (*shapes)[i]);
    if (!result)
      return makeError("result #" + Twine(i) + ": " +
                       llvm::toString(result.takeError()));
    results.push_back(std::move(*result));
  }
  return results;
}
