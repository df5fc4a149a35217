// TOSA may stretch a dimension that nobody knows before the run, so who owns a
// buffer is known only then too. Both targets compute it, stretched and not.
//
// RUN: %python -c "import numpy as np; r = np.random.default_rng(0); [np.save(f'%t.{n}.npy', r.standard_normal((n, 96), dtype='f4')) for n in (1, 5)]"
// RUN: rmsnorm-run %s --input=%t.5.npy --input=%t.1.npy --output=%t.cpu.npy
// RUN: rmsnorm-run %s --target=cuda-emulated --input=%t.5.npy --input=%t.1.npy --output=%t.gpu.npy
// RUN: rmsnorm-run %s --target=cuda-emulated --input=%t.5.npy --input=%t.5.npy --output=%t.same.npy
// RUN: %python -c "import numpy as np; x, r = (np.load(f'%t.{n}.npy') for n in (5, 1)); \
// RUN:   norm = lambda v: (lambda a: a / np.sqrt((a * a).mean(-1, keepdims=True) + 1e-6))(v.astype('f8')); \
// RUN:   [np.testing.assert_allclose(np.load(f'%t.{t}.npy'), norm(s), rtol=2e-6) for t, s in (('cpu', x + r), ('gpu', x + r), ('same', x + x))]"
func.func @main(%x: tensor<?x96xf32>, %r: tensor<?x96xf32>) -> tensor<?x96xf32> {
  %z = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %s = tosa.add %x, %r : (tensor<?x96xf32>, tensor<?x96xf32>) -> tensor<?x96xf32>
  %p = tosa.mul %s, %s, %z : (tensor<?x96xf32>, tensor<?x96xf32>, tensor<1xi8>) -> tensor<?x96xf32>
  %m = tosa.reduce_sum %p {axis = 1 : i32} : (tensor<?x96xf32>) -> tensor<?x1xf32>
  %n = "tosa.const"() {values = dense<0.010416667> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
  %e = "tosa.const"() {values = dense<1.0e-6> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
  %a = tosa.mul %m, %n, %z : (tensor<?x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<?x1xf32>
  %b = tosa.add %a, %e : (tensor<?x1xf32>, tensor<1x1xf32>) -> tensor<?x1xf32>
  %c = tosa.rsqrt %b : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %y = tosa.mul %s, %c, %z : (tensor<?x96xf32>, tensor<?x1xf32>, tensor<1xi8>) -> tensor<?x96xf32>
  return %y : tensor<?x96xf32>
}
