//===- MathFunctions.cpp - Instructions that compute ----------------------===//
//
// Approximations are as exact as this machine can have them: on a GPU the last
// bits differ.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

static float rsqrtOf(float x) { return 1.0 / std::sqrt(double(x)); }
static double rsqrtOf64(double x) { return 1.0 / std::sqrt(x); }
static float sqrtOf(float x) { return std::sqrt(x); }
static double sqrtOf64(double x) { return std::sqrt(x); }
static float reciprocal(float x) { return 1.0f / x; }
static double reciprocal64(double x) { return 1.0 / x; }
static float exp2Of(float x) { return std::exp2(x); }
static float log2Of(float x) { return std::log2(x); }
static float sinOf(float x) { return std::sin(x); }
static float cosOf(float x) { return std::cos(x); }
static float tanhOf(float x) { return std::tanh(x); }
static float divide(float a, float b) { return a / b; }
static float add(float a, float b) { return a + b; }
static float multiply(float a, float b) { return a * b; }
static float fma32(float a, float b, float c) { return std::fma(a, b, c); }
static double fma64(double a, double b, double c) { return std::fma(a, b, c); }
static float fmaDown(volatile float a, volatile float b, volatile float c) {
  int mode = std::fegetround();
  std::fesetround(FE_DOWNWARD);
  volatile float result = std::fma(float(a), float(b), float(c));
  std::fesetround(mode);
  return result;
}
static float saturate(float x) { return x > 0 ? std::fmin(x, 1.0f) : 0.0f; }
static float flush(float x) {
  return std::fabs(x) < 0x1p-126f ? std::copysign(0.0f, x) : x;
}
static float roundOf(float x) { return std::nearbyint(x); }
static float absOf(float x) { return std::fabs(x); }
static double absOf64(double x) { return std::fabs(x); }
static float minimum(float a, float b) { return std::fmin(a, b); }
static float maximum(float a, float b) { return std::fmax(a, b); }
/// f32 to i32 saturates, and NaN is 0.
static int32_t toInteger(double x) {
  using Limits = std::numeric_limits<int32_t>;
  if (std::isnan(x))
    return 0;
  return std::fmin(std::fmax(x, double(Limits::min())), double(Limits::max()));
}
static int32_t toNearest(float x) { return toInteger(std::nearbyint(x)); }
static int32_t towardsZero(float x) { return toInteger(std::trunc(x)); }

/// Rounds the bits of a float to those of a bf16, to nearest even. NaN becomes
/// the NaN of PTX. Returned where compilers return a bf16: in the low bits of a
/// float.
static float roundToBF16(float x) {
  uint32_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  bits = std::isnan(x) ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  std::memcpy(&x, &bits, sizeof(bits));
  return x;
}

/// In two steps, of which the first rounds to odd: an inexact one keeps its
/// last bit set, so that the second sees which side of a tie it is on.
static float roundToBF16(double x) {
  float narrow = x;
  uint32_t bits;
  std::memcpy(&bits, &narrow, sizeof(bits));
  if (double(narrow) != x && !(bits & 1) && std::isfinite(narrow)) {
    bool away = std::fabs(double(narrow)) > std::fabs(x);
    bits = away ? bits - 1 : bits + 1;
    std::memcpy(&narrow, &bits, sizeof(bits));
  }
  return roundToBF16(narrow);
}

Symbols emulator::getMathFunctions() {
  auto address = [](auto *function) {
    return reinterpret_cast<void *>(function);
  };
  return {
      {"rsqrt.approx.f", address(rsqrtOf)},
      {"rsqrt.approx.d", address(rsqrtOf64)},
      {"sqrt.approx.f", address(sqrtOf)},
      {"sqrt.f", address(sqrtOf)},
      {"sqrt.rn.f", address(sqrtOf)},
      {"sqrt.rn.d", address(sqrtOf64)},
      {"rcp.approx.f", address(reciprocal)},
      {"rcp.rn.f", address(reciprocal)},
      {"rcp.rn.d", address(reciprocal64)},
      {"ex2.approx.f", address(exp2Of)},
      {"lg2.approx.f", address(log2Of)},
      {"sin.approx.f", address(sinOf)},
      {"cos.approx.f", address(cosOf)},
      {"tanh.approx.f", address(tanhOf)},
      {"div.approx.f", address(divide)},
      {"div.full", address(divide)},
      {"div.rn.f", address(divide)},
      {"add.rn.f", address(add)},
      {"mul.rn.f", address(multiply)},
      {"fma.rn.f", address(fma32)},
      {"fma.rn.d", address(fma64)},
      {"fma.rm.f", address(fmaDown)},
      {"saturate.f", address(saturate)},
      {"flush.f", address(flush)},
      {"round.f", address(roundOf)},
      {"fabs.f", address(absOf)},
      {"fabs.d", address(absOf64)},
      {"fmin.f", address(minimum)},
      {"fmax.f", address(maximum)},
      {"f2i.rn", address(toNearest)},
      {"f2i.rz", address(towardsZero)},
      // libdevice's, where it is not the C library's name.
      {"__nv_rsqrtf", address(rsqrtOf)},
      {"__nv_rsqrt", address(rsqrtOf64)},
      // The compiler's support library lacks these where bf16 is new.
      {"__truncsfbf2", address(static_cast<float (*)(float)>(roundToBF16))},
      {"__truncdfbf2", address(static_cast<float (*)(double)>(roundToBF16))},
  };
}
