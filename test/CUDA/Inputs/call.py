"""Calls a library for GPUs in all the ways that its header allows."""

import _ctypes
import ctypes
import sys
import threading

import numpy as np
from driver import Buffer, check, device, norm, stream

path = sys.argv[1]
random = np.random.default_rng(0)
x = random.standard_normal((5, 96), dtype=np.float32)
w = random.standard_normal(96, dtype=np.float32)


def call(library, where):
    buffers = [Buffer(x.copy()), Buffer(w.copy()), Buffer(np.zeros_like(x))]
    check(library._mlir_ciface_main(*(b.descriptor for b in buffers), where))
    np.testing.assert_allclose(buffers[2].get(), norm(x) * w, rtol=1e-5)


# The default stream where no context is current, a stream of another device than
# the current one, and the default stream of that.
library = ctypes.CDLL(path)
descriptor = (ctypes.c_int64 * 7)(0, 0, 0, 0, 96, 96, 1)
check(library._mlir_ciface_main(descriptor, (ctypes.c_int64 * 5)(), descriptor, None))
device(0)
call(library, None)
device(1)
second = stream()
device(0)
call(library, second)
device(1)
call(library, None)

# Two kernels in a row, with memory between them that the library allocates.
x4 = x[:4].copy()
source, result = Buffer(x4), Buffer(np.zeros((8, 48), np.float32))
check(library._mlir_ciface_twice(source.descriptor, result.descriptor, second))
np.testing.assert_allclose(result.get(), norm(norm(x4).reshape(8, 48)), rtol=1e-5)
_ctypes.dlclose(library._handle)

# Loaded again, and called from several threads.
for _ in range(3):
    library = ctypes.CDLL(path)
    problems = []

    def work(number):
        try:
            device(number % 2)
            call(library, stream())
        except AssertionError as problem:
            problems.append(problem)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems, problems
    _ctypes.dlclose(library._handle)
