"""The ways into the compiler: what a fuzzed command line is made of."""

import os
import re
import shlex

import numpy as np

STAGES = ["raise", "decompose", "rows", "vectors", "loops", "buffers", "llvm", "kernels", "threads", "launch", "none"]


def flags_of_tests(folder):
    """What the tests give rmsnorm-opt, by file."""
    found = {}
    for path, text in read_tests(folder):
        flags = []
        for line in re.findall(r"// RUN: rmsnorm-opt %s ([^|>\n]*)", text):
            if "%" in line:
                continue
            words = shlex.split(line)
            flags.append([w for w in words if re.match(r"--(?!split-input-file|verify-diag|emit-byte|mlir-print-ir)", w)])
        found[path] = flags
    return found


def read_tests(folder):
    for root, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            if name.endswith(".mlir"):
                path = os.path.join(root, name)
                with open(path) as f:
                    yield path, f.read()


def pipelines(random):
    """rmsnorm-opt's flags of a whole pipeline, with options that may not exist."""
    r = random
    number = lambda: r.choice(["0", "1", "2", "3", "7", "16", "32", "64", "128", "1000", "-1", "-64", "1048576", "9223372036854775807"])
    options = {
        "cpu": ["chunk=" + number(), "stream-from=" + number(), "threads-from=" + number(), "native-bf16", "fma", "split-lanes=0", "stop-after=" + r.choice(STAGES)],
        "gpu": ["remarks", "stop-after=" + r.choice(STAGES)],
        "nvvm": ["chip=" + r.choice(["sm_75", "sm_80", "sm_90", "sm_90a", "sm_100", "sm_120", "sm_1", "sm_90,sm_80", ","]), "take-stream", "line-info", "stop-after=" + r.choice(STAGES)],
    }
    name = r.choice([*options])
    chosen = r.sample(options[name], r.choice([0, 0, 1, 1, 2]))
    if name == "nvvm":
        chosen.append("format=" + r.choice(["llvm", "llvm", "llvm", "isa", "x"]))
    return [f"--rmsnorm-{name}-pipeline={' '.join(chosen)}" if chosen else f"--rmsnorm-{name}-pipeline"]


def opt_flags(random, own):
    """Flags for rmsnorm-opt; `own` are those that a test of the module has."""
    r = random
    if own and r.random() < 0.35:
        return r.choice(own)
    return r.choice(
        [
            [],
            ["--mlir-print-op-generic"],
            ["--verify-roundtrip"],
            ["--rmsnorm-raise"],
            ["--rmsnorm-raise=report"],
            ["--rmsnorm-decompose"],
            ["--rmsnorm-raise", "--canonicalize", "--cse"],
            *(pipelines(r) for _ in range(6)),
        ]
    )


def compile_flags(random, folder):
    r = random
    flags = [f"-o={folder}/out" + r.choice([".mlir", ".ll", ".o", ".so", ".ptx", "", ".x"])]
    flags += r.choice([[], [], ["--target=cuda"], ["--target=cpu"]])
    flags += r.choice([[], [], [], ["--chip=" + r.choice(["sm_80", "sm_90", "sm_90a", "sm_7", "", "sm_80,sm_90"])]])
    flags += r.choice([[], [], [], ["--cpu=" + r.choice(["native", "generic", "x86-64", "znver5", "skylake-avx512", "i386", "sapphirerapids", "x"])]])
    triples = ["x86_64-linux-gnu", "aarch64-linux-gnu", "riscv64-linux-gnu", "powerpc64-linux-gnu", "s390x-linux-gnu", "i686-linux-gnu", "wasm32", "arm-linux-gnueabihf", "bpf", "spirv", "amdgcn", "x"]
    flags += r.choice([[], [], [], ["--triple=" + r.choice(triples)]])
    return flags


def random_npy(random, path, types):
    """An array as an argument of such a type would be, or nearly, and perhaps a broken file."""
    r = random
    type = r.choice(types) if types else "tensor<2x3xf32>"
    inside = re.sub(r"^tensor<|>$", "", type).split(",")[0].split("x")
    shape = [int(d) if d.isdigit() else r.choice([0, 1, 2, 5]) for d in inside[:-1]]
    if shape and r.random() < 0.2:
        shape[r.randrange(len(shape))] = r.choice([0, 1, 3, 1000])
    if np.prod(shape, dtype=object) > 1 << 22:
        shape = [1] * len(shape)
    dtype = {"f64": "f8", "f16": "f4", "index": "i8", "i64": "i8", "i32": "i4", "i8": "i1", "i1": "?"}.get(inside[-1], "f4")
    if r.random() < 0.1:
        dtype = r.choice(["f2", "f4", "f8", "i1", "u8", "?", ">f4", "c8", "U3"])
    seeded = np.random.default_rng(r.randrange(1 << 32))
    values = seeded.standard_normal(shape) * r.choice([1, 1e-30, 1e30, 100])
    with np.errstate(all="ignore"):
        values = values.astype(dtype)
    if values.dtype.kind == "f" and values.size and r.random() < 0.2:
        values.flat[r.randrange(values.size)] = r.choice([np.nan, np.inf, -np.inf, 0.0, 1e-45])
    np.save(path, values)
    if r.random() < 0.25:
        with open(path, "rb") as f:
            data = bytearray(f.read())
        for _ in range(r.choice([1, 1, 2, 8])):
            # Mostly in the header.
            i = r.randrange(min(len(data), r.choice([10, 128, 128, 1 << 30])))
            data[i : i + r.choice([0, 1, 1, 4])] = r.choice([b"", b"\0", b"\xff", b"9", b"(", b"'", b",", b"-", b"99999999999999999999"])
        with open(path, "wb") as f:
            f.write(data[: r.randrange(len(data))] if r.random() < 0.3 else data)


def run_flags(random, text, folder):
    """Arguments for rmsnorm-run, for one function of `text`."""
    r = random
    functions = re.findall(r"func\.func @(\w+)\(([^)]*)\)", text)
    name, arguments = r.choice(functions) if functions else ("main", "")
    types = re.findall(r"tensor<[^<>]*>|(?<=: )[a-z]\w+", arguments)
    flags = [f"--entry={name}", "--target=" + r.choice(["cpu", "cpu", "cuda-emulated"])]
    count = len(types) + (r.choice([-1, 1]) if r.random() < 0.05 else 0)
    for i in range(max(count, 0)):
        path = os.path.join(folder, f"in{i}.npy")
        random_npy(r, path, types[i : i + 1] if r.random() < 0.95 else types)
        flags.append("--input=" + path)
    for i in range(r.choice([0, 0, 1, 1, 2])):
        flags.append(f"--output={folder}/out{i}.npy")
    return flags
