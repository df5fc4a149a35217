"""Sends values of every type through the functions of types.mlir."""

import os
import subprocess
import sys

import numpy as np

source, directory, target = sys.argv[1:]
os.makedirs(directory, exist_ok=True)
os.chdir(directory)


def call(entry, *inputs):
    command = ["rmsnorm-run", source, f"--entry={entry}", f"--target={target}", "--output=out.npy"]
    for i, value in enumerate(inputs):
        np.save(f"in{i}.npy", value)
        command.append(f"--input=in{i}.npy")
    subprocess.run(command, check=True)
    return np.load("out.npy")


def same(actual, wanted):
    assert actual.dtype == wanted.dtype, (actual.dtype, wanted.dtype)
    assert actual.shape == wanted.shape, (actual.shape, wanted.shape)
    bits = f"u{actual.dtype.itemsize}"
    nan = np.isnan(wanted) if wanted.dtype.kind == "f" else np.zeros(wanted.shape, bool)
    assert np.array_equal(np.isnan(actual[nan]), nan[nan])
    differ = actual[~nan].view(bits) != wanted[~nan].view(bits)
    assert not differ.any(), (actual[~nan][differ], wanted[~nan][differ])


def to_format(x, digits, smallest, largest):
    """Float32 `x` in a format of `digits` significant bits; beyond `largest` it is None's choice."""
    x64 = x.astype(np.float64)
    _, exponent = np.frexp(x64)
    step = np.ldexp(1.0, np.maximum(exponent, smallest + 1) - digits)
    y = np.copysign(np.rint(x64 / step) * step, x64)
    return np.where(np.abs(y) > largest, np.copysign(np.inf, y), y).astype(np.float32)


random = np.random.default_rng(0)
bits = random.integers(0, 1 << 32, 100000, dtype=np.uint32).view(np.float32)
special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 1e-40, 65504, 65519.99, 65520, 2**-24, 2**-25,
                    2**-25 * 1.0001, 3.4028235e38, 57344, 61440, 448, 464, 2**-16, 2**-17], np.float32)
# Exactly between two numbers of each format.
ties = np.concatenate([np.float32(1 + (2 * np.arange(64) + 1) * 2.0**-d) for d in (3, 4, 8, 11)])
x = np.concatenate([bits, special, ties, -ties, random.standard_normal(10000).astype(np.float32)])
x = x[~np.isnan(x)]
x = np.append(x, np.float32(np.nan))

same(call("f32", x), x)
same(call("f64", x.astype(np.float64)), x.astype(np.float64))
same(call("f64", x), x.astype(np.float64))
with np.errstate(over="ignore"):
    same(call("f16", x), x.astype(np.float16).astype(np.float32))
half = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
same(call("f16", half), half.astype(np.float32))
same(call("f32", half), half.astype(np.float32))
with np.errstate(invalid="ignore"):
    same(call("bf16", x), to_format(x, 8, -126, 3.39e38))
    same(call("f8e5m2", x), to_format(x, 3, -14, 57344))
# e4m3fn has no infinity: what is too large is NaN.
small = x[np.abs(x) < 448]
same(call("f8e4m3fn", small), to_format(small, 4, -6, 448))
same(call("f8e4m3fn", np.float32([448, 463.9, 464, 470, -480, np.inf])),
     np.float32([448, 448, 448, np.nan, np.nan, np.nan]))

for name in ("i64", "i32", "i16", "i8"):
    info = np.iinfo(name.replace("i", "int"))
    v = np.array([info.min, -1, 0, 1, info.max], info.dtype)
    same(call(name, v), v)
    # Signless integers are read from unsigned files too, by their bits.
    same(call(name, v.view(info.dtype.str.replace("i", "u"))), v)
same(call("i1", np.array([True, False, True])), np.array([True, False, True]))
same(call("index", np.array([-5, 1 << 40])), np.array([-5, 1 << 40]))
same(call("f32", np.zeros(0, np.float32)), np.zeros(0, np.float32))
same(call("rank0", np.array(2.5, np.float32)), np.array(2.5, np.float32))
same(call("numbers", np.float32(1.5), np.float64(0.1), np.array(7), np.array(True), np.int8(-3), np.float32(1.00390625)),
     np.array([1.5, 0.1, 7, 1, -3, 1.0]))
