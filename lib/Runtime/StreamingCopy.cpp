//===- StreamingCopy.cpp - How fast memory is -----------------------------===//

#include "RMSNorm/Runtime/StreamingCopy.h"
#include "RMSNorm/Runtime/Timing.h"
#include <algorithm>
#include <cstring>
#include <memory>
#include <omp.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

using namespace mlir;

namespace {
constexpr int64_t line = 64;

/// A cache line, so that no copy shares one with another thread's.
struct alignas(line) Line {
  char bytes[line];
};
} // namespace

static void copyPlain(Line *to, const Line *from, int64_t lines) {
  std::memcpy(to, from, lines * line);
}

/// A copy that leaves the destination out of the caches.
static void copyNonTemporal(Line *to, const Line *from, int64_t lines) {
#if defined(__SSE2__)
  auto *target = reinterpret_cast<__m128i *>(to);
  auto *source = reinterpret_cast<const __m128i *>(from);
  for (int64_t i = 0, e = lines * line / int64_t(sizeof(__m128i)); i < e; ++i)
    _mm_stream_si128(target + i, _mm_load_si128(source + i));
  _mm_sfence();
#else
  copyPlain(to, from, lines);
#endif
}

/// Gives every thread of OpenMP one piece of the copy.
template <typename Copy>
static void inParallel(Line *to, const Line *from, int64_t lines, Copy copy) {
#pragma omp parallel
  {
    int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    int64_t begin = lines * thread / threads;
    int64_t end = lines * (thread + 1) / threads;
    copy(to + begin, from + begin, end - begin);
  }
}

double rmsnorm::timeStreamingCopy(int64_t bytes, int64_t repeats) {
  int64_t lines = std::max<int64_t>(1, bytes / 2 / line);
  std::unique_ptr<Line[]> from(new Line[lines]), to(new Line[lines]);
  // Untouched pages would all be the same page of zeros.
  std::memset(from.get(), 1, lines * line);
  Line *target = to.get(), *source = from.get();
  return std::min(
      {timeMedian(repeats, [&] { copyPlain(target, source, lines); }),
       timeMedian(repeats,
                  [&] { inParallel(target, source, lines, copyPlain); }),
       timeMedian(repeats, [&] {
         inParallel(target, source, lines, copyNonTemporal);
       })});
}
