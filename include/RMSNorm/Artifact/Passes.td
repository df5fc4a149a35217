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

def ForgetValuesPass : Pass<"rmsnorm-forget-values"> {
  let summary = "Keeps the checks of linalg ops whose results nothing reads";
  let description = [{
    A linalg op whose body checks an index has an effect, so it stays when its
    results are no longer read, and with it all that computes its operands. This
    pass leaves the check and what it needs: where only sizes and checks are
    asked for, no value of a model is computed that they don't depend on.

    ```mlir
    %y = linalg.generic {...} ins(%i : tensor<?xindex>) outs(%e : tensor<?xf32>) {
    ^bb0(%in: index, %out: f32):
      %ok = arith.cmpi ult, %in, %n : index
      cf.assert %ok, "no such row"
      %v = tensor.extract %x[%in] : tensor<?xf32>
      linalg.yield %v : f32
    } -> tensor<?xf32>
    // becomes, where nothing reads %y,
    linalg.generic {...} ins(%i : tensor<?xindex>) {
    ^bb0(%in: index):
      %ok = arith.cmpi ult, %in, %n : index
      cf.assert %ok, "no such row"
      linalg.yield
    }
    ```
  }];
}

#endif // RMSNORM_ARTIFACT_PASSES_TD
