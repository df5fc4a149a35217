"""Calls a function for a GPU on device memory and on this machine's, through ctypes.

    device.py LIBRARY FILE.mlir FOLDER-OF-TEST/CUDA/INPUTS
"""

import ctypes
import os
import subprocess
import sys
import tempfile

import numpy as np

library, module, helpers = sys.argv[1:4]
sys.path.insert(0, helpers)

if "FAKE_CUDA_CODE" not in os.environ:
    from kernels import write_kernels

    with tempfile.TemporaryDirectory() as folder:
        write_kernels(module, folder, "sm_90")
        done = subprocess.run([sys.executable, *sys.argv], env={**os.environ, "FAKE_CUDA_CODE": folder})
    sys.exit(done.returncode)

import driver

F32, CPU, CUDA = 1, 0, 1
SHAPE = (ctypes.c_int64 * 2)


class Handler(ctypes.Structure):
    _fields_ = [("callback", ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p)), ("data", ctypes.c_void_p)]


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p), ("element_type", ctypes.c_int), ("device", ctypes.c_int),
        ("rank", ctypes.c_int64), ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.c_void_p),
    ]  # fmt: skip


def tensor(address, array, device):
    shape = (ctypes.c_int64 * array.ndim)(*array.shape)
    return Tensor(address, F32, device, array.ndim, shape, None)


handler = Handler(type(Handler().callback)(lambda severity, where, message, data: print(message.decode())), None)
c = ctypes.CDLL(library)
c.rmsnormModuleRead.restype = c.rmsnormFunctionCreate.restype = ctypes.c_void_p
norm = c.rmsnormFunctionCreate(ctypes.c_void_p(c.rmsnormModuleRead(module.encode(), handler)), b"main", b"cuda", handler)


def call(x, w, y):
    return c.rmsnormFunctionCall(ctypes.c_void_p(norm), (Tensor * 2)(x, w), ctypes.c_size_t(2), ctypes.byref(y), ctypes.c_size_t(1), handler)


driver.device(0)
x, w, y = np.random.default_rng(0).standard_normal((5, 96)).astype("f4"), np.ones(96, "f4"), np.zeros((5, 96), "f4")
expected = driver.norm(x)

on_host = tensor(x.ctypes.data, x, CPU), tensor(w.ctypes.data, w, CPU), tensor(y.ctypes.data, y, CPU)
print(call(*on_host), np.allclose(y, expected, rtol=1e-5))

buffers = [driver.Buffer(array) for array in (x, w, np.zeros_like(y))]
on_device = [tensor(b.address.value, b.array, CUDA) for b in buffers]
print(call(*on_device), np.allclose(buffers[2].get(), expected, rtol=1e-5))

# In place, and host and device mixed.
print(call(on_device[0], on_host[1], on_device[0]), np.allclose(buffers[0].get(), expected, rtol=1e-5))
c.rmsnormFunctionDestroy(ctypes.c_void_p(norm))
