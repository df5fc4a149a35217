// As int8_per_token, with the rounding that TOSA is given for round(): it has no
// op for it, so truth values go from one op to the next.
func.func @norm(%x: tensor<7x160xbf16>, %w: tensor<160xbf16>) -> tensor<7x160xbf16> {
  %i = tensor.empty() : tensor<7x160xbf16>
  %y = rmsnorm.norm ins(%x : tensor<7x160xbf16>) weight(%w : tensor<160xbf16>) outs(%i : tensor<7x160xbf16>) {epsilon = 1.0e-06 : f64} -> tensor<7x160xbf16>
  return %y : tensor<7x160xbf16>
}
func.func @quantise(%x: tensor<7x160xbf16>) -> (tensor<7x160xi8>, tensor<7x1xf32>) {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %two = "tosa.const"() <{values = dense<2.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %half = "tosa.const"() <{values = dense<0.5> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %unit = "tosa.const"() <{values = dense<0.00787401571> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %f = tosa.cast %x : (tensor<7x160xbf16>) -> tensor<7x160xf32>
  %abs = tosa.abs %f : (tensor<7x160xf32>) -> tensor<7x160xf32>
  %top = tosa.reduce_max %abs {axis = 1 : i32} : (tensor<7x160xf32>) -> tensor<7x1xf32>
  %least = tosa.clamp %top {max_val = 3.40282347E+38 : f32, min_val = 1.270000e-10 : f32} : (tensor<7x1xf32>) -> tensor<7x1xf32>
  %scale = tosa.mul %least, %unit, %shift : (tensor<7x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<7x1xf32>
  %inverse = tosa.reciprocal %scale : (tensor<7x1xf32>) -> tensor<7x1xf32>
  %v = tosa.mul %f, %inverse, %shift : (tensor<7x160xf32>, tensor<7x1xf32>, tensor<1xi8>) -> tensor<7x160xf32>
  %floor = tosa.floor %v : (tensor<7x160xf32>) -> tensor<7x160xf32>
  %rest = tosa.sub %v, %floor : (tensor<7x160xf32>, tensor<7x160xf32>) -> tensor<7x160xf32>
  %ceil = tosa.ceil %v : (tensor<7x160xf32>) -> tensor<7x160xf32>
  %halved = tosa.mul %floor, %half, %shift : (tensor<7x160xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<7x160xf32>
  %below = tosa.floor %halved : (tensor<7x160xf32>) -> tensor<7x160xf32>
  %doubled = tosa.mul %below, %two, %shift : (tensor<7x160xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<7x160xf32>
  %even = tosa.equal %floor, %doubled : (tensor<7x160xf32>, tensor<7x160xf32>) -> tensor<7x160xi1>
  %tie = tosa.equal %rest, %half : (tensor<7x160xf32>, tensor<1x1xf32>) -> tensor<7x160xi1>
  %less = tosa.greater %half, %rest : (tensor<1x1xf32>, tensor<7x160xf32>) -> tensor<7x160xi1>
  %stays = tosa.logical_and %tie, %even : (tensor<7x160xi1>, tensor<7x160xi1>) -> tensor<7x160xi1>
  %down = tosa.logical_or %less, %stays : (tensor<7x160xi1>, tensor<7x160xi1>) -> tensor<7x160xi1>
  %rounded = tosa.select %down, %floor, %ceil : (tensor<7x160xi1>, tensor<7x160xf32>, tensor<7x160xf32>) -> tensor<7x160xf32>
  %q = tosa.cast %rounded : (tensor<7x160xf32>) -> tensor<7x160xi8>
  return %q, %scale : tensor<7x160xi8>, tensor<7x1xf32>
}
func.func @main(%x: tensor<7x160xbf16>, %w: tensor<160xbf16>) -> (tensor<7x160xi8>, tensor<7x1xf32>) {
  %n = func.call @norm(%x, %w) : (tensor<7x160xbf16>, tensor<160xbf16>) -> tensor<7x160xbf16>
  %q, %scale = func.call @quantise(%n) : (tensor<7x160xbf16>) -> (tensor<7x160xi8>, tensor<7x1xf32>)
  return %q, %scale : tensor<7x160xi8>, tensor<7x1xf32>
}
