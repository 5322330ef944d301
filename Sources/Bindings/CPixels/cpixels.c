#include "cpixels.h"

#include "lanes.h"

// a * 256 + (b - a) * w is taken modulo 65536: the true value lies in 0...65280, so wrapping on the way is harmless.
INLINED void mix(pixels *result, const pixels *first, const pixels *second, const lanes *weight) {
  const lanes a = (lanes)*first, b = (lanes)*second;
  const lanes low = (lanes){} + 0x00FF, high = (lanes){} + 0xFF00;
  const lanes even = ((a << 8) + ((b & low) - (a & low)) * *weight + 0x80) >> 8;
  const lanes odd = ((a & high) + ((b >> 8) - (a >> 8)) * *weight + 0x80) & high;
  *result = (pixels)(even | odd) | 0xFF000000;
}

INLINED uint32_t mix_pixel(uint32_t a, uint32_t b, uint32_t weight) {
  const uint32_t bytes = 0x00FF00FF, half = 0x00800080;
  const uint32_t even = (a & bytes) * (256 - weight) + (b & bytes) * weight + half;
  const uint32_t odd = ((a >> 8) & bytes) * (256 - weight) + ((b >> 8) & bytes) * weight + half;
  return ((even >> 8) & bytes) | (odd & ~bytes) | 0xFF000000;
}

INLINED void copy_row(uint32_t *target, const uint32_t *source, intptr_t count, intptr_t ahead) {
  intptr_t x = 0;
  for (; x + LINE <= count; x += LINE) {
    pixels near, far;
    fetch(source + x, ahead);
    memcpy(&near, source + x, sizeof near);
    memcpy(&far, source + x + BLOCK, sizeof far);
    near |= 0xFF000000;
    far |= 0xFF000000;
    memcpy(target + x, &near, sizeof near);
    memcpy(target + x + BLOCK, &far, sizeof far);
  }
  for (; x < count; x++) target[x] = source[x] | 0xFF000000;
}

INLINED void mix_rows(uint32_t *target, const uint32_t *first, const uint32_t *second, uint32_t weight,
                      intptr_t count, intptr_t ahead) {
  const lanes weights = (lanes){} + (uint16_t)weight;
  intptr_t x = 0;
  for (; x + BLOCK <= count; x += BLOCK) {
    pixels a, b, mixed;
    if (x % LINE == 0) {
      fetch(first + x, ahead);
      fetch(second + x, ahead);
    }
    memcpy(&a, first + x, sizeof a);
    memcpy(&b, second + x, sizeof b);
    mix(&mixed, &a, &b, &weights);
    memcpy(target + x, &mixed, sizeof mixed);
  }
  for (; x < count; x++) target[x] = mix_pixel(first[x], second[x], weight);
}

INLINED uint64_t pair_at(const uint32_t *source, uint32_t offset) {
  uint64_t pair;
  memcpy(&pair, source + offset, sizeof pair);
  return pair;
}

INLINED void gather(pixels *left, pixels *right, const uint32_t *source, const uint32_t *at) {
  const pixels near = (pixels)(pairs){pair_at(source, at[0]), pair_at(source, at[1]), pair_at(source, at[4]),
                                      pair_at(source, at[5])};
  const pixels far = (pixels)(pairs){pair_at(source, at[2]), pair_at(source, at[3]), pair_at(source, at[6]),
                                     pair_at(source, at[7])};
  *left = __builtin_shufflevector(near, far, 0, 2, 8, 10, 4, 6, 12, 14);
  *right = __builtin_shufflevector(near, far, 1, 3, 9, 11, 5, 7, 13, 15);
}

INLINED void mix_neighbours(uint32_t *target, const uint32_t *source, const uint32_t *offsets,
                            const uint32_t *weights, intptr_t x, intptr_t count) {
  for (; x + BLOCK <= count; x += BLOCK) {
    pixels left, right, mixed;
    lanes weight;
    gather(&left, &right, source, offsets + x);
    memcpy(&weight, weights + x, sizeof weight);
    mix(&mixed, &left, &right, &weight);
    memcpy(target + x, &mixed, sizeof mixed);
  }
  for (; x < count; x++) {
    const uint32_t at = offsets[x];
    target[x] = mix_pixel(source[at], source[at + 1], weights[x] & 0xFFFF);
  }
}

INLINED void mix_squares(uint32_t *target, const uint32_t *first, const uint32_t *second, uint32_t weight,
                         const uint32_t *offsets, const uint32_t *weights, intptr_t count, intptr_t ahead) {
  const lanes down = (lanes){} + (uint16_t)weight;
  intptr_t x = 0;
  for (; x + BLOCK <= count; x += BLOCK) {
    pixels left, right, upper, lower, mixed;
    lanes across;
    for (intptr_t i = x; i < x + BLOCK; i += BLOCK / 2) {
      fetch(first + offsets[i], ahead);
      fetch(second + offsets[i], ahead);
    }
    memcpy(&across, weights + x, sizeof across);
    gather(&left, &right, first, offsets + x);
    mix(&upper, &left, &right, &across);
    gather(&left, &right, second, offsets + x);
    mix(&lower, &left, &right, &across);
    mix(&mixed, &upper, &lower, &down);
    memcpy(target + x, &mixed, sizeof mixed);
  }
  for (; x < count; x++) {
    const uint32_t at = offsets[x], across = weights[x] & 0xFFFF;
    target[x] = mix_pixel(mix_pixel(first[at], first[at + 1], across),
                          mix_pixel(second[at], second[at + 1], across), weight);
  }
}

#if CPIXELS_BY_PROCESSOR

CPIXELS_AVX2 static void mix_squares_avx2(uint32_t *target, const uint32_t *first,
                                                             const uint32_t *second, uint32_t weight,
                                                             const uint32_t *offsets, const uint32_t *weights,
                                                             intptr_t count, intptr_t ahead) {
  mix_squares(target, first, second, weight, offsets, weights, count, ahead);
}

CPIXELS_AVX2 static void copy_row_avx2(uint32_t *target, const uint32_t *source,
                                                          intptr_t count, intptr_t ahead) {
  copy_row(target, source, count, ahead);
}

CPIXELS_AVX2 static void mix_rows_avx2(uint32_t *target, const uint32_t *first,
                                                          const uint32_t *second, uint32_t weight,
                                                          intptr_t count, intptr_t ahead) {
  mix_rows(target, first, second, weight, count, ahead);
}

// Eight target pixels of a picture that grows, or shrinks by less than half, come from 16 pixels in a row: two loads
// and a permutation instead of eight loads.
CPIXELS_AVX2 static void mix_neighbours_avx2(uint32_t *target, const uint32_t *source,
                                                                intptr_t width, const uint32_t *offsets,
                                                                const uint32_t *weights, intptr_t count) {
  intptr_t x = 0;
  for (; x + BLOCK <= count; x += BLOCK) {
    const uint32_t first = offsets[x], span = offsets[x + BLOCK - 1] - first;
    if (span >= 2 * BLOCK || first + 2 * BLOCK + 1 > width) break;
    const uint32_t *from = source + first;
    __m256i at = _mm256_loadu_si256((const __m256i *)(offsets + x));
    at = _mm256_sub_epi32(at, _mm256_set1_epi32((int)first));
    __m256i a = _mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)from), at);
    __m256i b = _mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)(from + 1)), at);
    if (span >= BLOCK) {
      const __m256i beyond = _mm256_cmpgt_epi32(at, _mm256_set1_epi32(BLOCK - 1));
      const __m256i *next = (const __m256i *)(from + BLOCK), *after = (const __m256i *)(from + BLOCK + 1);
      a = _mm256_blendv_epi8(a, _mm256_permutevar8x32_epi32(_mm256_loadu_si256(next), at), beyond);
      b = _mm256_blendv_epi8(b, _mm256_permutevar8x32_epi32(_mm256_loadu_si256(after), at), beyond);
    }
    const pixels left = (pixels)a, right = (pixels)b;
    pixels mixed;
    lanes weight;
    memcpy(&weight, weights + x, sizeof weight);
    mix(&mixed, &left, &right, &weight);
    memcpy(target + x, &mixed, sizeof mixed);
  }
  mix_neighbours(target, source, offsets, weights, x, count);
}

#endif

void cpixels_copy_row(uint32_t *target, const uint32_t *source, intptr_t count, intptr_t ahead) {
#if CPIXELS_BY_PROCESSOR
  if (__builtin_cpu_supports("avx2")) {
    copy_row_avx2(target, source, count, ahead);
    return;
  }
#endif
  copy_row(target, source, count, ahead);
}

void cpixels_mix_rows(uint32_t *target, const uint32_t *first, const uint32_t *second, uint32_t weight,
                      intptr_t count, intptr_t ahead) {
#if CPIXELS_BY_PROCESSOR
  if (__builtin_cpu_supports("avx2")) {
    mix_rows_avx2(target, first, second, weight, count, ahead);
    return;
  }
#endif
  mix_rows(target, first, second, weight, count, ahead);
}

void cpixels_mix_neighbours(uint32_t *target, const uint32_t *source, intptr_t width, const uint32_t *offsets,
                            const uint32_t *weights, intptr_t count) {
#if CPIXELS_BY_PROCESSOR
  if (__builtin_cpu_supports("avx2")) {
    mix_neighbours_avx2(target, source, width, offsets, weights, count);
    return;
  }
#endif
  (void)width;
  mix_neighbours(target, source, offsets, weights, 0, count);
}

void cpixels_mix_squares(uint32_t *target, const uint32_t *first, const uint32_t *second, uint32_t weight,
                         const uint32_t *offsets, const uint32_t *weights, intptr_t count, intptr_t ahead) {
#if CPIXELS_BY_PROCESSOR
  if (__builtin_cpu_supports("avx2")) {
    mix_squares_avx2(target, first, second, weight, offsets, weights, count, ahead);
    return;
  }
#endif
  mix_squares(target, first, second, weight, offsets, weights, count, ahead);
}
