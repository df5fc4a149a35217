//===- GPUObject.cpp - The device code of a module ------------------------===//

#include "RMSNorm/Artifact/GPUObject.h"
#include "RMSNorm/Artifact/Error.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;

llvm::Expected<StringRef> rmsnorm::getGPUObject(ModuleOp module) {
  SmallVector<gpu::ObjectAttr> objects;
  module.walk([&](gpu::BinaryOp binary) {
    for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>())
      objects.push_back(object);
  });
  if (objects.empty())
    return makeError("the module has no GPU kernel: nothing in it runs over "
                     "rows of tensors");
  if (objects.size() > 1)
    return makeError("the module has " + Twine(objects.size()) +
                     " GPU modules, but a file holds one: compile its "
                     "functions one by one");
  StringRef bytes = objects.front().getObject().getValue();
  // PTX comes with the terminating zero that the driver wants of a string.
  if (objects.front().getFormat() == gpu::CompilationTarget::Assembly)
    bytes = bytes.take_until([](char c) { return c == '\0'; });
  return bytes;
}
