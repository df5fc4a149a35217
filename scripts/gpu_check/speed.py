"""How fast norms are on a GPU, beside a copy of as many bytes and other libraries.

Every contender takes turns with as many buffers as the L2 cache can't hold."""

import itertools
import sys

import numpy as np
from cuda import Buffer, Function
from elements import encode, storage
from gpu_peers import find_peers

COLUMNS = (128, 1024, 2048, 4096, 5120, 8192, 16384, 65536)
# Elements of a call: so many that a GPU takes longer than Python does to launch it.
ELEMENTS = 1 << 26
KINDS = ("norm", "residual", "int8")
GOAL, GOAL_FROM = 0.95, 4096


class Set:
    """The buffers of one call: x, maybe r, w, and the results."""

    def __init__(self, driver, kind, dtype, rows, columns, random):
        def values(*shape):
            # A million of them, over and over.
            return Buffer(driver, np.resize(encode(random.standard_normal(min(1 << 20, np.prod(shape)), dtype=np.float32), dtype), shape))

        def room(shape, type):
            return Buffer(driver, np.zeros(shape, storage(type)))

        self.inputs = [values(rows, columns) for _ in range(2 if kind == "residual" else 1)] + [values(columns)]
        if kind == "int8":
            self.results = [room((rows, columns), "i8"), room((rows,), "f32")]
        else:
            self.results = [room((rows, columns), dtype) for _ in range(2 if kind == "residual" else 1)]

    def bytes(self):
        return sum(b.array.nbytes for b in self.inputs + self.results)


def rotate(driver, sets, call, seconds):
    """The least seconds of a call, of three goes."""
    state = {"next": 0}

    def enqueue():
        call(state["next"] % len(sets))
        state["next"] += 1

    once = driver.time(3, enqueue)
    repeats = max(3, min(2000, int(seconds / 3 / max(once, 1e-7))))
    return min(driver.time(repeats, enqueue) for _ in range(3))


def measure(driver, folder, peers, kind, dtype, rows, columns, seconds):
    """The seconds of each contender, by name, and the bytes that a call moves."""
    random = np.random.default_rng(0)
    sets = [Set(driver, kind, dtype, rows, columns, random)]
    size = sets[0].bytes()
    while len(sets) * size < 3 * driver.cache_bytes():
        sets.append(Set(driver, kind, dtype, rows, columns, random))
    function = Function(driver, folder / f"{kind}-{dtype}-{columns}.so", kind)
    prepared = [function.prepare(s.inputs + s.results) for s in sets]
    half = size // 2
    areas = [Buffer(driver, np.zeros(half, np.uint8)) for _ in range(2 * max(2, -(-3 * driver.cache_bytes() // size)))]
    pairs = list(zip(areas[::2], areas[1::2]))
    times = {"copy": rotate(driver, pairs, lambda i: driver.copy(pairs[i][1].address, pairs[i][0].address, half), seconds),
             "rmsnorm": rotate(driver, sets, lambda i: function.enqueue(prepared[i]), seconds)}
    for name, peer in peers.items():
        try:
            call = peer(driver, kind, dtype, sets)
            if call:
                times[name] = rotate(driver, sets, call, seconds)
        except Exception as problem:  # A peer may fail in any way of its own.
            print(f"  without {name}: {type(problem).__name__}: {str(problem).splitlines()[0] if str(problem) else ''}")
    return times, size


def run(driver, folder, report, dtypes, columns, rows_divisor, seconds):
    """Writes a table to the file `report`. Returns what goals are missed: a share of
    the copy for long rows, and to be behind no other library."""
    peers = find_peers()
    names = ["copy", "rmsnorm", *peers]
    lines = [f"# Norms on {driver.name()}\n", "Microseconds a call, least of three goes; in brackets the speed as a share of a copy "
             "of as many bytes (cuMemcpyAsync on the device).\n", f"| | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
    missed = []
    for kind, dtype, n in itertools.product(KINDS, dtypes, columns):
        rows = max(1, ELEMENTS // n // rows_divisor)
        times, size = measure(driver, folder, peers, kind, dtype, rows, n, seconds)
        copy = times["copy"]
        cells = [f"{times[name] * 1e6:.1f} ({copy / times[name]:.2f})" if name in times else "-" for name in names]
        what = f"{kind} {dtype} {rows}x{n}"
        lines.append(f"| {what} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
        share = copy / times["rmsnorm"]
        if n >= GOAL_FROM and share < GOAL:
            missed.append(f"{what}: {share:.2f} of the copy")
        missed += [f"{what}: behind {name}, {times['rmsnorm'] / times[name]:.2f} times its time" for name in peers
                   if times.get(name, np.inf) < times["rmsnorm"]]
        # What was measured stays, whatever comes.
        report.write_text("\n".join([*lines, "", *(f"Missed: {miss}\n" for miss in missed)]) + "\n")
    for miss in missed:
        print(f"missed: {miss}", file=sys.stderr)
    return missed
