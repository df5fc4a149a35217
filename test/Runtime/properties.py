"""Random norms against NumPy: any shape, type and attribute that the verifier takes.

The reference follows the op's documentation in float64 (longdouble where the op
computes in f64) and rounds where the op rounds. `--seed` repeats a run; what
fails is printed with the seed that makes it alone.
"""

import argparse
import os
import subprocess
import sys

import numpy as np

# Bits of the significand, the smallest exponent of a normal number, the largest number.
FORMATS = {
    "f64": (53, -1022, 1.7976931348623157e308),
    "f32": (24, -126, 3.4028234663852886e38),
    "bf16": (8, -126, 3.3895313892515355e38),
    "f16": (11, -14, 65504.0),
    "f8E4M3FN": (4, -6, 448.0),
    "f8E5M2": (3, -14, 57344.0),
}


def ulp(values, type):
    digits, smallest, _ = FORMATS[type]
    _, exponent = np.frexp(values)
    return np.ldexp(np.ones_like(values), np.maximum(exponent, smallest + 1) - digits)


def rounded(values, type, saturate=False):
    """The nearest number of `type`, ties to even."""
    if type in ("f64", "f32"):
        return values.astype(type.replace("f", "float")).astype(values.dtype)
    step = ulp(values, type)
    result = np.rint(values / step) * step
    largest = FORMATS[type][2]
    return np.clip(result, -largest, largest) if saturate else np.where(np.abs(result) > largest, np.copysign(np.inf, result), result)


class Case:
    """One random norm."""

    def __init__(self, seed):
        self.random = r = np.random.default_rng(seed)
        pick = lambda *options: options[r.integers(len(options))]
        rank = int(pick(1, 2, 2, 2, 3, 4))
        self.axes = int(r.integers(1, rank + 1)) if pick(False, False, True) else 1
        self.shape = [int(pick(1, 2, 3, 5)) for _ in range(rank)]
        self.shape[-1] = int(pick(1, 2, 3, 7, 8, 16, 33, 64, 96, 127, 160, 513, 1000) if self.axes == 1 else pick(1, 3, 8, 20))
        inputs = ("f32", "bf16", "f16", "f64")
        self.x, self.w, self.b = pick(*inputs), pick(None, *inputs), pick(None, None, *inputs)
        self.y = pick(self.x, self.x, *FORMATS)
        self.compute = "f64" if self.x == "f64" else pick("f32", "f32", "f64", self.x, self.x)
        self.rstd = pick(False, False, True)
        self.center = pick(False, False, True)
        self.sum, self.outside, self.before = (bool(pick(False, False, True)) for _ in range(3))
        self.offset = float(pick(0.0, 0.0, 1.0, -0.5)) if self.w else 0.0
        self.epsilon = float(pick(1e-6, 1e-5, 1e-3, 1.0))
        self.prefix = None
        if self.axes == 1 and not self.center and pick(False, False, False, True):
            self.prefix = int(r.integers(1, self.shape[-1] + 1))
        self.accumulator = self.statistic = None
        self.wide = False
        if self.compute in ("bf16", "f16"):
            self.statistic = pick(None, None, "f32", "f64")
            if self.center or not self.statistic:
                self.accumulator = pick(None, "f32", "f64")
            self.wide = bool(self.accumulator and not self.sum and pick(False, True))
        self.column = self.shape[rank - int(r.integers(self.axes, rank + 1)) :]
        self.dynamic = [bool(pick(False, True)) for _ in range(rank)]

    def type(self, element, shape, dynamic):
        return "tensor<" + "".join(f"{'?' if d else n}x" for n, d in zip(shape, dynamic)) + element + ">"

    def source(self):
        rank = len(self.shape)
        x = self.type(self.x, self.shape, self.dynamic)
        y = self.type(self.y, self.shape, self.dynamic)
        column = lambda e: self.type(e, self.column, self.dynamic[rank - len(self.column) :])
        rstd = self.type(self.compute, self.shape[: rank - self.axes], self.dynamic)
        dims = [i for i in range(rank) if self.dynamic[i]]
        lines = [f"%c{i} = arith.constant {i} : index\n  %d{i} = tensor.dim %x, %c{i} : {x}" for i in dims]
        lines.append(f"%e = tensor.empty({', '.join(f'%d{i}' for i in dims)}) : {y}")
        arguments, operands = [f"%x: {x}"], f"ins(%x : {x})"
        for name, element in (("weight", self.w), ("bias", self.b)):
            if element:
                arguments.append(f"%{name}: {column(element)}")
                operands += f" {name}(%{name} : {column(element)})"
        operands += f" outs(%e : {y})"
        results = [y]
        if self.rstd:
            rows = [i for i in dims if i < rank - self.axes]
            lines.append(f"%r = tensor.empty({', '.join(f'%d{i}' for i in rows)}) : {rstd}")
            operands += f" rstd(%r : {rstd})"
            results.append(rstd)
        attributes = [f"epsilon = {self.epsilon:.6e} : f64", f"weight_offset = {self.offset:.6e} : f64", f"axes = {self.axes} : i64"]
        attributes.append(f"compute_type = {self.compute}")
        attributes += ["center"] if self.center else []
        attributes += ["statistic = #rmsnorm.statistic<sum>"] if self.sum else []
        attributes += ["statistic = #rmsnorm.statistic<wide_mean>"] if self.wide else []
        attributes += [f"accumulator_type = {self.accumulator}"] if self.accumulator else []
        attributes += [f"statistic_type = {self.statistic}"] if self.statistic else []
        attributes += ["epsilon_position = #rmsnorm.epsilon_position<outside>"] if self.outside else []
        attributes += ["rounding = #rmsnorm.rounding<before_weight>"] if self.before else []
        attributes += [f"statistic_size = {self.prefix} : i64"] if self.prefix else []
        norm = f"%y{':2' if self.rstd else ''} = rmsnorm.norm {operands} {{{', '.join(attributes)}}} -> {', '.join(results)}"
        returned = "%y#0, %y#1" if self.rstd else "%y"
        body = "\n  ".join([*lines, norm, f"return {returned} : {', '.join(results)}"])
        return f"func.func @main({', '.join(arguments)}) -> ({', '.join(results)}) {{\n  {body}\n}}\n"

    def operands(self):
        """Values that the operands' types hold."""
        wide = np.longdouble if self.compute == "f64" else np.float64
        make = lambda values, type: rounded(np.asarray(values, np.float64), type).astype(wide)
        normal = self.random.standard_normal
        x = make(normal(self.shape) * self.random.choice([0.1, 1.0, 4.0]) + (self.random.choice([0, 3]) if self.center else 0), self.x)
        return x, *(make(normal(self.column), t) if t else None for t in (self.w, self.b))

    def reference(self, x, w, b):
        """y and rstd, and how far one rounding the other way may bring each."""
        narrow = self.compute in ("f16", "bf16")
        c = (lambda v: rounded(v, self.compute)) if narrow else (lambda v: v)
        # One unit of the compute type, sixteen of them for the sum of a row.
        unit = 16 * 2.0 ** -FORMATS[self.compute][0] if not narrow else 0.0
        rows = (*self.shape[: len(self.shape) - self.axes], -1)
        row = x.reshape(rows)

        self.doubtful = np.zeros((*row.shape[:-1], 1), bool)

        def once(value, error):
            """A value that is off by up to `error` before it is rounded once."""
            self.doubtful |= c(value - error) != c(value + error)
            return c(value)

        def average(values, divide):
            n = float(values.shape[-1]) if divide else 1.0
            sum = values.sum(-1, keepdims=True)
            if not narrow:
                return sum / n
            if self.accumulator:
                error = np.abs(values).sum(-1, keepdims=True) * 2.0**-20
                return once(sum / n, error / n) if self.wide and divide else c(once(sum, error) / c(np.asarray(n)))
            sum = np.zeros_like(sum)
            for i in range(values.shape[-1]):
                sum = c(sum + values[..., i : i + 1])
            return c(sum / c(np.asarray(n)))

        moved = np.zeros_like(row)
        whole = row
        if self.center:
            mean = average(row, True)
            moved = np.abs(row).mean(-1, keepdims=True) * unit + np.zeros_like(row)
            row = c(row - mean)
        counted = row[..., : self.prefix]
        if self.statistic:
            d = whole[..., : self.prefix]
            offset = np.abs(d).mean(-1, keepdims=True) * 2.0**-20 if self.center else 0.0
            d = d - d.mean(-1, keepdims=True) if self.center else d
            n = 1.0 if self.sum else float(d.shape[-1])
            s = (d * d).sum(-1, keepdims=True) / n
            s = once(s, s * 2.0**-18 + offset * (2 * np.abs(d) + offset).sum(-1, keepdims=True) / n)
        else:
            s = average(c(counted * counted), not self.sum)
        epsilon = rounded(np.asarray(self.epsilon), "f32" if self.compute == "f32" else self.compute)
        if self.outside:
            rstd = c(1 / c(c(np.sqrt(s)) + epsilon))
        else:
            rstd = c(1 / np.sqrt(c(s + epsilon)))
        # The mean's error moves every element, and the statistic with them.
        drift = (moved.max(-1, keepdims=True) * rstd * rstd * np.abs(row).max(-1, keepdims=True) if self.center else 0) + unit
        # A sum that is rounded the other way may move each step by one unit.
        drift = drift + np.where(self.doubtful, 16 * 2.0 ** -FORMATS[self.compute][0], 0)
        y = c(row * rstd)
        slack = np.abs(y) * drift + moved * rstd
        y, slack = y.reshape(x.shape), np.broadcast_to(slack, row.shape).reshape(x.shape)
        step = (lambda v, s: (rounded(v, self.y), s + ulp(v, self.y))) if self.before else (lambda v, s: (v, s))
        if self.before:
            y, slack = rounded(y, self.x), slack + ulp(y, self.x)
        if w is not None:
            scale = c(rounded(w, self.compute) + self.offset)
            y, slack = step(c(y * scale), slack * np.abs(scale) + np.abs(y * scale) * unit)
        if b is not None:
            y, slack = step(c(y + rounded(b, self.compute)), slack + (np.abs(y) + np.abs(b)) * unit)
        exact = rounded(y, self.y, saturate=self.y.startswith("f8"))
        return exact, slack + ulp(exact, self.y), rstd.reshape(self.shape[: len(self.shape) - self.axes]), drift

    def run(self, target, path):
        with open(path + ".mlir", "w") as f:
            f.write(self.source())
        command = ["rmsnorm-run", path + ".mlir", f"--target={target}"]
        operands = self.operands()
        for i, (operand, type) in enumerate((o, t) for o, t in zip(operands, (self.x, self.w, self.b)) if o is not None):
            np.save(f"{path}.{i}.npy", operand.astype(np.float64 if type == "f64" else np.float32))
            command.append(f"--input={path}.{i}.npy")
        outputs = [f"{path}.y.npy"] + ([f"{path}.rstd.npy"] if self.rstd else [])
        done = subprocess.run(command + [f"--output={o}" for o in outputs], capture_output=True, text=True)
        if done.returncode != 0:
            return done.stderr.strip()
        y, slack, rstd, drift = self.reference(*operands)
        got = np.load(outputs[0]).astype(y.dtype)
        if got.shape != y.shape:
            return f"has shape {got.shape}, not {y.shape}"
        same = (got == y) | (np.isnan(got) & np.isnan(y))
        error = np.where(same, 0, np.abs(got - y))
        if not (same | (error <= slack)).all():
            worst = np.unravel_index(np.argmax(error / slack), error.shape)
            return f"{got[worst]}, not {y[worst]} at {worst}, {float((error / slack)[worst]):.2f} of what is allowed"
        # Where nothing but the last rounding can differ, hardly any element does.
        if self.y not in ("f64", "f32") and (error != 0).sum() > max(2, 0.02 * error.size) and not self.center and not self.doubtful.any():
            return f"{(error != 0).mean():.3f} of the elements differ"
        if self.rstd:
            got = np.load(outputs[1]).astype(rstd.dtype)
            allowed = rstd * np.broadcast_to(drift, (*rstd.shape, 1))[..., 0] + ulp(rstd, self.compute)
            if not ((np.abs(got - rstd) <= allowed) | (got == rstd)).all():
                return f"rstd {got.ravel()[:4]}, not {rstd.ravel()[:4]}"
        return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--dir", default=".")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=np.random.SeedSequence().entropy % 2**32)
    args = parser.parse_args()
    os.makedirs(args.dir, exist_ok=True)
    failures = 0
    for seed in range(args.seed, args.seed + args.count):
        case = Case(seed)
        problem = case.run(args.target, os.path.join(args.dir, "case"))
        if problem:
            failures += 1
            print(f"--target={args.target} --count=1 --seed={seed}: {problem}\n{case.source()}")
    print(f"seed {args.seed}: {args.count - failures} of {args.count} right")
    sys.exit(failures != 0)


main()
