"""Small inputs that have broken other implementations, with known answers.

The answers were computed by hand or in float64 from the formula in the op's
documentation, with epsilon 0 where none is given.
"""

import argparse
import os
import subprocess
import sys

import numpy as np

inf, nan = np.inf, np.nan


class Runner:
    def __init__(self, target, directory):
        self.target, self.directory, self.failures = target, directory, []
        os.makedirs(directory, exist_ok=True)

    def run(self, text, inputs, results=1):
        file = os.path.join(self.directory, "case.mlir")
        with open(file, "w") as f:
            f.write(text)
        command = ["rmsnorm-run", file, f"--target={self.target}"]
        for i, value in enumerate(inputs):
            path = os.path.join(self.directory, f"in{i}.npy")
            np.save(path, np.asarray(value))
            command.append(f"--input={path}")
        outputs = [os.path.join(self.directory, f"out{i}.npy") for i in range(results)]
        subprocess.run(command + [f"--output={o}" for o in outputs], check=True)
        loaded = [np.load(o) for o in outputs]
        return loaded[0] if results == 1 else loaded

    def expect(self, name, got, want, tolerance=0.0):
        want = np.broadcast_to(np.asarray(want, dtype=np.float64), got.shape)
        same = np.isclose(got.astype(np.float64), want, rtol=tolerance, atol=0, equal_nan=True)
        if not same.all():
            self.failures.append(f"{name}: {got.ravel()[:8]}, not {want.ravel()[:8]}")


def norm(x, attributes="epsilon = 0.0 : f64", weight=None, y=None):
    """One norm of tensor type `x`, with a weight and a result of other types."""
    y = y or x
    argument = f", %w: tensor<{weight}>" if weight else ""
    operand = f"weight(%w : tensor<{weight}>)" if weight else ""
    dims = f"%c0 = arith.constant 0 : index\n  %d = tensor.dim %x, %c0 : tensor<{x}>\n  "
    empty = f"{dims}%e = tensor.empty(%d) : tensor<{y}>" if "?" in y else f"%e = tensor.empty() : tensor<{y}>"
    return f"""
func.func @main(%x: tensor<{x}>{argument}) -> tensor<{y}> {{
  {empty}
  %y = rmsnorm.norm ins(%x : tensor<{x}>) {operand} outs(%e : tensor<{y}>) {{{attributes}}} -> tensor<{y}>
  return %y : tensor<{y}>
}}"""


def eps(value, more=""):
    return f"epsilon = {value:.6e} : f64{', ' + more if more else ''}"


def range_and_nan(r):
    f32 = np.float32
    r.expect("square overflows f16", r.run(norm("1x8xf16", eps(1e-6)), [np.full((1, 8), 300, f32)]), 1.0)
    r.expect("sum overflows f16", r.run(norm("1x4096xf16"), [np.full((1, 4096), 8, f32)]), 1.0)
    r.expect("eps lost in f16", r.run(norm("2x4xf16", eps(1e-8)), [np.zeros((2, 4), f32)]), 0.0)
    r.expect("eps rounded to bf16", r.run(norm("1x4xbf16", eps(1e-5), y="1x4xf32"), [np.full((1, 4), 2.0**-9, f32)]), 0.525484, 1e-6)
    small = np.full((1, 4), 1e-5, f32)
    r.expect("eps inside", r.run(norm("1x4xf32", eps(1e-6)), [small]), 0.00999950, 1e-6)
    outside = eps(1e-6, "epsilon_position = #rmsnorm.epsilon_position<outside>")
    r.expect("eps outside", r.run(norm("1x4xf32", outside), [small]), 0.909091, 1e-6)
    column = np.array([[0], [1e-3], [-1e-3]], f32)
    r.expect("N = 1", r.run(norm("3x1xf32", eps(1e-6)), [column]), [[0], [0.7071068], [-0.7071068]], 1e-6)
    rows = np.ones((2, 4), f32)
    rows[0, 0] = inf
    r.expect("Inf stays in its row", r.run(norm("2x4xf32"), [rows]), [[nan, 0, 0, 0], [1, 1, 1, 1]])
    rows[0, 0] = nan
    r.expect("NaN stays in its row", r.run(norm("2x4xf32"), [rows]), [[nan] * 4, [1] * 4])
    r.expect("subnormals", r.run(norm("1x4xf32", eps(1e-6)), [np.full((1, 4), 1e-40, f32)]), 1e-37, 1e-4)
    r.expect("zero row without eps", r.run(norm("1x4xf32"), [np.zeros((1, 4), f32)]), nan)


def extremes(r):
    """The largest and least value of rows, alone and of absolute values: a NaN anywhere is the answer."""
    for n, t in ((5, "f32"), (64, "f32"), (200, "f32"), (130, "bf16"), (64, "f64")):
        rows = np.linspace(-3, 2, n) * np.ones((7, 1))
        rows[1, 0], rows[2, n - 1], rows[3, n // 2] = nan, nan, -nan
        rows[4, 1], rows[5, 2], rows[6] = inf, -inf, -inf
        rows = rows.astype(np.float32).view(np.uint32) & 0xFFFF0000  # exact in each type
        rows = rows.view(np.float32).astype(np.float64 if t == "f64" else np.float32)
        for name, combiner, start, payload in (
            ("max", "maximumf", "0xFF800000", "%a"), ("min", "minimumf", "0x7F800000", "%a"),
            ("max|x|", "maximumf", "0.0", "%b"), ("max|x|", "maximumf", "0xFF800000", "%b"), ("min|x|", "minimumf", "0x7F800000", "%b")):
            start = start if t == "f32" else {"0xFF800000": "0xFF80", "0x7F800000": "0x7F80"}.get(start, start) if t == "bf16" else {
                "0xFF800000": "0xFFF0000000000000", "0x7F800000": "0x7FF0000000000000"}.get(start, start)
            text = f"""
func.func @main(%x: tensor<7x{n}x{t}>) -> tensor<7x{t}> {{
  %c = arith.constant {start} : {t}
  %e = tensor.empty() : tensor<7x{t}>
  %i = linalg.fill ins(%c : {t}) outs(%e : tensor<7x{t}>) -> tensor<7x{t}>
  %m = linalg.generic {{indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>],
      iterator_types = ["parallel", "reduction"]}} ins(%x : tensor<7x{n}x{t}>) outs(%i : tensor<7x{t}>) {{
  ^bb0(%a: {t}, %o: {t}):
    %b = math.absf %a : {t}
    %r = arith.{combiner} %o, {payload} : {t}
    linalg.yield %r : {t}
  }} -> tensor<7x{t}>
  return %m : tensor<7x{t}>
}}"""
            values = rows if payload == "%a" else np.abs(rows)
            r.expect(f"{name} of {n} {t}", r.run(text, [rows]), (np.max if combiner == "maximumf" else np.min)(values, -1))


def scalar_functions(r):
    """Functions of single elements where approximations go wrong."""
    f32 = np.float32

    def unary(op, x, t="f32"):
        text = f"func.func @main(%x: tensor<{len(x)}x{t}>) -> tensor<{len(x)}x{t}> {{\n  {op}\n  return %y : tensor<{len(x)}x{t}>\n}}"
        return r.run(text, [np.array(x, f32)])

    n = np.arange(-126, 127)
    r.expect("powers of two", unary(f"%y = math.exp2 %x : tensor<{len(n)}xf32>", n), 2.0**n)
    x = [-200, -149, 127, 128, inf, -inf, nan]
    r.expect("ends of exp2", unary("%y = math.exp2 %x : tensor<7xf32>", x), [0, 2.0**-149, 2.0**127, inf, inf, 0, nan])
    x = [0.49999997, -0.49999997, 0.5, -0.5, 2.5, -3.5, 8388609, inf]
    r.expect("half away from zero", unary("%y = math.round %x : tensor<8xf32>", x), [0, 0, 1, -1, 3, -4, 8388609, inf])
    signs = lambda y: np.copysign(1, y)
    for bound, largest, least in ((0.0, [1, 1], [-1, 1]), (-0.0, [-1, 1], [-1, -1])):
        constant = f"%c = arith.constant dense<{bound}> : tensor<2xf32>"
        r.expect(f"max of zeros and {bound}", signs(unary(f"{constant}\n  %y = arith.maximumf %x, %c : tensor<2xf32>", [-0.0, 0.0])), largest)
        r.expect(f"min of zeros and {bound}", signs(unary(f"{constant}\n  %y = arith.minimumf %x, %c : tensor<2xf32>", [-0.0, 0.0])), least)
    other = "%i = arith.negf %x : tensor<2xf32>"
    r.expect("max of both zeros", signs(unary(f"{other}\n  %y = arith.maximumf %x, %i : tensor<2xf32>", [-0.0, 0.0])), [1, 1])
    r.expect("min of both zeros", signs(unary(f"{other}\n  %y = arith.minimumf %x, %i : tensor<2xf32>", [-0.0, 0.0])), [-1, -1])
    x = [-3, -1, 0, 2, 0.5]
    for exponent in (2, 3, 4, 5, 0, -1, -2, 0.5):
        op = f"%c = arith.constant dense<{float(exponent)}> : tensor<5xf32>\n  %y = math.powf %x, %c : tensor<5xf32>"
        with np.errstate(all="ignore"):
            want = np.abs(np.array(x, float)) ** exponent if exponent % 2 == 0 else np.array(x, float) ** exponent
        r.expect(f"to the power of {exponent}", unary(op, x), want, 1e-6)


def rounding(r):
    f32 = np.float32
    x, w = np.array([[1, 2]], f32), np.array([1.015625, 1], f32)
    before = eps(1e-6, "rounding = #rmsnorm.rounding<before_weight>")
    r.expect("cast before the weight", r.run(norm("1x2xbf16", before, "2xbf16"), [x, w])[0, :1], 0.64453125)
    r.expect("cast after the weight", r.run(norm("1x2xbf16", eps(1e-6), "2xbf16"), [x, w])[0, :1], 0.640625)
    offset = eps(0, "weight_offset = 1.0 : f64")
    w = np.full(2, 15.8125, f32)
    r.expect("1 + w in f32", r.run(norm("1x2xbf16", offset, "2xbf16"), [x, w]), [[10.625, 21.25]])
    w = np.array([0.5, 0.5], f32)
    r.expect("offset once", r.run(norm("1x2xf32", offset, "2xf32"), [np.array([[3, 4]], f32), w]), [[1.2727922, 1.6970563]], 1e-6)
    text = """
func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {
  %b = arith.truncf %x : tensor<1xf32> to tensor<1xbf16>
  %y = arith.extf %b : tensor<1xbf16> to tensor<1xf32>
  return %y : tensor<1xf32>
}"""
    r.expect("casts that round", r.run(text, [np.array([17.01], f32)]), 17.0)


def types_of_sums(r):
    """In bf16 a sum of ones ends at 256; in f16 two squares of 200 are infinity, and their mean is not."""
    ones, large = np.ones((1, 4096), np.float32), np.full((1, 2), 200, np.float32)
    wide_mean = "accumulator_type = f32, statistic = #rmsnorm.statistic<wide_mean>"
    for name, attributes, of_ones, of_large in (
        ("16 bits", "", 4.0, 0.0),
        ("an f32 accumulator", "accumulator_type = f32", 1.0, 0.0),
        ("a mean before the rounding", wide_mean, 1.0, 1.0),
        ("a statistic in f32", "statistic_type = f32", 1.0, 1.0)):
        more = f", {attributes}" if attributes else ""
        r.expect(f"ones, {name}", r.run(norm("1x4096xbf16", eps(0, f"compute_type = bf16{more}")), [ones]), of_ones)
        r.expect(f"large, {name}", r.run(norm("1x2xf16", eps(0, f"compute_type = f16{more}")), [large]), of_large)


RESIDUAL = """
func.func @main(%x: tensor<1x2xbf16>, %r: tensor<1x2xbf16>) -> (tensor<1x2xbf16>, tensor<1x2xbf16>) {{
  %es = tensor.empty() : tensor<1x2x{sum}>
  %eb = tensor.empty() : tensor<1x2xbf16>
  %s = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}} ins(%x, %r : tensor<1x2xbf16>, tensor<1x2xbf16>) outs(%es : tensor<1x2x{sum}>) {{
  ^bb0(%a: bf16, %b: bf16, %o: {sum}):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.addf %0, %1 : f32
    {round}
    linalg.yield {value} : {sum}
  }} -> tensor<1x2x{sum}>
  %y = rmsnorm.norm ins(%s : tensor<1x2x{sum}>) outs(%eb : tensor<1x2xbf16>) {{epsilon = 1.0e-06 : f64}} -> tensor<1x2xbf16>
  %stored = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}} ins(%s : tensor<1x2x{sum}>) outs(%eb : tensor<1x2xbf16>) {{
  ^bb0(%a: {sum}, %o: bf16):
    {store}
    linalg.yield {stored} : bf16
  }} -> tensor<1x2xbf16>
  return %y, %stored : tensor<1x2xbf16>, tensor<1x2xbf16>
}}"""


def residual(r):
    x, add = np.array([[256, 1]], np.float32), np.array([[1, 0]], np.float32)
    wide = RESIDUAL.format(sum="f32", round="", value="%2", store="%t = arith.truncf %a : f32 to bf16", stored="%t")
    narrow = RESIDUAL.format(sum="bf16", round="%t = arith.truncf %2 : f32 to bf16", value="%t", store="", stored="%a")
    for name, text, last in (("f32", wide, 0.0054931640625), ("bf16", narrow, 0.005523681640625)):
        y, stored = r.run(text, [x, add], results=2)
        r.expect(f"statistic of a residual sum in {name}", y, [[1.4140625, last]])
        r.expect(f"stored residual sum in {name}", stored, [[256, 1]])
    twice = """
func.func @main(%x: tensor<1x2xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %e = tensor.empty() : tensor<1x2xf32>
  %s = linalg.add ins(%x, %x : tensor<1x2xf32>, tensor<1x2xf32>) outs(%e : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = rmsnorm.norm ins(%s : tensor<1x2xf32>) outs(%e : tensor<1x2xf32>) {epsilon = 0.0 : f64} -> tensor<1x2xf32>
  return %s, %y : tensor<1x2xf32>, tensor<1x2xf32>
}"""
    s, y = r.run(twice, [np.array([[1, 3]], np.float32)], results=2)
    r.expect("same tensor twice, sum", s, [[2, 6]])
    r.expect("same tensor twice", y, [[0.4472136, 1.3416408]], 1e-6)


def shapes(r):
    f32 = np.float32
    for n in (1, 2, 3, 15, 17, 31, 33, 63, 65, 127, 769, 1025):
        x = np.repeat(np.arange(1, 8, dtype=f32)[:, None], n, axis=1)
        r.expect(f"odd N {n}", r.run(norm(f"7x{n}xf16"), [x]), 1.0)
    for type in ("0x8xf32", "?x8xf32"):
        got = r.run(norm(type), [np.zeros((0, 8), f32)])
        if got.shape != (0, 8):
            r.failures.append(f"zero rows of {type}: {got.shape}")
    empty = norm("2x0xf32", eps(1e-6)).replace("outs(%e : tensor<2x0xf32>)", "outs(%e : tensor<2x0xf32>) rstd(%r : tensor<2xf32>)").replace(
        "-> tensor<2x0xf32>\n  return %y : tensor<2x0xf32>", "-> tensor<2x0xf32>, tensor<2xf32>\n  return %y#0, %y#1 : tensor<2x0xf32>, tensor<2xf32>").replace(
        "-> tensor<2x0xf32> {", "-> (tensor<2x0xf32>, tensor<2xf32>) {\n  %r = tensor.empty() : tensor<2xf32>").replace("%y =", "%y:2 =")
    y, rstd = r.run(empty, [np.zeros((2, 0), f32)], results=2)
    r.expect("rows without elements", rstd, nan)
    if y.shape != (2, 0):
        r.failures.append(f"rows without elements: {y.shape}")
    both = eps(0, "axes = 2 : i64")
    want = [[0.3651484, 0.7302967], [1.0954451, 1.4605935]]
    r.expect("several axes", r.run(norm("2x2xf32", both), [np.array([[1, 2], [3, 4]], f32)]), want, 1e-6)
    several = norm("?x?x?xf32", both).replace("tensor.empty(%d)", "tensor.empty(%d, %d1, %d2)").replace(
        "  %e =", "  %c1 = arith.constant 1 : index\n  %c2 = arith.constant 2 : index\n"
        "  %d1 = tensor.dim %x, %c1 : tensor<?x?x?xf32>\n  %d2 = tensor.dim %x, %c2 : tensor<?x?x?xf32>\n  %e =")
    got = r.run(several, [np.array([[[1, 2], [3, 4]], [[2, 4], [6, 8]]], f32)])
    r.expect("several dynamic axes", got, [want, want], 1e-6)
    r.expect("padding stays out", r.run(norm("1x5xf32"), [np.ones((1, 5), f32)]), 1.0)
    r.expect("very long row", r.run(norm("2x131072xf32"), [np.full((2, 131072), 0.1, f32)]), 1.0, 1e-6)
    r.expect("longest row", r.run(norm("1x1048576xf32"), [np.full((1, 1048576), 0.1, f32)]), 1.0, 16 * 2.0**-24)
    rows = np.ones((2, 20000), f32)
    rows[0, 3], rows[1] = inf, 1e20
    wanted = np.zeros((2, 20000))
    wanted[0, 3] = nan
    r.expect("infinite sum of a long row", r.run(norm("2x20000xf32"), [rows]), wanted)
    # The emulator takes its time: just beyond what grid y and z could number.
    many = 1000000 if r.target == "cpu" else 65536
    r.expect("many rows", r.run(norm("?x64xf32"), [np.ones((many, 64), f32)]), 1.0)
    random = np.random.default_rng(1).standard_normal((1000, 769)).astype(f32)
    alone = r.run(norm("?x769xf32"), [random[:1]])
    for rows in (255, 256, 257, 1000) if r.target == "cpu" else (8, 257):
        batch = r.run(norm("?x769xf32"), [np.roll(random[:rows], 7, axis=0)])
        if batch[7].tobytes() != alone[0].tobytes():
            r.failures.append(f"a row alone and among {rows} differ")


def eight_bits(r):
    f32 = np.float32
    x = np.array([[240, 448, 464, 465, 1000, -1000]], f32)
    # A single element per row normalises to its sign, so the weight is the result.
    text = norm("1x1x6xf32", eps(0, "axes = 1 : i64"), "6xf32", "1x1x6xf8E4M3FN")
    got = r.run(text, [np.ones((1, 1, 6), f32), x[0]])
    r.expect("f8 result saturates", got[0], [[240, 448, 448, 448, 448, -448]])
    got = r.run(norm("1x2xf32", eps(0), "2xf32", "1x2xf8E5M2"), [np.ones((1, 2), f32), np.array([1e6, inf], f32)])
    r.expect("f8E5M2 result saturates", got, [[57344, 57344]])
    got = r.run(norm("1x2xf64", eps(0), "2xf64", "1x2xbf16"), [np.ones((1, 2)), np.array([1 + 2.0**-8 + 2.0**-40, -1 - 2.0**-8 - 2.0**-40])])
    r.expect("f64 to bf16 rounds once", got, [[1 + 2.0**-7, -1 - 2.0**-7]])
    text = """
func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {
  %b = arith.truncf %x : tensor<1xf32> to tensor<1xf8E4M3FN>
  %y = arith.extf %b : tensor<1xf8E4M3FN> to tensor<1xf32>
  return %y : tensor<1xf32>
}"""
    r.expect("f8 there and back", r.run(text, [np.array([17], f32)]), 16.0)
    r.expect("plain truncf does not saturate", r.run(text, [np.array([465], f32)]), nan)


def centring(r):
    random = np.random.default_rng(2)
    x = (random.standard_normal((4, 97)) + 1e4).astype(np.float32)
    d = x.astype(np.float64) - x.astype(np.float64).mean(-1, keepdims=True)
    want = d / np.sqrt((d * d).mean(-1, keepdims=True) + 1e-5)
    got = r.run(norm("4x97xf32", eps(1e-5, "center")), [x])
    # The mean of such rows is exact to a unit of 1e4 in f32: 1e-3 of a deviation.
    if np.abs(got - want).max() > 2e-3:
        r.failures.append(f"rows far from zero: off by {np.abs(got - want).max()}")


def awkward(r):
    """Shapes and uses that crashed the compiler once."""
    f32 = np.float32
    twice = """
func.func @main(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %y = rmsnorm.norm ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {epsilon = 0.0 : f64} -> tensor<4x8xf32>
  return %y, %y : tensor<4x8xf32>, tensor<4x8xf32>
}"""
    for result in r.run(twice, [np.ones((4, 8), f32)], results=2):
        r.expect("one tensor returned twice", result, 1.0)
    odd = norm("?x33xbf16", eps(0, "compute_type = bf16"), weight="33xbf16")
    r.expect("a weight of an odd number of bf16", r.run(odd, [np.ones((4, 33), f32), np.full(33, 2, f32)]), 2.0)
    unit = """
func.func @main(%x: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c1 : tensor<1x?xf32>
  %e = tensor.empty(%d) : tensor<1x?xf32>
  %y = rmsnorm.norm ins(%x : tensor<1x?xf32>) outs(%e : tensor<1x?xf32>) {axes = 2 : i64, epsilon = 0.0 : f64} -> tensor<1x?xf32>
  return %y : tensor<1x?xf32>
}"""
    r.expect("a unit dim in front of a dynamic one", r.run(unit, [np.ones((1, 5), f32)]), 1.0)
    single = """
func.func @main(%x: tensor<2x1xf32>) -> tensor<2x1xf32> {
  %q = arith.mulf %x, %x : tensor<2x1xf32>
  %zero = arith.constant dense<0.0> : tensor<2x1xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%q : tensor<2x1xf32>) outs(%zero : tensor<2x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<2x1xf32>
  %r = math.sqrt %u : tensor<2x1xf32>
  %e = tensor.empty() : tensor<2x1xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, 0)>, affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]} ins(%x, %r : tensor<2x1xf32>, tensor<2x1xf32>) outs(%e : tensor<2x1xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<2x1xf32>
  return %y : tensor<2x1xf32>
}"""
    r.expect("rows of one element", r.run(single, [np.array([[3], [-2]], f32)]), [[9], [-4]])
    columns = """
func.func @main(%x: tensor<1x7xf32>) -> tensor<7xf32> {
  %e = tensor.empty() : tensor<1x7xf32>
  %y = rmsnorm.norm ins(%x : tensor<1x7xf32>) outs(%e : tensor<1x7xf32>) {epsilon = 0.0 : f64} -> tensor<1x7xf32>
  %e7 = tensor.empty() : tensor<7xf32>
  %c = arith.constant 0.5 : f32
  %f = linalg.fill ins(%c : f32) outs(%e7 : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>], iterator_types = ["reduction", "parallel"]}
      ins(%y : tensor<1x7xf32>) outs(%f : tensor<7xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.addf %i, %o : f32
    linalg.yield %a : f32
  } -> tensor<7xf32>
  return %s : tensor<7xf32>
}"""
    r.expect("columns of a single row", r.run(columns, [np.ones((1, 7), f32)]), 1.5)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--dir", default=".")
    args = parser.parse_args()
    runner = Runner(args.target, args.dir)
    for group in (range_and_nan, extremes, scalar_functions, rounding, types_of_sums, residual, shapes, eight_bits, centring, awkward):
        group(runner)
    print("\n".join(runner.failures))
    sys.exit(int(bool(runner.failures)))


main()
