#include "lanes.h"

#include "cpixels.h"

// c * m / 255, rounded to the nearest, without a division: (t + t / 256) / 256 of t = c * m + 128 is exact for bytes.
INLINED void multiply_row(uint32_t *target, uint32_t color, intptr_t count) {
  const lanes low = (lanes){} + 0x00FF;
  const lanes even = (lanes)((pixels){} + (color & 0x00FF00FF));
  const lanes odd = (lanes)((pixels){} + (color >> 8 & 0x00FF00FF));
  intptr_t x = 0;
  for (; x + BLOCK <= count; x += BLOCK) {
    lanes block;
    memcpy(&block, target + x, sizeof block);
    lanes a = (block & low) * even + 0x80, b = (block >> 8) * odd + 0x80;
    a = (a + (a >> 8)) >> 8;
    b = (b + (b >> 8)) & ~low;
    const pixels result = (pixels)(a | b) | 0xFF000000;
    memcpy(target + x, &result, sizeof result);
  }
  for (; x < count; x++) {
    uint32_t result = 0xFF000000;
    for (int shift = 0; shift < 24; shift += 8) {
      const uint32_t t = (target[x] >> shift & 0xFF) * (color >> shift & 0xFF) + 0x80;
      result |= (t + (t >> 8)) >> 8 << shift;
    }
    target[x] = result;
  }
}

#if CPIXELS_BY_PROCESSOR
CPIXELS_AVX2 static void multiply_row_avx2(uint32_t *target, uint32_t color, intptr_t count) {
  multiply_row(target, color, count);
}
#endif

void cpixels_multiply_row(uint32_t *target, uint32_t color, intptr_t count) {
#if CPIXELS_BY_PROCESSOR
  if (__builtin_cpu_supports("avx2")) {
    multiply_row_avx2(target, color, count);
    return;
  }
#endif
  multiply_row(target, color, count);
}
