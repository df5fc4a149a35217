// A norm and its quantisation with a scale for each token, as torch-mlir writes them in TOSA: conditions are tensors.
func.func @norm(%x: tensor<7x160xbf16>, %w: tensor<160xbf16>) -> tensor<7x160xbf16> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %row = tosa.const_shape {values = dense<[1, 160]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %two = "tosa.const"() <{values = dense<2.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %inv = "tosa.const"() <{values = dense<0.00625> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %eps = "tosa.const"() <{values = dense<1.0e-06> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %a = tosa.cast %x : (tensor<7x160xbf16>) -> tensor<7x160xf32>
  %sq = tosa.pow %a, %two : (tensor<7x160xf32>, tensor<1x1xf32>) -> tensor<7x160xf32>
  %sum = tosa.reduce_sum %sq {axis = 1 : i32} : (tensor<7x160xf32>) -> tensor<7x1xf32>
  %mean = tosa.mul %sum, %inv, %s : (tensor<7x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<7x1xf32>
  %e = tosa.add %mean, %eps : (tensor<7x1xf32>, tensor<1x1xf32>) -> tensor<7x1xf32>
  %r = tosa.rsqrt %e : (tensor<7x1xf32>) -> tensor<7x1xf32>
  %n = tosa.mul %a, %r, %s : (tensor<7x160xf32>, tensor<7x1xf32>, tensor<1xi8>) -> tensor<7x160xf32>
  %wf = tosa.cast %w : (tensor<160xbf16>) -> tensor<160xf32>
  %wr = tosa.reshape %wf, %row : (tensor<160xf32>, !tosa.shape<2>) -> tensor<1x160xf32>
  %y = tosa.mul %n, %wr, %s : (tensor<7x160xf32>, tensor<1x160xf32>, tensor<1xi8>) -> tensor<7x160xf32>
  %yt = tosa.cast %y : (tensor<7x160xf32>) -> tensor<7x160xbf16>
  return %yt : tensor<7x160xbf16>
}

func.func @quantise(%x: tensor<7x160xbf16>) -> (tensor<7x160xi8>, tensor<7xf32>) {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %rows = tosa.const_shape {values = dense<7> : tensor<1xindex>} : () -> !tosa.shape<1>
  %two = "tosa.const"() <{values = dense<2.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %inv = "tosa.const"() <{values = dense<0.00787401571> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %half = "tosa.const"() <{values = dense<0.5> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %a = tosa.cast %x : (tensor<7x160xbf16>) -> tensor<7x160xf32>
  %abs = tosa.abs %a : (tensor<7x160xf32>) -> tensor<7x160xf32>
  %top = tosa.reduce_max %abs {axis = 1 : i32} : (tensor<7x160xf32>) -> tensor<7x1xf32>
  %m = tosa.mul %top, %inv, %s : (tensor<7x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<7x1xf32>
  %scale = tosa.clamp %m {min_val = 1.0e-12 : f32, max_val = 3.40282347E+38 : f32} : (tensor<7x1xf32>) -> tensor<7x1xf32>
  %rec = tosa.reciprocal %scale : (tensor<7x1xf32>) -> tensor<7x1xf32>
  %v = tosa.mul %a, %rec, %s : (tensor<7x160xf32>, tensor<7x1xf32>, tensor<1xi8>) -> tensor<7x160xf32>
  %low = tosa.floor %v : (tensor<7x160xf32>) -> tensor<7x160xf32>
  %part = tosa.sub %v, %low : (tensor<7x160xf32>, tensor<7x160xf32>) -> tensor<7x160xf32>
  %high = tosa.ceil %v : (tensor<7x160xf32>) -> tensor<7x160xf32>
  %h = tosa.mul %low, %half, %s : (tensor<7x160xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<7x160xf32>
  %hf = tosa.floor %h : (tensor<7x160xf32>) -> tensor<7x160xf32>
  %even = tosa.mul %hf, %two, %s : (tensor<7x160xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<7x160xf32>
  %is_even = tosa.equal %low, %even : (tensor<7x160xf32>, tensor<7x160xf32>) -> tensor<7x160xi1>
  %tie = tosa.equal %part, %half : (tensor<7x160xf32>, tensor<1x1xf32>) -> tensor<7x160xi1>
  %below = tosa.greater %half, %part : (tensor<1x1xf32>, tensor<7x160xf32>) -> tensor<7x160xi1>
  %tie_even = tosa.logical_and %tie, %is_even : (tensor<7x160xi1>, tensor<7x160xi1>) -> tensor<7x160xi1>
  %down = tosa.logical_or %below, %tie_even : (tensor<7x160xi1>, tensor<7x160xi1>) -> tensor<7x160xi1>
  %rounded = tosa.select %down, %low, %high : (tensor<7x160xi1>, tensor<7x160xf32>, tensor<7x160xf32>) -> tensor<7x160xf32>
  %c = tosa.clamp %rounded {min_val = -1.28e+02 : f32, max_val = 1.27e+02 : f32} : (tensor<7x160xf32>) -> tensor<7x160xf32>
  %cf = tosa.floor %c : (tensor<7x160xf32>) -> tensor<7x160xf32>
  %cc = tosa.ceil %c : (tensor<7x160xf32>) -> tensor<7x160xf32>
  %neg = tosa.greater %zero, %c : (tensor<1x1xf32>, tensor<7x160xf32>) -> tensor<7x160xi1>
  %t = tosa.select %neg, %cc, %cf : (tensor<7x160xi1>, tensor<7x160xf32>, tensor<7x160xf32>) -> tensor<7x160xf32>
  %q = tosa.cast %t : (tensor<7x160xf32>) -> tensor<7x160xi8>
  %sr = tosa.reshape %scale, %rows : (tensor<7x1xf32>, !tosa.shape<1>) -> tensor<7xf32>
  return %q, %sr : tensor<7x160xi8>, tensor<7xf32>
}

func.func @main(%x: tensor<7x160xbf16>, %w: tensor<160xbf16>) -> (tensor<7x160xi8>, tensor<7xf32>) {
  %n = func.call @norm(%x, %w) : (tensor<7x160xbf16>, tensor<160xbf16>) -> tensor<7x160xbf16>
  %q:2 = func.call @quantise(%n) : (tensor<7x160xbf16>) -> (tensor<7x160xi8>, tensor<7xf32>)
  return %q#0, %q#1 : tensor<7x160xi8>, tensor<7xf32>
}
