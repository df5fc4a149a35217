"""A torch.nn.Module, exported, raised, compiled and compared."""

import torch

import rmsnorm
import rmsnorm.torch_mlir


class Norms(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.rms = torch.nn.RMSNorm(96, eps=1e-5)
        self.layer = torch.nn.LayerNorm(96)

    def forward(self, x):
        return self.layer(self.rms(x)), torch.rsqrt(x)


torch.manual_seed(0)
model, x = Norms().eval(), torch.rand(4, 6, 96)
for dialect in ("linalg", "tosa"):
    found = rmsnorm.torch_mlir.find_norms(model, x, dialect=dialect)
    print(f"{dialect}: {found}")
    with torch.no_grad():
        expected = model(x)
    close = all(torch.allclose(y, e, atol=1e-6) for y, e in zip(rmsnorm.compile(found.module)(x), expected))
    print("1e-06 close" if close else "not close")
try:
    rmsnorm.torch_mlir.find_norms(model, x, dialect="onnx")
except ValueError as error:
    print(error)
