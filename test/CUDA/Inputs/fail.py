"""Prints what a call of a library returns that can't work: of so many rows."""

import ctypes
import sys

rows = int(sys.argv[2]) if len(sys.argv) > 2 else 1
descriptor = (ctypes.c_int64 * 7)(0, 0, 0, rows, 96, 96, 1)
print(ctypes.CDLL(sys.argv[1])._mlir_ciface_main(descriptor, (ctypes.c_int64 * 5)(), descriptor, None))
