"""Writes good and bad .npy files into the directory that is given."""

import os
import sys

import numpy as np

os.makedirs(sys.argv[1], exist_ok=True)
os.chdir(sys.argv[1])

x = np.arange(12, dtype=np.float32).reshape(3, 4)
np.save("x.npy", x)
np.save("x2.npy", x[:2])
np.save("column.npy", np.ones(4, np.float32))
np.save("column3.npy", np.ones(3, np.float32))
np.save("number.npy", np.float32(2.5))
np.save("three.npy", np.array(3))
np.save("f64.npy", x.astype(np.float64))
np.save("i64.npy", x.astype(np.int64))
np.save("big.npy", x.astype(">f4"))
np.save("fortran.npy", np.asfortranarray(x))
np.save("fortran-vector.npy", np.asfortranarray(np.ones(4, np.float32)))
np.save("complex.npy", x.astype(np.complex64))
np.save("object.npy", np.array([None]), allow_pickle=True)
np.save("struct.npy", np.zeros(3, dtype=[("a", "<f4"), ("b", "<f4")]))
np.save("text.npy", np.array(["a"]))
with open("v2.npy", "wb") as f:
    np.lib.format.write_array(f, x, version=(2, 0))

good = open("x.npy", "rb").read()
pieces = {
    "empty": b"",
    "plain-text": b"1 2 3\n",
    "magic": good[:6],
    "cut-header": good[:40],
    "cut-data": good[:-1],
    "long": good + b"\0",
    "v3": good[:6] + b"\3" + good[7:],
    "no-shape": good.replace(b"'shape'", b"'shade'"),
    "no-brace": good.replace(b"}", b" "),
    "binary": good.replace(b"<f4", b"<f\xff"),
    "negative": good.replace(b"(3, 4)", b"(3,-4)"),
    "not-a-size": good.replace(b"(3, 4)", b"(3, x)"),
    # The product leaves 64 bits, and comes back in as 12.
    "huge": good.replace(b"(3, 4), }" + b" " * 40, b"(4611686018427387904, 16, 3, 4), }" + b" " * 15),
    "tabs": good.replace(b"'shape': (3, 4), }", b'"shape" :\t(3,4)}    '[:18].ljust(18)),
}
for name, data in pieces.items():
    with open(name + ".npy", "wb") as f:
        f.write(data)
