#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<?x512xbf16>, %arg1: tensor<?x512xbf16>) -> (tensor<?x512xbf16>, tensor<?x512xbf16>) {
    %c2_i64 = arith.constant 2 : i64
    %c0 = arith.constant 0 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense_resource<torch_tensor_512_torch.bfloat16> : tensor<512xbf16>
    %cst_1 = arith.constant 1.000000e-05 : f64
    %cst_2 = arith.constant 5.120000e+02 : f32
    %dim = tensor.dim %arg0, %c0 : tensor<?x512xbf16>
    %dim_3 = tensor.dim %arg1, %c0 : tensor<?x512xbf16>
    %0 = arith.cmpi eq, %dim, %dim_3 : index
    cf.assert %0, "mismatched size for broadcast"
    %1 = tensor.empty(%dim) : tensor<?x512xbf16>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<?x512xbf16>, tensor<?x512xbf16>) outs(%1 : tensor<?x512xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %15 = arith.addf %in, %in_4 : bf16
      linalg.yield %15 : bf16
    } -> tensor<?x512xbf16>
    %3 = tensor.empty(%dim) : tensor<?x512xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<?x512xbf16>) outs(%3 : tensor<?x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %15 = arith.extf %in : bf16 to f32
      linalg.yield %15 : f32
    } -> tensor<?x512xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<?x512xf32>) outs(%3 : tensor<?x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %15 : f32
    } -> tensor<?x512xf32>
    %6 = tensor.empty(%dim) : tensor<?x1xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<?x1xf32>) -> tensor<?x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%5 : tensor<?x512xf32>) outs(%7 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.addf %in, %out : f32
      linalg.yield %15 : f32
    } -> tensor<?x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<?x1xf32>) outs(%6 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.divf %in, %cst_2 : f32
      linalg.yield %15 : f32
    } -> tensor<?x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<?x1xf32>) outs(%6 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.truncf %cst_1 : f64 to f32
      %16 = arith.addf %in, %15 : f32
      linalg.yield %16 : f32
    } -> tensor<?x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<?x1xf32>) outs(%6 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = math.rsqrt %in : f32
      linalg.yield %15 : f32
    } -> tensor<?x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %11 : tensor<?x512xf32>, tensor<?x1xf32>) outs(%3 : tensor<?x512xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %15 = arith.mulf %in, %in_4 : f32
      linalg.yield %15 : f32
    } -> tensor<?x512xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<?x512xf32>) outs(%1 : tensor<?x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %15 = arith.truncf %in : f32 to bf16
      linalg.yield %15 : bf16
    } -> tensor<?x512xbf16>
    %14 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_0, %13 : tensor<512xbf16>, tensor<?x512xbf16>) outs(%1 : tensor<?x512xbf16>) {
    ^bb0(%in: bf16, %in_4: bf16, %out: bf16):
      %15 = arith.mulf %in, %in_4 : bf16
      linalg.yield %15 : bf16
    } -> tensor<?x512xbf16>
    return %14, %2 : tensor<?x512xbf16>, tensor<?x512xbf16>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_512_torch.bfloat16: "0x0200000090BF94BF80BEDEBE593F313FA2BE07C0A53EA2BFB33E9E3EF53D9E3F8F3F7DBEADBFD9BF113F4B3F193FC7BFAFBEED3F403F16BF32BE3C3EB23FCB3F723F58BF1DBF013DFCBE7E3EE13EE63D243FE23ED2BD4B3F94BE573D063F1340BCBFCBBF2CBF5F3F873F363E6CBEC9BE0B3FCABEE4BE3E3FC33F5A40C4BF9EBFE93F0DBF12BF6C3F8E3FA53FBDBF2440F2BEAC3ED1BF0DBFF6BE00BF89BF8F3F10BE4E3FBFBD303F57BF6A3A583FCDBE853FB73E7CBE1340F1BF4CBD86BF75BF093D363FD33FAEBFB03E053F27C0D9BF6ABE8F3E7D3E9D3DAD3EE93EEA3E5EBF483F6DBF60BE1CC095BD0BBD763FB33E6CBF66BD1FBFEDBEF63FCEBEFE3D953F6C3FB23F62BFD6BE4EBF113F1C3FEF3EFA3F88BF9EBDEE3D18BF9FBFD1BD84BFA0BE7C3E85BEF23D7A3E953F943EC63E4EBEF2BD453E46BFF3BF063E34BFA13E213EC53E783F7EBF9A3EDCBD803FFFBE433F1E3FA13E5A3EF6BDB93EA1BE8ABF773EB3BF87BDB7BEC8BFB6BE8A3F073EC93F483F8ABF39BFBC3F8D3E2B3F7FBF98BF99BF0FBF093FD03ECA3E303E603F93BE833F98BD8CBFC93E183F2A3F9ABF1C3F0CBF963FC83D773F573FA0BF7D3FFDBEA4BF753FA43F2ABF113F933E09BD88BFEABDB0BEC93F443EC33E14BE233F90BEAABF11BE09BF06BF5D3F63BF573F943FE1BFBDBFE1BF9C3D8ABFB83FE2BD143F2DBE83BD853F683FF3BE5FBF143EF43FC83E21BD4DBFFEBEB9BE163F94BF13BE47BEAFBDB23F193FF7BEBBBEAABFD93F044070BE353F143F893E04C0093F09BF5DBFC0BC963FCC3E4BBE94BFA2BE713F93BF0F3F4B3F3DBE3BBFA5BD7BBF783DFABE50BF523F22BFA63FBB3F1FBF7D3FDDBE20BF5DBEFABE493FDC3D89BFEFBD82BF99BFF53E9DBFAFBFC63F08BDD6BE83BE04BE60BDD13E903FF83F813F813FDEBE9FBFA43F7A3E083F6EBC0FC0BC3F9CBF253F7C40FFBD973EC43E0DBF7EBFAC3FF93FA5BF16C004C0693F32BFFB3F8DBF0B3FC53F8B3FA03FEC3DCF3FED3EA63F603F853D463F78BF63BFA3BEABBEE93EFF3E613FC73EBB3FF63E09BF0EBD283F9FBE10BFF8BEA3BF32BE0E3F3ABE70BE973E4C3FA23F6F3F0C3FC5BFA03E3D3FBA3F83408F3FC9BF33BF133F9E3F24BF44BF773E2A3E0FC0B23F01BFD73F83BFD83F9CBF443F993F36BF86BD0D40E53F42BC7B3F88BFE33F8FBE8EBE403F25BF74BF8B3E2C3FED3F983F17BF773FC1BF10409D3FF9BEE83EAD3FDE3E03BF3EBE8D3EE13DB83E41BF6B3E82BECA3F7ABE99BFD2BCE73F88BF5A4012BFF3BEDF3F51BEA2BEA63FAC3F473EC93FC4BEB33FAF3ECDBF16BF1A3FE03EC6BDA93E40BEB7BF183F94BF123D5D3E6BBFC83F4AC010BFDCBEABBEC6BF71BC9D3FCC3FD1BF69BD213F8B3E30BF8CBFD73F61BF143FBA3EB43DA7BF35BF28BE79BF84BF263F43BE373F00C01AC0613ED9BFA83FD5BF"
    }
  }
#-}

