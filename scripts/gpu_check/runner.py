"""A stand-in for rmsnorm-run, which the tests call.

Where GPU_CHECK_TOOLS names the tools of a build, it records: it compiles the
function into a library of the tree and lets the emulated GPU compute it. Elsewhere
it calls the recorded library, on the first GPU."""

import argparse
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys

import numpy as np
from cuda import Buffer, CUDAError, Driver, Function
from elements import decode, encode, storage

KERNELS = pathlib.Path(__file__).resolve().parent.parent / "kernels"


def shape_key(inputs):
    return " ".join(str(list(a.shape)) for a in inputs)


def record(args, stem):
    tools = pathlib.Path(os.environ["GPU_CHECK_TOOLS"])
    run = [tools / "rmsnorm-run", args.file, f"--entry={args.entry}", "--target=cuda-emulated"]
    done = subprocess.run(run + [f"--input={i}" for i in args.input] + [f"--output={o}" for o in args.output])
    if done.returncode:
        return done.returncode
    source = stem.with_suffix(".mlir")
    if not stem.with_suffix(".so").exists():
        shutil.copy(args.file, source)
        done = subprocess.run([tools / "rmsnorm-compile", source, "--target=cuda", "-o", stem.with_suffix(".so")])
        if done.returncode:
            return done.returncode
    shapes = json.loads(stem.with_suffix(".json").read_text()) if stem.with_suffix(".json").exists() else {}
    shapes[shape_key([np.load(i) for i in args.input])] = [list(np.load(o).shape) for o in args.output]
    stem.with_suffix(".json").write_text(json.dumps(shapes))
    return 0


def replay(args, stem):
    inputs = [np.load(i) for i in args.input]
    try:
        shapes = json.loads(stem.with_suffix(".json").read_text())[shape_key(inputs)]
    except (OSError, KeyError):
        print(f"error: {args.file} was not recorded with these shapes: make the tree anew", file=sys.stderr)
        return 1
    try:
        driver = Driver()
        function = Function(driver, stem.with_suffix(".so"), args.entry)
        operands = [Buffer(driver, encode(a, type)) if is_tensor else (a.item(), type)
                    for a, (type, is_tensor) in zip(inputs, function.arguments)]
        results = [Buffer(driver, np.full(s, 0, storage(t))) for s, t in zip(shapes, function.results)]
        function.enqueue(function.prepare(operands + results))
        for path, result, type in zip(args.output, results, function.results):
            np.save(path, decode(result.get(), type))
    except CUDAError as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 1
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--entry", default="main")
    parser.add_argument("--target")
    parser.add_argument("--input", action="append", default=[])
    parser.add_argument("--output", action="append", default=[])
    args = parser.parse_args()
    text = pathlib.Path(args.file).read_bytes()
    stem = KERNELS / hashlib.sha256(text).hexdigest()[:24]
    return record(args, stem) if os.environ.get("GPU_CHECK_TOOLS") else replay(args, stem)


if __name__ == "__main__":
    sys.exit(main())
