"""Elements between NumPy and memory, as rmsnorm-run converts them: types without
a NumPy type are their bits."""

import numpy as np

PLAIN = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "i64": np.int64, "i32": np.int32, "i16": np.int16,
         "i8": np.int8, "i1": np.bool_, "index": np.int64}
BITS = {"bf16": np.uint16, "f8E4M3FN": np.uint8, "f8E5M2": np.uint8}


def storage(type):
    return PLAIN.get(type) or BITS[type]


def encode(values, type):
    """Rounds to nearest, ties to even."""
    if type in PLAIN:
        with np.errstate(over="ignore"):
            return values.astype(PLAIN[type])
    if type != "bf16":
        raise ValueError(f"no conversion to {type}")
    bits = np.ascontiguousarray(values.astype(np.float32)).view(np.uint32)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    return np.where(np.isnan(values), np.uint16(0x7FC0), rounded).reshape(values.shape)


def decode(bits, type):
    """f32 of narrower floats; other types as they are."""
    if type == "f16":
        return bits.astype(np.float32)
    if type == "bf16":
        return (bits.astype(np.uint32) << 16).view(np.float32).reshape(bits.shape)
    if type == "f8E5M2":
        return (bits.astype(np.uint16) << 8).view(np.float16).astype(np.float32).reshape(bits.shape)
    if type == "f8E4M3FN":
        exponent, mantissa = (bits >> 3) & 15, (bits & 7).astype(np.float32)
        value = np.where(exponent == 0, np.ldexp(mantissa, -9), np.ldexp(8 + mantissa, exponent.astype(np.int32) - 10))
        value = np.where((bits & 0x7F) == 0x7F, np.nan, value)
        return np.where(bits & 0x80, -value, value).astype(np.float32)
    return bits
