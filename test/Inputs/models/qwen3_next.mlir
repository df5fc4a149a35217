#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d2)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<1x8xi64>, %cst_3: tensor<64x64xbf16>, %cst_4: tensor<64xbf16>, %cst_5: tensor<64x96xbf16>, %cst_6: tensor<96x64xbf16>, %cst_7: tensor<96x64xbf16>, %cst_8: tensor<64xbf16>, %cst_9: tensor<64x64xbf16>, %cst_10: tensor<32x64xbf16>, %cst_11: tensor<16xbf16>, %cst_12: tensor<32x64xbf16>, %cst_13: tensor<16xbf16>, %cst_14: tensor<128x64xbf16>, %cst_15: tensor<64xbf16>, %cst_16: tensor<64x96xbf16>, %cst_17: tensor<96x64xbf16>, %cst_18: tensor<96x64xbf16>, %cst_19: tensor<64xbf16>, %cst_20: tensor<64x64xbf16>, %cst_21: tensor<1x1x8x8xbf16>, %cst_22: tensor<32x64xbf16>, %cst_23: tensor<16xbf16>, %cst_24: tensor<32x64xbf16>, %cst_25: tensor<16xbf16>, %cst_26: tensor<128x64xbf16>, %cst_27: tensor<64xbf16>, %cst_29: tensor<2xbf16>, %cst_30: tensor<64x64xbf16>) -> tensor<1x8x64xbf16> {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %c64 = arith.constant 64 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : bf16
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_28 = arith.constant 9.9999999999999995E-7 : f64
    %cst_31 = arith.constant 6.400000e+01 : f32
    %cst_32 = arith.constant 1.600000e+01 : f32
    %cst_33 = arith.constant 2.500000e-01 : bf16
    %0 = tensor.empty() : tensor<8xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %262 = linalg.index 0 : index
      %263 = arith.index_cast %262 : index to i64
      linalg.yield %263 : i64
    } -> tensor<8xi64>
    %2 = tensor.empty() : tensor<1x8x64xbf16>
    %3 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x8xi64>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %262 = arith.index_cast %in : i64 to index
      %263 = linalg.index 2 : index
      %264 = arith.cmpi slt, %262, %c64 : index
      cf.assert %264, "index must be smaller than dim size"
      %265 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %265, "index must be larger or equal to 0"
      %extracted = tensor.extract %cst_30[%262, %263] : tensor<64x64xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x8x64xbf16>
    %expanded = tensor.expand_shape %1 [[0, 1, 2]] output_shape [1, 8, 1] : tensor<8xi64> into tensor<1x8x1xi64>
    %4 = tensor.empty() : tensor<1x8x1xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x8x1xi64>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %262 = arith.sitofp %in : i64 to f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %6 = tensor.empty() : tensor<2xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%cst_29 : tensor<2xbf16>) outs(%6 : tensor<2xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<2xf32>
    %8 = tensor.empty() : tensor<1x8x2xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %7 : tensor<1x8x1xf32>, tensor<2xf32>) outs(%8 : tensor<1x8x2xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x2xf32>
    %concat = tensor.concat dim(2) %9, %9 : (tensor<1x8x2xf32>, tensor<1x8x2xf32>) -> tensor<1x8x4xf32>
    %10 = tensor.empty() : tensor<1x8x4xf32>
    %11 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat : tensor<1x8x4xf32>) outs(%10 : tensor<1x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.cos %in : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x4xf32>
    %12 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat : tensor<1x8x4xf32>) outs(%10 : tensor<1x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.sin %in : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x4xf32>
    %13 = tensor.empty() : tensor<1x8x4xbf16>
    %14 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<1x8x4xf32>) outs(%13 : tensor<1x8x4xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x4xbf16>
    %15 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x8x4xf32>) outs(%13 : tensor<1x8x4xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x4xbf16>
    %16 = tensor.empty() : tensor<1x8x64xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<1x8x64xbf16>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %18 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x8x64xf32>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %19 = linalg.fill ins(%cst : f32) outs(%4 : tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%18 : tensor<1x8x64xf32>) outs(%19 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %out : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.divf %in, %cst_31 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %22 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.truncf %cst_28 : f64 to f32
      %263 = arith.addf %in, %262 : f32
      linalg.yield %263 : f32
    } -> tensor<1x8x1xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.rsqrt %in : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %23 : tensor<1x8x64xf32>, tensor<1x8x1xf32>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %25 = tensor.empty() : tensor<64xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%cst_27 : tensor<64xbf16>) outs(%25 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<64xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%26 : tensor<64xf32>) outs(%25 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %cst_2 : f32
      linalg.yield %262 : f32
    } -> tensor<64xf32>
    %28 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %27 : tensor<1x8x64xf32>, tensor<64xf32>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %29 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<1x8x64xf32>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x64xbf16>
    %30 = tensor.empty() : tensor<64x128xbf16>
    %transposed = linalg.transpose ins(%cst_26 : tensor<128x64xbf16>) outs(%30 : tensor<64x128xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %29 [[0, 1], [2]] : tensor<1x8x64xbf16> into tensor<8x64xbf16>
    %31 = tensor.empty() : tensor<8x128xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<8x128xf32>) -> tensor<8x128xf32>
    %33 = linalg.matmul ins(%collapsed, %transposed : tensor<8x64xbf16>, tensor<64x128xbf16>) outs(%32 : tensor<8x128xf32>) -> tensor<8x128xf32>
    %34 = tensor.empty() : tensor<8x128xbf16>
    %35 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<8x128xf32>) outs(%34 : tensor<8x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<8x128xbf16>
    %expanded_34 = tensor.expand_shape %35 [[0, 1], [2, 3]] output_shape [1, 8, 4, 32] : tensor<8x128xbf16> into tensor<1x8x4x32xbf16>
    %extracted_slice = tensor.extract_slice %expanded_34[0, 0, 0, 0] [1, 8, 4, 16] [1, 1, 1, 1] : tensor<1x8x4x32xbf16> to tensor<1x8x4x16xbf16>
    %extracted_slice_35 = tensor.extract_slice %expanded_34[0, 0, 0, 16] [1, 8, 4, 16] [1, 1, 1, 1] : tensor<1x8x4x32xbf16> to tensor<1x8x4x16xbf16>
    %collapsed_36 = tensor.collapse_shape %extracted_slice_35 [[0], [1], [2, 3]] : tensor<1x8x4x16xbf16> into tensor<1x8x64xbf16>
    %36 = tensor.empty() : tensor<1x8x4x16xf32>
    %37 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x8x4x16xbf16>) outs(%36 : tensor<1x8x4x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<1x8x4x16xf32>
    %38 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<1x8x4x16xf32>) outs(%36 : tensor<1x8x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %262 : f32
    } -> tensor<1x8x4x16xf32>
    %39 = tensor.empty() : tensor<1x8x4x1xf32>
    %40 = linalg.fill ins(%cst : f32) outs(%39 : tensor<1x8x4x1xf32>) -> tensor<1x8x4x1xf32>
    %41 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%38 : tensor<1x8x4x16xf32>) outs(%40 : tensor<1x8x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %out : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x4x1xf32>
    %42 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<1x8x4x1xf32>) outs(%39 : tensor<1x8x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.divf %in, %cst_32 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x4x1xf32>
    %43 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<1x8x4x1xf32>) outs(%39 : tensor<1x8x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.truncf %cst_28 : f64 to f32
      %263 = arith.addf %in, %262 : f32
      linalg.yield %263 : f32
    } -> tensor<1x8x4x1xf32>
    %44 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43 : tensor<1x8x4x1xf32>) outs(%39 : tensor<1x8x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.rsqrt %in : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x4x1xf32>
    %45 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %44 : tensor<1x8x4x16xf32>, tensor<1x8x4x1xf32>) outs(%36 : tensor<1x8x4x16xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x4x16xf32>
    %46 = tensor.empty() : tensor<16xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%cst_25 : tensor<16xbf16>) outs(%46 : tensor<16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<16xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%47 : tensor<16xf32>) outs(%46 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %cst_2 : f32
      linalg.yield %262 : f32
    } -> tensor<16xf32>
    %49 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %48 : tensor<1x8x4x16xf32>, tensor<16xf32>) outs(%36 : tensor<1x8x4x16xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x4x16xf32>
    %50 = tensor.empty() : tensor<1x8x4x16xbf16>
    %51 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<1x8x4x16xf32>) outs(%50 : tensor<1x8x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x4x16xbf16>
    %52 = tensor.empty() : tensor<1x4x8x16xbf16>
    %transposed_37 = linalg.transpose ins(%51 : tensor<1x8x4x16xbf16>) outs(%52 : tensor<1x4x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %53 = tensor.empty() : tensor<64x32xbf16>
    %transposed_38 = linalg.transpose ins(%cst_24 : tensor<32x64xbf16>) outs(%53 : tensor<64x32xbf16>) permutation = [1, 0] 
    %54 = tensor.empty() : tensor<8x32xf32>
    %55 = linalg.fill ins(%cst : f32) outs(%54 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %56 = linalg.matmul ins(%collapsed, %transposed_38 : tensor<8x64xbf16>, tensor<64x32xbf16>) outs(%55 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %57 = tensor.empty() : tensor<8x32xbf16>
    %58 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<8x32xf32>) outs(%57 : tensor<8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<8x32xbf16>
    %expanded_39 = tensor.expand_shape %58 [[0, 1], [2, 3]] output_shape [1, 8, 2, 16] : tensor<8x32xbf16> into tensor<1x8x2x16xbf16>
    %59 = tensor.empty() : tensor<1x8x2x16xf32>
    %60 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_39 : tensor<1x8x2x16xbf16>) outs(%59 : tensor<1x8x2x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<1x8x2x16xf32>
    %61 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<1x8x2x16xf32>) outs(%59 : tensor<1x8x2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %262 : f32
    } -> tensor<1x8x2x16xf32>
    %62 = tensor.empty() : tensor<1x8x2x1xf32>
    %63 = linalg.fill ins(%cst : f32) outs(%62 : tensor<1x8x2x1xf32>) -> tensor<1x8x2x1xf32>
    %64 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%61 : tensor<1x8x2x16xf32>) outs(%63 : tensor<1x8x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %out : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x2x1xf32>
    %65 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<1x8x2x1xf32>) outs(%62 : tensor<1x8x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.divf %in, %cst_32 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x2x1xf32>
    %66 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65 : tensor<1x8x2x1xf32>) outs(%62 : tensor<1x8x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.truncf %cst_28 : f64 to f32
      %263 = arith.addf %in, %262 : f32
      linalg.yield %263 : f32
    } -> tensor<1x8x2x1xf32>
    %67 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66 : tensor<1x8x2x1xf32>) outs(%62 : tensor<1x8x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.rsqrt %in : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x2x1xf32>
    %68 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60, %67 : tensor<1x8x2x16xf32>, tensor<1x8x2x1xf32>) outs(%59 : tensor<1x8x2x16xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x2x16xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%cst_23 : tensor<16xbf16>) outs(%46 : tensor<16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<16xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%69 : tensor<16xf32>) outs(%46 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %cst_2 : f32
      linalg.yield %262 : f32
    } -> tensor<16xf32>
    %71 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %70 : tensor<1x8x2x16xf32>, tensor<16xf32>) outs(%59 : tensor<1x8x2x16xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x2x16xf32>
    %72 = tensor.empty() : tensor<1x8x2x16xbf16>
    %73 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71 : tensor<1x8x2x16xf32>) outs(%72 : tensor<1x8x2x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x2x16xbf16>
    %74 = tensor.empty() : tensor<1x2x8x16xbf16>
    %transposed_40 = linalg.transpose ins(%73 : tensor<1x8x2x16xbf16>) outs(%74 : tensor<1x2x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_41 = linalg.transpose ins(%cst_22 : tensor<32x64xbf16>) outs(%53 : tensor<64x32xbf16>) permutation = [1, 0] 
    %75 = linalg.matmul ins(%collapsed, %transposed_41 : tensor<8x64xbf16>, tensor<64x32xbf16>) outs(%55 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %76 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%75 : tensor<8x32xf32>) outs(%57 : tensor<8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<8x32xbf16>
    %expanded_42 = tensor.expand_shape %76 [[0, 1], [2, 3]] output_shape [1, 8, 2, 16] : tensor<8x32xbf16> into tensor<1x8x2x16xbf16>
    %transposed_43 = linalg.transpose ins(%expanded_42 : tensor<1x8x2x16xbf16>) outs(%74 : tensor<1x2x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_44 = tensor.expand_shape %14 [[0], [1, 2], [3]] output_shape [1, 1, 8, 4] : tensor<1x8x4xbf16> into tensor<1x1x8x4xbf16>
    %expanded_45 = tensor.expand_shape %15 [[0], [1, 2], [3]] output_shape [1, 1, 8, 4] : tensor<1x8x4xbf16> into tensor<1x1x8x4xbf16>
    %extracted_slice_46 = tensor.extract_slice %transposed_37[0, 0, 0, 0] [1, 4, 8, 4] [1, 1, 1, 1] : tensor<1x4x8x16xbf16> to tensor<1x4x8x4xbf16>
    %extracted_slice_47 = tensor.extract_slice %transposed_37[0, 0, 0, 4] [1, 4, 8, 12] [1, 1, 1, 1] : tensor<1x4x8x16xbf16> to tensor<1x4x8x12xbf16>
    %extracted_slice_48 = tensor.extract_slice %transposed_40[0, 0, 0, 0] [1, 2, 8, 4] [1, 1, 1, 1] : tensor<1x2x8x16xbf16> to tensor<1x2x8x4xbf16>
    %extracted_slice_49 = tensor.extract_slice %transposed_40[0, 0, 0, 4] [1, 2, 8, 12] [1, 1, 1, 1] : tensor<1x2x8x16xbf16> to tensor<1x2x8x12xbf16>
    %77 = tensor.empty() : tensor<1x4x8x4xbf16>
    %78 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_46, %expanded_44 : tensor<1x4x8x4xbf16>, tensor<1x1x8x4xbf16>) outs(%77 : tensor<1x4x8x4xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.mulf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x4x8x4xbf16>
    %extracted_slice_50 = tensor.extract_slice %extracted_slice_46[0, 0, 0, 0] [1, 4, 8, 2] [1, 1, 1, 1] : tensor<1x4x8x4xbf16> to tensor<1x4x8x2xbf16>
    %extracted_slice_51 = tensor.extract_slice %extracted_slice_46[0, 0, 0, 2] [1, 4, 8, 2] [1, 1, 1, 1] : tensor<1x4x8x4xbf16> to tensor<1x4x8x2xbf16>
    %79 = tensor.empty() : tensor<1x4x8x2xbf16>
    %80 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_51 : tensor<1x4x8x2xbf16>) outs(%79 : tensor<1x4x8x2xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %262 = arith.negf %in : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x4x8x2xbf16>
    %concat_52 = tensor.concat dim(3) %80, %extracted_slice_50 : (tensor<1x4x8x2xbf16>, tensor<1x4x8x2xbf16>) -> tensor<1x4x8x4xbf16>
    %81 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_52, %expanded_45 : tensor<1x4x8x4xbf16>, tensor<1x1x8x4xbf16>) outs(%77 : tensor<1x4x8x4xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.mulf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x4x8x4xbf16>
    %82 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78, %81 : tensor<1x4x8x4xbf16>, tensor<1x4x8x4xbf16>) outs(%77 : tensor<1x4x8x4xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.addf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x4x8x4xbf16>
    %83 = tensor.empty() : tensor<1x2x8x4xbf16>
    %84 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_48, %expanded_44 : tensor<1x2x8x4xbf16>, tensor<1x1x8x4xbf16>) outs(%83 : tensor<1x2x8x4xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.mulf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x2x8x4xbf16>
    %extracted_slice_53 = tensor.extract_slice %extracted_slice_48[0, 0, 0, 0] [1, 2, 8, 2] [1, 1, 1, 1] : tensor<1x2x8x4xbf16> to tensor<1x2x8x2xbf16>
    %extracted_slice_54 = tensor.extract_slice %extracted_slice_48[0, 0, 0, 2] [1, 2, 8, 2] [1, 1, 1, 1] : tensor<1x2x8x4xbf16> to tensor<1x2x8x2xbf16>
    %85 = tensor.empty() : tensor<1x2x8x2xbf16>
    %86 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_54 : tensor<1x2x8x2xbf16>) outs(%85 : tensor<1x2x8x2xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %262 = arith.negf %in : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x2x8x2xbf16>
    %concat_55 = tensor.concat dim(3) %86, %extracted_slice_53 : (tensor<1x2x8x2xbf16>, tensor<1x2x8x2xbf16>) -> tensor<1x2x8x4xbf16>
    %87 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_55, %expanded_45 : tensor<1x2x8x4xbf16>, tensor<1x1x8x4xbf16>) outs(%83 : tensor<1x2x8x4xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.mulf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x2x8x4xbf16>
    %88 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84, %87 : tensor<1x2x8x4xbf16>, tensor<1x2x8x4xbf16>) outs(%83 : tensor<1x2x8x4xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.addf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x2x8x4xbf16>
    %concat_56 = tensor.concat dim(3) %82, %extracted_slice_47 : (tensor<1x4x8x4xbf16>, tensor<1x4x8x12xbf16>) -> tensor<1x4x8x16xbf16>
    %concat_57 = tensor.concat dim(3) %88, %extracted_slice_49 : (tensor<1x2x8x4xbf16>, tensor<1x2x8x12xbf16>) -> tensor<1x2x8x16xbf16>
    %89 = tensor.empty() : tensor<1x2x2x8x16xbf16>
    %90 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%concat_57 : tensor<1x2x8x16xbf16>) outs(%89 : tensor<1x2x2x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x8x16xbf16>
    %collapsed_58 = tensor.collapse_shape %90 [[0], [1, 2], [3], [4]] : tensor<1x2x2x8x16xbf16> into tensor<1x4x8x16xbf16>
    %91 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_43 : tensor<1x2x8x16xbf16>) outs(%89 : tensor<1x2x2x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x8x16xbf16>
    %92 = tensor.empty() : tensor<1x4x16x8xbf16>
    %transposed_59 = linalg.transpose ins(%collapsed_58 : tensor<1x4x8x16xbf16>) outs(%92 : tensor<1x4x16x8xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_60 = tensor.collapse_shape %concat_56 [[0, 1], [2], [3]] : tensor<1x4x8x16xbf16> into tensor<4x8x16xbf16>
    %collapsed_61 = tensor.collapse_shape %transposed_59 [[0, 1], [2], [3]] : tensor<1x4x16x8xbf16> into tensor<4x16x8xbf16>
    %93 = tensor.empty() : tensor<4x8x8xf32>
    %94 = linalg.fill ins(%cst : f32) outs(%93 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %95 = linalg.batch_matmul ins(%collapsed_60, %collapsed_61 : tensor<4x8x16xbf16>, tensor<4x16x8xbf16>) outs(%94 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %96 = tensor.empty() : tensor<4x8x8xbf16>
    %97 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95 : tensor<4x8x8xf32>) outs(%96 : tensor<4x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<4x8x8xbf16>
    %expanded_62 = tensor.expand_shape %97 [[0, 1], [2], [3]] output_shape [1, 4, 8, 8] : tensor<4x8x8xbf16> into tensor<1x4x8x8xbf16>
    %98 = tensor.empty() : tensor<1x4x8x8xbf16>
    %99 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_62 : tensor<1x4x8x8xbf16>) outs(%98 : tensor<1x4x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %262 = arith.mulf %in, %cst_33 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x4x8x8xbf16>
    %100 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99, %cst_21 : tensor<1x4x8x8xbf16>, tensor<1x1x8x8xbf16>) outs(%98 : tensor<1x4x8x8xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.addf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x4x8x8xbf16>
    %101 = tensor.empty() : tensor<1x4x8x8xf32>
    %102 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%100 : tensor<1x4x8x8xbf16>) outs(%101 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<1x4x8x8xf32>
    %103 = tensor.empty() : tensor<1x4x8xi64>
    %104 = linalg.fill ins(%c0_i64 : i64) outs(%103 : tensor<1x4x8xi64>) -> tensor<1x4x8xi64>
    %105 = tensor.empty() : tensor<1x4x8xf32>
    %106 = linalg.fill ins(%cst_0 : f32) outs(%105 : tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
    %107:2 = linalg.generic {indexing_maps = [#map6, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%102 : tensor<1x4x8x8xf32>) outs(%106, %104 : tensor<1x4x8xf32>, tensor<1x4x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_130: i64):
      %262 = linalg.index 3 : index
      %263 = arith.index_cast %262 : index to i64
      %264 = arith.maximumf %in, %out : f32
      %265 = arith.cmpf ogt, %in, %out : f32
      %266 = arith.select %265, %263, %out_130 : i64
      linalg.yield %264, %266 : f32, i64
    } -> (tensor<1x4x8xf32>, tensor<1x4x8xi64>)
    %expanded_63 = tensor.expand_shape %107#0 [[0], [1], [2, 3]] output_shape [1, 4, 8, 1] : tensor<1x4x8xf32> into tensor<1x4x8x1xf32>
    %108 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%102, %expanded_63 : tensor<1x4x8x8xf32>, tensor<1x4x8x1xf32>) outs(%101 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.subf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x4x8x8xf32>
    %109 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%108 : tensor<1x4x8x8xf32>) outs(%101 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.exp %in : f32
      linalg.yield %262 : f32
    } -> tensor<1x4x8x8xf32>
    %110 = tensor.empty() : tensor<1x4x8x1xf32>
    %111 = linalg.fill ins(%cst : f32) outs(%110 : tensor<1x4x8x1xf32>) -> tensor<1x4x8x1xf32>
    %112 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%109 : tensor<1x4x8x8xf32>) outs(%111 : tensor<1x4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %out : f32
      linalg.yield %262 : f32
    } -> tensor<1x4x8x1xf32>
    %113 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%109, %112 : tensor<1x4x8x8xf32>, tensor<1x4x8x1xf32>) outs(%101 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.divf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x4x8x8xf32>
    %114 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113 : tensor<1x4x8x8xf32>) outs(%98 : tensor<1x4x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<1x4x8x8xbf16>
    %collapsed_64 = tensor.collapse_shape %114 [[0, 1], [2], [3]] : tensor<1x4x8x8xbf16> into tensor<4x8x8xbf16>
    %collapsed_65 = tensor.collapse_shape %91 [[0, 1, 2], [3], [4]] : tensor<1x2x2x8x16xbf16> into tensor<4x8x16xbf16>
    %115 = tensor.empty() : tensor<4x8x16xf32>
    %116 = linalg.fill ins(%cst : f32) outs(%115 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %117 = linalg.batch_matmul ins(%collapsed_64, %collapsed_65 : tensor<4x8x8xbf16>, tensor<4x8x16xbf16>) outs(%116 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %118 = tensor.empty() : tensor<4x8x16xbf16>
    %119 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<4x8x16xf32>) outs(%118 : tensor<4x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<4x8x16xbf16>
    %expanded_66 = tensor.expand_shape %119 [[0, 1], [2], [3]] output_shape [1, 4, 8, 16] : tensor<4x8x16xbf16> into tensor<1x4x8x16xbf16>
    %transposed_67 = linalg.transpose ins(%expanded_66 : tensor<1x4x8x16xbf16>) outs(%50 : tensor<1x8x4x16xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_68 = tensor.collapse_shape %transposed_67 [[0], [1], [2, 3]] : tensor<1x8x4x16xbf16> into tensor<1x8x64xbf16>
    %120 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_36 : tensor<1x8x64xbf16>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %262 = arith.negf %in : bf16
      %263 = math.exp %262 : bf16
      %264 = arith.addf %263, %cst_1 : bf16
      %265 = arith.divf %cst_1, %264 : bf16
      linalg.yield %265 : bf16
    } -> tensor<1x8x64xbf16>
    %121 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_68, %120 : tensor<1x8x64xbf16>, tensor<1x8x64xbf16>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.mulf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x64xbf16>
    %122 = tensor.empty() : tensor<64x64xbf16>
    %transposed_69 = linalg.transpose ins(%cst_20 : tensor<64x64xbf16>) outs(%122 : tensor<64x64xbf16>) permutation = [1, 0] 
    %collapsed_70 = tensor.collapse_shape %121 [[0, 1], [2]] : tensor<1x8x64xbf16> into tensor<8x64xbf16>
    %123 = tensor.empty() : tensor<8x64xf32>
    %124 = linalg.fill ins(%cst : f32) outs(%123 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %125 = linalg.matmul ins(%collapsed_70, %transposed_69 : tensor<8x64xbf16>, tensor<64x64xbf16>) outs(%124 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %126 = tensor.empty() : tensor<8x64xbf16>
    %127 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%125 : tensor<8x64xf32>) outs(%126 : tensor<8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<8x64xbf16>
    %expanded_71 = tensor.expand_shape %127 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xbf16> into tensor<1x8x64xbf16>
    %128 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %expanded_71 : tensor<1x8x64xbf16>, tensor<1x8x64xbf16>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.addf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x64xbf16>
    %129 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<1x8x64xbf16>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %130 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129 : tensor<1x8x64xf32>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %131 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%130 : tensor<1x8x64xf32>) outs(%19 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %out : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %132 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.divf %in, %cst_31 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %133 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.truncf %cst_28 : f64 to f32
      %263 = arith.addf %in, %262 : f32
      linalg.yield %263 : f32
    } -> tensor<1x8x1xf32>
    %134 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.rsqrt %in : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %135 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %134 : tensor<1x8x64xf32>, tensor<1x8x1xf32>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %136 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%cst_19 : tensor<64xbf16>) outs(%25 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<64xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%136 : tensor<64xf32>) outs(%25 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %cst_2 : f32
      linalg.yield %262 : f32
    } -> tensor<64xf32>
    %138 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %137 : tensor<1x8x64xf32>, tensor<64xf32>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %139 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138 : tensor<1x8x64xf32>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x64xbf16>
    %140 = tensor.empty() : tensor<64x96xbf16>
    %transposed_72 = linalg.transpose ins(%cst_18 : tensor<96x64xbf16>) outs(%140 : tensor<64x96xbf16>) permutation = [1, 0] 
    %collapsed_73 = tensor.collapse_shape %139 [[0, 1], [2]] : tensor<1x8x64xbf16> into tensor<8x64xbf16>
    %141 = tensor.empty() : tensor<8x96xf32>
    %142 = linalg.fill ins(%cst : f32) outs(%141 : tensor<8x96xf32>) -> tensor<8x96xf32>
    %143 = linalg.matmul ins(%collapsed_73, %transposed_72 : tensor<8x64xbf16>, tensor<64x96xbf16>) outs(%142 : tensor<8x96xf32>) -> tensor<8x96xf32>
    %144 = tensor.empty() : tensor<8x96xbf16>
    %145 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%143 : tensor<8x96xf32>) outs(%144 : tensor<8x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<8x96xbf16>
    %expanded_74 = tensor.expand_shape %145 [[0, 1], [2]] output_shape [1, 8, 96] : tensor<8x96xbf16> into tensor<1x8x96xbf16>
    %146 = tensor.empty() : tensor<1x8x96xf32>
    %147 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_74 : tensor<1x8x96xbf16>) outs(%146 : tensor<1x8x96xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<1x8x96xf32>
    %148 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<1x8x96xf32>) outs(%146 : tensor<1x8x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.negf %in : f32
      %263 = math.exp %262 : f32
      %264 = arith.addf %263, %cst_2 : f32
      %265 = arith.divf %cst_2, %264 : f32
      linalg.yield %265 : f32
    } -> tensor<1x8x96xf32>
    %149 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147, %148 : tensor<1x8x96xf32>, tensor<1x8x96xf32>) outs(%146 : tensor<1x8x96xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x96xf32>
    %150 = tensor.empty() : tensor<1x8x96xbf16>
    %151 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<1x8x96xf32>) outs(%150 : tensor<1x8x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x96xbf16>
    %transposed_75 = linalg.transpose ins(%cst_17 : tensor<96x64xbf16>) outs(%140 : tensor<64x96xbf16>) permutation = [1, 0] 
    %152 = linalg.matmul ins(%collapsed_73, %transposed_75 : tensor<8x64xbf16>, tensor<64x96xbf16>) outs(%142 : tensor<8x96xf32>) -> tensor<8x96xf32>
    %153 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%152 : tensor<8x96xf32>) outs(%144 : tensor<8x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<8x96xbf16>
    %expanded_76 = tensor.expand_shape %153 [[0, 1], [2]] output_shape [1, 8, 96] : tensor<8x96xbf16> into tensor<1x8x96xbf16>
    %154 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151, %expanded_76 : tensor<1x8x96xbf16>, tensor<1x8x96xbf16>) outs(%150 : tensor<1x8x96xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.mulf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x96xbf16>
    %155 = tensor.empty() : tensor<96x64xbf16>
    %transposed_77 = linalg.transpose ins(%cst_16 : tensor<64x96xbf16>) outs(%155 : tensor<96x64xbf16>) permutation = [1, 0] 
    %collapsed_78 = tensor.collapse_shape %154 [[0, 1], [2]] : tensor<1x8x96xbf16> into tensor<8x96xbf16>
    %156 = linalg.matmul ins(%collapsed_78, %transposed_77 : tensor<8x96xbf16>, tensor<96x64xbf16>) outs(%124 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %157 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%156 : tensor<8x64xf32>) outs(%126 : tensor<8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<8x64xbf16>
    %expanded_79 = tensor.expand_shape %157 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xbf16> into tensor<1x8x64xbf16>
    %158 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128, %expanded_79 : tensor<1x8x64xbf16>, tensor<1x8x64xbf16>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.addf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x64xbf16>
    %159 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158 : tensor<1x8x64xbf16>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %160 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<1x8x64xf32>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %161 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%160 : tensor<1x8x64xf32>) outs(%19 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %out : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %162 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.divf %in, %cst_31 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %163 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.truncf %cst_28 : f64 to f32
      %263 = arith.addf %in, %262 : f32
      linalg.yield %263 : f32
    } -> tensor<1x8x1xf32>
    %164 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.rsqrt %in : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %165 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159, %164 : tensor<1x8x64xf32>, tensor<1x8x1xf32>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %166 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%cst_15 : tensor<64xbf16>) outs(%25 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<64xf32>
    %167 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%166 : tensor<64xf32>) outs(%25 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %cst_2 : f32
      linalg.yield %262 : f32
    } -> tensor<64xf32>
    %168 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165, %167 : tensor<1x8x64xf32>, tensor<64xf32>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %169 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%168 : tensor<1x8x64xf32>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x64xbf16>
    %transposed_80 = linalg.transpose ins(%cst_14 : tensor<128x64xbf16>) outs(%30 : tensor<64x128xbf16>) permutation = [1, 0] 
    %collapsed_81 = tensor.collapse_shape %169 [[0, 1], [2]] : tensor<1x8x64xbf16> into tensor<8x64xbf16>
    %170 = linalg.matmul ins(%collapsed_81, %transposed_80 : tensor<8x64xbf16>, tensor<64x128xbf16>) outs(%32 : tensor<8x128xf32>) -> tensor<8x128xf32>
    %171 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%170 : tensor<8x128xf32>) outs(%34 : tensor<8x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<8x128xbf16>
    %expanded_82 = tensor.expand_shape %171 [[0, 1], [2, 3]] output_shape [1, 8, 4, 32] : tensor<8x128xbf16> into tensor<1x8x4x32xbf16>
    %extracted_slice_83 = tensor.extract_slice %expanded_82[0, 0, 0, 0] [1, 8, 4, 16] [1, 1, 1, 1] : tensor<1x8x4x32xbf16> to tensor<1x8x4x16xbf16>
    %extracted_slice_84 = tensor.extract_slice %expanded_82[0, 0, 0, 16] [1, 8, 4, 16] [1, 1, 1, 1] : tensor<1x8x4x32xbf16> to tensor<1x8x4x16xbf16>
    %collapsed_85 = tensor.collapse_shape %extracted_slice_84 [[0], [1], [2, 3]] : tensor<1x8x4x16xbf16> into tensor<1x8x64xbf16>
    %172 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_83 : tensor<1x8x4x16xbf16>) outs(%36 : tensor<1x8x4x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<1x8x4x16xf32>
    %173 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%172 : tensor<1x8x4x16xf32>) outs(%36 : tensor<1x8x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %262 : f32
    } -> tensor<1x8x4x16xf32>
    %174 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%173 : tensor<1x8x4x16xf32>) outs(%40 : tensor<1x8x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %out : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x4x1xf32>
    %175 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%174 : tensor<1x8x4x1xf32>) outs(%39 : tensor<1x8x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.divf %in, %cst_32 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x4x1xf32>
    %176 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%175 : tensor<1x8x4x1xf32>) outs(%39 : tensor<1x8x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.truncf %cst_28 : f64 to f32
      %263 = arith.addf %in, %262 : f32
      linalg.yield %263 : f32
    } -> tensor<1x8x4x1xf32>
    %177 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%176 : tensor<1x8x4x1xf32>) outs(%39 : tensor<1x8x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.rsqrt %in : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x4x1xf32>
    %178 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%172, %177 : tensor<1x8x4x16xf32>, tensor<1x8x4x1xf32>) outs(%36 : tensor<1x8x4x16xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x4x16xf32>
    %179 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%cst_13 : tensor<16xbf16>) outs(%46 : tensor<16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<16xf32>
    %180 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%179 : tensor<16xf32>) outs(%46 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %cst_2 : f32
      linalg.yield %262 : f32
    } -> tensor<16xf32>
    %181 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178, %180 : tensor<1x8x4x16xf32>, tensor<16xf32>) outs(%36 : tensor<1x8x4x16xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x4x16xf32>
    %182 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%181 : tensor<1x8x4x16xf32>) outs(%50 : tensor<1x8x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x4x16xbf16>
    %transposed_86 = linalg.transpose ins(%182 : tensor<1x8x4x16xbf16>) outs(%52 : tensor<1x4x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_87 = linalg.transpose ins(%cst_12 : tensor<32x64xbf16>) outs(%53 : tensor<64x32xbf16>) permutation = [1, 0] 
    %183 = linalg.matmul ins(%collapsed_81, %transposed_87 : tensor<8x64xbf16>, tensor<64x32xbf16>) outs(%55 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %184 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%183 : tensor<8x32xf32>) outs(%57 : tensor<8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<8x32xbf16>
    %expanded_88 = tensor.expand_shape %184 [[0, 1], [2, 3]] output_shape [1, 8, 2, 16] : tensor<8x32xbf16> into tensor<1x8x2x16xbf16>
    %185 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_88 : tensor<1x8x2x16xbf16>) outs(%59 : tensor<1x8x2x16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<1x8x2x16xf32>
    %186 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%185 : tensor<1x8x2x16xf32>) outs(%59 : tensor<1x8x2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %262 : f32
    } -> tensor<1x8x2x16xf32>
    %187 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%186 : tensor<1x8x2x16xf32>) outs(%63 : tensor<1x8x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %out : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x2x1xf32>
    %188 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%187 : tensor<1x8x2x1xf32>) outs(%62 : tensor<1x8x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.divf %in, %cst_32 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x2x1xf32>
    %189 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%188 : tensor<1x8x2x1xf32>) outs(%62 : tensor<1x8x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.truncf %cst_28 : f64 to f32
      %263 = arith.addf %in, %262 : f32
      linalg.yield %263 : f32
    } -> tensor<1x8x2x1xf32>
    %190 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%189 : tensor<1x8x2x1xf32>) outs(%62 : tensor<1x8x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.rsqrt %in : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x2x1xf32>
    %191 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%185, %190 : tensor<1x8x2x16xf32>, tensor<1x8x2x1xf32>) outs(%59 : tensor<1x8x2x16xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x2x16xf32>
    %192 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%cst_11 : tensor<16xbf16>) outs(%46 : tensor<16xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<16xf32>
    %193 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%192 : tensor<16xf32>) outs(%46 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %cst_2 : f32
      linalg.yield %262 : f32
    } -> tensor<16xf32>
    %194 = linalg.generic {indexing_maps = [#map6, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%191, %193 : tensor<1x8x2x16xf32>, tensor<16xf32>) outs(%59 : tensor<1x8x2x16xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x2x16xf32>
    %195 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%194 : tensor<1x8x2x16xf32>) outs(%72 : tensor<1x8x2x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x2x16xbf16>
    %transposed_89 = linalg.transpose ins(%195 : tensor<1x8x2x16xbf16>) outs(%74 : tensor<1x2x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_90 = linalg.transpose ins(%cst_10 : tensor<32x64xbf16>) outs(%53 : tensor<64x32xbf16>) permutation = [1, 0] 
    %196 = linalg.matmul ins(%collapsed_81, %transposed_90 : tensor<8x64xbf16>, tensor<64x32xbf16>) outs(%55 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %197 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%196 : tensor<8x32xf32>) outs(%57 : tensor<8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<8x32xbf16>
    %expanded_91 = tensor.expand_shape %197 [[0, 1], [2, 3]] output_shape [1, 8, 2, 16] : tensor<8x32xbf16> into tensor<1x8x2x16xbf16>
    %transposed_92 = linalg.transpose ins(%expanded_91 : tensor<1x8x2x16xbf16>) outs(%74 : tensor<1x2x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %extracted_slice_93 = tensor.extract_slice %transposed_86[0, 0, 0, 0] [1, 4, 8, 4] [1, 1, 1, 1] : tensor<1x4x8x16xbf16> to tensor<1x4x8x4xbf16>
    %extracted_slice_94 = tensor.extract_slice %transposed_86[0, 0, 0, 4] [1, 4, 8, 12] [1, 1, 1, 1] : tensor<1x4x8x16xbf16> to tensor<1x4x8x12xbf16>
    %extracted_slice_95 = tensor.extract_slice %transposed_89[0, 0, 0, 0] [1, 2, 8, 4] [1, 1, 1, 1] : tensor<1x2x8x16xbf16> to tensor<1x2x8x4xbf16>
    %extracted_slice_96 = tensor.extract_slice %transposed_89[0, 0, 0, 4] [1, 2, 8, 12] [1, 1, 1, 1] : tensor<1x2x8x16xbf16> to tensor<1x2x8x12xbf16>
    %198 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_93, %expanded_44 : tensor<1x4x8x4xbf16>, tensor<1x1x8x4xbf16>) outs(%77 : tensor<1x4x8x4xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.mulf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x4x8x4xbf16>
    %extracted_slice_97 = tensor.extract_slice %extracted_slice_93[0, 0, 0, 0] [1, 4, 8, 2] [1, 1, 1, 1] : tensor<1x4x8x4xbf16> to tensor<1x4x8x2xbf16>
    %extracted_slice_98 = tensor.extract_slice %extracted_slice_93[0, 0, 0, 2] [1, 4, 8, 2] [1, 1, 1, 1] : tensor<1x4x8x4xbf16> to tensor<1x4x8x2xbf16>
    %199 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_98 : tensor<1x4x8x2xbf16>) outs(%79 : tensor<1x4x8x2xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %262 = arith.negf %in : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x4x8x2xbf16>
    %concat_99 = tensor.concat dim(3) %199, %extracted_slice_97 : (tensor<1x4x8x2xbf16>, tensor<1x4x8x2xbf16>) -> tensor<1x4x8x4xbf16>
    %200 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_99, %expanded_45 : tensor<1x4x8x4xbf16>, tensor<1x1x8x4xbf16>) outs(%77 : tensor<1x4x8x4xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.mulf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x4x8x4xbf16>
    %201 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%198, %200 : tensor<1x4x8x4xbf16>, tensor<1x4x8x4xbf16>) outs(%77 : tensor<1x4x8x4xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.addf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x4x8x4xbf16>
    %202 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_95, %expanded_44 : tensor<1x2x8x4xbf16>, tensor<1x1x8x4xbf16>) outs(%83 : tensor<1x2x8x4xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.mulf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x2x8x4xbf16>
    %extracted_slice_100 = tensor.extract_slice %extracted_slice_95[0, 0, 0, 0] [1, 2, 8, 2] [1, 1, 1, 1] : tensor<1x2x8x4xbf16> to tensor<1x2x8x2xbf16>
    %extracted_slice_101 = tensor.extract_slice %extracted_slice_95[0, 0, 0, 2] [1, 2, 8, 2] [1, 1, 1, 1] : tensor<1x2x8x4xbf16> to tensor<1x2x8x2xbf16>
    %203 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_101 : tensor<1x2x8x2xbf16>) outs(%85 : tensor<1x2x8x2xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %262 = arith.negf %in : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x2x8x2xbf16>
    %concat_102 = tensor.concat dim(3) %203, %extracted_slice_100 : (tensor<1x2x8x2xbf16>, tensor<1x2x8x2xbf16>) -> tensor<1x2x8x4xbf16>
    %204 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_102, %expanded_45 : tensor<1x2x8x4xbf16>, tensor<1x1x8x4xbf16>) outs(%83 : tensor<1x2x8x4xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.mulf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x2x8x4xbf16>
    %205 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%202, %204 : tensor<1x2x8x4xbf16>, tensor<1x2x8x4xbf16>) outs(%83 : tensor<1x2x8x4xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.addf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x2x8x4xbf16>
    %concat_103 = tensor.concat dim(3) %201, %extracted_slice_94 : (tensor<1x4x8x4xbf16>, tensor<1x4x8x12xbf16>) -> tensor<1x4x8x16xbf16>
    %concat_104 = tensor.concat dim(3) %205, %extracted_slice_96 : (tensor<1x2x8x4xbf16>, tensor<1x2x8x12xbf16>) -> tensor<1x2x8x16xbf16>
    %206 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%concat_104 : tensor<1x2x8x16xbf16>) outs(%89 : tensor<1x2x2x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x8x16xbf16>
    %collapsed_105 = tensor.collapse_shape %206 [[0], [1, 2], [3], [4]] : tensor<1x2x2x8x16xbf16> into tensor<1x4x8x16xbf16>
    %207 = linalg.generic {indexing_maps = [#map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_92 : tensor<1x2x8x16xbf16>) outs(%89 : tensor<1x2x2x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x8x16xbf16>
    %transposed_106 = linalg.transpose ins(%collapsed_105 : tensor<1x4x8x16xbf16>) outs(%92 : tensor<1x4x16x8xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_107 = tensor.collapse_shape %concat_103 [[0, 1], [2], [3]] : tensor<1x4x8x16xbf16> into tensor<4x8x16xbf16>
    %collapsed_108 = tensor.collapse_shape %transposed_106 [[0, 1], [2], [3]] : tensor<1x4x16x8xbf16> into tensor<4x16x8xbf16>
    %208 = linalg.batch_matmul ins(%collapsed_107, %collapsed_108 : tensor<4x8x16xbf16>, tensor<4x16x8xbf16>) outs(%94 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %209 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%208 : tensor<4x8x8xf32>) outs(%96 : tensor<4x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<4x8x8xbf16>
    %expanded_109 = tensor.expand_shape %209 [[0, 1], [2], [3]] output_shape [1, 4, 8, 8] : tensor<4x8x8xbf16> into tensor<1x4x8x8xbf16>
    %210 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_109 : tensor<1x4x8x8xbf16>) outs(%98 : tensor<1x4x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %262 = arith.mulf %in, %cst_33 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x4x8x8xbf16>
    %211 = linalg.generic {indexing_maps = [#map6, #map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%210, %cst_21 : tensor<1x4x8x8xbf16>, tensor<1x1x8x8xbf16>) outs(%98 : tensor<1x4x8x8xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.addf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x4x8x8xbf16>
    %212 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%211 : tensor<1x4x8x8xbf16>) outs(%101 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<1x4x8x8xf32>
    %213:2 = linalg.generic {indexing_maps = [#map6, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%212 : tensor<1x4x8x8xf32>) outs(%106, %104 : tensor<1x4x8xf32>, tensor<1x4x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_130: i64):
      %262 = linalg.index 3 : index
      %263 = arith.index_cast %262 : index to i64
      %264 = arith.maximumf %in, %out : f32
      %265 = arith.cmpf ogt, %in, %out : f32
      %266 = arith.select %265, %263, %out_130 : i64
      linalg.yield %264, %266 : f32, i64
    } -> (tensor<1x4x8xf32>, tensor<1x4x8xi64>)
    %expanded_110 = tensor.expand_shape %213#0 [[0], [1], [2, 3]] output_shape [1, 4, 8, 1] : tensor<1x4x8xf32> into tensor<1x4x8x1xf32>
    %214 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%212, %expanded_110 : tensor<1x4x8x8xf32>, tensor<1x4x8x1xf32>) outs(%101 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.subf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x4x8x8xf32>
    %215 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%214 : tensor<1x4x8x8xf32>) outs(%101 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.exp %in : f32
      linalg.yield %262 : f32
    } -> tensor<1x4x8x8xf32>
    %216 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%215 : tensor<1x4x8x8xf32>) outs(%111 : tensor<1x4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %out : f32
      linalg.yield %262 : f32
    } -> tensor<1x4x8x1xf32>
    %217 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%215, %216 : tensor<1x4x8x8xf32>, tensor<1x4x8x1xf32>) outs(%101 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.divf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x4x8x8xf32>
    %218 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%217 : tensor<1x4x8x8xf32>) outs(%98 : tensor<1x4x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<1x4x8x8xbf16>
    %collapsed_111 = tensor.collapse_shape %218 [[0, 1], [2], [3]] : tensor<1x4x8x8xbf16> into tensor<4x8x8xbf16>
    %collapsed_112 = tensor.collapse_shape %207 [[0, 1, 2], [3], [4]] : tensor<1x2x2x8x16xbf16> into tensor<4x8x16xbf16>
    %219 = linalg.batch_matmul ins(%collapsed_111, %collapsed_112 : tensor<4x8x8xbf16>, tensor<4x8x16xbf16>) outs(%116 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %220 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219 : tensor<4x8x16xf32>) outs(%118 : tensor<4x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<4x8x16xbf16>
    %expanded_113 = tensor.expand_shape %220 [[0, 1], [2], [3]] output_shape [1, 4, 8, 16] : tensor<4x8x16xbf16> into tensor<1x4x8x16xbf16>
    %transposed_114 = linalg.transpose ins(%expanded_113 : tensor<1x4x8x16xbf16>) outs(%50 : tensor<1x8x4x16xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_115 = tensor.collapse_shape %transposed_114 [[0], [1], [2, 3]] : tensor<1x8x4x16xbf16> into tensor<1x8x64xbf16>
    %221 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_85 : tensor<1x8x64xbf16>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %262 = arith.negf %in : bf16
      %263 = math.exp %262 : bf16
      %264 = arith.addf %263, %cst_1 : bf16
      %265 = arith.divf %cst_1, %264 : bf16
      linalg.yield %265 : bf16
    } -> tensor<1x8x64xbf16>
    %222 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_115, %221 : tensor<1x8x64xbf16>, tensor<1x8x64xbf16>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.mulf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x64xbf16>
    %transposed_116 = linalg.transpose ins(%cst_9 : tensor<64x64xbf16>) outs(%122 : tensor<64x64xbf16>) permutation = [1, 0] 
    %collapsed_117 = tensor.collapse_shape %222 [[0, 1], [2]] : tensor<1x8x64xbf16> into tensor<8x64xbf16>
    %223 = linalg.matmul ins(%collapsed_117, %transposed_116 : tensor<8x64xbf16>, tensor<64x64xbf16>) outs(%124 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %224 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%223 : tensor<8x64xf32>) outs(%126 : tensor<8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<8x64xbf16>
    %expanded_118 = tensor.expand_shape %224 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xbf16> into tensor<1x8x64xbf16>
    %225 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158, %expanded_118 : tensor<1x8x64xbf16>, tensor<1x8x64xbf16>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.addf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x64xbf16>
    %226 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225 : tensor<1x8x64xbf16>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %227 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226 : tensor<1x8x64xf32>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %228 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%227 : tensor<1x8x64xf32>) outs(%19 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %out : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %229 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%228 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.divf %in, %cst_31 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %230 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%229 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.truncf %cst_28 : f64 to f32
      %263 = arith.addf %in, %262 : f32
      linalg.yield %263 : f32
    } -> tensor<1x8x1xf32>
    %231 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%230 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.rsqrt %in : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %232 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226, %231 : tensor<1x8x64xf32>, tensor<1x8x1xf32>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %233 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%cst_8 : tensor<64xbf16>) outs(%25 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<64xf32>
    %234 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%233 : tensor<64xf32>) outs(%25 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %cst_2 : f32
      linalg.yield %262 : f32
    } -> tensor<64xf32>
    %235 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%232, %234 : tensor<1x8x64xf32>, tensor<64xf32>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %236 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%235 : tensor<1x8x64xf32>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x64xbf16>
    %transposed_119 = linalg.transpose ins(%cst_7 : tensor<96x64xbf16>) outs(%140 : tensor<64x96xbf16>) permutation = [1, 0] 
    %collapsed_120 = tensor.collapse_shape %236 [[0, 1], [2]] : tensor<1x8x64xbf16> into tensor<8x64xbf16>
    %237 = linalg.matmul ins(%collapsed_120, %transposed_119 : tensor<8x64xbf16>, tensor<64x96xbf16>) outs(%142 : tensor<8x96xf32>) -> tensor<8x96xf32>
    %238 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%237 : tensor<8x96xf32>) outs(%144 : tensor<8x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<8x96xbf16>
    %expanded_121 = tensor.expand_shape %238 [[0, 1], [2]] output_shape [1, 8, 96] : tensor<8x96xbf16> into tensor<1x8x96xbf16>
    %239 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_121 : tensor<1x8x96xbf16>) outs(%146 : tensor<1x8x96xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<1x8x96xf32>
    %240 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%239 : tensor<1x8x96xf32>) outs(%146 : tensor<1x8x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.negf %in : f32
      %263 = math.exp %262 : f32
      %264 = arith.addf %263, %cst_2 : f32
      %265 = arith.divf %cst_2, %264 : f32
      linalg.yield %265 : f32
    } -> tensor<1x8x96xf32>
    %241 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%239, %240 : tensor<1x8x96xf32>, tensor<1x8x96xf32>) outs(%146 : tensor<1x8x96xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x96xf32>
    %242 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%241 : tensor<1x8x96xf32>) outs(%150 : tensor<1x8x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x96xbf16>
    %transposed_122 = linalg.transpose ins(%cst_6 : tensor<96x64xbf16>) outs(%140 : tensor<64x96xbf16>) permutation = [1, 0] 
    %243 = linalg.matmul ins(%collapsed_120, %transposed_122 : tensor<8x64xbf16>, tensor<64x96xbf16>) outs(%142 : tensor<8x96xf32>) -> tensor<8x96xf32>
    %244 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%243 : tensor<8x96xf32>) outs(%144 : tensor<8x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<8x96xbf16>
    %expanded_123 = tensor.expand_shape %244 [[0, 1], [2]] output_shape [1, 8, 96] : tensor<8x96xbf16> into tensor<1x8x96xbf16>
    %245 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%242, %expanded_123 : tensor<1x8x96xbf16>, tensor<1x8x96xbf16>) outs(%150 : tensor<1x8x96xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.mulf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x96xbf16>
    %transposed_124 = linalg.transpose ins(%cst_5 : tensor<64x96xbf16>) outs(%155 : tensor<96x64xbf16>) permutation = [1, 0] 
    %collapsed_125 = tensor.collapse_shape %245 [[0, 1], [2]] : tensor<1x8x96xbf16> into tensor<8x96xbf16>
    %246 = linalg.matmul ins(%collapsed_125, %transposed_124 : tensor<8x96xbf16>, tensor<96x64xbf16>) outs(%124 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %247 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%246 : tensor<8x64xf32>) outs(%126 : tensor<8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<8x64xbf16>
    %expanded_126 = tensor.expand_shape %247 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xbf16> into tensor<1x8x64xbf16>
    %248 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225, %expanded_126 : tensor<1x8x64xbf16>, tensor<1x8x64xbf16>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: bf16, %in_130: bf16, %out: bf16):
      %262 = arith.addf %in, %in_130 : bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x64xbf16>
    %249 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%248 : tensor<1x8x64xbf16>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %250 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%249 : tensor<1x8x64xf32>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %251 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%250 : tensor<1x8x64xf32>) outs(%19 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %out : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %252 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%251 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.divf %in, %cst_31 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %253 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%252 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.truncf %cst_28 : f64 to f32
      %263 = arith.addf %in, %262 : f32
      linalg.yield %263 : f32
    } -> tensor<1x8x1xf32>
    %254 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%253 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = math.rsqrt %in : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x1xf32>
    %255 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%249, %254 : tensor<1x8x64xf32>, tensor<1x8x1xf32>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %256 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%cst_4 : tensor<64xbf16>) outs(%25 : tensor<64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %262 = arith.extf %in : bf16 to f32
      linalg.yield %262 : f32
    } -> tensor<64xf32>
    %257 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%256 : tensor<64xf32>) outs(%25 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %262 = arith.addf %in, %cst_2 : f32
      linalg.yield %262 : f32
    } -> tensor<64xf32>
    %258 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%255, %257 : tensor<1x8x64xf32>, tensor<64xf32>) outs(%16 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_130: f32, %out: f32):
      %262 = arith.mulf %in, %in_130 : f32
      linalg.yield %262 : f32
    } -> tensor<1x8x64xf32>
    %259 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%258 : tensor<1x8x64xf32>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<1x8x64xbf16>
    %transposed_127 = linalg.transpose ins(%cst_3 : tensor<64x64xbf16>) outs(%122 : tensor<64x64xbf16>) permutation = [1, 0] 
    %collapsed_128 = tensor.collapse_shape %259 [[0, 1], [2]] : tensor<1x8x64xbf16> into tensor<8x64xbf16>
    %260 = linalg.matmul ins(%collapsed_128, %transposed_127 : tensor<8x64xbf16>, tensor<64x64xbf16>) outs(%124 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %261 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%260 : tensor<8x64xf32>) outs(%126 : tensor<8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %262 = arith.truncf %in : f32 to bf16
      linalg.yield %262 : bf16
    } -> tensor<8x64xbf16>
    %expanded_129 = tensor.expand_shape %261 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xbf16> into tensor<1x8x64xbf16>
    return %expanded_129 : tensor<1x8x64xbf16>
  }
}
