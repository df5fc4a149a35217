//===- Run.cpp - Running a function of a file -----------------------------===//

#include "RMSNorm/Runtime/Run.h"
#include "Benchmark.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Artifact/Files.h"
#include "RMSNorm/Runtime/Function.h"
#include "RMSNorm/Runtime/Print.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::rmsnorm;

static llvm::Expected<Signature> findEntry(ModuleOp module, StringRef name) {
  auto entry = getSignature(module, name);
  if (entry || getSignatures(module).empty())
    return entry;
  return makeError(llvm::toString(entry.takeError()) +
                   ": name one with --entry=NAME");
}

/// Whether there is a file for each argument, and for each result, that can be
/// written, or none.
static llvm::Error checkFiles(const RunOptions &options,
                              const Signature &entry) {
  auto number = [](size_t n, StringRef what) {
    return std::to_string(n) + " " + what.str() + (n == 1 ? "" : "s");
  };
  if (options.inputs.size() != entry.arguments.size())
    return makeError("'" + entry.name + "' takes " +
                     number(entry.arguments.size(), "argument") + ", but " +
                     number(options.inputs.size(), "--input") + " given");
  if (!options.outputs.empty() &&
      options.outputs.size() != entry.results.size())
    return makeError("'" + entry.name + "' has " +
                     number(entry.results.size(), "result") + ", but " +
                     number(options.outputs.size(), "--output") + " given");
  // Known before anything is computed, so that either all results are written
  // or none.
  llvm::StringSet<> files;
  for (StringRef output : options.outputs) {
    if (output == "-")
      continue;
    auto file = resolveOutput(output);
    if (!file)
      return file.takeError();
    if (!files.insert(*file).second)
      return makeError("two results would go to '" + output +
                       "': give each --output a name of its own");
  }
  return llvm::Error::success();
}

static llvm::Expected<std::vector<Tensor>>
readInputs(ArrayRef<std::string> files, const Signature &entry) {
  std::vector<Tensor> inputs;
  for (auto [file, type] : llvm::zip_equal(files, entry.arguments)) {
    auto input = Tensor::read(file, type);
    if (!input)
      return input.takeError();
    inputs.push_back(std::move(*input));
  }
  return inputs;
}

static llvm::Error writeOutputs(ArrayRef<std::string> files,
                                ArrayRef<Tensor> outputs, raw_ostream &os) {
  if (files.empty())
    for (const Tensor &output : outputs)
      printTensor(os, output);
  for (auto [file, output] : llvm::zip(files, outputs))
    if (llvm::Error error = output.write(file))
      return error;
  return llvm::Error::success();
}

llvm::Error rmsnorm::runFile(const RunOptions &options, MLIRContext &context,
                             raw_ostream &os) {
  auto executor = createExecutor(options.target);
  if (!executor)
    return executor.takeError();
  auto module = parseModule(options.file, context);
  if (!module)
    return module.takeError();
  auto entry = findEntry(**module, options.entry);
  if (!entry)
    return entry.takeError();
  if (llvm::Error error = checkCallable(*entry))
    return error;
  if (llvm::Error error = checkFiles(options, *entry))
    return error;
  auto inputs = readInputs(options.inputs, *entry);
  if (!inputs)
    return inputs.takeError();
  auto function = Function::compile(**module, *entry, std::move(*executor));
  if (!function)
    return function.takeError();
  auto outputs = (*function)->createResults(*inputs);
  if (!outputs)
    return outputs.takeError();

  Executor &run = (*function)->getExecutor();
  if (llvm::Error error = run.bind(*inputs, *outputs))
    return error;
  if (llvm::Error error = run.call())
    return error;
  if (llvm::Error error = run.fetch())
    return error;
  if (!options.benchmark || !options.outputs.empty())
    if (llvm::Error error = writeOutputs(options.outputs, *outputs, os))
      return error;
  if (options.benchmark)
    return runBenchmark(run, *inputs, *outputs, os);
  return llvm::Error::success();
}
