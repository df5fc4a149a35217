#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d2)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map9 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x8xi64>, %cst_2: tensor<64x64xbf16>, %cst_3: tensor<64xbf16>, %cst_4: tensor<64xbf16>, %cst_5: tensor<64x96xbf16>, %cst_6: tensor<96x64xbf16>, %cst_7: tensor<96x64xbf16>, %cst_8: tensor<64xbf16>, %cst_9: tensor<64x64xbf16>, %cst_10: tensor<32x64xbf16>, %cst_11: tensor<32xbf16>, %cst_12: tensor<32x64xbf16>, %cst_13: tensor<64xbf16>, %cst_14: tensor<64x64xbf16>, %cst_15: tensor<64xbf16>, %cst_16: tensor<64x96xbf16>, %cst_17: tensor<96x64xbf16>, %cst_18: tensor<96x64xbf16>, %cst_19: tensor<64xbf16>, %cst_20: tensor<64x64xbf16>, %cst_21: tensor<1x1x8x8xbf16>, %cst_22: tensor<32x64xbf16>, %cst_23: tensor<32xbf16>, %cst_24: tensor<32x64xbf16>, %cst_25: tensor<64xbf16>, %cst_27: tensor<64x64xbf16>, %cst_28: tensor<8xbf16>, %cst_29: tensor<64x64xbf16>) -> tensor<1x8x64xbf16> {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %c64 = arith.constant 64 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_26 = arith.constant 1.000000e-05 : f64
    %cst_30 = arith.constant 6.400000e+01 : f32
    %cst_31 = arith.constant 3.200000e+01 : f32
    %cst_32 = arith.constant 2.500000e-01 : bf16
    %0 = tensor.empty() : tensor<8xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<8xi64>) {
    ^bb0(%out: i64):
      %229 = linalg.index 0 : index
      %230 = arith.index_cast %229 : index to i64
      linalg.yield %230 : i64
    } -> tensor<8xi64>
    %2 = tensor.empty() : tensor<1x8x64xbf16>
    %3 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x8xi64>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %229 = arith.index_cast %in : i64 to index
      %230 = linalg.index 2 : index
      %231 = arith.cmpi slt, %229, %c64 : index
      cf.assert %231, "index must be smaller than dim size"
      %232 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %232, "index must be larger or equal to 0"
      %extracted = tensor.extract %cst_29[%229, %230] : tensor<64x64xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<1x8x64xbf16>
    %expanded = tensor.expand_shape %1 [[0, 1, 2]] output_shape [1, 8, 1] : tensor<8xi64> into tensor<1x8x1xi64>
    %4 = tensor.empty() : tensor<1x8x1xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x8x1xi64>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %229 = arith.sitofp %in : i64 to f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %6 = tensor.empty() : tensor<8xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%cst_28 : tensor<8xbf16>) outs(%6 : tensor<8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      linalg.yield %229 : f32
    } -> tensor<8xf32>
    %8 = tensor.empty() : tensor<1x8x8xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %7 : tensor<1x8x1xf32>, tensor<8xf32>) outs(%8 : tensor<1x8x8xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.mulf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x8xf32>
    %concat = tensor.concat dim(2) %9, %9 : (tensor<1x8x8xf32>, tensor<1x8x8xf32>) -> tensor<1x8x16xf32>
    %10 = tensor.empty() : tensor<1x8x16xf32>
    %11 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat : tensor<1x8x16xf32>) outs(%10 : tensor<1x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.cos %in : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x16xf32>
    %12 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat : tensor<1x8x16xf32>) outs(%10 : tensor<1x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.sin %in : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x16xf32>
    %13 = tensor.empty() : tensor<64x64xbf16>
    %transposed = linalg.transpose ins(%cst_27 : tensor<64x64xbf16>) outs(%13 : tensor<64x64xbf16>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %3 [[0, 1], [2]] : tensor<1x8x64xbf16> into tensor<8x64xbf16>
    %14 = tensor.empty() : tensor<8x64xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %16 = linalg.matmul ins(%collapsed, %transposed : tensor<8x64xbf16>, tensor<64x64xbf16>) outs(%15 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %17 = tensor.empty() : tensor<8x64xbf16>
    %18 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<8x64xf32>) outs(%17 : tensor<8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<8x64xbf16>
    %expanded_33 = tensor.expand_shape %18 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xbf16> into tensor<1x8x64xbf16>
    %19 = tensor.empty() : tensor<1x8x64xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33 : tensor<1x8x64xbf16>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<1x8x64xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%4 : tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%21 : tensor<1x8x64xf32>) outs(%22 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.addf %in, %out : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.divf %in, %cst_30 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.truncf %cst_26 : f64 to f32
      %230 = arith.addf %in, %229 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x1xf32>
    %26 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.rsqrt %in : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %27 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %26 : tensor<1x8x64xf32>, tensor<1x8x1xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.mulf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %28 = linalg.generic {indexing_maps = [#map4, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_25, %27 : tensor<64xbf16>, tensor<1x8x64xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x64xf32>
    %29 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<1x8x64xf32>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x64xbf16>
    %30 = tensor.empty() : tensor<64x32xbf16>
    %transposed_34 = linalg.transpose ins(%cst_24 : tensor<32x64xbf16>) outs(%30 : tensor<64x32xbf16>) permutation = [1, 0] 
    %31 = tensor.empty() : tensor<8x32xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %33 = linalg.matmul ins(%collapsed, %transposed_34 : tensor<8x64xbf16>, tensor<64x32xbf16>) outs(%32 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %34 = tensor.empty() : tensor<8x32xbf16>
    %35 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<8x32xf32>) outs(%34 : tensor<8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<8x32xbf16>
    %expanded_35 = tensor.expand_shape %35 [[0, 1], [2]] output_shape [1, 8, 32] : tensor<8x32xbf16> into tensor<1x8x32xbf16>
    %36 = tensor.empty() : tensor<1x8x32xf32>
    %37 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_35 : tensor<1x8x32xbf16>) outs(%36 : tensor<1x8x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      linalg.yield %229 : f32
    } -> tensor<1x8x32xf32>
    %38 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<1x8x32xf32>) outs(%36 : tensor<1x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %229 : f32
    } -> tensor<1x8x32xf32>
    %39 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%38 : tensor<1x8x32xf32>) outs(%22 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.addf %in, %out : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %40 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.divf %in, %cst_31 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %41 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.truncf %cst_26 : f64 to f32
      %230 = arith.addf %in, %229 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x1xf32>
    %42 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.rsqrt %in : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %43 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %42 : tensor<1x8x32xf32>, tensor<1x8x1xf32>) outs(%36 : tensor<1x8x32xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.mulf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x32xf32>
    %44 = linalg.generic {indexing_maps = [#map4, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_23, %43 : tensor<32xbf16>, tensor<1x8x32xf32>) outs(%36 : tensor<1x8x32xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x32xf32>
    %45 = tensor.empty() : tensor<1x8x32xbf16>
    %46 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<1x8x32xf32>) outs(%45 : tensor<1x8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x32xbf16>
    %transposed_36 = linalg.transpose ins(%cst_22 : tensor<32x64xbf16>) outs(%30 : tensor<64x32xbf16>) permutation = [1, 0] 
    %47 = linalg.matmul ins(%collapsed, %transposed_36 : tensor<8x64xbf16>, tensor<64x32xbf16>) outs(%32 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %48 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%47 : tensor<8x32xf32>) outs(%34 : tensor<8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<8x32xbf16>
    %expanded_37 = tensor.expand_shape %29 [[0], [1], [2, 3]] output_shape [1, 8, 4, 16] : tensor<1x8x64xbf16> into tensor<1x8x4x16xbf16>
    %49 = tensor.empty() : tensor<1x4x8x16xbf16>
    %transposed_38 = linalg.transpose ins(%expanded_37 : tensor<1x8x4x16xbf16>) outs(%49 : tensor<1x4x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_39 = tensor.expand_shape %46 [[0], [1], [2, 3]] output_shape [1, 8, 2, 16] : tensor<1x8x32xbf16> into tensor<1x8x2x16xbf16>
    %50 = tensor.empty() : tensor<1x2x8x16xbf16>
    %transposed_40 = linalg.transpose ins(%expanded_39 : tensor<1x8x2x16xbf16>) outs(%50 : tensor<1x2x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_41 = tensor.expand_shape %48 [[0, 1], [2, 3]] output_shape [1, 8, 2, 16] : tensor<8x32xbf16> into tensor<1x8x2x16xbf16>
    %transposed_42 = linalg.transpose ins(%expanded_41 : tensor<1x8x2x16xbf16>) outs(%50 : tensor<1x2x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_43 = tensor.expand_shape %11 [[0], [1, 2], [3]] output_shape [1, 1, 8, 16] : tensor<1x8x16xf32> into tensor<1x1x8x16xf32>
    %expanded_44 = tensor.expand_shape %12 [[0], [1, 2], [3]] output_shape [1, 1, 8, 16] : tensor<1x8x16xf32> into tensor<1x1x8x16xf32>
    %51 = tensor.empty() : tensor<1x4x8x16xf32>
    %52 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_38, %expanded_43 : tensor<1x4x8x16xbf16>, tensor<1x1x8x16xf32>) outs(%51 : tensor<1x4x8x16xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x4x8x16xf32>
    %extracted_slice = tensor.extract_slice %transposed_38[0, 0, 0, 0] [1, 4, 8, 8] [1, 1, 1, 1] : tensor<1x4x8x16xbf16> to tensor<1x4x8x8xbf16>
    %extracted_slice_45 = tensor.extract_slice %transposed_38[0, 0, 0, 8] [1, 4, 8, 8] [1, 1, 1, 1] : tensor<1x4x8x16xbf16> to tensor<1x4x8x8xbf16>
    %53 = tensor.empty() : tensor<1x4x8x8xbf16>
    %54 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_45 : tensor<1x4x8x8xbf16>) outs(%53 : tensor<1x4x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %229 = arith.negf %in : bf16
      linalg.yield %229 : bf16
    } -> tensor<1x4x8x8xbf16>
    %concat_46 = tensor.concat dim(3) %54, %extracted_slice : (tensor<1x4x8x8xbf16>, tensor<1x4x8x8xbf16>) -> tensor<1x4x8x16xbf16>
    %55 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_46, %expanded_44 : tensor<1x4x8x16xbf16>, tensor<1x1x8x16xf32>) outs(%51 : tensor<1x4x8x16xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x4x8x16xf32>
    %56 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %55 : tensor<1x4x8x16xf32>, tensor<1x4x8x16xf32>) outs(%51 : tensor<1x4x8x16xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.addf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x4x8x16xf32>
    %57 = tensor.empty() : tensor<1x2x8x16xf32>
    %58 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_40, %expanded_43 : tensor<1x2x8x16xbf16>, tensor<1x1x8x16xf32>) outs(%57 : tensor<1x2x8x16xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x2x8x16xf32>
    %extracted_slice_47 = tensor.extract_slice %transposed_40[0, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : tensor<1x2x8x16xbf16> to tensor<1x2x8x8xbf16>
    %extracted_slice_48 = tensor.extract_slice %transposed_40[0, 0, 0, 8] [1, 2, 8, 8] [1, 1, 1, 1] : tensor<1x2x8x16xbf16> to tensor<1x2x8x8xbf16>
    %59 = tensor.empty() : tensor<1x2x8x8xbf16>
    %60 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_48 : tensor<1x2x8x8xbf16>) outs(%59 : tensor<1x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %229 = arith.negf %in : bf16
      linalg.yield %229 : bf16
    } -> tensor<1x2x8x8xbf16>
    %concat_49 = tensor.concat dim(3) %60, %extracted_slice_47 : (tensor<1x2x8x8xbf16>, tensor<1x2x8x8xbf16>) -> tensor<1x2x8x16xbf16>
    %61 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_49, %expanded_44 : tensor<1x2x8x16xbf16>, tensor<1x1x8x16xf32>) outs(%57 : tensor<1x2x8x16xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x2x8x16xf32>
    %62 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58, %61 : tensor<1x2x8x16xf32>, tensor<1x2x8x16xf32>) outs(%57 : tensor<1x2x8x16xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.addf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x2x8x16xf32>
    %63 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56 : tensor<1x4x8x16xf32>) outs(%49 : tensor<1x4x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x4x8x16xbf16>
    %64 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62 : tensor<1x2x8x16xf32>) outs(%50 : tensor<1x2x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x2x8x16xbf16>
    %65 = tensor.empty() : tensor<1x2x2x8x16xbf16>
    %66 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<1x2x8x16xbf16>) outs(%65 : tensor<1x2x2x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x8x16xbf16>
    %collapsed_50 = tensor.collapse_shape %66 [[0], [1, 2], [3], [4]] : tensor<1x2x2x8x16xbf16> into tensor<1x4x8x16xbf16>
    %67 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_42 : tensor<1x2x8x16xbf16>) outs(%65 : tensor<1x2x2x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x8x16xbf16>
    %68 = tensor.empty() : tensor<1x4x16x8xbf16>
    %transposed_51 = linalg.transpose ins(%collapsed_50 : tensor<1x4x8x16xbf16>) outs(%68 : tensor<1x4x16x8xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_52 = tensor.collapse_shape %63 [[0, 1], [2], [3]] : tensor<1x4x8x16xbf16> into tensor<4x8x16xbf16>
    %collapsed_53 = tensor.collapse_shape %transposed_51 [[0, 1], [2], [3]] : tensor<1x4x16x8xbf16> into tensor<4x16x8xbf16>
    %69 = tensor.empty() : tensor<4x8x8xf32>
    %70 = linalg.fill ins(%cst : f32) outs(%69 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %71 = linalg.batch_matmul ins(%collapsed_52, %collapsed_53 : tensor<4x8x16xbf16>, tensor<4x16x8xbf16>) outs(%70 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %72 = tensor.empty() : tensor<4x8x8xbf16>
    %73 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<4x8x8xf32>) outs(%72 : tensor<4x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<4x8x8xbf16>
    %expanded_54 = tensor.expand_shape %73 [[0, 1], [2], [3]] output_shape [1, 4, 8, 8] : tensor<4x8x8xbf16> into tensor<1x4x8x8xbf16>
    %74 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_54 : tensor<1x4x8x8xbf16>) outs(%53 : tensor<1x4x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %229 = arith.mulf %in, %cst_32 : bf16
      linalg.yield %229 : bf16
    } -> tensor<1x4x8x8xbf16>
    %75 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74, %cst_21 : tensor<1x4x8x8xbf16>, tensor<1x1x8x8xbf16>) outs(%53 : tensor<1x4x8x8xbf16>) {
    ^bb0(%in: bf16, %in_113: bf16, %out: bf16):
      %229 = arith.addf %in, %in_113 : bf16
      linalg.yield %229 : bf16
    } -> tensor<1x4x8x8xbf16>
    %76 = tensor.empty() : tensor<1x4x8x8xf32>
    %77 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75 : tensor<1x4x8x8xbf16>) outs(%76 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      linalg.yield %229 : f32
    } -> tensor<1x4x8x8xf32>
    %78 = tensor.empty() : tensor<1x4x8xi64>
    %79 = linalg.fill ins(%c0_i64 : i64) outs(%78 : tensor<1x4x8xi64>) -> tensor<1x4x8xi64>
    %80 = tensor.empty() : tensor<1x4x8xf32>
    %81 = linalg.fill ins(%cst_0 : f32) outs(%80 : tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
    %82:2 = linalg.generic {indexing_maps = [#map6, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%77 : tensor<1x4x8x8xf32>) outs(%81, %79 : tensor<1x4x8xf32>, tensor<1x4x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_113: i64):
      %229 = linalg.index 3 : index
      %230 = arith.index_cast %229 : index to i64
      %231 = arith.maximumf %in, %out : f32
      %232 = arith.cmpf ogt, %in, %out : f32
      %233 = arith.select %232, %230, %out_113 : i64
      linalg.yield %231, %233 : f32, i64
    } -> (tensor<1x4x8xf32>, tensor<1x4x8xi64>)
    %expanded_55 = tensor.expand_shape %82#0 [[0], [1], [2, 3]] output_shape [1, 4, 8, 1] : tensor<1x4x8xf32> into tensor<1x4x8x1xf32>
    %83 = linalg.generic {indexing_maps = [#map6, #map11, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77, %expanded_55 : tensor<1x4x8x8xf32>, tensor<1x4x8x1xf32>) outs(%76 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.subf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x4x8x8xf32>
    %84 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83 : tensor<1x4x8x8xf32>) outs(%76 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.exp %in : f32
      linalg.yield %229 : f32
    } -> tensor<1x4x8x8xf32>
    %85 = tensor.empty() : tensor<1x4x8x1xf32>
    %86 = linalg.fill ins(%cst : f32) outs(%85 : tensor<1x4x8x1xf32>) -> tensor<1x4x8x1xf32>
    %87 = linalg.generic {indexing_maps = [#map6, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%84 : tensor<1x4x8x8xf32>) outs(%86 : tensor<1x4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.addf %in, %out : f32
      linalg.yield %229 : f32
    } -> tensor<1x4x8x1xf32>
    %88 = linalg.generic {indexing_maps = [#map6, #map11, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84, %87 : tensor<1x4x8x8xf32>, tensor<1x4x8x1xf32>) outs(%76 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.divf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x4x8x8xf32>
    %89 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%88 : tensor<1x4x8x8xf32>) outs(%53 : tensor<1x4x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x4x8x8xbf16>
    %collapsed_56 = tensor.collapse_shape %89 [[0, 1], [2], [3]] : tensor<1x4x8x8xbf16> into tensor<4x8x8xbf16>
    %collapsed_57 = tensor.collapse_shape %67 [[0, 1, 2], [3], [4]] : tensor<1x2x2x8x16xbf16> into tensor<4x8x16xbf16>
    %90 = tensor.empty() : tensor<4x8x16xf32>
    %91 = linalg.fill ins(%cst : f32) outs(%90 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %92 = linalg.batch_matmul ins(%collapsed_56, %collapsed_57 : tensor<4x8x8xbf16>, tensor<4x8x16xbf16>) outs(%91 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %93 = tensor.empty() : tensor<4x8x16xbf16>
    %94 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<4x8x16xf32>) outs(%93 : tensor<4x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<4x8x16xbf16>
    %expanded_58 = tensor.expand_shape %94 [[0, 1], [2], [3]] output_shape [1, 4, 8, 16] : tensor<4x8x16xbf16> into tensor<1x4x8x16xbf16>
    %95 = tensor.empty() : tensor<1x8x4x16xbf16>
    %transposed_59 = linalg.transpose ins(%expanded_58 : tensor<1x4x8x16xbf16>) outs(%95 : tensor<1x8x4x16xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_60 = linalg.transpose ins(%cst_20 : tensor<64x64xbf16>) outs(%13 : tensor<64x64xbf16>) permutation = [1, 0] 
    %collapsed_61 = tensor.collapse_shape %transposed_59 [[0, 1], [2, 3]] : tensor<1x8x4x16xbf16> into tensor<8x64xbf16>
    %96 = linalg.matmul ins(%collapsed_61, %transposed_60 : tensor<8x64xbf16>, tensor<64x64xbf16>) outs(%15 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %97 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%96 : tensor<8x64xf32>) outs(%17 : tensor<8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<8x64xbf16>
    %expanded_62 = tensor.expand_shape %97 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xbf16> into tensor<1x8x64xbf16>
    %98 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_62 : tensor<1x8x64xbf16>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %99 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<1x8x64xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %100 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%99 : tensor<1x8x64xf32>) outs(%22 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.addf %in, %out : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %101 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.divf %in, %cst_30 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %102 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.truncf %cst_26 : f64 to f32
      %230 = arith.addf %in, %229 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x1xf32>
    %103 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.rsqrt %in : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %104 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %103 : tensor<1x8x64xf32>, tensor<1x8x1xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.mulf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %105 = linalg.generic {indexing_maps = [#map4, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_19, %104 : tensor<64xbf16>, tensor<1x8x64xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x64xf32>
    %106 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105 : tensor<1x8x64xf32>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x64xbf16>
    %107 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %106 : tensor<1x8x64xbf16>, tensor<1x8x64xbf16>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: bf16, %in_113: bf16, %out: bf16):
      %229 = arith.addf %in, %in_113 : bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x64xbf16>
    %108 = tensor.empty() : tensor<64x96xbf16>
    %transposed_63 = linalg.transpose ins(%cst_18 : tensor<96x64xbf16>) outs(%108 : tensor<64x96xbf16>) permutation = [1, 0] 
    %collapsed_64 = tensor.collapse_shape %107 [[0, 1], [2]] : tensor<1x8x64xbf16> into tensor<8x64xbf16>
    %109 = tensor.empty() : tensor<8x96xf32>
    %110 = linalg.fill ins(%cst : f32) outs(%109 : tensor<8x96xf32>) -> tensor<8x96xf32>
    %111 = linalg.matmul ins(%collapsed_64, %transposed_63 : tensor<8x64xbf16>, tensor<64x96xbf16>) outs(%110 : tensor<8x96xf32>) -> tensor<8x96xf32>
    %112 = tensor.empty() : tensor<8x96xbf16>
    %113 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%111 : tensor<8x96xf32>) outs(%112 : tensor<8x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<8x96xbf16>
    %expanded_65 = tensor.expand_shape %113 [[0, 1], [2]] output_shape [1, 8, 96] : tensor<8x96xbf16> into tensor<1x8x96xbf16>
    %114 = tensor.empty() : tensor<1x8x96xf32>
    %115 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_65 : tensor<1x8x96xbf16>) outs(%114 : tensor<1x8x96xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      linalg.yield %229 : f32
    } -> tensor<1x8x96xf32>
    %116 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115 : tensor<1x8x96xf32>) outs(%114 : tensor<1x8x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.negf %in : f32
      %230 = math.exp %229 : f32
      %231 = arith.addf %230, %cst_1 : f32
      %232 = arith.divf %cst_1, %231 : f32
      linalg.yield %232 : f32
    } -> tensor<1x8x96xf32>
    %117 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115, %116 : tensor<1x8x96xf32>, tensor<1x8x96xf32>) outs(%114 : tensor<1x8x96xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.mulf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x96xf32>
    %118 = tensor.empty() : tensor<1x8x96xbf16>
    %119 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<1x8x96xf32>) outs(%118 : tensor<1x8x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x96xbf16>
    %transposed_66 = linalg.transpose ins(%cst_17 : tensor<96x64xbf16>) outs(%108 : tensor<64x96xbf16>) permutation = [1, 0] 
    %120 = linalg.matmul ins(%collapsed_64, %transposed_66 : tensor<8x64xbf16>, tensor<64x96xbf16>) outs(%110 : tensor<8x96xf32>) -> tensor<8x96xf32>
    %121 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%120 : tensor<8x96xf32>) outs(%112 : tensor<8x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<8x96xbf16>
    %expanded_67 = tensor.expand_shape %121 [[0, 1], [2]] output_shape [1, 8, 96] : tensor<8x96xbf16> into tensor<1x8x96xbf16>
    %122 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119, %expanded_67 : tensor<1x8x96xbf16>, tensor<1x8x96xbf16>) outs(%118 : tensor<1x8x96xbf16>) {
    ^bb0(%in: bf16, %in_113: bf16, %out: bf16):
      %229 = arith.mulf %in, %in_113 : bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x96xbf16>
    %123 = tensor.empty() : tensor<96x64xbf16>
    %transposed_68 = linalg.transpose ins(%cst_16 : tensor<64x96xbf16>) outs(%123 : tensor<96x64xbf16>) permutation = [1, 0] 
    %collapsed_69 = tensor.collapse_shape %122 [[0, 1], [2]] : tensor<1x8x96xbf16> into tensor<8x96xbf16>
    %124 = linalg.matmul ins(%collapsed_69, %transposed_68 : tensor<8x96xbf16>, tensor<96x64xbf16>) outs(%15 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %125 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%124 : tensor<8x64xf32>) outs(%17 : tensor<8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<8x64xbf16>
    %expanded_70 = tensor.expand_shape %125 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xbf16> into tensor<1x8x64xbf16>
    %126 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_70 : tensor<1x8x64xbf16>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %127 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<1x8x64xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %128 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%127 : tensor<1x8x64xf32>) outs(%22 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.addf %in, %out : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %129 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.divf %in, %cst_30 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %130 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.truncf %cst_26 : f64 to f32
      %230 = arith.addf %in, %229 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x1xf32>
    %131 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.rsqrt %in : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %132 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %131 : tensor<1x8x64xf32>, tensor<1x8x1xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.mulf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %133 = linalg.generic {indexing_maps = [#map4, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_15, %132 : tensor<64xbf16>, tensor<1x8x64xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x64xf32>
    %134 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<1x8x64xf32>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x64xbf16>
    %135 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %134 : tensor<1x8x64xbf16>, tensor<1x8x64xbf16>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: bf16, %in_113: bf16, %out: bf16):
      %229 = arith.addf %in, %in_113 : bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x64xbf16>
    %transposed_71 = linalg.transpose ins(%cst_14 : tensor<64x64xbf16>) outs(%13 : tensor<64x64xbf16>) permutation = [1, 0] 
    %collapsed_72 = tensor.collapse_shape %135 [[0, 1], [2]] : tensor<1x8x64xbf16> into tensor<8x64xbf16>
    %136 = linalg.matmul ins(%collapsed_72, %transposed_71 : tensor<8x64xbf16>, tensor<64x64xbf16>) outs(%15 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %137 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%136 : tensor<8x64xf32>) outs(%17 : tensor<8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<8x64xbf16>
    %expanded_73 = tensor.expand_shape %137 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xbf16> into tensor<1x8x64xbf16>
    %138 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_73 : tensor<1x8x64xbf16>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %139 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138 : tensor<1x8x64xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %140 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%139 : tensor<1x8x64xf32>) outs(%22 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.addf %in, %out : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %141 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.divf %in, %cst_30 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %142 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.truncf %cst_26 : f64 to f32
      %230 = arith.addf %in, %229 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x1xf32>
    %143 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.rsqrt %in : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %144 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138, %143 : tensor<1x8x64xf32>, tensor<1x8x1xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.mulf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %145 = linalg.generic {indexing_maps = [#map4, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_13, %144 : tensor<64xbf16>, tensor<1x8x64xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x64xf32>
    %146 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145 : tensor<1x8x64xf32>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x64xbf16>
    %transposed_74 = linalg.transpose ins(%cst_12 : tensor<32x64xbf16>) outs(%30 : tensor<64x32xbf16>) permutation = [1, 0] 
    %147 = linalg.matmul ins(%collapsed_72, %transposed_74 : tensor<8x64xbf16>, tensor<64x32xbf16>) outs(%32 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %148 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%147 : tensor<8x32xf32>) outs(%34 : tensor<8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<8x32xbf16>
    %expanded_75 = tensor.expand_shape %148 [[0, 1], [2]] output_shape [1, 8, 32] : tensor<8x32xbf16> into tensor<1x8x32xbf16>
    %149 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_75 : tensor<1x8x32xbf16>) outs(%36 : tensor<1x8x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      linalg.yield %229 : f32
    } -> tensor<1x8x32xf32>
    %150 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<1x8x32xf32>) outs(%36 : tensor<1x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %229 : f32
    } -> tensor<1x8x32xf32>
    %151 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%150 : tensor<1x8x32xf32>) outs(%22 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.addf %in, %out : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %152 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.divf %in, %cst_31 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %153 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.truncf %cst_26 : f64 to f32
      %230 = arith.addf %in, %229 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x1xf32>
    %154 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.rsqrt %in : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %155 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149, %154 : tensor<1x8x32xf32>, tensor<1x8x1xf32>) outs(%36 : tensor<1x8x32xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.mulf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x32xf32>
    %156 = linalg.generic {indexing_maps = [#map4, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_11, %155 : tensor<32xbf16>, tensor<1x8x32xf32>) outs(%36 : tensor<1x8x32xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x32xf32>
    %157 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156 : tensor<1x8x32xf32>) outs(%45 : tensor<1x8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x32xbf16>
    %transposed_76 = linalg.transpose ins(%cst_10 : tensor<32x64xbf16>) outs(%30 : tensor<64x32xbf16>) permutation = [1, 0] 
    %158 = linalg.matmul ins(%collapsed_72, %transposed_76 : tensor<8x64xbf16>, tensor<64x32xbf16>) outs(%32 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %159 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%158 : tensor<8x32xf32>) outs(%34 : tensor<8x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<8x32xbf16>
    %expanded_77 = tensor.expand_shape %146 [[0], [1], [2, 3]] output_shape [1, 8, 4, 16] : tensor<1x8x64xbf16> into tensor<1x8x4x16xbf16>
    %transposed_78 = linalg.transpose ins(%expanded_77 : tensor<1x8x4x16xbf16>) outs(%49 : tensor<1x4x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_79 = tensor.expand_shape %157 [[0], [1], [2, 3]] output_shape [1, 8, 2, 16] : tensor<1x8x32xbf16> into tensor<1x8x2x16xbf16>
    %transposed_80 = linalg.transpose ins(%expanded_79 : tensor<1x8x2x16xbf16>) outs(%50 : tensor<1x2x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %expanded_81 = tensor.expand_shape %159 [[0, 1], [2, 3]] output_shape [1, 8, 2, 16] : tensor<8x32xbf16> into tensor<1x8x2x16xbf16>
    %transposed_82 = linalg.transpose ins(%expanded_81 : tensor<1x8x2x16xbf16>) outs(%50 : tensor<1x2x8x16xbf16>) permutation = [0, 2, 1, 3] 
    %160 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_78, %expanded_43 : tensor<1x4x8x16xbf16>, tensor<1x1x8x16xf32>) outs(%51 : tensor<1x4x8x16xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x4x8x16xf32>
    %extracted_slice_83 = tensor.extract_slice %transposed_78[0, 0, 0, 0] [1, 4, 8, 8] [1, 1, 1, 1] : tensor<1x4x8x16xbf16> to tensor<1x4x8x8xbf16>
    %extracted_slice_84 = tensor.extract_slice %transposed_78[0, 0, 0, 8] [1, 4, 8, 8] [1, 1, 1, 1] : tensor<1x4x8x16xbf16> to tensor<1x4x8x8xbf16>
    %161 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_84 : tensor<1x4x8x8xbf16>) outs(%53 : tensor<1x4x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %229 = arith.negf %in : bf16
      linalg.yield %229 : bf16
    } -> tensor<1x4x8x8xbf16>
    %concat_85 = tensor.concat dim(3) %161, %extracted_slice_83 : (tensor<1x4x8x8xbf16>, tensor<1x4x8x8xbf16>) -> tensor<1x4x8x16xbf16>
    %162 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_85, %expanded_44 : tensor<1x4x8x16xbf16>, tensor<1x1x8x16xf32>) outs(%51 : tensor<1x4x8x16xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x4x8x16xf32>
    %163 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%160, %162 : tensor<1x4x8x16xf32>, tensor<1x4x8x16xf32>) outs(%51 : tensor<1x4x8x16xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.addf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x4x8x16xf32>
    %164 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_80, %expanded_43 : tensor<1x2x8x16xbf16>, tensor<1x1x8x16xf32>) outs(%57 : tensor<1x2x8x16xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x2x8x16xf32>
    %extracted_slice_86 = tensor.extract_slice %transposed_80[0, 0, 0, 0] [1, 2, 8, 8] [1, 1, 1, 1] : tensor<1x2x8x16xbf16> to tensor<1x2x8x8xbf16>
    %extracted_slice_87 = tensor.extract_slice %transposed_80[0, 0, 0, 8] [1, 2, 8, 8] [1, 1, 1, 1] : tensor<1x2x8x16xbf16> to tensor<1x2x8x8xbf16>
    %165 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_87 : tensor<1x2x8x8xbf16>) outs(%59 : tensor<1x2x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %229 = arith.negf %in : bf16
      linalg.yield %229 : bf16
    } -> tensor<1x2x8x8xbf16>
    %concat_88 = tensor.concat dim(3) %165, %extracted_slice_86 : (tensor<1x2x8x8xbf16>, tensor<1x2x8x8xbf16>) -> tensor<1x2x8x16xbf16>
    %166 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_88, %expanded_44 : tensor<1x2x8x16xbf16>, tensor<1x1x8x16xf32>) outs(%57 : tensor<1x2x8x16xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x2x8x16xf32>
    %167 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%164, %166 : tensor<1x2x8x16xf32>, tensor<1x2x8x16xf32>) outs(%57 : tensor<1x2x8x16xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.addf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x2x8x16xf32>
    %168 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%163 : tensor<1x4x8x16xf32>) outs(%49 : tensor<1x4x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x4x8x16xbf16>
    %169 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%167 : tensor<1x2x8x16xf32>) outs(%50 : tensor<1x2x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x2x8x16xbf16>
    %170 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%169 : tensor<1x2x8x16xbf16>) outs(%65 : tensor<1x2x2x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x8x16xbf16>
    %collapsed_89 = tensor.collapse_shape %170 [[0], [1, 2], [3], [4]] : tensor<1x2x2x8x16xbf16> into tensor<1x4x8x16xbf16>
    %171 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_82 : tensor<1x2x8x16xbf16>) outs(%65 : tensor<1x2x2x8x16xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      linalg.yield %in : bf16
    } -> tensor<1x2x2x8x16xbf16>
    %transposed_90 = linalg.transpose ins(%collapsed_89 : tensor<1x4x8x16xbf16>) outs(%68 : tensor<1x4x16x8xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed_91 = tensor.collapse_shape %168 [[0, 1], [2], [3]] : tensor<1x4x8x16xbf16> into tensor<4x8x16xbf16>
    %collapsed_92 = tensor.collapse_shape %transposed_90 [[0, 1], [2], [3]] : tensor<1x4x16x8xbf16> into tensor<4x16x8xbf16>
    %172 = linalg.batch_matmul ins(%collapsed_91, %collapsed_92 : tensor<4x8x16xbf16>, tensor<4x16x8xbf16>) outs(%70 : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
    %173 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%172 : tensor<4x8x8xf32>) outs(%72 : tensor<4x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<4x8x8xbf16>
    %expanded_93 = tensor.expand_shape %173 [[0, 1], [2], [3]] output_shape [1, 4, 8, 8] : tensor<4x8x8xbf16> into tensor<1x4x8x8xbf16>
    %174 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_93 : tensor<1x4x8x8xbf16>) outs(%53 : tensor<1x4x8x8xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %229 = arith.mulf %in, %cst_32 : bf16
      linalg.yield %229 : bf16
    } -> tensor<1x4x8x8xbf16>
    %175 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%174, %cst_21 : tensor<1x4x8x8xbf16>, tensor<1x1x8x8xbf16>) outs(%53 : tensor<1x4x8x8xbf16>) {
    ^bb0(%in: bf16, %in_113: bf16, %out: bf16):
      %229 = arith.addf %in, %in_113 : bf16
      linalg.yield %229 : bf16
    } -> tensor<1x4x8x8xbf16>
    %176 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%175 : tensor<1x4x8x8xbf16>) outs(%76 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      linalg.yield %229 : f32
    } -> tensor<1x4x8x8xf32>
    %177:2 = linalg.generic {indexing_maps = [#map6, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%176 : tensor<1x4x8x8xf32>) outs(%81, %79 : tensor<1x4x8xf32>, tensor<1x4x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_113: i64):
      %229 = linalg.index 3 : index
      %230 = arith.index_cast %229 : index to i64
      %231 = arith.maximumf %in, %out : f32
      %232 = arith.cmpf ogt, %in, %out : f32
      %233 = arith.select %232, %230, %out_113 : i64
      linalg.yield %231, %233 : f32, i64
    } -> (tensor<1x4x8xf32>, tensor<1x4x8xi64>)
    %expanded_94 = tensor.expand_shape %177#0 [[0], [1], [2, 3]] output_shape [1, 4, 8, 1] : tensor<1x4x8xf32> into tensor<1x4x8x1xf32>
    %178 = linalg.generic {indexing_maps = [#map6, #map11, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%176, %expanded_94 : tensor<1x4x8x8xf32>, tensor<1x4x8x1xf32>) outs(%76 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.subf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x4x8x8xf32>
    %179 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178 : tensor<1x4x8x8xf32>) outs(%76 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.exp %in : f32
      linalg.yield %229 : f32
    } -> tensor<1x4x8x8xf32>
    %180 = linalg.generic {indexing_maps = [#map6, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%179 : tensor<1x4x8x8xf32>) outs(%86 : tensor<1x4x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.addf %in, %out : f32
      linalg.yield %229 : f32
    } -> tensor<1x4x8x1xf32>
    %181 = linalg.generic {indexing_maps = [#map6, #map11, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%179, %180 : tensor<1x4x8x8xf32>, tensor<1x4x8x1xf32>) outs(%76 : tensor<1x4x8x8xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.divf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x4x8x8xf32>
    %182 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%181 : tensor<1x4x8x8xf32>) outs(%53 : tensor<1x4x8x8xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x4x8x8xbf16>
    %collapsed_95 = tensor.collapse_shape %182 [[0, 1], [2], [3]] : tensor<1x4x8x8xbf16> into tensor<4x8x8xbf16>
    %collapsed_96 = tensor.collapse_shape %171 [[0, 1, 2], [3], [4]] : tensor<1x2x2x8x16xbf16> into tensor<4x8x16xbf16>
    %183 = linalg.batch_matmul ins(%collapsed_95, %collapsed_96 : tensor<4x8x8xbf16>, tensor<4x8x16xbf16>) outs(%91 : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
    %184 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%183 : tensor<4x8x16xf32>) outs(%93 : tensor<4x8x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<4x8x16xbf16>
    %expanded_97 = tensor.expand_shape %184 [[0, 1], [2], [3]] output_shape [1, 4, 8, 16] : tensor<4x8x16xbf16> into tensor<1x4x8x16xbf16>
    %transposed_98 = linalg.transpose ins(%expanded_97 : tensor<1x4x8x16xbf16>) outs(%95 : tensor<1x8x4x16xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_99 = linalg.transpose ins(%cst_9 : tensor<64x64xbf16>) outs(%13 : tensor<64x64xbf16>) permutation = [1, 0] 
    %collapsed_100 = tensor.collapse_shape %transposed_98 [[0, 1], [2, 3]] : tensor<1x8x4x16xbf16> into tensor<8x64xbf16>
    %185 = linalg.matmul ins(%collapsed_100, %transposed_99 : tensor<8x64xbf16>, tensor<64x64xbf16>) outs(%15 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %186 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%185 : tensor<8x64xf32>) outs(%17 : tensor<8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<8x64xbf16>
    %expanded_101 = tensor.expand_shape %186 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xbf16> into tensor<1x8x64xbf16>
    %187 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_101 : tensor<1x8x64xbf16>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %188 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187 : tensor<1x8x64xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %189 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%188 : tensor<1x8x64xf32>) outs(%22 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.addf %in, %out : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %190 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%189 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.divf %in, %cst_30 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %191 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%190 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.truncf %cst_26 : f64 to f32
      %230 = arith.addf %in, %229 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x1xf32>
    %192 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%191 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.rsqrt %in : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %193 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187, %192 : tensor<1x8x64xf32>, tensor<1x8x1xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.mulf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %194 = linalg.generic {indexing_maps = [#map4, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_8, %193 : tensor<64xbf16>, tensor<1x8x64xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x64xf32>
    %195 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%194 : tensor<1x8x64xf32>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x64xbf16>
    %196 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %195 : tensor<1x8x64xbf16>, tensor<1x8x64xbf16>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: bf16, %in_113: bf16, %out: bf16):
      %229 = arith.addf %in, %in_113 : bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x64xbf16>
    %transposed_102 = linalg.transpose ins(%cst_7 : tensor<96x64xbf16>) outs(%108 : tensor<64x96xbf16>) permutation = [1, 0] 
    %collapsed_103 = tensor.collapse_shape %196 [[0, 1], [2]] : tensor<1x8x64xbf16> into tensor<8x64xbf16>
    %197 = linalg.matmul ins(%collapsed_103, %transposed_102 : tensor<8x64xbf16>, tensor<64x96xbf16>) outs(%110 : tensor<8x96xf32>) -> tensor<8x96xf32>
    %198 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%197 : tensor<8x96xf32>) outs(%112 : tensor<8x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<8x96xbf16>
    %expanded_104 = tensor.expand_shape %198 [[0, 1], [2]] output_shape [1, 8, 96] : tensor<8x96xbf16> into tensor<1x8x96xbf16>
    %199 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_104 : tensor<1x8x96xbf16>) outs(%114 : tensor<1x8x96xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      linalg.yield %229 : f32
    } -> tensor<1x8x96xf32>
    %200 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199 : tensor<1x8x96xf32>) outs(%114 : tensor<1x8x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.negf %in : f32
      %230 = math.exp %229 : f32
      %231 = arith.addf %230, %cst_1 : f32
      %232 = arith.divf %cst_1, %231 : f32
      linalg.yield %232 : f32
    } -> tensor<1x8x96xf32>
    %201 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199, %200 : tensor<1x8x96xf32>, tensor<1x8x96xf32>) outs(%114 : tensor<1x8x96xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.mulf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x96xf32>
    %202 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%201 : tensor<1x8x96xf32>) outs(%118 : tensor<1x8x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x96xbf16>
    %transposed_105 = linalg.transpose ins(%cst_6 : tensor<96x64xbf16>) outs(%108 : tensor<64x96xbf16>) permutation = [1, 0] 
    %203 = linalg.matmul ins(%collapsed_103, %transposed_105 : tensor<8x64xbf16>, tensor<64x96xbf16>) outs(%110 : tensor<8x96xf32>) -> tensor<8x96xf32>
    %204 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%203 : tensor<8x96xf32>) outs(%112 : tensor<8x96xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<8x96xbf16>
    %expanded_106 = tensor.expand_shape %204 [[0, 1], [2]] output_shape [1, 8, 96] : tensor<8x96xbf16> into tensor<1x8x96xbf16>
    %205 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%202, %expanded_106 : tensor<1x8x96xbf16>, tensor<1x8x96xbf16>) outs(%118 : tensor<1x8x96xbf16>) {
    ^bb0(%in: bf16, %in_113: bf16, %out: bf16):
      %229 = arith.mulf %in, %in_113 : bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x96xbf16>
    %transposed_107 = linalg.transpose ins(%cst_5 : tensor<64x96xbf16>) outs(%123 : tensor<96x64xbf16>) permutation = [1, 0] 
    %collapsed_108 = tensor.collapse_shape %205 [[0, 1], [2]] : tensor<1x8x96xbf16> into tensor<8x96xbf16>
    %206 = linalg.matmul ins(%collapsed_108, %transposed_107 : tensor<8x96xbf16>, tensor<96x64xbf16>) outs(%15 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %207 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%206 : tensor<8x64xf32>) outs(%17 : tensor<8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<8x64xbf16>
    %expanded_109 = tensor.expand_shape %207 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xbf16> into tensor<1x8x64xbf16>
    %208 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_109 : tensor<1x8x64xbf16>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %209 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%208 : tensor<1x8x64xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %210 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%209 : tensor<1x8x64xf32>) outs(%22 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.addf %in, %out : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %211 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%210 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.divf %in, %cst_30 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %212 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.truncf %cst_26 : f64 to f32
      %230 = arith.addf %in, %229 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x1xf32>
    %213 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%212 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.rsqrt %in : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %214 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%208, %213 : tensor<1x8x64xf32>, tensor<1x8x1xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.mulf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %215 = linalg.generic {indexing_maps = [#map4, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_4, %214 : tensor<64xbf16>, tensor<1x8x64xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x64xf32>
    %216 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%215 : tensor<1x8x64xf32>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x64xbf16>
    %217 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%196, %216 : tensor<1x8x64xbf16>, tensor<1x8x64xbf16>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: bf16, %in_113: bf16, %out: bf16):
      %229 = arith.addf %in, %in_113 : bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x64xbf16>
    %218 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%217 : tensor<1x8x64xbf16>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %219 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%218 : tensor<1x8x64xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %220 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%219 : tensor<1x8x64xf32>) outs(%22 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.addf %in, %out : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %221 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.divf %in, %cst_30 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %222 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%221 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = arith.truncf %cst_26 : f64 to f32
      %230 = arith.addf %in, %229 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x1xf32>
    %223 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%222 : tensor<1x8x1xf32>) outs(%4 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %229 = math.rsqrt %in : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x1xf32>
    %224 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%218, %223 : tensor<1x8x64xf32>, tensor<1x8x1xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %in_113: f32, %out: f32):
      %229 = arith.mulf %in, %in_113 : f32
      linalg.yield %229 : f32
    } -> tensor<1x8x64xf32>
    %225 = linalg.generic {indexing_maps = [#map4, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_3, %224 : tensor<64xbf16>, tensor<1x8x64xf32>) outs(%19 : tensor<1x8x64xf32>) {
    ^bb0(%in: bf16, %in_113: f32, %out: f32):
      %229 = arith.extf %in : bf16 to f32
      %230 = arith.mulf %229, %in_113 : f32
      linalg.yield %230 : f32
    } -> tensor<1x8x64xf32>
    %226 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225 : tensor<1x8x64xf32>) outs(%2 : tensor<1x8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<1x8x64xbf16>
    %transposed_110 = linalg.transpose ins(%cst_2 : tensor<64x64xbf16>) outs(%13 : tensor<64x64xbf16>) permutation = [1, 0] 
    %collapsed_111 = tensor.collapse_shape %226 [[0, 1], [2]] : tensor<1x8x64xbf16> into tensor<8x64xbf16>
    %227 = linalg.matmul ins(%collapsed_111, %transposed_110 : tensor<8x64xbf16>, tensor<64x64xbf16>) outs(%15 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %228 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%227 : tensor<8x64xf32>) outs(%17 : tensor<8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %229 = arith.truncf %in : f32 to bf16
      linalg.yield %229 : bf16
    } -> tensor<8x64xbf16>
    %expanded_112 = tensor.expand_shape %228 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xbf16> into tensor<1x8x64xbf16>
    return %expanded_112 : tensor<1x8x64xbf16>
  }
}
