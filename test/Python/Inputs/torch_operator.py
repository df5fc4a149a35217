"""The operators of rmsnorm.torch, eager and under torch.compile, against PyTorch."""

import unittest

import torch

import rmsnorm
import rmsnorm.torch

norm, add_norm = torch.ops.rmsnorm.norm, torch.ops.rmsnorm.add_norm


class Operator(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(0)
        self.x, self.residual, self.weight = torch.randn(4, 6, 96), torch.randn(4, 6, 96), torch.randn(96)

    def test_values(self):
        for dtype in (torch.float32, torch.bfloat16, torch.float16, torch.float64):
            x, weight = self.x.to(dtype), self.weight.to(dtype)
            expected = torch.nn.functional.rms_norm(x, (96,), weight, 1e-6)
            y = norm(x, weight)
            self.assertEqual((y.dtype, y.shape), (x.dtype, x.shape))
            torch.testing.assert_close(y, expected)
        y, total = add_norm(self.x, self.residual, self.weight)
        torch.testing.assert_close(total, self.x + self.residual)
        torch.testing.assert_close(y, norm(total, self.weight))

    def test_strides(self):
        x = self.x.transpose(0, 1)
        torch.testing.assert_close(norm(x, self.weight), norm(x.contiguous(), self.weight))

    def test_registration(self):
        def leaf(t):
            return t.clone().requires_grad_()

        torch.library.opcheck(norm, (self.x, None))
        torch.library.opcheck(norm, (leaf(self.x), leaf(self.weight)))
        torch.library.opcheck(add_norm, (leaf(self.x), leaf(self.residual), leaf(self.weight)))

    def test_gradients(self):
        x, r, w = (torch.randn(*shape, dtype=torch.float64, requires_grad=True) for shape in ((3, 8), (3, 8), (8,)))
        self.assertTrue(torch.autograd.gradcheck(lambda x, w: norm(x, w, weight_offset=1.0, eps=0.1), (x, w)))
        self.assertTrue(torch.autograd.gradcheck(norm, (x,)))
        self.assertTrue(torch.autograd.gradcheck(add_norm, (x, r, w)))

    def test_compile_keeps_it(self):
        graphs = []

        def backend(graph, inputs):
            graphs.append([str(node.target) for node in graph.graph.nodes])
            return graph

        def f(x, weight):
            return norm(2 * x, weight) + 1

        torch.testing.assert_close(torch.compile(f, backend=backend, fullgraph=True)(self.x, self.weight), f(self.x, self.weight))
        self.assertEqual(sum("rmsnorm" in target for target in graphs[0]), 1)

    def test_functions(self):
        """torch tensors in, torch tensors out, also of f8 and with gradients around."""
        y = rmsnorm.norm(self.x.clone().requires_grad_(), self.weight, dtype=torch.float8_e4m3fn)
        self.assertEqual((type(y), y.dtype), (torch.Tensor, torch.float8_e4m3fn))
        out = torch.empty_like(self.x)
        self.assertIs(rmsnorm.norm(self.x, self.weight, out=out), out)
        torch.testing.assert_close(out, norm(self.x, self.weight))
        with self.assertRaisesRegex(TypeError, "x is int32|x has elements of i32"):
            norm(self.x.int())
        with self.assertRaisesRegex(ValueError, "weight has shape"):
            norm(self.x, self.weight[:5])

    def test_negatives(self):
        """The imaginary part of a conjugate shares the memory of what it is the negative of."""
        z = torch.complex(self.x.float(), self.x.float())
        torch.testing.assert_close(rmsnorm.norm(z.conj().imag), -rmsnorm.norm(z.imag))
        with self.assertRaisesRegex(ValueError, "result #0 is the negative of another tensor"):
            rmsnorm.norm(self.x.float(), out=z.conj().imag)

    def test_devices(self):
        """Operators take tensors of one device; what no kernel reads is refused by name."""
        meta = self.weight.to("meta")
        for f in (norm, torch.compile(norm, backend="eager")):
            with self.assertRaisesRegex(TypeError if f is norm else Exception, "x is on device cpu, but weight is on meta"):
                f(self.x, meta)
        with self.assertRaisesRegex(TypeError, "but residual is on meta: move one of them"):
            add_norm(self.x, self.residual.to("meta"), self.weight)
        with self.assertRaisesRegex(TypeError, "argument #1 is on device meta: move it"):
            rmsnorm.norm(self.x, meta)
        with self.assertRaisesRegex(TypeError, "argument #0 has layout torch.sparse_coo: convert it"):
            rmsnorm.norm(self.x.to_sparse(), self.weight)


unittest.main()
