"""A norm whose result is quantised with a scale for each group: rows and groups of several lengths.

The fused function against its two parts, which hand the norm on through memory, with
the same bits; and the quantisation against NumPy's in float64.
"""

import argparse
import os
import subprocess

import numpy as np

# Elements of a row and of a group, and whether both targets have one loop for it. The
# lanes of a GPU reduce powers of two of elements from 8 to 256.
CASES = [
    (128, 64, True),
    (192, 64, True),
    (1024, 128, True),
    (4096, 128, True),
    (8192, 128, True),
    (512, 256, True),
    (64, 8, True),
    (40, 4, False),
    (160, 80, False),
    (1536, 512, False),
]

MODULE = """
#id3 = affine_map<(m, n, g) -> (m, n, g)>
#group = affine_map<(m, n, g) -> ({group})>
func.func @norm(%x: {row}, %w: tensor<{n}xbf16>) -> {row} {{
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : {row}
  %i = tensor.empty({m}) : {row}
  %y = rmsnorm.norm ins(%x : {row}) weight(%w : tensor<{n}xbf16>) outs(%i : {row}) {{epsilon = 1.0e-06 : f64}} -> {row}
  return %y : {row}
}}
func.func @quantise(%x: {row}) -> ({q}, {s}) {{
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : {row}
  %limit = arith.constant 127.0 : f32
  %least = arith.constant 1.0e-12 : f32
  %none = arith.constant 0.0 : f32
  %es = tensor.empty({m}) : {s}
  %eq = tensor.empty({m}) : {q3}
  %zero = linalg.fill ins(%none : f32) outs(%es : {s}) -> {s}
  %y = tensor.expand_shape %x [[0], [1, 2]] output_shape [{size}, {groups}, {g}] : {row} into {row3}
  %top = linalg.generic {{indexing_maps = [#id3, #group], iterator_types = ["parallel", "parallel", "reduction"]}} ins(%y : {row3}) outs(%zero : {s}) {{
  ^bb0(%a: bf16, %o: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = math.absf %0 : f32
    %2 = arith.maximumf %o, %1 : f32
    linalg.yield %2 : f32
  }} -> {s}
  %scale = linalg.map ins(%top : {s}) outs(%es : {s}) (%a: f32, %o: f32) {{
    %0 = arith.divf %a, %limit : f32
    %1 = arith.maximumf %0, %least : f32
    linalg.yield %1 : f32
  }}
  %q = linalg.generic {{indexing_maps = [#id3, #group, #id3], iterator_types = ["parallel", "parallel", "parallel"]}} ins(%y, %scale : {row3}, {s}) outs(%eq : {q3}) {{
  ^bb0(%a: bf16, %b: f32, %o: i8):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.divf %0, %b : f32
    %2 = math.roundeven %1 : f32
    %3 = arith.fptosi %2 : f32 to i8
    linalg.yield %3 : i8
  }} -> {q3}
  %flat = tensor.collapse_shape %q [[0], [1, 2]] : {q3} into {q}
  return %flat, %scale : {q}, {s}
}}
func.func @main(%x: {row}, %w: tensor<{n}xbf16>) -> ({q}, {s}) {{
  %n = func.call @norm(%x, %w) : ({row}, tensor<{n}xbf16>) -> {row}
  %q:2 = func.call @quantise(%n) : ({row}) -> ({q}, {s})
  return %q#0, %q#1 : {q}, {s}
}}
"""


def module(n, g, is_static, keeps_dim):
    m, groups = "7" if is_static else "?", n // g
    return MODULE.format(
        n=n, g=g, groups=groups, group="m, n, 0" if keeps_dim else "m, n", m="" if is_static else "%m", size=7 if is_static else "%m",
        row=f"tensor<{m}x{n}xbf16>", row3=f"tensor<{m}x{groups}x{g}xbf16>", q=f"tensor<{m}x{n}xi8>", q3=f"tensor<{m}x{groups}x{g}xi8>",
        s=f"tensor<{m}x{groups}x1xf32>" if keeps_dim else f"tensor<{m}x{groups}xf32>",
    )


def bf16(v):
    """The nearest bf16, ties to even."""
    _, exponent = np.frexp(v)
    step = np.ldexp(1.0, np.maximum(exponent, -125) - 8)
    return np.rint(v / step) * step


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--dir", default=".")
    args = parser.parse_args()
    os.makedirs(args.dir, exist_ok=True)
    path = lambda name: os.path.join(args.dir, name)
    random = np.random.default_rng(0)
    for i, (n, g, is_fused) in enumerate(CASES):
        with open(path("main.mlir"), "w") as file:
            file.write(module(n, g, is_static=i % 2 == 0, keeps_dim=i % 3 == 0))
        scales = np.exp(random.uniform(-3, 3, (7, n // g))).repeat(g, 1)
        x = random.standard_normal((7, n)) * scales
        x[3, : n // 2] = 0
        np.save(path("x.npy"), bf16(x).astype(np.float32))
        np.save(path("w.npy"), bf16(random.uniform(-2, 2, n)).astype(np.float32))

        def call(entry, arguments, results):
            command = ["rmsnorm-run", path("main.mlir"), f"--entry={entry}", f"--target={args.target}"]
            command += [f"--input={path(v)}.npy" for v in arguments]
            subprocess.run(command + [f"--output={path(v)}.npy" for v in results], check=True)
            return [np.load(path(v) + ".npy") for v in results]

        fused = call("main", ["x", "w"], ["q", "scale"])
        (y,) = call("norm", ["x", "w"], ["y"])
        alone = call("quantise", ["y"], ["q", "scale"])
        for a, b in zip(fused, alone):
            assert a.tobytes() == b.tobytes(), f"rows of {n} in groups of {g} have other bits when they are fused"
        groups = y.astype(np.float64).reshape(7, -1, g)
        scale = np.maximum(np.abs(groups).max(-1) / 127, 1e-12)
        np.testing.assert_allclose(fused[1].reshape(scale.shape), scale, rtol=2e-7)
        error = np.abs(fused[0].reshape(groups.shape) - groups / scale[..., None])
        assert error.max() <= 0.5001, f"rows of {n} in groups of {g} are off by {error.max()}"

        pipeline = "cpu" if args.target == "cpu" else "gpu"
        command = ["rmsnorm-opt", path("main.mlir"), "--symbol-privatize=exclude=main", f"--rmsnorm-{pipeline}-pipeline=stop-after=rows"]
        loops = subprocess.run(command, check=True, capture_output=True, text=True).stdout.count("scf.forall (")
        assert loops == (1 if is_fused or pipeline == "cpu" else 2), f"rows of {n} in groups of {g} have {loops} loops"


main()
