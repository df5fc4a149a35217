"""Fuzzes the tools with mutated modules, options and arrays.

    fuzz.py [--seed=N] [--count=N | --minutes=N] [--corpus=FOLDER] [--finds=FOLDER]

Whatever the input, a tool succeeds, or it exits with 1 and an `error:` line and
leaves no file behind. A find is anything else: a signal, a crash that the tool
reports itself, a report of a sanitizer, a hang, another status, no word. Finds
are printed with a command that repeats them, and their inputs are kept. What is
upstream's fault is listed, with a reason, in upstream.txt.
"""

import argparse
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import doors
from mutations import Mutator

SEPARATOR = "\n// -----\n"
# Of the CPU, which a busy machine does not change; and on the clock, for what sleeps.
SECONDS, WAIT = 20, 600
BATCH = 25
SANITIZER = re.compile(r"Sanitizer:|runtime error:")
CRASHED = "the compiler or the compiled function crashed"
# An error, or what LLVM says itself of a tool's options.
WORD = re.compile(r"error:|Unknown command line argument|^for the -|: for the -|no such option", re.MULTILINE)


def limit(seconds):
    """What a process may use of the CPU, and of memory, where no sanitizer's shadow counts as such."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    if "ASAN_OPTIONS" not in os.environ:
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))


class Outcome:
    """What a run of a tool left."""

    def __init__(self, command, stdin="", seconds=SECONDS):
        self.command = command
        try:
            done = subprocess.run(command, input=stdin.encode("utf-8", "surrogatepass"), capture_output=True, timeout=WAIT, preexec_fn=lambda: limit(seconds))
            self.status = done.returncode
            self.out, self.err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        except subprocess.TimeoutExpired:
            self.status, self.out, self.err = None, "", ""

    def problem(self):
        """What makes this a find; None where it is none."""
        if self.status is None or -self.status in (signal.SIGXCPU, signal.SIGKILL):
            return "hangs"
        if SANITIZER.search(self.err):
            return SANITIZER.split(self.err, 1)[1].split("\n")[0].strip()
        if self.status < 0:
            return f"killed by signal {-self.status}"
        if CRASHED in self.err:
            return "crashed"
        if self.status not in (0, 1):
            return f"exit status {self.status}"
        if self.status == 1 and not WORD.search(self.err):
            return "fails without a word"
        return None

    def frames(self):
        """The functions that it crashed in, innermost first."""
        trace = self.err.rpartition("RunSignalHandlers")[2]
        names = re.findall(r"^ *#\d+ 0x[0-9a-f]+ (?:in )?(.+?)(?: \(|\(| /)", trace, re.MULTILINE)
        return [n for n in names if not re.match(r"__restore_rt|raise$|abort$|__?pthread_kill|__sanitizer|__asan", n)][:30]


def read_upstream():
    """Where to look for what: pairs as upstream.txt explains them."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "upstream.txt")) as f:
        lines = [line.strip() for line in f]
    return [tuple(line.split(": ", 1)) for line in lines if line and not line.startswith("#")]


class Fuzzer:
    def __init__(self, arguments):
        self.finds = arguments.finds
        self.modules = []
        self.flags = {}
        tests = doors.flags_of_tests(arguments.corpus)
        for path, text in doors.read_tests(arguments.corpus):
            text = re.sub(r"(?m)^\s*// (?!-----).*\n", "", text)
            for part in re.split(r"(?m)^// -----.*$", text):
                if part.strip():
                    self.modules.append(part)
                    self.flags[part] = tests[path]
        self.upstream = read_upstream()
        self.seen = 0
        self.known = 0
        self.problems = {}

    def generic(self, modules):
        """The generic form of those modules that parse."""
        done = Outcome(["rmsnorm-opt", "--split-input-file", "--mlir-print-op-generic", "--allow-unregistered-dialect"], SEPARATOR.join(modules))
        return [m for m in done.out.split(SEPARATOR) if m.strip()]

    def work(self, seed):
        """One batch for one of the tools."""
        r = random.Random(seed)
        mutator = Mutator(r, self.modules)
        door = r.choice([self.opt] * 4 + [self.compile, self.run])
        door(r, mutator, seed)

    def opt(self, r, mutator, seed):
        """Many modules for one process; what looks wrong is run again, alone."""
        first = r.choice(self.modules)
        flags = [mutator.options(f) for f in doors.opt_flags(r, self.flags[first])]
        similar = [m for m in self.modules if self.flags[m] == self.flags[first]]
        chosen = [r.choice(similar if r.random() < 0.5 else self.modules) for _ in range(BATCH)]
        if r.random() < 0.2:
            chosen = self.generic(chosen) or chosen
        inputs = [mutator.mutate(m).replace("// -----", "") for m in chosen]
        self.seen += len(inputs)
        command = ["rmsnorm-opt", *flags]
        done = Outcome([*command, "--split-input-file"], SEPARATOR.join(inputs), seconds=2 * SECONDS)
        # What failed has printed nothing, and must have said why.
        failed = len(inputs) - sum(bool(part.strip()) for part in done.out.split(SEPARATOR))
        if done.problem() is None and (failed == 0 or done.err.count("error:") >= failed):
            return
        for text in inputs:
            self.judge(Outcome(command, text), seed, text)

    def compile(self, r, mutator, seed):
        for _ in range(3):
            with tempfile.TemporaryDirectory() as folder:
                text = mutator.mutate(r.choice(self.modules)) if r.random() < 0.8 else r.choice(self.modules)
                self.seen += 1
                command = ["rmsnorm-compile", "-", *(mutator.options(f) if r.random() < 0.1 and "-o" not in f else f for f in doors.compile_flags(r, folder))]
                done = Outcome(command, text)
                self.judge(done, seed, text, left_over=os.listdir(folder) if done.status else [])

    def run(self, r, mutator, seed):
        """Modules as they are: what a wrong program does when it is run is its own affair."""
        for _ in range(3):
            with tempfile.TemporaryDirectory() as folder:
                text = r.choice(self.modules)
                self.seen += 1
                done = Outcome(["rmsnorm-run", "-", *doors.run_flags(r, text, folder)], text)
                outputs = [n for n in os.listdir(folder) if n.startswith("out")]
                self.judge(done, seed, text, left_over=outputs if done.status else [], folder=folder)

    def judge(self, done, seed, text, left_over=(), folder=None):
        problem = done.problem()
        if problem is None and left_over:
            problem = f"fails and leaves {', '.join(sorted(left_over))}"
        if problem is None:
            return
        frames = done.frames()
        said = {"frame": "\n".join(frames) + "\n", "input": text, "message": done.err}
        if any(re.search(known, said[where]) for where, known in self.upstream):
            self.known += 1
            return
        key = (problem, *frames[:3])
        self.problems.setdefault(key, []).append(seed)
        if len(self.problems[key]) > 1:
            return
        kept = os.path.join(self.finds, f"{seed}-{len(self.problems)}")
        os.makedirs(kept, exist_ok=True)
        with open(os.path.join(kept, "input.mlir"), "w", errors="surrogatepass") as f:
            f.write(text)
        for name in os.listdir(folder) if folder else []:
            shutil.copy(os.path.join(folder, name), kept)
        command = [a.replace(folder, kept) if folder else a for a in done.command]
        with open(os.path.join(kept, "output.txt"), "w") as f:
            f.write(" ".join(doors.shlex.quote(a) for a in command) + f" < {kept}/input.mlir\n\n{done.err}")
        print(f"seed {seed}: {problem}: {' < '.join(frames[:3])}\n  {' '.join(doors.shlex.quote(a) for a in command)} < {kept}/input.mlir", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, help="of the first batch; each has its own (default: random)")
    parser.add_argument("--count", type=int, default=1, help="how many batches")
    parser.add_argument("--minutes", type=float, help="how long, instead of --count")
    parser.add_argument("--corpus", default=os.path.dirname(os.path.dirname(os.path.abspath(__file__))), help="a folder of valid modules (default: all tests)")
    parser.add_argument("--finds", default="finds", help="where inputs that fail are kept")
    arguments = parser.parse_args()
    seed = random.randrange(1 << 40) if arguments.seed is None else arguments.seed
    fuzzer = Fuzzer(arguments)
    start = time.time()
    batches = 0
    while batches < arguments.count if arguments.minutes is None else time.time() - start < 60 * arguments.minutes:
        fuzzer.work(seed + batches)
        batches += 1
    print(f"{fuzzer.seen} inputs from seed {seed} on, {batches} batches: {len(fuzzer.problems)} finds, {fuzzer.known} known of upstream")
    return 1 if fuzzer.problems else 0


if __name__ == "__main__":
    sys.exit(main())
