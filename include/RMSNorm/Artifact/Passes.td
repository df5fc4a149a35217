//===- Passes.td - Passes of the stage Artifact -*- tablegen -*-===//

#ifndef RMSNORM_ARTIFACT_PASSES_TD
#define RMSNORM_ARTIFACT_PASSES_TD

include "mlir/Pass/PassBase.td"

def ResultShapesPass : Pass<"rmsnorm-result-shapes", "::mlir::ModuleOp"> {
  let summary = "Adds a function that returns the shapes of another's results";
  let description = [{
    The caller of a compiled function allocates its results, so it must know
    their shapes before the call. This pass clones the public function `entry`
    into `<entry>_shapes`, which takes the same arguments and returns all sizes
    of all results, one after the other, in one tensor; every other function
    becomes private. Simplified by upstream's passes it almost always reads the
    sizes of its arguments and nothing else; where a size depends on values, it
    computes them.

    ```mlir
    func.func @main(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
      ...
      return %y : tensor<?x8xf32>
    }
    // becomes that (private) and, after simplification,
    func.func @main_shapes(%x: tensor<?x8xf32>) -> tensor<2xindex> {
      %d = tensor.dim %x, %c0 : tensor<?x8xf32>
      %shapes = tensor.from_elements %d, %c8 : tensor<2xindex>
      return %shapes : tensor<2xindex>
    }
    ```
  }];
  let options = [Option<"entry", "entry", "std::string", "\"main\"",
                        "The function whose results are asked for">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

#endif // RMSNORM_ARTIFACT_PASSES_TD
