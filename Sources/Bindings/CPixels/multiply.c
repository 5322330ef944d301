#include "lanes.h"

#include "cpixels.h"

// c * m / 255, rounded to the nearest, without a division: (t + t / 256) / 256 of t = c * m + 128 is exact for bytes.
INLINED uint32_t multiply_pixel(uint32_t pixel, uint32_t color) {
  uint32_t result = 0xFF000000;
  for (int shift = 0; shift < 24; shift += 8) {
    const uint32_t t = (pixel >> shift & 0xFF) * (color >> shift & 0xFF) + 0x80;
    result |= (t + (t >> 8)) >> 8 << shift;
  }
  return result;
}

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
  for (; x < count; x++) target[x] = multiply_pixel(target[x], color);
}

#if CPIXELS_BY_PROCESSOR
CPIXELS_AVX2 static void multiply_row_avx2(uint32_t *target, uint32_t color, intptr_t count) {
  const __m256i low = _mm256_set1_epi32(0x00FF00FF), solid = _mm256_set1_epi32((int)0xFF000000);
  const __m256i even = _mm256_set1_epi32((int)(color & 0x00FF00FF));
  const __m256i odd = _mm256_set1_epi32((int)(color >> 8 & 0x00FF00FF));
  // The upper half of 257 t is (t + t / 256) / 256, in one step.
  const __m256i half = _mm256_set1_epi16(0x80), ratio = _mm256_set1_epi16(257);
  intptr_t x = 0;
  for (; x + BLOCK <= count; x += BLOCK) {
    const __m256i block = _mm256_loadu_si256((const __m256i *)(target + x));
    const __m256i a = _mm256_mullo_epi16(_mm256_and_si256(block, low), even);
    const __m256i b = _mm256_mullo_epi16(_mm256_srli_epi16(block, 8), odd);
    const __m256i c = _mm256_mulhi_epu16(_mm256_add_epi16(a, half), ratio);
    const __m256i d = _mm256_mulhi_epu16(_mm256_add_epi16(b, half), ratio);
    const __m256i both = _mm256_or_si256(c, _mm256_slli_epi16(d, 8));
    _mm256_storeu_si256((__m256i *)(target + x), _mm256_or_si256(both, solid));
  }
  for (; x < count; x++) target[x] = multiply_pixel(target[x], color);
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
