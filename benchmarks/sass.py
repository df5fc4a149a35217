"""What machine code for a GPU says about a kernel before it runs.

Needs cuobjdump and nvdisasm, from a CUDA toolkit on PATH, from PyPI's
nvidia-cuda-cuobjdump and nvidia-cuda-nvdisasm, or from Triton, which brings them.
"""

import collections
import dataclasses
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess

# sm_90: registers of a multiprocessor, its warps and blocks, and the registers
# that a warp's are rounded up to (CUDA C++ Programming Guide, compute capabilities).
REGISTERS, WARPS, BLOCKS, GRANULE, SHARED, SHARED_PER_BLOCK = 65536, 64, 32, 256, 228 << 10, 1 << 10


def find_tool(name):
    """The path of a tool of CUDA; exits with a word if there is none."""
    places = []
    for package, inside in (("triton", "backends/nvidia/bin"), ("nvidia", "cu13/bin"), ("nvidia", "cuda_nvdisasm/bin"),
                            ("nvidia", "cuda_cuobjdump/bin")):
        spec = importlib.util.find_spec(package)
        places += [str(pathlib.Path(p) / inside) for p in (spec.submodule_search_locations or [])] if spec else []
    path = shutil.which(name) or shutil.which(name, path=os.pathsep.join(places))
    if not path:
        raise SystemExit(f"error: no {name}: install a CUDA toolkit, or nvidia-cuda-{name} with pip")
    return path


@dataclasses.dataclass
class Kernel:
    """`instructions` leaves out the padding behind the kernel's end; paths that
    are seldom taken, such as a division's for subnormals, are counted in."""
    instructions: int
    registers: int
    stack: int
    shared: int
    spills: int
    barriers: int
    loads: dict
    stores: dict
    threads: int
    rows: int

    def per_element(self, columns):
        return self.instructions * self.threads / (self.rows * columns)

    def occupancy(self):
        """The share of a multiprocessor's warps that can be there at once."""
        warps = -(-self.threads // 32)
        granules = -(-self.registers * 32 // GRANULE) * GRANULE
        blocks = min(BLOCKS, WARPS // warps, REGISTERS // granules // warps, SHARED // (self.shared + SHARED_PER_BLOCK))
        return blocks * warps / WARPS


def widths(opcodes, family):
    """How many accesses there are of each width in bits."""
    counts = collections.Counter()
    for opcode in opcodes:
        parts = opcode.split(".")
        if parts[0] != family:
            continue
        bits = next((p.lstrip("US") for p in parts[1:] if re.fullmatch(r"(128|64|[US]?16|[US]?8)", p)), "32")
        counts[int(bits)] += 1
    return dict(sorted(counts.items(), reverse=True))


def analyse(cubin, threads, rows=1):
    """The kernel of the file `cubin` for aligned rows, whose blocks of `threads`
    threads have `rows` rows each; its twin for others has wider code."""
    environment = {**os.environ, "PATH": os.path.dirname(find_tool("nvdisasm")) + os.pathsep + os.environ["PATH"]}

    def dump(option):
        text = subprocess.run([find_tool("cuobjdump"), option, cubin], check=True, capture_output=True, text=True,
                              env=environment).stdout
        functions = re.split(r"\bFunction\s*:?\s+", text)[1:]
        return next(f for f in functions if not re.split(r"[:\s]", f)[0].endswith("_unaligned"))

    usage = {key: int(value) for key, value in re.findall(r"(REG|STACK|SHARED|LOCAL):(\d+)", dump("-res-usage"))}
    lines = re.findall(r"^\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z][\w.]*)(.*?);", dump("-sass"), re.M)
    opcodes = [opcode for opcode, _ in lines]
    while opcodes and opcodes[-1] == "NOP":
        opcodes.pop()
    if opcodes and opcodes[-1] == "BRA":
        opcodes.pop()
    names = [o.split(".")[0] for o in opcodes]
    return Kernel(len(opcodes), usage["REG"], usage["STACK"], usage["SHARED"], names.count("STL") + names.count("LDL"),
                  names.count("BAR"), widths(opcodes, "LDG"), widths(opcodes, "STG"), threads, rows)
