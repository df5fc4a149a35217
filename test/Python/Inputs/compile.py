"""Modules and functions: read, raised, run through pipelines, compiled, called."""

import pathlib
import sys
import threading
import time
import unittest

import ml_dtypes
import numpy as np

import rmsnorm

INPUTS = pathlib.Path(sys.argv.pop())
MODEL = INPUTS / "qwen3_5-rmsnorm.mlir"

FUNCTIONS = """
func.func @scale(%x: tensor<?x4xf32>, %factor: f32, %flag: i1) -> (tensor<?x4xf32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %one = arith.constant 1.0 : f32
  %f = arith.select %flag, %factor, %one : f32
  %e = tensor.empty(%d) : tensor<?x4xf32>
  %s = linalg.fill ins(%f : f32) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %y = arith.mulf %x, %s : tensor<?x4xf32>
  %n = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %y, %n : tensor<?x4xf32>, tensor<4xi32>
}
func.func @add(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %z = linalg.add ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %z : tensor<?xf32>
}
func.func @few(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %few = arith.cmpi ult, %d, %c3 : index
  cf.assert %few, "only for the few"
  return %x : tensor<?xf32>
}
"""


def ones(*shape, dtype=np.float32):
    return np.ones(shape, dtype)


class Modules(unittest.TestCase):
    def test_raise(self):
        module = rmsnorm.Module(MODEL)
        self.assertEqual(module.norms, [])
        raised = module.raise_norms()
        self.assertEqual(len(raised.norms), 1)
        self.assertIn("weight_offset = 1.0", raised.norms[0].op)
        self.assertRegex(raised.norms[0].where, r"qwen3_5-rmsnorm\.mlir:\d+:\d+$")
        self.assertEqual(module.norms, [])
        self.assertIn("1 norm:", repr(raised))
        self.assertIn("&lt;2x5x96xbf16&gt;", raised._repr_html_())

    def test_sources(self):
        text = MODEL.read_text()
        for source in (str(MODEL), text, text.encode()):
            self.assertEqual(len(rmsnorm.Module(source).raise_norms().norms), 1)
        printed = str(rmsnorm.Module(MODEL).raise_norms())
        self.assertEqual(str(rmsnorm.Module(printed)), printed)

    def test_report(self):
        text = """func.func @f(%x: f32) -> f32 {
          %r = math.rsqrt %x : f32
          return %r : f32
        }"""
        self.assertEqual(len(rmsnorm.Module(MODEL).raise_norms(report=True).remarks), 0)
        remarks = rmsnorm.Module(text.replace("f32", "tensor<4xf32>")).raise_norms(report=True).remarks
        self.assertTrue(all("inverse root is part of no norm" in remark for remark in remarks))

    def test_pipelines(self):
        module = rmsnorm.Module(MODEL)
        self.assertIn("llvm.func", str(module.run("rmsnorm-cpu-pipeline")))
        self.assertIn("gpu.binary", str(module.run("builtin.module(rmsnorm-nvvm-pipeline{chip=sm_80 format=isa})")))
        self.assertNotIn("rmsnorm.norm", str(module.run("rmsnorm-raise, rmsnorm-decompose, func.func(cse)")))
        with self.assertRaisesRegex(rmsnorm.Error, "'nope' does not refer to a registered pass"):
            module.run("nope")

    def test_emit(self):
        module = rmsnorm.Module(MODEL)
        self.assertTrue(module.emit(".so").startswith(b"\x7fELF"))
        self.assertIn(b"define", module.emit(".ll", cpu="generic"))
        self.assertIn(b".target sm_80", module.emit(".ptx", target="cuda", chip="sm_80"))
        for stage, options, words in (
            (".ptx", {}, "a .ptx needs target cuda"),
            ("ptx", {}, "'ptx' is no stage: use .mlir, "),
            ("", {}, "'' is no stage: use .mlir, "),
            (".o", {"chip": "sm_90"}, "chip sm_90 is a GPU: use target cuda, or name a cpu"),
            (".so", {"target": "cuda", "cpu": "native"}, "cpu and triple are for target cpu"),
        ):
            with self.assertRaisesRegex(rmsnorm.Error, words) as caught:
                module.emit(stage, **options)
            self.assertNotIn("--", str(caught.exception))

    def test_wrong(self):
        with self.assertRaisesRegex(rmsnorm.Error, "module:1:1: .*custom op 'junk' is unknown"):
            rmsnorm.Module("junk")
        self.assertEqual(repr(rmsnorm.Error), "<class 'rmsnorm.Error'>")
        with self.assertRaises(FileNotFoundError):
            rmsnorm.Module("no/such.mlir")
        with self.assertRaisesRegex(TypeError, "not from int"):
            rmsnorm.Module(3)


class Functions(unittest.TestCase):
    def test_model(self):
        """PyTorch computed the expected result."""
        x, y = (np.load(INPUTS / f"qwen3_5-rmsnorm.{name}.npy").astype(ml_dtypes.bfloat16) for name in ("in", "out"))
        for target in ("cpu", "cuda-emulated"):
            main = rmsnorm.compile(MODEL, target=target)
            self.assertEqual(repr(main), f"<rmsnorm.Function main(bf16[2, 5, 96]) -> bf16[2, 5, 96] on {target}>")
            self.assertGreater((main(x) == y).mean(), 0.98)

    def test_numbers_and_results(self):
        scale = rmsnorm.compile(FUNCTIONS, entry="scale")
        self.assertEqual(scale.arguments[0], rmsnorm.TensorType("f32", (None, 4)))
        x = np.arange(8, dtype=np.float32).reshape(2, 4)
        for flag, factor in ((True, 2), (False, 1), (np.bool_(True), 2)):
            y, n = scale(x, 2, flag)
            np.testing.assert_array_equal(y, x * factor)
            np.testing.assert_array_equal(n, [1, 2, 3, 4])
        y, n = ones(2, 4), ones(4, dtype=np.int32)
        self.assertIs(scale(x, np.float32(3), True, out=(y, n))[0], y)
        np.testing.assert_array_equal(y, x * 3)

    def test_wrong(self):
        add = rmsnorm.compile(FUNCTIONS, entry="add")
        np.testing.assert_array_equal(add(ones(3), ones(3)), [2, 2, 2])
        with self.assertRaisesRegex(ValueError, "the sizes of the inputs don't fit together"):
            add(ones(3), ones(4))
        with self.assertRaisesRegex(ValueError, "'add' has 2 arguments, but 1 was given"):
            add(ones(3))
        with self.assertRaisesRegex(TypeError, "argument #1 has elements of type f64, but the function's are f32"):
            add(ones(3), ones(3, dtype=np.float64))
        with self.assertRaisesRegex(TypeError, "argument #0 is str"):
            add("text", ones(3))
        with self.assertRaisesRegex(rmsnorm.Error, "no public function 'nope': the file has 'scale', 'add', 'few'"):
            rmsnorm.compile(FUNCTIONS, entry="nope")
        few = rmsnorm.compile(FUNCTIONS, entry="few")
        for _ in range(3):
            with self.assertRaisesRegex(ValueError, "only for the few"):
                few(ones(5))
        np.testing.assert_array_equal(few(ones(2)), [1, 1])

    def test_no_gpu(self):
        """Without a GPU the reason is an error; with one the result is right."""
        try:
            y = rmsnorm.norm(ones(2, 4), target="cuda")
        except rmsnorm.Error:
            return
        np.testing.assert_allclose(y, 1, rtol=1e-5)

    def test_threads(self):
        """Eight threads compile and call, and call the same function."""
        shared = rmsnorm.compile(MODEL)
        x = np.load(INPUTS / "qwen3_5-rmsnorm.in.npy").astype(ml_dtypes.bfloat16)
        expected, wrong = shared(x), []

        def work(first):
            for n in range(first, first + 4):
                y = rmsnorm.norm(2 * ones(3, n), eps=0)
                if not (np.allclose(y, 1) and (shared(x) == expected).all()):
                    wrong.append(n)

        threads = [threading.Thread(target=work, args=(1 + 4 * i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_threads_share_a_module(self):
        """Modules take no harm from threads that compile, raise and print them at once."""
        module, text, done = rmsnorm.Module(MODEL), str(rmsnorm.Module(MODEL)), []

        def work():
            for _ in range(2):
                rmsnorm.compile(module)
                done.append((len(module.raise_norms().norms), str(module) == text, module.norms))

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(done, [(1, True, [])] * 16)

    def test_gil_is_released(self):
        """While one thread is in the emulator, this one goes on."""
        x, done = ones(256, 4096), threading.Event()
        rmsnorm.norm(x, target="cuda-emulated")
        thread = threading.Thread(target=lambda: (rmsnorm.norm(x, target="cuda-emulated"), done.set()))
        thread.start()
        ticks = 0
        while not done.is_set():
            time.sleep(0.001)
            ticks += 1
        thread.join()
        self.assertGreater(ticks, 3)


unittest.main()
