"""Runs the transcripts of documents: transcripts.py SOURCE BUILD WORK FILE...

A transcript is a block of ```console: after each line with `$ ` in front, which
is run from the top of the checkout, follows what it prints, `...` standing for
any text (on a line of its own: for any lines). A block of ```python is run to its
end. Everything is run in the folder WORK, where `build` is the folder BUILD and
all else links to SOURCE, so that nothing is written there.
"""

import os
import pathlib
import re
import subprocess
import sys

source, build, work = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])


def set_up():
    work.mkdir(parents=True, exist_ok=True)
    for entry in [build] + [e for e in source.iterdir() if not e.name.startswith((".", "build"))]:
        link = work / ("build" if entry == build else entry.name)
        if not link.is_symlink():
            link.symlink_to(entry)


def steps(block):
    """Each command and what it prints."""
    for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
        lines = step.splitlines()
        command = [lines.pop(0)]
        while command[-1].endswith("\\"):
            command.append(lines.pop(0))
        yield "\n".join(command), "\n".join(lines)


def matches(expected, printed):
    pattern = re.escape(expected.strip()).replace(r"\.\.\.", ".*")
    return re.fullmatch(pattern, printed.strip(), flags=re.S) is not None


def run(command, **options):
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    done = subprocess.run(command, cwd=work, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    return done.returncode, done.stdout


def main():
    set_up()
    count = failures = 0
    for file in sys.argv[4:]:
        text = pathlib.Path(file).read_text()
        for language, block in re.findall(r"^```(console|python)\n(.*?)^```$", text, flags=re.M | re.S):
            if language == "python":
                transcript = [([sys.executable, "-c", block], "...")]
            else:
                transcript = [(["bash", "-o", "pipefail", "-c", command], output) for command, output in steps(block)]
            for command, expected in transcript:
                count += 1
                status, printed = run(command)
                if status != 0 or not matches(expected, printed):
                    failures += 1
                    print(f"{file}: $ {command[-1]}\nstatus {status}, expected:\n{expected}\nprinted:\n{printed}")
    print(f"{count} commands, {failures} wrong")
    sys.exit(failures != 0 or count == 0)


main()
