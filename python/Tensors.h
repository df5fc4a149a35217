//===- Tensors.h - Arrays of Python as the C API takes them -----*- C++ -*-===//

#ifndef RMSNORM_PYTHON_TENSORS_H
#define RMSNORM_PYTHON_TENSORS_H

#include "RMSNorm-c/Function.h"
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nb = nanobind;

/// An array, and MLIR's name of its element type where DLPack has none for it.
using Array = std::pair<nb::ndarray<nb::ro>, std::optional<std::string>>;

inline RMSNormElementType elementTypeOf(nb::dlpack::dtype type) {
  using Code = nb::dlpack::dtype_code;
  static constexpr struct {
    Code code;
    uint8_t bits;
    RMSNormElementType type;
  } table[] = {
      {Code::Float, 64, RMSNORM_F64},
      {Code::Float, 32, RMSNORM_F32},
      {Code::Bfloat, 16, RMSNORM_BF16},
      {Code::Float, 16, RMSNORM_F16},
      {Code::Float8_E4M3FN, 8, RMSNORM_F8E4M3FN},
      {Code::Float8_E5M2, 8, RMSNORM_F8E5M2},
      {Code::Int, 64, RMSNORM_I64},
      {Code::Int, 32, RMSNORM_I32},
      {Code::Int, 16, RMSNORM_I16},
      {Code::Int, 8, RMSNORM_I8},
      {Code::UInt, 64, RMSNORM_U64},
      {Code::UInt, 32, RMSNORM_U32},
      {Code::UInt, 16, RMSNORM_U16},
      {Code::UInt, 8, RMSNORM_U8},
      {Code::Bool, 8, RMSNORM_BOOL},
  };
  for (auto entry : table)
    if (type.lanes == 1 && type.code == uint8_t(entry.code) &&
        type.bits == entry.bits)
      return entry.type;
  return RMSNORM_OTHER;
}

inline RMSNormElementType elementTypeOf(const std::string &name) {
  for (int type = RMSNORM_F64; type != RMSNORM_OTHER; ++type)
    if (name == rmsnormElementTypeName(RMSNormElementType(type)))
      return RMSNormElementType(type);
  return RMSNORM_OTHER;
}

inline RMSNormDevice deviceOf(int type, int number) {
  switch (type) {
  case nb::device::cpu::value:
  case nb::device::cuda_host::value:
    return RMSNORM_CPU;
  case nb::device::cuda::value:
  case nb::device::cuda_managed::value:
    if (number != 0)
      throw nb::type_error("an array is on another GPU than the first, where "
                           "functions run");
    return RMSNORM_CUDA;
  default:
    throw nb::type_error("an array is in the memory of a device that is "
                         "neither a CPU nor a CUDA GPU");
  }
}

/// The arrays as the C API takes them.
inline std::vector<RMSNormTensor> toTensors(const std::vector<Array> &arrays) {
  std::vector<RMSNormTensor> tensors;
  for (const auto &[array, name] : arrays)
    tensors.push_back(
        {const_cast<void *>(array.data()),
         name ? elementTypeOf(*name) : elementTypeOf(array.dtype()),
         deviceOf(array.device_type(), array.device_id()),
         int64_t(array.ndim()), array.shape_ptr(), array.stride_ptr()});
  return tensors;
}

#endif // RMSNORM_PYTHON_TENSORS_H
