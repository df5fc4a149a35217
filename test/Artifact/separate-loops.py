"""A function of many products of matrices, as a whole model is one, on its standard output.

Layers take turns with two weights, whose effects cancel out.
"""

N = 80
UP = "[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0]]"
DOWN = "[[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]"

print(f"""func.func @main(%x0: tensor<4x4xf32>) -> tensor<4x4xf32> {{
  %w0 = arith.constant dense<{UP}> : tensor<4x4xf32>
  %w1 = arith.constant dense<{DOWN}> : tensor<4x4xf32>
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>""")
for i in range(N):
    print(f"  %x{i + 1} = linalg.matmul ins(%w{i % 2}, %x{i} : tensor<4x4xf32>, tensor<4x4xf32>) "
          f"outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>")
print(f"""  return %x{N} : tensor<4x4xf32>
}}""")
