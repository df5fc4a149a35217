// The fastest of a few copies is what memory allows: of one thread, of all, and
// of all past the caches.

#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

void copy_serial(char *to, const char *from, int64_t bytes) {
  memcpy(to, from, bytes);
}

void copy_parallel(char *to, const char *from, int64_t bytes) {
#pragma omp parallel for schedule(static)
  for (int64_t i = 0; i < bytes; i += 4096)
    memcpy(to + i, from + i, bytes - i < 4096 ? bytes - i : 4096);
}

// `to` and `from` lie at cache lines.
void copy_past_caches(char *to, const char *from, int64_t bytes) {
#ifdef __SSE2__
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int64_t i = 0; i < bytes / 64; ++i)
      for (int64_t j = 0; j < 4; ++j)
        _mm_stream_si128((__m128i *)(to + i * 64) + j,
                         _mm_load_si128((const __m128i *)(from + i * 64) + j));
    _mm_sfence();
  }
#else
  copy_parallel(to, from, bytes);
#endif
}
