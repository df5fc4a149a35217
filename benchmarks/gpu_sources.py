"""The kernels that the GPU benchmarks compile, as MLIR."""

EPSILON = 1e-6


def norm(dtype, columns):
    x, w = f"tensor<?x{columns}x{dtype}>", f"tensor<{columns}x{dtype}>"
    return f"""func.func @norm(%x: {x}, %w: {w}) -> {x} {{
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : {x}
  %e = tensor.empty(%m) : {x}
  %y = rmsnorm.norm ins(%x : {x}) weight(%w : {w}) outs(%e : {x}) {{epsilon = {EPSILON:.1e} : f64}} -> {x}
  return %y : {x}
}}
"""


def residual(dtype, columns):
    """x + r, rounded, which is returned too, and its norm."""
    x, w = f"tensor<?x{columns}x{dtype}>", f"tensor<{columns}x{dtype}>"
    return f"""func.func @residual(%x: {x}, %r: {x}, %w: {w}) -> ({x}, {x}) {{
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : {x}
  %e = tensor.empty(%m) : {x}
  %s = linalg.add ins(%x, %r : {x}, {x}) outs(%e : {x}) -> {x}
  %y = rmsnorm.norm ins(%s : {x}) weight(%w : {w}) outs(%e : {x}) {{epsilon = {EPSILON:.1e} : f64}} -> {x}
  return %y, %s : {x}, {x}
}}
"""


def int8(dtype, columns):
    """A norm, divided by a scale for each row: its largest magnitude / 127."""
    x, w = f"tensor<?x{columns}x{dtype}>", f"tensor<{columns}x{dtype}>"
    y, q = f"tensor<?x{columns}xf32>", f"tensor<?x{columns}xi8>"
    return f"""#rows = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#self = affine_map<(i) -> (i)>
func.func @int8(%x: {x}, %w: {w}) -> ({q}, tensor<?xf32>) {{
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : {x}
  %ey = tensor.empty(%m) : {y}
  %y = rmsnorm.norm ins(%x : {x}) weight(%w : {w}) outs(%ey : {y}) {{epsilon = {EPSILON:.1e} : f64}} -> {y}
  %es = tensor.empty(%m) : tensor<?xf32>
  %start = linalg.fill ins(%zero : f32) outs(%es : tensor<?xf32>) -> tensor<?xf32>
  %largest = linalg.generic {{indexing_maps = [#rows, #row], iterator_types = ["parallel", "reduction"]}}
      ins(%y : {y}) outs(%start : tensor<?xf32>) {{
  ^bb0(%a: f32, %o: f32):
    %0 = math.absf %a : f32
    %1 = arith.maximumf %0, %o : f32
    linalg.yield %1 : f32
  }} -> tensor<?xf32>
  %s = linalg.generic {{indexing_maps = [#self, #self], iterator_types = ["parallel"]}}
      ins(%largest : tensor<?xf32>) outs(%es : tensor<?xf32>) {{
  ^bb0(%a: f32, %o: f32):
    %c = arith.constant 127.0 : f32
    %0 = arith.divf %a, %c : f32
    linalg.yield %0 : f32
  }} -> tensor<?xf32>
  %eq = tensor.empty(%m) : {q}
  %q = linalg.generic {{indexing_maps = [#rows, #row, #rows], iterator_types = ["parallel", "parallel"]}}
      ins(%y, %s : {y}, tensor<?xf32>) outs(%eq : {q}) {{
  ^bb0(%a: f32, %b: f32, %o: i8):
    %0 = arith.divf %a, %b : f32
    %1 = math.roundeven %0 : f32
    %2 = arith.fptosi %1 : f32 to i8
    linalg.yield %2 : i8
  }} -> {q}
  return %q, %s : {q}, tensor<?xf32>
}}
"""


SOURCES = {"norm": norm, "residual": residual, "int8": int8}
