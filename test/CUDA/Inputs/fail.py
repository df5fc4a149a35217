"""Prints what a call of a library returns that can't work."""

import ctypes
import sys

descriptor = (ctypes.c_int64 * 7)(0, 0, 0, 1, 96, 96, 1)
print(ctypes.CDLL(sys.argv[1])._mlir_ciface_main(descriptor, (ctypes.c_int64 * 5)(), descriptor, None))
