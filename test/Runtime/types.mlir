// Every element type goes through a function and comes back: floats are rounded
// once, to nearest even, and widened; integers, bool and index keep their bits.
//
// RUN: %python %S/Inputs/element_types.py %s %t cpu
// RUN: %python %S/Inputs/element_types.py %s %t cuda-emulated
func.func @f64(%x: tensor<?xf64>) -> tensor<?xf64> {
  return %x : tensor<?xf64>
}
func.func @f32(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
func.func @f16(%x: tensor<?xf16>) -> tensor<?xf16> {
  return %x : tensor<?xf16>
}
func.func @bf16(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  return %x : tensor<?xbf16>
}
func.func @f8e4m3fn(%x: tensor<?xf8E4M3FN>) -> tensor<?xf8E4M3FN> {
  return %x : tensor<?xf8E4M3FN>
}
func.func @f8e5m2(%x: tensor<?xf8E5M2>) -> tensor<?xf8E5M2> {
  return %x : tensor<?xf8E5M2>
}
func.func @i64(%x: tensor<?xi64>) -> tensor<?xi64> {
  return %x : tensor<?xi64>
}
func.func @i32(%x: tensor<?xi32>) -> tensor<?xi32> {
  return %x : tensor<?xi32>
}
func.func @i16(%x: tensor<?xi16>) -> tensor<?xi16> {
  return %x : tensor<?xi16>
}
func.func @i8(%x: tensor<?xi8>) -> tensor<?xi8> {
  return %x : tensor<?xi8>
}
func.func @i1(%x: tensor<?xi1>) -> tensor<?xi1> {
  return %x : tensor<?xi1>
}
func.func @index(%x: tensor<?xindex>) -> tensor<?xindex> {
  return %x : tensor<?xindex>
}
func.func @numbers(%a: f32, %b: f64, %c: index, %d: i1, %e: i8, %f: bf16) -> tensor<6xf64> {
  %a64 = arith.extf %a : f32 to f64
  %c32 = arith.index_cast %c : index to i64
  %c64 = arith.sitofp %c32 : i64 to f64
  %d64 = arith.uitofp %d : i1 to f64
  %e64 = arith.sitofp %e : i8 to f64
  %f64 = arith.extf %f : bf16 to f64
  %t = tensor.from_elements %a64, %b, %c64, %d64, %e64, %f64 : tensor<6xf64>
  return %t : tensor<6xf64>
}
func.func @rank0(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
