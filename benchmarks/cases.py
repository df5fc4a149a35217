"""The cases that cpu.py measures (see peers.py), as MLIR and as NumPy."""

import numpy as np
from peers import EPSILON

ROWS = "affine_map<(d0, d1) -> (d0, d1)>"
EACH = "affine_map<(d0, d1) -> (d0)>"


def norm_of(value, n, t):
    return f"""%e = tensor.empty(%m) : tensor<?x{n}x{t}>
  %y = rmsnorm.norm ins({value} : tensor<?x{n}x{t}>) weight(%w : tensor<{n}x{t}>) outs(%e : tensor<?x{n}x{t}>)
    {{epsilon = {EPSILON:.1e} : f64}} -> tensor<?x{n}x{t}>"""


def function(arguments, results, body, returned, n, t):
    x = f"tensor<?x{n}x{t}>"
    return f"""func.func @main({', '.join(f'%{a}: {x}' for a in arguments)}, %w: tensor<{n}x{t}>) -> ({', '.join(results)}) {{
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : {x}
  {body}
  return {returned} : {', '.join(results)}
}}
"""


def norm_source(n, t):
    return function("x", [f"tensor<?x{n}x{t}>"], norm_of("%x", n, t), "%y", n, t)


def residual_source(n, t):
    x = f"tensor<?x{n}x{t}>"
    body = f"""%a = tensor.empty(%m) : {x}
  %s = linalg.add ins(%x, %r : {x}, {x}) outs(%a : {x}) -> {x}
  """ + norm_of("%s", n, t)
    return function("xr", [x, x], body, "%y, %s", n, t)


def quantised_source(n, t):
    x = f"tensor<?x{n}x{t}>"
    widen = "" if t == "f32" else f"%f = arith.extf %v : {t} to f32\n      "
    wide = "%v" if t == "f32" else "%f"
    body = norm_of("%x", n, t) + f"""
  %zero = arith.constant 0.0 : f32
  %limit = arith.constant 127.0 : f32
  %se = tensor.empty(%m) : tensor<?xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<?xf32>) -> tensor<?xf32>
  %max = linalg.generic {{indexing_maps = [{ROWS}, {EACH}], iterator_types = ["parallel", "reduction"]}}
    ins(%y : {x}) outs(%s0 : tensor<?xf32>) {{
    ^bb0(%v: {t}, %acc: f32):
      {widen}%abs = math.absf {wide} : f32
      %n = arith.maximumf %abs, %acc : f32
      linalg.yield %n : f32
  }} -> tensor<?xf32>
  %scale = linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}}
    ins(%max : tensor<?xf32>) outs(%se : tensor<?xf32>) {{
    ^bb0(%v: f32, %o: f32):
      %d = arith.divf %v, %limit : f32
      linalg.yield %d : f32
  }} -> tensor<?xf32>
  %qe = tensor.empty(%m) : tensor<?x{n}xi8>
  %q = linalg.generic {{indexing_maps = [{ROWS}, {EACH}, {ROWS}], iterator_types = ["parallel", "parallel"]}}
    ins(%y, %scale : {x}, tensor<?xf32>) outs(%qe : tensor<?x{n}xi8>) {{
    ^bb0(%v: {t}, %s: f32, %o: i8):
      {widen}%d = arith.divf {wide}, %s : f32
      %r = math.roundeven %d : f32
      %i = arith.fptosi %r : f32 to i8
      linalg.yield %i : i8
  }} -> tensor<?x{n}xi8>"""
    return function("x", [f"tensor<?x{n}xi8>", "tensor<?xf32>"], body, "%q, %scale", n, t)


SOURCES = {"norm": norm_source, "residual": residual_source, "quantised": quantised_source}


def results_of(case, shape, element):
    """Arrays for the results, to be filled."""
    if case == "quantised":
        return [np.zeros(shape, np.int8), np.zeros(shape[0], np.float32)]
    return [np.zeros(shape, element) for _ in range(2 if case == "residual" else 1)]


def check(case, inputs, results, decode):
    """Compares the first rows with float64."""
    x, w = decode(inputs[0][:8]).astype(np.float64), decode(inputs[-1]).astype(np.float64)
    tolerance = 1e-5 if inputs[0].dtype == np.float32 else 1e-2
    if case == "residual":
        x = x + decode(inputs[1][:8])
        np.testing.assert_allclose(decode(results[1][:8]), x, rtol=tolerance, atol=tolerance)
        x = decode(results[1][:8]).astype(np.float64)
    y = x / np.sqrt((x * x).mean(-1, keepdims=True) + EPSILON) * w
    if case == "quantised":
        got = results[0][:8] * results[1][:8, None].astype(np.float64)
        np.testing.assert_allclose(got, y, rtol=tolerance, atol=np.abs(y).max() / 127 * (0.51 + tolerance) + tolerance)
    else:
        np.testing.assert_allclose(decode(results[0][:8]), y, rtol=tolerance, atol=1e-6)
