"""The driver's functions and a library's, as a caller of them."""

import ctypes

import numpy as np

cuda = ctypes.CDLL("libcuda.so.1")


def check(code):
    assert code == 0, code


def device(number):
    """Makes the primary context of a device current."""
    handle, context = ctypes.c_int(), ctypes.c_void_p()
    check(cuda.cuDeviceGet(ctypes.byref(handle), number))
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), handle))
    check(cuda.cuCtxSetCurrent(context))


def stream():
    handle = ctypes.c_void_p()
    check(cuda.cuStreamCreate(ctypes.byref(handle), 0))
    return handle


class Buffer:
    """An array in device memory, `shift` elements off its alignment."""

    def __init__(self, array, shift=0):
        self.array, self.address = array, ctypes.c_uint64()
        check(cuda.cuMemAlloc_v2(ctypes.byref(self.address), array.nbytes + shift * array.itemsize))
        self.address.value += shift * array.itemsize
        self.copy(self.address, array.ctypes.data)
        words = [self.address.value, self.address.value, 0, *array.shape, *(s // array.itemsize for s in array.strides)]
        self.descriptor = (ctypes.c_int64 * len(words))(*words)

    def copy(self, to, source):
        check(cuda.cuMemcpyAsync(to, ctypes.c_uint64(source), ctypes.c_size_t(self.array.nbytes), ctypes.c_void_p(1)))

    def get(self):
        self.copy(ctypes.c_uint64(self.array.ctypes.data), self.address.value)
        return self.array


def norm(x):
    wide = x.astype(np.float64)
    return wide / np.sqrt((wide * wide).mean(-1, keepdims=True) + 1e-6)
