"""Floats rounded to 8 bits in a row program: every bf16 and every f16, and around
every number of the format and every tie between two."""

import argparse
import os
import subprocess
import sys

import numpy as np

SOURCE = """#rows = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%x: tensor<?x128x{from}>) -> tensor<?x128x{to}> {{
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x128x{from}>
  %eq = tensor.empty(%m) : tensor<?x128x{to}>
  %es = tensor.empty(%m) : tensor<?xf32>
  // A reduction, so that this is a row program; nothing comes of it.
  %start = linalg.fill ins(%zero : f32) outs(%es : tensor<?xf32>) -> tensor<?xf32>
  %least = linalg.generic {{indexing_maps = [#rows, #row], iterator_types = ["parallel", "reduction"]}}
      ins(%x : tensor<?x128x{from}>) outs(%start : tensor<?xf32>) {{
  ^bb0(%a: {from}, %o: f32):
    {widen}
    %0 = arith.minnumf %f, %o : f32
    linalg.yield %0 : f32
  }} -> tensor<?xf32>
  %q = linalg.generic {{indexing_maps = [#rows, #row, #rows], iterator_types = ["parallel", "parallel"]}}
      ins(%x, %least : tensor<?x128x{from}>, tensor<?xf32>) outs(%eq : tensor<?x128x{to}>) {{
  ^bb0(%a: {from}, %c: f32, %o: {to}):
    {widen}
    %none = arith.cmpf ogt, %c, %zero : f32
    %d = arith.select %none, %c, %f : f32
    %0 = arith.truncf %d : f32 to {to}
    linalg.yield %0 : {to}
  }} -> tensor<?x128x{to}>
  return %q : tensor<?x128x{to}>
}}
"""

# Bits of the mantissa, the least exponent, the largest number, what follows it.
FORMATS = {"f8E4M3FN": (3, -6, 448, np.nan), "f8E5M2": (2, -14, 57344, np.inf)}


def rounded(x, format):
    bits, least, largest, beyond = FORMATS[format]
    wide = x.astype(np.float64)
    _, exponent = np.frexp(np.where(np.isfinite(wide), wide, 1))
    step = np.ldexp(1.0, np.maximum(exponent - 1, least) - bits)
    result = np.rint(wide / step) * step
    result = np.where(np.isfinite(wide), result, wide)
    return np.where(np.abs(result) > largest, np.copysign(beyond, wide), result)


def numbers(format):
    """All finite ones that are not negative."""
    bits, least, largest, _ = FORMATS[format]
    grid = np.arange(1 << bits)
    all = [grid * 2.0 ** (least - bits)]
    exponent = least
    while 2.0**exponent <= largest:
        all.append(((1 << bits) + grid) * 2.0 ** (exponent - bits))
        exponent += 1
    return np.concatenate(all)


parser = argparse.ArgumentParser()
parser.add_argument("--run", default="rmsnorm-run")
parser.add_argument("--target", default="cpu")
parser.add_argument("--dir", default=".")
args = parser.parse_args()
os.makedirs(args.dir, exist_ok=True)
os.chdir(args.dir)
bf16 = (np.arange(1 << 16, dtype=np.uint32) << 16).view(np.float32)
f16 = np.arange(1 << 16, dtype=np.uint16).view(np.float16).astype(np.float32)
failures = 0
for format in FORMATS:
    own = numbers(format)
    middles = np.concatenate([own, (own[1:] + own[:-1]) / 2]).astype(np.float32)
    near = [middles, np.nextafter(middles, np.float32(np.inf)), np.nextafter(middles, np.float32(-np.inf))]
    near = np.concatenate(near + [-v for v in near])
    for type, values in (("bf16", bf16), ("f16", f16), ("f32", np.concatenate([bf16, f16, near]))):
        x = np.resize(values, (-(-len(values) // 128), 128)).astype(np.float32)
        np.save("x.npy", x)
        widen = "%f = arith.bitcast %a : f32 to f32" if type == "f32" else f"%f = arith.extf %a : {type} to f32"
        with open("f8.mlir", "w") as f:
            f.write(SOURCE.format(**{"from": type, "to": format, "widen": widen}))
        subprocess.run([args.run, "f8.mlir", f"--target={args.target}", "--input=x.npy", "--output=y.npy"], check=True)
        got = np.load("y.npy")
        with np.errstate(all="ignore"):
            wanted = rounded(x, format).astype(np.float32)
        same = np.where(np.isnan(wanted), np.isnan(got), (got == wanted) & (np.signbit(got) == np.signbit(wanted)))
        for value, g, w in list(zip(x[~same], got[~same], wanted[~same]))[:10]:
            print(f"{type} to {format}: {value!r} becomes {g}, not {w}")
        failures += int((~same).sum())
print(f"{failures} failures")
sys.exit(failures > 0)
