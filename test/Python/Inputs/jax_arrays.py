"""Arrays of JAX in, arrays of JAX out."""

import jax
import jax.numpy as jnp
import numpy as np

import rmsnorm

x, weight = (jax.random.normal(jax.random.key(i), shape, jnp.bfloat16) for i, shape in enumerate(((4, 96), (96,))))
y = rmsnorm.norm(x, weight)
assert isinstance(y, jax.Array) and y.dtype == jnp.bfloat16
x32, w32 = x.astype(jnp.float32), weight.astype(jnp.float32)
expected = x32 * jax.lax.rsqrt(jnp.square(x32).mean(-1, keepdims=True) + 1e-6) * w32
np.testing.assert_allclose(np.asarray(y, np.float32), expected, rtol=8e-3)
try:
    rmsnorm.norm(x, out=y)
except TypeError as error:
    assert "can't be written to" in str(error)
else:
    raise SystemExit("an array of JAX was written to")
