"""Rows quantised by a scale of each row, for scales and elements of all magnitudes:
what NumPy's division, rounding and clamps give."""

import argparse
import os
import subprocess
import sys

import numpy as np

SOURCE = """#rows = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%x: tensor<?x96xf32>, %s: tensor<?xf32>) -> tensor<?x96xi8> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x96xf32>
  %eq = tensor.empty(%m) : tensor<?x96xi8>
  %es = tensor.empty(%m) : tensor<?xf32>
  // A reduction, so that this is a row program; nothing comes of it.
  %start = linalg.fill ins(%zero : f32) outs(%es : tensor<?xf32>) -> tensor<?xf32>
  %least = linalg.generic {indexing_maps = [#rows, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x96xf32>) outs(%start : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.minnumf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %q = linalg.generic {indexing_maps = [#rows, #row, #row, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s, %least : tensor<?x96xf32>, tensor<?xf32>, tensor<?xf32>) outs(%eq : tensor<?x96xi8>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: i8):
    %low = arith.constant -128.0 : f32
    %high = arith.constant 127.0 : f32
    %none = arith.cmpf ogt, %c, %high : f32
    %d = arith.select %none, %c, %b : f32
    %0 = arith.divf %a, %d : f32
    %1 = math.roundeven %0 : f32
    %2 = arith.maximumf %1, %low : f32
    %3 = arith.minimumf %2, %high : f32
    %4 = arith.fptosi %3 : f32 to i8
    linalg.yield %4 : i8
  } -> tensor<?x96xi8>
  return %q : tensor<?x96xi8>
}
"""

parser = argparse.ArgumentParser()
parser.add_argument("--run", default="rmsnorm-run")
parser.add_argument("--target", default="cpu")
parser.add_argument("--dir", default=".")
args = parser.parse_args()
os.makedirs(args.dir, exist_ok=True)
os.chdir(args.dir)
random = np.random.default_rng(0)
m, n = 600, 96
scale = np.ldexp(random.uniform(0.5, 1, m), random.integers(-149, 129, m)).astype(np.float32)
scale *= random.choice([-1, 1], m).astype(np.float32)
scale[:7] = [0, -0.0, np.inf, -np.inf, np.nan, 2.0**-149, np.finfo(np.float32).max]
with np.errstate(all="ignore"):
    x = (scale[:, None].astype(np.float64) * random.integers(-300, 300, (m, n)) / 2).astype(np.float32)
    # Around ties between two integers, and anything at all.
    x[:, ::3] = np.nextafter(x[:, ::3], np.float32(0))
    anything = random.integers(0, 1 << 32, (m, n // 4), dtype=np.uint32).view(np.float32)
    x[:, ::4] = anything
    x[:, :6] = [0, -0.0, np.inf, -np.inf, np.nan, 2.0**-149]
    rounded = np.rint(x / scale[:, None])
    # NaN becomes 0 on every target.
    wanted = np.where(np.isnan(rounded), 0, np.clip(rounded, -128, 127)).astype(np.int8)
np.save("x.npy", x)
np.save("s.npy", scale)
with open("q.mlir", "w") as f:
    f.write(SOURCE)
subprocess.run([args.run, "q.mlir", f"--target={args.target}", "--input=x.npy", "--input=s.npy", "--output=q.npy"], check=True)
got = np.load("q.npy")
for row, column in np.argwhere(got != wanted)[:10]:
    print(f"{x[row, column]!r} / {scale[row]!r}: {got[row, column]}, not {wanted[row, column]}")
print(f"{(got == wanted).sum()} of {got.size} as NumPy has them")
sys.exit(not np.array_equal(got, wanted))
