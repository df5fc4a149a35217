"""Other RMS norms. Each takes x, weight and y as NumPy arrays (bf16 as the bits,
in uint16) and returns a function without arguments that normalises x once; what
is not installed, or does not know the type, is left out."""

EPSILON = 1e-6


def torch_eager(x, weight, y, dtype):
    import torch

    def tensor(array):
        t = torch.from_numpy(array)
        return t.view(torch.bfloat16) if dtype == "bf16" else t

    a, w = tensor(x), tensor(weight)
    return lambda: torch.nn.functional.rms_norm(a, w.shape, w, EPSILON)


def torch_compile(x, weight, y, dtype):
    import torch

    def norm(a, w):
        return torch.nn.functional.rms_norm(a, w.shape, w, EPSILON)

    def tensor(array):
        t = torch.from_numpy(array)
        return t.view(torch.bfloat16) if dtype == "bf16" else t

    torch.compiler.reset()
    compiled, a, w = torch.compile(norm), tensor(x), tensor(weight)

    def call():
        with torch.no_grad():
            compiled(a, w)

    return call


def onnx_runtime(x, weight, y, dtype):
    import onnx
    import onnxruntime
    from onnx import TensorProto, helper

    if dtype == "bf16":
        raise TypeError("no bf16 on the CPU")
    element = {"f32": TensorProto.FLOAT, "f16": TensorProto.FLOAT16}[dtype]
    values = [helper.make_tensor_value_info(name, element, array.shape)
              for name, array in (("x", x), ("w", weight), ("y", y))]
    node = helper.make_node("SimplifiedLayerNormalization", ["x", "w"], ["y"], axis=-1, epsilon=EPSILON)
    graph = helper.make_graph([node], "norm", values[:2], values[2:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    binding = session.io_binding()
    binding.bind_cpu_input("x", x)
    binding.bind_cpu_input("w", weight)
    value = onnxruntime.OrtValue.ortvalue_from_numpy(y)
    binding.bind_ortvalue_output("y", value)
    return lambda: session.run_with_iobinding(binding)


def jax_jit(x, weight, y, dtype):
    import os

    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import ml_dtypes

    def norm(a, w):
        wide = a.astype(jnp.float32)
        scale = jax.lax.rsqrt(jnp.mean(wide * wide, -1, keepdims=True) + EPSILON)
        return (wide * scale * w.astype(jnp.float32)).astype(a.dtype)

    def array(values):
        return jnp.asarray(values.view(ml_dtypes.bfloat16) if dtype == "bf16" else values)

    compiled, a, w = jax.jit(norm), array(x), array(weight)
    return lambda: compiled(a, w).block_until_ready()


PEERS = {
    "PyTorch eager": torch_eager,
    "torch.compile": torch_compile,
    "ONNX Runtime": onnx_runtime,
    "JAX": jax_jit,
}
