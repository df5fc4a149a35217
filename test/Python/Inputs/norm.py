"""rmsnorm.norm against PyTorch's results, and against NumPy in f64."""

import sys
import unittest

import ml_dtypes
import numpy as np

import rmsnorm

PRESETS = sys.argv.pop()
TARGETS = ("cpu", "cuda-emulated")
bfloat16 = ml_dtypes.bfloat16


def reference(x, weight=1.0, eps=1e-6):
    x = np.asarray(x, np.float64)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + eps) * np.asarray(weight, np.float64)


def random(*shape, dtype=np.float32):
    return np.random.default_rng(len(shape)).standard_normal(shape).astype(dtype)


class Norm(unittest.TestCase):
    def same_bits(self, preset, dtype, share=0.98, **options):
        """All but the few elements that the order of a sum brings to the other side of a tie."""
        arrays = {}
        for name in "xwby":
            try:
                arrays[name] = np.load(f"{PRESETS}/{preset}.{name}.npy").astype(dtype)
            except FileNotFoundError:
                pass
        y = arrays.pop("y")
        for target in TARGETS:
            got = rmsnorm.norm(*arrays.values(), target=target, **options)
            self.assertEqual((got.dtype, got.shape), (y.dtype, y.shape))
            self.assertGreaterEqual((got == y).mean(), share, (preset, target))

    def test_presets(self):
        self.same_bits("gemma", bfloat16, weight_offset=1.0)
        self.same_bits("olmo2", bfloat16)
        self.same_bits("torch_f16", np.float16)
        self.same_bits("layernorm_bf16", bfloat16, center=True, eps=1e-5)
        self.same_bits("llama", bfloat16, rounding="before_weight")

    def test_precision(self):
        for dtype, tolerance in ((np.float64, 1e-15), (np.float32, 1e-6), (np.float16, 1e-3), (bfloat16, 8e-3)):
            x, weight = random(3, 5, 97, dtype=dtype), random(97, dtype=dtype)
            for target in TARGETS:
                y = rmsnorm.norm(x, weight, target=target)
                self.assertEqual(y.dtype, x.dtype)
                np.testing.assert_allclose(y.astype("f8"), reference(x, weight), rtol=2 * tolerance, atol=tolerance)

    def test_residual(self):
        x, r = np.array([[256, 1]], bfloat16), np.array([[1, 0]], bfloat16)
        for target in TARGETS:
            y, total = rmsnorm.norm(x, residual=r, target=target)
            np.testing.assert_array_equal(total, np.array([[256, 1]], bfloat16))
            np.testing.assert_array_equal(y.astype("f8"), [[1.4140625, 0.005523681640625]])

    def test_attributes(self):
        x = np.full((1, 4), 1e-5, np.float32)
        np.testing.assert_allclose(rmsnorm.norm(x), 0.00999950, rtol=1e-5)
        np.testing.assert_allclose(rmsnorm.norm(x, epsilon_position="outside"), 0.909091, rtol=1e-5)
        x = np.array([[1, 2], [3, 4]], np.float32)
        np.testing.assert_allclose(rmsnorm.norm(x, axes=2, eps=0), x / np.sqrt(7.5), rtol=1e-6)
        np.testing.assert_allclose(rmsnorm.norm(x, statistic="sum", eps=0), x / np.linalg.norm(x, axis=1)[:, None], rtol=1e-6)
        np.testing.assert_allclose(rmsnorm.norm(x, center=True, eps=0), [[-1, 1], [-1, 1]], rtol=1e-6)
        zero = np.zeros((1, 4), np.float32)
        self.assertTrue(np.isnan(rmsnorm.norm(zero, eps=0)).all())
        np.testing.assert_array_equal(rmsnorm.norm(zero, eps=None), zero)

    def test_weight_per_head(self):
        x, weight = random(2, 3, 8), random(3, 8)
        np.testing.assert_allclose(rmsnorm.norm(x, weight), reference(x, weight), rtol=1e-5)

    def test_f8(self):
        x, weight = np.ones((1, 6), np.float32), np.array([240, 448, 464, 465, 1000, -1000], np.float32)
        for dtype in ("float8_e4m3fn", "f8E4M3FN", ml_dtypes.float8_e4m3fn):
            y = rmsnorm.norm(x, weight, eps=0, dtype=dtype)
            self.assertEqual(y.dtype, ml_dtypes.float8_e4m3fn)
            np.testing.assert_array_equal(y.astype("f4"), [[240, 448, 448, 448, 448, -448]])

    def test_strides_and_memory(self):
        x, weight = random(4, 6, 32), random(64)
        for view in (x.transpose(1, 0, 2), x[::-1], x[:, ::2], x[..., ::-1], x[:, :, 1:], np.broadcast_to(x[0, 0], (5, 32))):
            w = weight[::2][: view.shape[-1]]
            np.testing.assert_allclose(rmsnorm.norm(view, w), reference(view, w), rtol=1e-5)
        odd = np.frombuffer(b"\0" + x.tobytes(), np.uint8)[1:].view(np.float32).reshape(x.shape)
        np.testing.assert_array_equal(rmsnorm.norm(odd), rmsnorm.norm(x))

    def test_out(self):
        x, out = random(4, 32), np.zeros((4, 32), np.float32)
        self.assertIs(rmsnorm.norm(x, out=out), out)
        np.testing.assert_allclose(out, reference(x), rtol=1e-5)
        rmsnorm.norm(x, out=x)
        np.testing.assert_array_equal(x, out)
        x, r, y = random(4, 32), random(4, 32), np.zeros((4, 32), np.float32)
        total = x + r
        rmsnorm.norm(x, residual=r, out=(y, x))
        np.testing.assert_array_equal(x, total)
        np.testing.assert_allclose(y, reference(total), rtol=1e-5)

    def test_rows(self):
        x = random(257, 96, dtype=bfloat16)
        whole = rmsnorm.norm(x)
        for i in (0, 100, 256):
            np.testing.assert_array_equal(rmsnorm.norm(x[i]), whole[i])
        self.assertEqual(rmsnorm.norm(x[:0]).shape, (0, 96))
        self.assertEqual(rmsnorm.norm(x[:0], target="cuda-emulated").shape, (0, 96))

    def test_number_of_rows_makes_no_kernel(self):
        rmsnorm.norm(random(3, 48))
        before = rmsnorm._norm._kernel.cache_info().misses
        for rows in (1, 2, 5):
            rmsnorm.norm(random(rows, 48))
        self.assertEqual(rmsnorm._norm._kernel.cache_info().misses, before)

    def test_wrong(self):
        x, weight = random(2, 4), random(4)
        readonly = x.copy()
        readonly.flags.writeable = False
        for error, text, arguments, options in (
            (ValueError, r"weight has shape \(5,\), but x ends in \(4,\)", (x, random(5)), {}),
            (ValueError, r"weight has shape \(1,\)", (x, random(1)), {}),
            (ValueError, r"bias has shape \(2, 2\)", (x, weight, random(2, 2)), {}),
            (ValueError, r"residual has shape \(4,\)", (x,), {"residual": weight}),
            (ValueError, "axes is 3, but x has 2 dimensions", (x,), {"axes": 3}),
            (ValueError, "rounding is 'down': use 'after_weight' or 'before_weight'", (x,), {"rounding": "down"}),
            (ValueError, "eps is -1", (x,), {"eps": -1}),
            (ValueError, "eps is nan", (x,), {"eps": float("nan")}),
            (ValueError, "no weight to add it to", (x,), {"weight_offset": 1.0}),
            (ValueError, "unknown target 'tpu': use cpu, cuda, cuda-emulated", (x,), {"target": "tpu"}),
            (ValueError, r"result #0 has shape \[2, 3\]", (x,), {"out": random(2, 3)}),
            (ValueError, r"computes \[2, 4\]", (x,), {"out": random(3, 4)}),
            (ValueError, "result #0 is not contiguous", (x,), {"out": random(4, 2).T}),
            (ValueError, "result #0 is read-only", (x,), {"out": readonly}),
            (ValueError, "'norm' has 2 results, but 1 was given", (x,), {"residual": x, "out": random(2, 4)}),
            (ValueError, "results #0 and #1 share memory", (x,), {"residual": x, "out": (readonly.copy(),) * 2}),
            (TypeError, "result #0 has elements of type f64, but the function's are f32", (x,), {"out": random(2, 4, dtype="f8")}),
            (TypeError, "x has elements of i32", (x.astype("i4"),), {}),
            (TypeError, "x is complex64", (x.astype("c8"),), {}),
            (TypeError, "x is list: pass an array", ([1.0, 2.0],), {}),
            (TypeError, "is not in this machine's byte order", (x.astype(">f4"),), {}),
            (TypeError, "dtype is complex64", (x,), {"dtype": "complex64"}),
            (TypeError, "dtype is i8: use f64, f32, bf16, f16, f8E4M3FN, f8E5M2", (x,), {"dtype": np.int8}),
            (TypeError, "residual has elements of f64, but x of f32", (x,), {"residual": x.astype(np.float64)}),
            (TypeError, "eps is 'a': pass a number", (x,), {"eps": "a"}),
            (TypeError, "weight_offset is None: pass a number", (x, weight), {"weight_offset": None}),
            (TypeError, "axes is 1.5: pass an int", (x,), {"axes": 1.5}),
        ):
            with self.subTest(text), self.assertRaisesRegex(error, text):
                rmsnorm.norm(*arguments, **options)


unittest.main()
