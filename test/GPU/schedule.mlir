// RUN: rmsnorm-opt %s --split-input-file --rmsnorm-gpu-pipeline=remarks --verify-diagnostics -o /dev/null

// How rows are shared depends on their length and the type that is reduced in,
// not on the types that are stored.

func.func @short(%x: tensor<?x5xbf16>, %y: tensor<?x5xbf16>) -> tensor<?x5xbf16> {
  // expected-remark@+1 {{rows of 5 elements, reduced in 32 bits and held in registers: 1 lane each, 128 rows a block, 1 chunk of 8 elements a lane}}
  %n = rmsnorm.norm ins(%x : tensor<?x5xbf16>) outs(%y : tensor<?x5xbf16>) {epsilon = 1.0e-6 : f64} -> tensor<?x5xbf16>
  return %n : tensor<?x5xbf16>
}

// -----

func.func @head(%x: tensor<?x128xf32>, %y: tensor<?x128xf32>) -> tensor<?x128xf32> {
  // expected-remark@+1 {{rows of 128 elements, reduced in 32 bits and held in registers: 16 lanes each, 8 rows a block, 1 chunk of 8 elements a lane}}
  %n = rmsnorm.norm ins(%x : tensor<?x128xf32>) outs(%y : tensor<?x128xf32>) {epsilon = 1.0e-6 : f64} -> tensor<?x128xf32>
  return %n : tensor<?x128xf32>
}

// -----

func.func @hidden(%x: tensor<?x4096xbf16>, %y: tensor<?x4096xbf16>) -> tensor<?x4096xbf16> {
  // expected-remark@+1 {{rows of 4096 elements, reduced in 32 bits and held in registers: 64 lanes each, 1 row a block, 8 chunks of 8 elements a lane}}
  %n = rmsnorm.norm ins(%x : tensor<?x4096xbf16>) outs(%y : tensor<?x4096xbf16>) {epsilon = 1.0e-6 : f64} -> tensor<?x4096xbf16>
  return %n : tensor<?x4096xbf16>
}

// -----

func.func @wide(%x: tensor<?x4096xf64>, %y: tensor<?x4096xf64>) -> tensor<?x4096xf64> {
  // expected-remark@+1 {{rows of 4096 elements, reduced in 64 bits and held in registers: 128 lanes each, 1 row a block, 4 chunks of 8 elements a lane}}
  %n = rmsnorm.norm ins(%x : tensor<?x4096xf64>) outs(%y : tensor<?x4096xf64>) {epsilon = 1.0e-6 : f64} -> tensor<?x4096xf64>
  return %n : tensor<?x4096xf64>
}

// -----

func.func @long(%x: tensor<?x65536xf16>, %y: tensor<?x65536xf16>) -> tensor<?x65536xf16> {
  // expected-remark@+2 {{1 row is kept in shared memory}}
  // expected-remark@+1 {{rows of 65536 elements, reduced in 32 bits and walked: 1024 lanes each, 1 row a block, 8 chunks of 8 elements a lane}}
  %n = rmsnorm.norm ins(%x : tensor<?x65536xf16>) outs(%y : tensor<?x65536xf16>) {epsilon = 1.0e-6 : f64} -> tensor<?x65536xf16>
  return %n : tensor<?x65536xf16>
}

// -----

func.func @longer(%x: tensor<?x65536xf32>, %y: tensor<?x65536xf32>) -> tensor<?x65536xf32> {
  // expected-remark@+2 {{rows are read again: they do not fit into 228352 bytes of shared memory}}
  // expected-remark@+1 {{rows of 65536 elements, reduced in 32 bits and walked: 1024 lanes each, 1 row a block, 8 chunks of 8 elements a lane}}
  %n = rmsnorm.norm ins(%x : tensor<?x65536xf32>) outs(%y : tensor<?x65536xf32>) {epsilon = 1.0e-6 : f64} -> tensor<?x65536xf32>
  return %n : tensor<?x65536xf32>
}

// -----

func.func @any(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // expected-remark@+2 {{what is read again is kept where a block's rows take up to 228352 bytes of shared memory}}
  // expected-remark@+1 {{rows of any length, reduced in 32 bits and walked: 1 lane each, from 16 elements 2, from 32 elements 4, from 64 elements 8, from 128 elements 16, from 256 elements 32, from 2561 elements 64, from 5121 elements 128, from 10241 elements 256, from 20481 elements 512, from 40961 elements 1024}}
  %n = rmsnorm.norm ins(%x : tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) {epsilon = 1.0e-6 : f64} -> tensor<?x?xf32>
  return %n : tensor<?x?xf32>
}
