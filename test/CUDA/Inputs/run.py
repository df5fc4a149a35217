"""rmsnorm-run on the fake driver, which is given the kernels of the module that is run.

    run.py FILE.mlir OPTIONS...
"""

import os
import subprocess
import sys
import tempfile

from kernels import write_kernels

with tempfile.TemporaryDirectory() as folder:
    write_kernels(sys.argv[1], folder, "sm_90")
    done = subprocess.run(["rmsnorm-run", *sys.argv[1:]], env={**os.environ, "FAKE_CUDA_CODE": folder})
sys.exit(done.returncode)
