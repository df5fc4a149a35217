"""The same work in other libraries. Each peer takes the name of a case, its inputs
as NumPy arrays (bf16 as the bits, in uint16) and the type's name, and returns a
function without arguments that does the work once. It raises what the library
raises where that is not installed or does not know the case.

Cases, with x and residual r of MxN and weight w of N:
  norm       y = x / sqrt(mean(x^2) + eps) * w
  residual   s = x + r, and the norm of s; both are results
  quantised  int8 q = round(y / scale) with scale = max|y| / 127 per row of the norm
"""

EPSILON = 1e-6


def torch_work(case, inputs, dtype):
    import torch

    def norm(a, w):
        return torch.nn.functional.rms_norm(a, w.shape, w, EPSILON)

    def residual(a, r, w):
        s = a + r
        return norm(s, w), s

    def quantised(a, w):
        y = norm(a, w).float()
        scale = y.abs().amax(-1, keepdim=True) / 127
        return torch.round(y / scale).to(torch.int8), scale

    tensors = [torch.from_numpy(a) for a in inputs]
    if dtype == "bf16":
        tensors = [t.view(torch.bfloat16) for t in tensors]
    return {"norm": norm, "residual": residual, "quantised": quantised}[case], tensors


def torch_eager(case, inputs, dtype):
    work, tensors = torch_work(case, inputs, dtype)
    return lambda: work(*tensors)


def torch_compile(case, inputs, dtype):
    import torch

    work, tensors = torch_work(case, inputs, dtype)
    torch.compiler.reset()
    compiled = torch.compile(work)

    def call():
        with torch.no_grad():
            compiled(*tensors)

    return call


def onnx_runtime(case, inputs, dtype):
    import numpy as np
    import onnxruntime
    from onnx import TensorProto, helper

    element = {"f32": TensorProto.FLOAT, "f16": TensorProto.FLOAT16}.get(dtype)
    if element is None or case == "quantised":
        raise TypeError("no such kernel for the CPU")
    x, names = inputs[0], ["x", "r", "w"] if case == "residual" else ["x", "w"]
    if case == "residual":
        results = ["y", "s"]
        node = helper.make_node("SkipSimplifiedLayerNormalization", names, ["y", "", "", "s"], domain="com.microsoft",
                                epsilon=EPSILON)
    else:
        results = ["y"]
        node = helper.make_node("SimplifiedLayerNormalization", names, results, axis=-1, epsilon=EPSILON)
    declared = [helper.make_tensor_value_info(n, element, a.shape) for n, a in zip(names, inputs)]
    graph = helper.make_graph([node], case, declared, [helper.make_tensor_value_info(n, element, x.shape) for n in results])
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    binding = session.io_binding()
    for name, array in zip(names, inputs):
        binding.bind_cpu_input(name, array)
    for name in results:
        binding.bind_ortvalue_output(name, onnxruntime.OrtValue.ortvalue_from_numpy(np.zeros_like(x)))
    return lambda: session.run_with_iobinding(binding)


def jax_jit(case, inputs, dtype):
    import os

    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import ml_dtypes

    def norm(a, w):
        wide = a.astype(jnp.float32)
        scale = jax.lax.rsqrt(jnp.mean(wide * wide, -1, keepdims=True) + EPSILON)
        return (wide * scale * w.astype(jnp.float32)).astype(a.dtype)

    def residual(a, r, w):
        return norm(a + r, w), a + r

    def quantised(a, w):
        y = norm(a, w).astype(jnp.float32)
        scale = jnp.max(jnp.abs(y), -1, keepdims=True) / 127
        return jnp.round(y / scale).astype(jnp.int8), scale

    arrays = [jnp.asarray(a.view(ml_dtypes.bfloat16) if dtype == "bf16" else a) for a in inputs]
    compiled = jax.jit({"norm": norm, "residual": residual, "quantised": quantised}[case])
    return lambda: jax.block_until_ready(compiled(*arrays))


def openvino_cpu(case, inputs, dtype):
    import numpy as np
    import openvino
    from openvino import opset13 as ops

    element = {"f32": openvino.Type.f32, "bf16": openvino.Type.bf16, "f16": openvino.Type.f16}[dtype]

    def wide(value):
        return value if dtype == "f32" else ops.convert(value, "f32")

    def narrow(value):
        return value if dtype == "f32" else ops.convert(value, element)

    def norm(a):
        # With a constant weight its CPU plugin has one kernel for these.
        mean = ops.reduce_mean(ops.power(a, np.float32(2)), [-1], True)
        inverse = ops.divide(np.float32(1), ops.sqrt(ops.add(mean, np.float32(EPSILON))))
        return narrow(ops.multiply(ops.multiply(a, inverse), wide(weight)))

    def quantised(y):
        scale = ops.divide(ops.reduce_max(ops.absolute(y), [-1], True), np.float32(127))
        return [ops.convert(ops.round(ops.divide(y, scale), "half_to_even"), "i8"), scale]

    tensors = [openvino.Tensor(a, a.shape, element) for a in inputs]
    weight = ops.constant(tensors.pop())
    parameters = [ops.parameter(list(t.shape), element) for t in tensors]
    if case == "residual":
        stored = narrow(ops.add(wide(parameters[0]), wide(parameters[1])))
        results = [norm(wide(stored)), stored]
    else:
        y = norm(wide(parameters[0]))
        results = [y] if case == "norm" else quantised(wide(y))
    # The precision is that of arithmetic inside, as everyone else computes; threads
    # that it pins to cores would be in the others' way.
    options = {"INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY", "ENABLE_CPU_PINNING": False}
    compiled = openvino.Core().compile_model(openvino.Model(results, parameters), "CPU", options)
    request = compiled.create_infer_request()
    for i, tensor in enumerate(tensors):
        request.set_input_tensor(i, tensor)
    return request.infer


def onednn_cpu(case, inputs, dtype):
    import ctypes
    import importlib.metadata
    import os

    import numpy as np

    if case != "norm":
        raise TypeError("no such primitive")
    library = next(f.locate() for f in importlib.metadata.files("onednn") if f.name == "libdnnl.so.3").resolve()
    # The package leaves it to the caller to find its runtime, also on other vendors' CPUs.
    os.environ.setdefault("OCL_ICD_FILENAMES", str(library.with_name("libintelocl.so")))
    for name in ("libintlc.so.5", "libimf.so", "libsvml.so", "libtbb.so.12", "libsycl.so.9"):
        ctypes.CDLL(str(library.with_name(name)))
    dnnl = ctypes.CDLL(str(library))

    def make(function, *arguments):
        made = ctypes.c_void_p()
        if status := getattr(dnnl, function)(ctypes.byref(made), *arguments):
            raise RuntimeError(f"{function} returns {status}")
        return made

    # Names and numbers are those of dnnl_types.h.
    cpu, in_order, forward_inference, use_scale, rms_norm = 1, 1, 96, 0x2, 0x20
    element = {"f16": 1, "bf16": 2, "f32": 3}[dtype]
    arg_src, arg_scale, arg_dst = 1, 51, 17
    engine = make("dnnl_engine_create", cpu, ctypes.c_size_t(0))
    stream = make("dnnl_stream_create", engine, in_order)

    def describe(array):
        tag = {1: 2, 2: 3}[array.ndim]  # dnnl_a, dnnl_ab
        return make("dnnl_memory_desc_create_with_tag", array.ndim, (ctypes.c_int64 * array.ndim)(*array.shape), element, tag)

    class Argument(ctypes.Structure):
        _fields_ = [("arg", ctypes.c_int), ("memory", ctypes.c_void_p)]

    x, w = inputs
    y = np.zeros_like(x)
    description = make("dnnl_layer_normalization_forward_primitive_desc_create", engine, forward_inference, describe(x),
                       describe(y), None, ctypes.c_float(EPSILON), use_scale | rms_norm, None)
    primitive = make("dnnl_primitive_create", description)
    arguments = (Argument * 3)(*(
        Argument(which, make("dnnl_memory_create", describe(array), engine, ctypes.c_void_p(array.ctypes.data)))
        for which, array in ((arg_src, x), (arg_scale, w), (arg_dst, y))))

    def call():
        dnnl.dnnl_primitive_execute(primitive, stream, len(arguments), arguments)
        dnnl.dnnl_stream_wait(stream)
        return x, w, y  # Kept as long as the function is.

    return call


PEERS = {
    "PyTorch eager": torch_eager,
    "torch.compile": torch_compile,
    "ONNX Runtime": onnx_runtime,
    "oneDNN": onednn_cpu,  # Before OpenVINO, whose own TBB its runtime does not work with.
    "OpenVINO": openvino_cpu,
    "JAX": jax_jit,
}
