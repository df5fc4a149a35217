"""Norms in 16 bits by the types of their sums: added up in 16 bits or in f32, rounded before or after the
division, with a statistic in 16 bits or in a wider type.

Each has to become one op. Its result is compared bit by bit with NumPy, and with that of the same ops beside a
maximum that changes nothing, but keeps them from becoming one.
"""

import argparse
import collections
import itertools
import os
import re
import subprocess
import sys

import numpy as np

M, N = 5, 200
EPSILON = 0.125
# How a sum is written, and how the mean comes of it.
SUMS = [("tosa", "quotient"), ("tosa", "product"), ("narrow", "quotient"), ("narrow", "product"),
        ("wide", "quotient"), ("wide", "product"), ("wide", "late")]
CENTRES = [False, True]
STATISTICS = [None, "f32", "f64"]
MAPS = "indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = [\"parallel\", \"reduction\"]"


def tensor(extent, element):
    return f"tensor<{M}x{extent}x{element}>"


def round_to(kind, values):
    """f64 to f16 or bf16 and back, to nearest even."""
    values = np.asarray(values, np.float64)
    if kind == "f16":
        return values.astype(np.float16).astype(np.float64)
    bits = values.astype(np.float32).view(np.uint32)
    bits = bits + 0x7FFF + ((bits >> 16) & 1)
    return (bits & 0xFFFF0000).astype(np.uint32).view(np.float32).astype(np.float64)


class Norm:
    """One norm whose values have the suffix `number`."""

    def __init__(self, kind, number, sum, mean, centre, statistic):
        self.kind, self.number, self.sum, self.mean, self.centre, self.statistic = kind, number, sum, mean, centre, statistic
        self.full, self.kept = tensor(N, kind), tensor(1, kind)
        self.lines = []

    def add(self, name, text):
        self.lines.append(f"%{name}{self.number} = {text}")
        return f"{name}{self.number}"

    def average(self, name, x):
        """The mean of %x, rounded to 16 bits."""
        if self.sum == "tosa":
            u = self.add(f"{name}u", f"tosa.reduce_sum %{x} {{axis = 1 : i32}} : ({self.full}) -> {self.kept}")
        else:
            held = "f32" if self.sum == "wide" else self.kind
            widen, term = (f"%e = arith.extf %a : {self.kind} to f32\n", "%e") if self.sum == "wide" else ("", "%a")
            zero = self.add(f"{name}z", f"arith.constant dense<0.0> : {tensor(1, held)}")
            u = self.add(f"{name}u", f"linalg.generic {{{MAPS}}} ins(%{x} : {self.full}) outs(%{zero} : {tensor(1, held)}) {{\n"
                         f"^bb0(%a: {self.kind}, %o: {held}):\n{widen}%s = arith.addf %o, {term} : {held}\n"
                         f"linalg.yield %s : {held}\n}} -> {tensor(1, held)}")
            if self.mean == "late":
                n = self.add(f"{name}n", f"arith.constant dense<{float(N)}> : {tensor(1, held)}")
                u = self.add(f"{name}q", f"arith.divf %{u}, %{n} : {tensor(1, held)}")
            if self.sum == "wide":
                u = self.add(f"{name}t", f"arith.truncf %{u} : {tensor(1, held)} to {self.kept}")
            if self.mean == "late":
                return u
        op, constant = ("arith.mulf", 1 / N) if self.mean == "product" else ("arith.divf", float(N))
        c = self.add(f"{name}c", f"arith.constant dense<{constant}> : {self.kept}")
        return self.add(name, f"{op} %{u}, %{c} : {self.kept}")

    def wide_statistic(self):
        """The mean square or variance of x in a wider type, rounded once."""
        wide, row = tensor(N, self.statistic), tensor(1, self.statistic)
        n = self.add("wn", f"arith.constant dense<{float(N)}> : {row}")
        x = self.add("wx", f"tosa.cast %x : ({self.full}) -> {wide}")
        if self.centre:
            t = self.add("wt", f"tosa.reduce_sum %{x} {{axis = 1 : i32}} : ({wide}) -> {row}")
            m = self.add("wm", f"arith.divf %{t}, %{n} : {row}")
            x = self.add("wd", f"tosa.sub %{x}, %{m} : ({wide}, {row}) -> {wide}")
        q = self.add("wq", f"arith.mulf %{x}, %{x} : {wide}")
        u = self.add("wu", f"tosa.reduce_sum %{q} {{axis = 1 : i32}} : ({wide}) -> {row}")
        v = self.add("wv", f"arith.divf %{u}, %{n} : {row}")
        return self.add("v", f"tosa.cast %{v} : ({row}) -> {self.kept}")

    def centred(self):
        if not self.centre:
            return "x"
        m = self.average("m", "x")
        return self.add("d", f"tosa.sub %x, %{m} : ({self.full}, {self.kept}) -> {self.full}")

    def write(self, apart):
        """The ops of the norm; with `apart` they stay what they are."""
        d = self.centred()
        v = self.wide_statistic() if self.statistic else self.square(d)
        if apart:
            low = self.add("low", f"arith.constant dense<-1.0> : {self.kept}")
            v = self.add("max", f"arith.maximumf %{v}, %{low} : {self.kept}")
        self.add("eps", f"arith.constant dense<{EPSILON}> : {self.kept}")
        self.add("e", f"arith.addf %{v}, %eps{self.number} : {self.kept}")
        self.add("r", f"math.rsqrt %e{self.number} : {self.kept}")
        self.add("y", f"tosa.mul %{d}, %r{self.number}, %shift : ({self.full}, {self.kept}, tensor<1xi8>) -> {self.full}")
        return "\n".join(self.lines)

    def square(self, d):
        q = self.add("q", f"arith.mulf %{d}, %{d} : {self.full}")
        return self.average("v", q)

    def attributes(self):
        """As they are printed, epsilon left out."""
        usesSum = self.centre or not self.statistic
        inF32 = usesSum and (self.sum == "wide" or (self.sum == "tosa" and self.kind == "bf16"))
        mean = {"product": "reciprocal_mean", "late": "wide_mean"}.get(self.mean) if usesSum else None
        return ", ".join(
            ["accumulator_type = f32"] * inF32 + ["center"] * self.centre + [f"compute_type = {self.kind}", "root = #rmsnorm.root<reciprocal>"]
            + ([f"statistic = #rmsnorm.statistic<{mean}>"] if mean else []) + ["statistic_type = f32"] * bool(self.statistic))

    def reference(self, x):
        rnd = lambda values: round_to(self.kind, values)

        def average(values):
            if self.sum == "wide" or (self.sum == "tosa" and self.kind == "bf16"):
                total = values.sum(-1, keepdims=True)
            else:
                total = np.zeros((M, 1))
                for i in range(N):
                    total = rnd(total + values[:, i : i + 1])
            if self.mean == "late":
                return rnd(total / N)
            return rnd(rnd(total) / N) if self.mean == "quotient" else rnd(rnd(total) * rnd(1 / N))

        d = rnd(x - average(x)) if self.centre else x
        if self.statistic:
            v = rnd((x.var(-1, keepdims=True) if self.centre else (x * x).mean(-1, keepdims=True)))
        else:
            v = average(rnd(d * d))
        return rnd(d * rnd(1 / rnd(np.sqrt(rnd(v + EPSILON)))))


def write(norms, apart):
    bodies = "\n".join(norm.write(apart) for norm in norms)
    full = norms[0].full
    types = ", ".join([full] * len(norms))
    results = ", ".join(f"%y{norm.number}" for norm in norms)
    shift = '%shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>'
    return f"func.func @main(%x: {full}) -> ({types}) {{\n{shift}\n{bodies}\nreturn {results} : {types}\n}}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dir", required=True)
    parser.add_argument("--target", default="cpu")
    args = parser.parse_args()
    os.makedirs(args.dir, exist_ok=True)
    # Eighths, so that sums in f32 are exact where their terms are.
    x = np.random.default_rng(0).integers(-60, 68, (M, N)) / 8.0
    wrong = 0
    for kind in "bf16", "f16":
        cases = [(*s, c, t) for s, c, t in itertools.product(SUMS, CENTRES, STATISTICS) if c or not t or s == SUMS[0]]
        results = {}
        np.save(f"{args.dir}/{kind}.x.npy", x.astype(np.float32))
        for apart in False, True:
            norms = [Norm(kind, i, *case) for i, case in enumerate(cases)]
            path = f"{args.dir}/{kind}-{'apart' if apart else 'whole'}"
            with open(f"{path}.mlir", "w") as file:
                file.write(write(norms, apart))
            raised = subprocess.run(["rmsnorm-opt", f"{path}.mlir", "--rmsnorm-raise"], capture_output=True, text=True, check=True).stdout
            found = collections.Counter(re.sub(r", epsilon = [^,}]*", "", a) for a in re.findall(r"rmsnorm\.norm .*\{(.*)\}", raised))
            expected = collections.Counter() if apart else collections.Counter(norm.attributes() for norm in norms)
            if found != expected:
                print(f"{path}: found {found - expected}, not {expected - found}")
                wrong += 1
            subprocess.run(["rmsnorm-run", f"{path}.mlir", f"--target={args.target}", f"--input={args.dir}/{kind}.x.npy"]
                           + [f"--output={path}.{i}.npy" for i in range(len(norms))], check=True)
            results[apart] = [np.load(f"{path}.{i}.npy").astype(np.float64) for i in range(len(norms))]
        for i, norm in enumerate(norms):
            expected = norm.reference(x)
            for apart in False, True:
                differing = (results[apart][i] != expected).sum()
                if differing:
                    print(f"{kind} {cases[i]}, {'as it is' if apart else 'one op'}: {differing} of {M * N} elements differ")
                    wrong += 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
