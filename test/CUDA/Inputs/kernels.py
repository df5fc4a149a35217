"""Writes the kernels that a module compiles to, for the fake driver: pairs of
NAME.ptx, by which it knows them again, and NAME.bc, which it runs.

    kernels.py FILE.mlir... FOLDER      (a folder instead of a file: all that is in it)
"""

import glob
import os
import re
import subprocess
import sys


def unescape(text):
    """The bytes of a string of MLIR."""
    parts = re.split(rb"\\([0-9A-F]{2}|[\\\"])", text.encode("latin-1"))
    parts[1::2] = [bytes([int(p, 16)]) if len(p) == 2 else p for p in parts[1::2]]
    return b"".join(parts)


def compile_kernels(source, options, key):
    """The bytes of each GPU module of the file `source`, by its name."""
    done = subprocess.run(["rmsnorm-opt", source, f"--rmsnorm-nvvm-pipeline={options}"], check=True,
                          capture_output=True, text=True)
    found = re.findall(rf'gpu\.binary @(\S+) .* {key} = "(.*?)"[>,]', done.stdout)
    return {name: unescape(text) for name, text in found}


def write_kernels(source, folder, chip="sm_80"):
    """`chip` is what the caller's PTX is for: sm_80 in a library that holds no machine code."""
    os.makedirs(folder, exist_ok=True)
    stem = os.path.splitext(os.path.basename(source))[0]
    bitcode = compile_kernels(source, f"format=llvm chip={chip}", "offload")
    for name, ptx in compile_kernels(source, f"format=isa chip={chip}", "assembly").items():
        for end, data in ((".ptx", ptx), (".bc", bitcode[name])):
            with open(os.path.join(folder, f"{stem}-{name}{end}"), "wb") as f:
                f.write(data)


if __name__ == "__main__":
    for path in sys.argv[1:-1]:
        for file in glob.glob(os.path.join(path, "*.mlir")) if os.path.isdir(path) else [path]:
            write_kernels(file, sys.argv[-1])
