"""CUDA's driver and libraries of rmsnorm-compile, through ctypes."""

import ctypes
import re

import numpy as np

NUMBERS = {"f64": ctypes.c_double, "f32": ctypes.c_float, "i64": ctypes.c_int64, "index": ctypes.c_int64,
           "i32": ctypes.c_int32, "i16": ctypes.c_int16, "i8": ctypes.c_int8, "i1": ctypes.c_bool}


class CUDAError(Exception):
    pass


class Driver:
    """The first device, whose primary context is current for this thread."""

    def __init__(self):
        try:
            self.library = ctypes.CDLL("libcuda.so.1")
        except OSError as problem:
            raise CUDAError(f"no CUDA driver ({problem}): install NVIDIA's") from None
        self.device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(self.device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), self.device)
        self.call("cuCtxSetCurrent", context)
        self.stream = ctypes.c_void_p()
        self.call("cuStreamCreate", ctypes.byref(self.stream), 0)

    def call(self, name, *arguments):
        code = getattr(self.library, name)(*arguments)
        if code:
            text = ctypes.c_char_p()
            self.library.cuGetErrorName(code, ctypes.byref(text))
            raise CUDAError(f"{name}: {(text.value or b'unknown error').decode()} ({code})")

    def attribute(self, number):
        value = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(value), number, self.device)
        return value.value

    def name(self):
        text = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", text, 256, self.device)
        version = ctypes.c_int()
        self.call("cuDriverGetVersion", ctypes.byref(version))
        return (f"{text.value.decode()} (sm_{self.attribute(75)}{self.attribute(76)}), "
                f"driver for CUDA {version.value // 1000}.{version.value % 1000 // 10}")

    def cache_bytes(self):
        return self.attribute(38)

    def copy(self, to, source, size):
        if size:
            self.call("cuMemcpyAsync", ctypes.c_uint64(to), ctypes.c_uint64(source), ctypes.c_size_t(size), self.stream)

    def wait(self):
        self.call("cuStreamSynchronize", self.stream)

    def time(self, repeats, enqueue):
        """The seconds that one of `repeats` runs of what `enqueue` puts into the
        stream takes, after one that warms up."""
        events = [ctypes.c_void_p(), ctypes.c_void_p()]
        for event in events:
            self.call("cuEventCreate", ctypes.byref(event), 0)
        enqueue()
        self.call("cuEventRecord", events[0], self.stream)
        for _ in range(repeats):
            enqueue()
        self.call("cuEventRecord", events[1], self.stream)
        self.wait()
        milliseconds = ctypes.c_float()
        self.call("cuEventElapsedTime", ctypes.byref(milliseconds), *events)
        for event in events:
            self.call("cuEventDestroy_v2", event)
        return milliseconds.value * 1e-3 / repeats


class Buffer:
    """An array's elements in device memory, freed in the end."""

    def __init__(self, driver, array):
        self.driver, self.array = driver, np.ascontiguousarray(array).reshape(array.shape)
        address = ctypes.c_uint64()
        driver.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(array.nbytes, 1)))
        self.address = address.value
        driver.copy(self.address, self.array.ctypes.data, array.nbytes)
        driver.wait()

    def __del__(self):
        if hasattr(self, "address"):
            self.driver.library.cuMemFree_v2(ctypes.c_uint64(self.address))

    def descriptor(self):
        strides = [s // self.array.itemsize for s in self.array.strides]
        # Of an empty array NumPy's strides are anything.
        if self.array.size == 0:
            strides = [int(np.prod(self.array.shape[i + 1:])) for i in range(self.array.ndim)]
        words = [self.address, self.address, 0, *self.array.shape, *strides]
        return (ctypes.c_int64 * len(words))(*words)

    def get(self):
        self.driver.copy(self.array.ctypes.data, self.address, self.array.nbytes)
        self.driver.wait()
        return self.array


class Function:
    """A function of a library, with the types that the library's header says."""

    def __init__(self, driver, path, name="main"):
        self.driver = driver
        self.symbol = getattr(ctypes.CDLL(str(path)), "_mlir_ciface_" + name)
        with open(re.sub(r"\.so$", ".h", str(path))) as header:
            comment = re.search(rf"/\* {re.escape(name)}\n(.*?)\*/", header.read(), re.S)[1]
        lines = re.findall(r"(arg|result)\d+: (?:tensor<(?:([\dx?]+)x)?(\w+)>|(\w+))", comment)
        self.arguments = [(element or number, not number) for kind, _, element, number in lines if kind == "arg"]
        self.results = [element for kind, _, element, _ in lines if kind == "result"]

    def prepare(self, operands):
        """The arguments of a call: buffers, and numbers with their type's name."""
        return [o.descriptor() if isinstance(o, Buffer) else NUMBERS[o[1]](o[0]) for o in operands]

    def enqueue(self, prepared):
        status = self.symbol(*prepared, self.driver.stream)
        if status:
            raise CUDAError(f"the call returns {status}")
