"""A function of many products of matrices, as a whole model is one, on its standard output."""

N = 80

print("""func.func @main(%x0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %rows = arith.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf32>
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>""")
for i in range(N):
    print(f"  %x{i + 1} = linalg.matmul ins(%rows, %x{i} : tensor<4x4xf32>, tensor<4x4xf32>) "
          f"outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>")
print(f"""  return %x{N} : tensor<4x4xf32>
}}""")
