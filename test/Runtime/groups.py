"""A norm whose result is quantised with a scale for each group: rows and groups of several lengths.

The fused function against its two parts, which hand the norm on through memory, with
the same bits. The quantisation has those of NumPy, the norm is within a rounding of NumPy's in
float64.
"""

import argparse
import os
import subprocess
from dataclasses import dataclass

import numpy as np


@dataclass
class Case:
    # Elements of a row and of a group.
    n: int
    g: int
    x: str = "bf16"
    q: str = "i8"
    scale: str = "f32"
    rows: int = 7
    # Whether the number of rows, and that of a row's elements, is in the type.
    is_static: bool = False
    is_length_static: bool = True
    keeps_dim: bool = False
    # Whether a residual is added before the norm, its sum returned, and a gate multiplied.
    has_residual: bool = False
    has_gate: bool = False
    # Launches on a GPU.
    launches: int = 1


CASES = [
    # Rows that lanes hold, in groups that neighbours hold.
    Case(128, 64),
    Case(192, 64, is_static=True, keeps_dim=True),
    Case(1024, 128, x="f32"),
    Case(4096, 128, q="f8E4M3FN", has_residual=True),
    Case(8192, 128, x="f16", is_static=True, has_gate=True),
    Case(512, 256, scale="bf16"),
    Case(64, 8, keeps_dim=True),
    # Groups that take lanes of the row side by side.
    Case(40, 4, is_static=True),
    Case(6, 3, x="f32"),
    Case(14, 2, rows=130, has_residual=True),
    Case(48, 24, rows=130, has_residual=True),
    Case(160, 80, q="f8E4M3FN", keeps_dim=True),
    Case(288, 96, rows=33, has_residual=True),
    Case(3072, 96, x="f16", scale="f16", has_residual=True),
    Case(3072, 192, x="f32", q="f8E4M3FN", is_static=True, has_gate=True),
    Case(1536, 512, scale="bf16"),
    Case(4000, 2000),
    # Rows that are walked.
    Case(40960, 128, rows=2, has_residual=True),
    Case(40320, 96, x="f32", rows=2, scale="bf16"),
    Case(40000, 32, x="f16", q="f8E4M3FN", rows=2, is_static=True),
    # Rows of a length that is known at the call.
    Case(256, 64, is_length_static=False, has_residual=True),
    Case(96, 96, is_length_static=False, rows=19),
    Case(256, 32, x="f32", is_length_static=False, rows=13, has_gate=True),
    Case(384, 128, x="f16", q="f8E4M3FN", is_length_static=False, keeps_dim=True),
    Case(4096, 128, is_length_static=False, is_static=True, has_residual=True, has_gate=True),
    Case(9600, 80, is_length_static=False, scale="f16"),
    Case(24576, 192, is_length_static=False, rows=2, q="f8E4M3FN"),
    Case(30, 10, is_length_static=False, rows=33, has_residual=True),
    Case(2560, 1280, is_length_static=False, scale="f16", has_gate=True),
    Case(384, 128, is_length_static=False, rows=0),
    # More than the lanes of a warp have registers for.
    Case(6000, 3000, launches=2),
]

MODULE = """
#id2 = affine_map<(m, n) -> (m, n)>
#id3 = affine_map<(m, n, g) -> (m, n, g)>
#group = affine_map<(m, n, g) -> ({group})>
func.func @norm({norm_args}) -> ({norm_results}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : {row}
  %n = tensor.dim %x, %c1 : {row}
  %i = tensor.empty({row_sizes}) : {row}
  {residual}
  {gate}
  %y = rmsnorm.norm ins(%in : {row}) weight(%w : {weight}) outs(%i : {row}) {{epsilon = 1.0e-06 : f64}} -> {row}
  return {norm_values} : {norm_results}
}}
func.func @quantise(%x: {row}) -> ({q}, {s}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant {g} : index
  %m = tensor.dim %x, %c0 : {row}
  %n = tensor.dim %x, %c1 : {row}
  %groups = arith.divui %n, %size : index
  %limit = arith.constant {limit} : f32
  %lowest = arith.constant -{limit} : f32
  %least = arith.constant 1.0e-6 : f32
  %none = arith.constant 0.0 : f32
  %et = tensor.empty({group_sizes}) : {top}
  %es = tensor.empty({group_sizes}) : {s}
  %eq = tensor.empty({group_sizes}) : {q3}
  %zero = linalg.fill ins(%none : f32) outs(%et : {top}) -> {top}
  %y = tensor.expand_shape %x [[0], [1, 2]] output_shape [{shape}, {g}] : {row} into {row3}
  %top = linalg.generic {{indexing_maps = [#id3, #group], iterator_types = ["parallel", "parallel", "reduction"]}} ins(%y : {row3}) outs(%zero : {top}) {{
  ^bb0(%a: {x}, %o: f32):
    {widen_a}
    %1 = math.absf %wide_a : f32
    %2 = arith.maximumf %o, %1 : f32
    linalg.yield %2 : f32
  }} -> {top}
  %scale = linalg.map ins(%top : {top}) outs(%es : {s}) (%b: f32, %o: {scale}) {{
    %0 = arith.divf %b, %limit : f32
    %a = arith.maximumf %0, %least : f32
    {narrow_scale}
    linalg.yield %narrow : {scale}
  }}
  %q = linalg.generic {{indexing_maps = [#id3, #group, #id3], iterator_types = ["parallel", "parallel", "parallel"]}} ins(%y, %scale : {row3}, {s}) outs(%eq : {q3}) {{
  ^bb0(%a: {x}, %b: {scale}, %o: {qtype}):
    {widen_a}
    {widen_b}
    %1 = arith.divf %wide_a, %wide_b : f32
    {quantise}
    linalg.yield %3 : {qtype}
  }} -> {q3}
  %flat = tensor.collapse_shape %q [[0], [1, 2]] : {q3} into {q}
  return %flat, %scale : {q}, {s}
}}
func.func @main({norm_args}) -> ({main_results}) {{
  %n:{count} = func.call @norm({norm_names}) : ({norm_types}) -> ({norm_results})
  %q:2 = func.call @quantise(%n#0) : ({row}) -> ({q}, {s})
  return {main_values} : {main_results}
}}
"""


def module(case):
    m = str(case.rows) if case.is_static else "?"
    n, groups = (str(case.n), str(case.n // case.g)) if case.is_length_static else ("?", "?")
    row, weight = f"tensor<{m}x{n}x{case.x}>", f"tensor<{n}x{case.x}>"
    unit = "x1" if case.keeps_dim else ""
    q, s = f"tensor<{m}x{n}x{case.q}>", f"tensor<{m}x{groups}{unit}x{case.scale}>"

    def sizes(*pairs):
        return ", ".join(value for size, value in pairs if size == "?")

    def cast(op, name, result, narrow):
        if narrow == "f32":
            return f"%{result} = arith.maximumf %{name}, %{name} : f32"
        return f"%{result} = arith.{op} %{name} : {narrow} to f32" if op == "extf" else f"%{result} = arith.{op} %{name} : f32 to {narrow}"

    arguments = {"x": row, "w": weight} | ({"r": row} if case.has_residual else {}) | ({"gate": row} if case.has_gate else {})
    # The sum with the residual, and what the norm takes.
    added, normed = "%h" if case.has_residual else "%x", "%in"
    same = f"tensor.cast {added} : {row} to {row}"
    results = [row] * (1 + case.has_residual)
    if case.q == "i8":
        quantise = "%2 = math.roundeven %1 : f32\n    %3 = arith.fptosi %2 : f32 to i8"
    else:
        quantise = f"%low = arith.minimumf %1, %limit : f32\n    %2 = arith.maximumf %low, %lowest : f32\n    %3 = arith.truncf %2 : f32 to {case.q}"
    return MODULE.format(
        g=case.g, x=case.x, qtype=case.q, scale=case.scale, row=row, weight=weight, q=q, s=s, limit=limit(case),
        top=f"tensor<{m}x{groups}{unit}xf32>", row3=f"tensor<{m}x{groups}x{case.g}x{case.x}>", q3=f"tensor<{m}x{groups}x{case.g}x{case.q}>",
        group="m, n, 0" if case.keeps_dim else "m, n", row_sizes=sizes((m, "%m"), (n, "%n")), group_sizes=sizes((m, "%m"), (groups, "%groups")),
        shape=f"{'%m' if m == '?' else m}, {'%groups' if groups == '?' else groups}",
        residual=f"%h = linalg.add ins(%x, %r : {row}, {row}) outs(%i : {row}) -> {row}" if case.has_residual else "",
        gate=f"%in = linalg.mul ins({added}, %gate : {row}, {row}) outs(%i : {row}) -> {row}" if case.has_gate else f"%in = {same}",
        norm_args=", ".join(f"%{name}: {type}" for name, type in arguments.items()), norm_names=", ".join(f"%{name}" for name in arguments),
        norm_types=", ".join(arguments.values()), norm_results=", ".join(results), norm_values=", ".join(["%y", "%h"][: len(results)]),
        count=len(results), main_results=", ".join([q, s] + results[1:]), main_values=", ".join(["%q#0", "%q#1", "%n#1"][: 1 + len(results)]),
        widen_a=cast("extf", "a", "wide_a", case.x), widen_b=cast("extf", "b", "wide_b", case.scale), narrow_scale=cast("truncf", "a", "narrow", case.scale),
        quantise=quantise,
    )


def limit(case):
    return 127.0 if case.q == "i8" else 448.0


# Digits of a number, and the exponent of the least normal one.
FORMATS = {"f32": (24, -125), "bf16": (8, -125), "f16": (11, -13), "f8E4M3FN": (4, -5)}


def nearest(v, type):
    """The nearest number of a type, ties to even."""
    digits, least = FORMATS[type]
    v = np.asarray(v, np.float64)
    _, exponent = np.frexp(v)
    step = np.ldexp(1.0, np.maximum(exponent, least) - digits)
    return np.rint(v / step) * step


def norm(case, x, w, r=None, gate=None):
    """The norm before its rounding, and the sum with the residual."""
    h = x if r is None else nearest(x + r, case.x)
    v = h if gate is None else nearest(h * gate, case.x)
    return v / np.sqrt((v * v).mean(-1, keepdims=True) + 1e-6) * w, h


def quantise(case, y):
    y = y.astype(np.float32).reshape(len(y), case.n // case.g, case.g)
    top = np.abs(y).max(-1, initial=0)
    scale = nearest(np.maximum(top / np.float32(limit(case)), np.float32(1e-6)), case.scale).astype(np.float32)
    q = y / scale[..., None]
    q = np.rint(q) if case.q == "i8" else nearest(np.clip(q, -448, 448), case.q)
    return q.reshape(len(y), case.n), scale


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--dir", default=".")
    args = parser.parse_args()
    os.makedirs(args.dir, exist_ok=True)
    path = lambda name: os.path.join(args.dir, name)
    random = np.random.default_rng(0)
    for case in CASES:
        with open(path("main.mlir"), "w") as file:
            file.write(module(case))
        groups = case.n // case.g
        x = random.standard_normal((case.rows, case.n)) * np.exp(random.uniform(-3, 3, (case.rows, groups))).repeat(case.g, 1)
        x[case.rows // 2 :, : case.n // 2] = 0
        x[-1:] = 0
        inputs = {"x": x, "w": random.uniform(-2, 2, case.n)}
        if case.has_residual:
            inputs["r"] = np.where(x == 0, 0, random.standard_normal(x.shape))
        if case.has_gate:
            inputs["gate"] = random.standard_normal(x.shape)
        inputs = {name: nearest(v, case.x) for name, v in inputs.items()}
        for name, v in inputs.items():
            np.save(path(name + ".npy"), v.astype(np.float32))

        def call(entry, arguments, results):
            command = ["rmsnorm-run", path("main.mlir"), f"--entry={entry}", f"--target={args.target}"]
            command += [f"--input={path(v)}.npy" for v in arguments]
            subprocess.run(command + [f"--output={path(v)}.npy" for v in results], check=True)
            return [np.load(path(v) + ".npy") for v in results]

        sums = ["h"] if case.has_residual else []
        fused = call("main", inputs, ["q", "scale"] + sums)
        parts = call("norm", inputs, ["y"] + sums)
        y = parts[0]
        parts = call("quantise", ["y"], ["q", "scale"]) + parts[1:]
        for a, b in zip(fused, parts):
            assert a.tobytes() == b.tobytes(), f"{case} has other bits when it is fused"
        exact, h = norm(case, **inputs)
        digits, least = FORMATS[case.x]
        np.testing.assert_allclose(y, exact, rtol=1.01 * 2.0**-digits + 1e-6, atol=np.ldexp(1.0, least - digits), err_msg=str(case))
        q, scale = quantise(case, y)
        np.testing.assert_array_equal(fused[1].reshape(scale.shape), scale, err_msg=str(case))
        np.testing.assert_array_equal(fused[0].astype(np.float32), q, err_msg=str(case))
        if case.has_residual:
            np.testing.assert_array_equal(fused[2], h, err_msg=str(case))

        pipeline, loop, expected = ("cpu", "scf.forall (", 1) if args.target == "cpu" else ("gpu", "gpu.launch_func", case.launches)
        stage = "rows" if args.target == "cpu" else "threads"
        command = ["rmsnorm-opt", path("main.mlir"), "--symbol-privatize=exclude=main", f"--rmsnorm-{pipeline}-pipeline=stop-after={stage}"]
        loops = subprocess.run(command, check=True, capture_output=True, text=True).stdout.count(loop)
        assert loops == expected, f"{case} has {loops} loops or launches"


main()
