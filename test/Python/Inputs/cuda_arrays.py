"""Functions on a GPU's arrays, on the fake driver.

    cuda_arrays.py FOLDER-OF-TEST/CUDA/INPUTS
"""

import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import numpy as np

import rmsnorm

INPUTS = pathlib.Path(sys.argv[1])
MODULE = INPUTS / "norm.mlir"
sys.path.insert(0, str(INPUTS))
SHAPE = (5, 96)


def write_all_kernels(folder):
    """Those of the module, and of the norm that `rmsnorm.norm` compiles."""
    from kernels import write_kernels

    write_kernels(MODULE, folder, "sm_90")
    with mock.patch("rmsnorm._norm.compile") as compile:
        rmsnorm.norm(np.ones(SHAPE, "f4"), np.ones(96, "f4"))
    rmsnorm._norm._kernel.cache_clear()
    text = pathlib.Path(folder, "immediate.mlir")
    text.write_text(compile.call_args.args[0])
    write_kernels(text, folder, "sm_90")


if "FAKE_CUDA_CODE" not in os.environ:
    with tempfile.TemporaryDirectory() as folder:
        write_all_kernels(folder)
        done = subprocess.run([sys.executable, *sys.argv], env={**os.environ, "FAKE_CUDA_CODE": folder})
    sys.exit(done.returncode)

import driver


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device", ctypes.c_int32),
        ("rank", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)), ("offset", ctypes.c_uint64),
    ]  # fmt: skip


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class DLManagedTensor(ctypes.Structure):
    _fields_ = [("tensor", DLTensor), ("context", ctypes.c_void_p), ("deleter", DELETER)]


new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
keep = DELETER(lambda _: None)
exported = []


class Array:
    """float32 in a GPU's memory; it says of itself what another library's would."""

    def __init__(self, values, device=0, strides=None):
        self.shape, self.dtype, self.device = values.shape, values.dtype, device
        self.buffer = driver.Buffer(values)
        strides = strides or tuple(s // 4 for s in values.strides)
        self.layout = [(ctypes.c_int64 * values.ndim)(*numbers) for numbers in (self.shape, strides)]

    def __dlpack_device__(self):
        return 2, self.device

    def __dlpack__(self, **_):
        tensor = DLTensor(self.buffer.address.value, 2, self.device, len(self.shape), 2, 32, 1, *self.layout, 0)
        exported.append(DLManagedTensor(tensor, None, keep))
        return new_capsule(ctypes.addressof(exported[-1]), b"dltensor", None)

    def get(self):
        return self.buffer.get()


class GPU(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        driver.device(0)
        cls.x = np.random.default_rng(0).standard_normal(SHAPE).astype("f4")
        cls.w = np.ones(96, "f4")
        cls.expected = driver.norm(cls.x)
        cls.function = rmsnorm.compile(MODULE, target="cuda")

    def close(self, y):
        np.testing.assert_allclose(y, self.expected, rtol=1e-5)

    def test_in_its_memory(self):
        x, w, y = Array(self.x), Array(self.w), Array(np.zeros(SHAPE, "f4"))
        self.assertIs(self.function(x, w, out=y), y)
        self.close(y.get())
        self.function(x, w, out=x)
        self.close(x.get())

    def test_mixed_with_host(self):
        """What is elsewhere is copied there and back."""
        self.close(self.function(self.x, self.w))
        self.close(self.function(Array(self.x), self.w))

    def test_norm(self):
        y = Array(np.zeros(SHAPE, "f4"))
        rmsnorm.norm(Array(self.x), Array(self.w), out=y)
        self.close(y.get())

    def test_wrong(self):
        on_cpu = rmsnorm.compile(MODULE)
        with self.assertRaisesRegex(TypeError, "argument #0 is in a GPU's memory, but the function is compiled for this machine's CPUs"):
            on_cpu(Array(self.x), self.w)
        with self.assertRaisesRegex(TypeError, "result #0 is in a GPU's memory"):
            on_cpu(self.x, self.w, out=Array(self.x))
        with self.assertRaisesRegex(TypeError, "another GPU than the first"):
            self.function(Array(self.x, device=1), self.w)
        with self.assertRaisesRegex(ValueError, "argument #0 is not contiguous: pass a contiguous copy"):
            self.function(Array(self.x, strides=(1, 5)), self.w)
        with self.assertRaisesRegex(ValueError, r"argument #1 has shape \[95\]"):
            self.function(Array(self.x), Array(self.w[1:].copy()))


unittest.main(argv=sys.argv[:1])
