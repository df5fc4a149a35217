"""Other norms for GPUs: `find_peers` gives those that are installed. Each takes the driver, the kind
of kernel, the element type and the sets of buffers, and returns a function that puts
the i-th call into the driver's stream, or None for a kind that it does not have."""

import importlib.util

EPSILON = 1e-6


def tensors(driver, sets, dtype):
    """PyTorch's view of the buffers: (inputs, results) of each set."""
    import torch

    types = {"float32": torch.float32, "int8": torch.int8, "float16": torch.float16, "uint16": torch.bfloat16}

    class View:
        def __init__(self, buffer):
            array = buffer.array
            self.__cuda_array_interface__ = {"shape": (array.nbytes,), "typestr": "|u1", "data": (buffer.address, False),
                                             "version": 3}

    def tensor(buffer):
        flat = torch.as_tensor(View(buffer), device="cuda")
        return flat.view(types[buffer.array.dtype.name]).view(buffer.array.shape)

    stream = torch.cuda.ExternalStream(driver.stream.value)
    return stream, [([tensor(b) for b in s.inputs], [tensor(b) for b in s.results]) for s in sets]


def torch_compile(driver, kind, dtype, sets):
    import torch

    def norm(x, w):
        return torch.nn.functional.rms_norm(x, w.shape, w, EPSILON)

    def residual(x, r, w):
        s = x + r
        return norm(s, w), s

    def int8(x, w):
        y = x.float() * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + EPSILON) * w.float()
        s = y.abs().amax(-1) / 127
        return torch.round(y / s[:, None]).to(torch.int8), s

    torch.compiler.reset()
    compiled = torch.compile({"norm": norm, "residual": residual, "int8": int8}[kind])
    stream, views = tensors(driver, sets, dtype)

    def call(i):
        with torch.cuda.stream(stream), torch.no_grad():
            compiled(*views[i][0])

    call(0)
    torch.cuda.synchronize()
    return call


def triton(driver, kind, dtype, sets):
    """The best number of warps."""
    import torch
    import triton as package
    from triton_norms import KERNELS, WARPS

    kernel = KERNELS[kind][0]
    stream, views = tensors(driver, sets, dtype)
    rows, columns = views[0][0][0].shape
    block = package.next_power_of_2(columns)
    if block > 65536:
        return None

    def with_warps(warps):
        def call(i):
            with torch.cuda.stream(stream):
                kernel[(rows,)](*views[i][0], *views[i][1], EPSILON, N=columns, BLOCK=block, num_warps=warps)

        call(0)
        return call

    calls = [with_warps(w) for w in WARPS]
    return min(calls, key=lambda call: driver.time(20, lambda: call(0)))


def quack(driver, kind, dtype, sets):
    import torch
    from quack import rmsnorm

    if kind == "int8":
        return None
    stream, views = tensors(driver, sets, dtype)

    def call(i):
        with torch.cuda.stream(stream), torch.no_grad():
            if kind == "norm":
                rmsnorm(*views[i][0], eps=EPSILON)
            else:
                x, r, w = views[i][0]
                rmsnorm(x, w, residual=r, eps=EPSILON)

    call(0)
    return call


def find_peers():
    peers = {"torch.compile": ("torch", torch_compile), "Triton": ("triton", triton), "Quack": ("quack", quack)}
    found = {}
    for name, (package, peer) in peers.items():
        lacking = [p for p in dict.fromkeys(("torch", package)) if not importlib.util.find_spec(p)]
        if lacking:
            print(f"without {name}: {' and '.join(lacking)} {'is' if len(lacking) == 1 else 'are'} not installed")
        else:
            found[name] = peer
    return found
