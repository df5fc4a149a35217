//===- MergeKernels.cpp - One module of kernels, each of them once --------===//

#include "RMSNorm/GPU/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_MERGEKERNELSPASS
#include "RMSNorm/GPU/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// True if the two differ by their names at most.
static bool isSame(Operation &x, Operation &y) {
  StringRef nameKey = SymbolTable::getSymbolAttrName();
  NamedAttrList attributes(x.getAttrDictionary());
  attributes.set(nameKey, y.getAttr(nameKey));
  if (x.getName() != y.getName() || x.getNumRegions() != y.getNumRegions() ||
      attributes.getDictionary(x.getContext()) != y.getAttrDictionary())
    return false;
  return llvm::all_of(llvm::zip_equal(x.getRegions(), y.getRegions()),
                      [](auto regions) {
                        return OperationEquivalence::isRegionEquivalentTo(
                            &std::get<0>(regions), &std::get<1>(regions),
                            OperationEquivalence::IgnoreLocations);
                      });
}

/// Moves `symbol` to the others of `table`, where its name is free, or drops it
/// if they have the same already. Returns its name there.
static StringAttr moveTo(SymbolTable &table, Operation *symbol) {
  for (Operation &other : table.getOp()->getRegion(0).front())
    if (isSame(*symbol, other)) {
      symbol->erase();
      return SymbolTable::getSymbolName(&other);
    }
  symbol->remove();
  return table.insert(symbol);
}

/// Moves what `module` has to `table`. Adds where its kernels are then.
static LogicalResult merge(gpu::GPUModuleOp module, SymbolTable &table,
                           llvm::DenseMap<Attribute, SymbolRefAttr> &places) {
  SymbolTable names(module);
  SmallVector<std::pair<Operation *, SymbolRefAttr>> symbols, kernels;
  for (Operation &op : *module.getBody()) {
    StringAttr name = SymbolTable::getSymbolName(&op);
    auto &list = isa<gpu::GPUFuncOp>(op) ? kernels : symbols;
    list.push_back({&op, SymbolRefAttr::get(module.getNameAttr(),
                                            FlatSymbolRefAttr::get(name))});
    if (table.lookup(name) && failed(names.renameToUnique(&op, {&table})))
      return failure();
  }
  // First what kernels refer to, so that equal kernels name it equally.
  llvm::append_range(symbols, kernels);
  for (auto [symbol, place] : symbols) {
    StringAttr name = SymbolTable::getSymbolName(symbol);
    StringAttr newName = moveTo(table, symbol);
    if (failed(SymbolTable::replaceAllSymbolUses(name, newName, module)))
      return failure();
    places[place] =
        SymbolRefAttr::get(SymbolTable::getSymbolName(table.getOp()),
                           FlatSymbolRefAttr::get(newName));
  }
  module.erase();
  return success();
}

namespace {
struct MergeKernels : rmsnorm::impl::MergeKernelsPassBase<MergeKernels> {
  void runOnOperation() override {
    SmallVector<gpu::GPUModuleOp> modules(
        getOperation().getOps<gpu::GPUModuleOp>());
    if (modules.size() < 2)
      return;
    SymbolTable table(modules.front());
    llvm::DenseMap<Attribute, SymbolRefAttr> places;
    for (gpu::GPUModuleOp module : llvm::drop_begin(modules))
      if (failed(merge(module, table, places)))
        return signalPassFailure();
    getOperation()->walk([&](gpu::LaunchFuncOp launch) {
      if (SymbolRefAttr place = places.lookup(launch.getKernelAttr()))
        launch.setKernelAttr(place);
    });
  }
};
} // namespace
