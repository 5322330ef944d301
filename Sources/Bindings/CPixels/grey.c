#include "lanes.h"

#include "cpixels.h"

// The same mix as of pixels, of which each lane is one: a * 256 + (b - a) * w modulo 65536.
INLINED void mix(lanes *result, const lanes *first, const lanes *second, const lanes *weight) {
  *result = ((*first << 8) + (*second - *first) * *weight + 0x80) >> 8;
}

INLINED uint32_t mix_grey(uint32_t a, uint32_t b, uint32_t weight) {
  return (a * (256 - weight) + b * weight + 0x80) >> 8;
}

INLINED void widen(lanes *result, const uint8_t *source) {
  octets bytes;
  memcpy(&bytes, source, sizeof bytes);
  *result = __builtin_convertvector(bytes, lanes);
}

// Sixteen greys of 8 bits in lanes of 16, as pixels. A grey below 256 times 0x0101 fills its lane.
INLINED void store_pixels(uint32_t *target, const lanes *greys) {
  const lanes twice = *greys | *greys << 8;
  const lanes low = __builtin_shufflevector(twice, twice, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7);
  const lanes high =
      __builtin_shufflevector(twice, twice, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15);
  const pixels near = (pixels)low | 0xFF000000, far = (pixels)high | 0xFF000000;
  memcpy(target, &near, sizeof near);
  memcpy(target + BLOCK, &far, sizeof far);
}

INLINED void store_greys(uint8_t *target, const lanes *greys) {
  const octets bytes = __builtin_convertvector(*greys, octets);
  memcpy(target, &bytes, sizeof bytes);
}

INLINED uint32_t pixel_of(uint32_t grey) { return grey * 0x010101 | 0xFF000000; }

INLINED void expand_row(uint32_t *target, const uint8_t *source, intptr_t count, intptr_t ahead) {
  intptr_t x = 0;
  for (; x + LINE <= count; x += LINE) {
    lanes greys;
    if (x % (4 * LINE) == 0) fetch(source + x, ahead);
    widen(&greys, source + x);
    store_pixels(target + x, &greys);
  }
  for (; x < count; x++) target[x] = pixel_of(source[x]);
}

// Either as pixels or as greys: the one of the two targets that is given.
INLINED void mix_rows(uint32_t *target, uint8_t *greys, const uint8_t *first, const uint8_t *second,
                      uint32_t weight, intptr_t count, intptr_t ahead) {
  const lanes weights = (lanes){} + (uint16_t)weight;
  intptr_t x = 0;
  for (; x + LINE <= count; x += LINE) {
    lanes a, b, mixed;
    if (x % (4 * LINE) == 0) {
      fetch(first + x, ahead);
      fetch(second + x, ahead);
    }
    widen(&a, first + x);
    widen(&b, second + x);
    mix(&mixed, &a, &b, &weights);
    if (target) store_pixels(target + x, &mixed);
    else store_greys(greys + x, &mixed);
  }
  for (; x < count; x++) {
    const uint32_t mixed = mix_grey(first[x], second[x], weight);
    if (target) target[x] = pixel_of(mixed);
    else greys[x] = (uint8_t)mixed;
  }
}

// A grey and its right neighbour: the first in the lower byte on little endian, which alone is built for.
INLINED uint16_t pair_at(const uint8_t *source, uint32_t offset) {
  uint16_t pair;
  memcpy(&pair, source + offset, sizeof pair);
  return pair;
}

INLINED void gather(lanes *left, lanes *right, const uint8_t *source, const uint32_t *at) {
  const lanes both = {
      pair_at(source, at[0]),  pair_at(source, at[1]),  pair_at(source, at[2]),  pair_at(source, at[3]),
      pair_at(source, at[4]),  pair_at(source, at[5]),  pair_at(source, at[6]),  pair_at(source, at[7]),
      pair_at(source, at[8]),  pair_at(source, at[9]),  pair_at(source, at[10]), pair_at(source, at[11]),
      pair_at(source, at[12]), pair_at(source, at[13]), pair_at(source, at[14]), pair_at(source, at[15]),
  };
  *left = both & 0xFF;
  *right = both >> 8;
}

typedef uint32_t sixteen __attribute__((vector_size(64)));

INLINED void narrow_weights(lanes *result, const uint32_t *weights) {
  sixteen wide;
  memcpy(&wide, weights, sizeof wide);
  *result = __builtin_convertvector(wide, lanes);
}

INLINED void mix_neighbours(uint32_t *target, uint8_t *greys, const uint8_t *source, const uint32_t *offsets,
                            const uint32_t *weights, intptr_t x, intptr_t count) {
  for (; x + LINE <= count; x += LINE) {
    lanes left, right, weight, mixed;
    gather(&left, &right, source, offsets + x);
    narrow_weights(&weight, weights + x);
    mix(&mixed, &left, &right, &weight);
    if (target) store_pixels(target + x, &mixed);
    else store_greys(greys + x, &mixed);
  }
  for (; x < count; x++) {
    const uint32_t at = offsets[x];
    const uint32_t mixed = mix_grey(source[at], source[at + 1], weights[x] & 0xFFFF);
    if (target) target[x] = pixel_of(mixed);
    else greys[x] = (uint8_t)mixed;
  }
}

INLINED void mix_squares(uint32_t *target, const uint8_t *first, const uint8_t *second, uint32_t weight,
                         const uint32_t *offsets, const uint32_t *weights, intptr_t count, intptr_t ahead) {
  const lanes down = (lanes){} + (uint16_t)weight;
  intptr_t x = 0;
  for (; x + LINE <= count; x += LINE) {
    lanes left, right, upper, lower, across, mixed;
    fetch(first + offsets[x], ahead);
    fetch(second + offsets[x], ahead);
    narrow_weights(&across, weights + x);
    gather(&left, &right, first, offsets + x);
    mix(&upper, &left, &right, &across);
    gather(&left, &right, second, offsets + x);
    mix(&lower, &left, &right, &across);
    mix(&mixed, &upper, &lower, &down);
    store_pixels(target + x, &mixed);
  }
  for (; x < count; x++) {
    const uint32_t at = offsets[x], across = weights[x] & 0xFFFF;
    const uint32_t upper = mix_grey(first[at], first[at + 1], across);
    target[x] = pixel_of(mix_grey(upper, mix_grey(second[at], second[at + 1], across), weight));
  }
}

// Red and green, green and blue: what differs between them, of all pixels together.
INLINED int is_grey(const uint32_t *source, intptr_t count) {
  intptr_t x = 0;
  for (; x + LINE <= count; x += LINE) {
    pixels near, far;
    memcpy(&near, source + x, sizeof near);
    memcpy(&far, source + x + BLOCK, sizeof far);
    const pairs differing = (pairs)(((near ^ near >> 8) | (far ^ far >> 8)) & 0xFFFF);
    if (differing[0] | differing[1] | differing[2] | differing[3]) return 0;
  }
  for (; x < count; x++) {
    if ((source[x] ^ source[x] >> 8) & 0xFFFF) return 0;
  }
  return 1;
}

// Each block is read before it is written, so the target may be where the source begins, or before it.
INLINED void take_grey(uint8_t *target, const uint32_t *source, intptr_t count) {
  intptr_t x = 0;
  for (; x + LINE <= count; x += LINE) {
    sixteen block;
    memcpy(&block, source + x, sizeof block);
    const octets bytes = __builtin_convertvector(block, octets);
    memcpy(target + x, &bytes, sizeof bytes);
  }
  for (; x < count; x++) target[x] = (uint8_t)source[x];
}

#if CPIXELS_BY_PROCESSOR

CPIXELS_AVX2 static void expand_row_avx2(uint32_t *target, const uint8_t *source, intptr_t count,
                                         intptr_t ahead) {
  expand_row(target, source, count, ahead);
}

CPIXELS_AVX2 static void mix_rows_avx2(uint32_t *target, uint8_t *greys, const uint8_t *first,
                                       const uint8_t *second, uint32_t weight, intptr_t count, intptr_t ahead) {
  if (target) mix_rows(target, 0, first, second, weight, count, ahead);
  else mix_rows(0, greys, first, second, weight, count, ahead);
}

CPIXELS_AVX2 static void mix_squares_avx2(uint32_t *target, const uint8_t *first, const uint8_t *second,
                                          uint32_t weight, const uint32_t *offsets, const uint32_t *weights,
                                          intptr_t count, intptr_t ahead) {
  mix_squares(target, first, second, weight, offsets, weights, count, ahead);
}

// Where each of eight pairs lies in the sixteen greys from the first one on, as a choice of bytes.
CPIXELS_AVX2 INLINED __m128i pairs_of(const uint8_t *source, const uint32_t *offsets) {
  const __m256i first = _mm256_set1_epi32((int)offsets[0]);
  const __m256i at = _mm256_sub_epi32(_mm256_loadu_si256((const __m256i *)offsets), first);
  // In every word the place twice, the second time one higher.
  const __m256i twice = _mm256_add_epi32(_mm256_or_si256(at, _mm256_slli_epi32(at, 8)), _mm256_set1_epi32(0x100));
  const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(twice, twice), 0xD8);
  return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(source + offsets[0])),
                          _mm256_castsi256_si128(packed));
}

// Eight pairs of a picture that grows, or shrinks by less than half, lie within sixteen greys: one load and one
// choice instead of eight loads.
CPIXELS_AVX2 INLINED void mix_near(uint32_t *target, uint8_t *greys, const uint8_t *source, intptr_t width,
                                   const uint32_t *offsets, const uint32_t *weights, intptr_t count) {
  intptr_t x = 0;
  for (; x + LINE <= count; x += LINE) {
    const uint32_t near = offsets[x], far = offsets[x + BLOCK];
    if (offsets[x + BLOCK - 1] - near >= LINE - 1 || offsets[x + LINE - 1] - far >= LINE - 1) break;
    if ((intptr_t)far + LINE > width) break;
    const __m256i both = _mm256_set_m128i(pairs_of(source, offsets + x + BLOCK), pairs_of(source, offsets + x));
    const lanes left = (lanes)both & 0xFF, right = (lanes)both >> 8;
    lanes weight, mixed;
    narrow_weights(&weight, weights + x);
    mix(&mixed, &left, &right, &weight);
    if (target) store_pixels(target + x, &mixed);
    else store_greys(greys + x, &mixed);
  }
  mix_neighbours(target, greys, source, offsets, weights, x, count);
}

CPIXELS_AVX2 static void mix_neighbours_avx2(uint32_t *target, uint8_t *greys, const uint8_t *source,
                                             intptr_t width, const uint32_t *offsets, const uint32_t *weights,
                                             intptr_t count) {
  if (target) mix_near(target, 0, source, width, offsets, weights, count);
  else mix_near(0, greys, source, width, offsets, weights, count);
}

CPIXELS_AVX2 static int is_grey_avx2(const uint32_t *source, intptr_t count) { return is_grey(source, count); }

CPIXELS_AVX2 static void take_grey_avx2(uint8_t *target, const uint32_t *source, intptr_t count) {
  take_grey(target, source, count);
}

#define CHOOSE(function, ...) \
  if (__builtin_cpu_supports("avx2")) return function##_avx2(__VA_ARGS__)
#else
#define CHOOSE(function, ...)
#endif

void cpixels_expand_grey(uint32_t *target, const uint8_t *source, intptr_t count, intptr_t ahead) {
  CHOOSE(expand_row, target, source, count, ahead);
  expand_row(target, source, count, ahead);
}

void cpixels_mix_grey_rows(uint32_t *target, const uint8_t *first, const uint8_t *second, uint32_t weight,
                           intptr_t count, intptr_t ahead) {
  CHOOSE(mix_rows, target, 0, first, second, weight, count, ahead);
  mix_rows(target, 0, first, second, weight, count, ahead);
}

void cpixels_mix_grey_rows_narrow(uint8_t *target, const uint8_t *first, const uint8_t *second, uint32_t weight,
                                  intptr_t count, intptr_t ahead) {
  CHOOSE(mix_rows, 0, target, first, second, weight, count, ahead);
  mix_rows(0, target, first, second, weight, count, ahead);
}

void cpixels_mix_grey_neighbours(uint32_t *target, const uint8_t *source, intptr_t width,
                                 const uint32_t *offsets, const uint32_t *weights, intptr_t count) {
  CHOOSE(mix_neighbours, target, 0, source, width, offsets, weights, count);
  (void)width;
  mix_neighbours(target, 0, source, offsets, weights, 0, count);
}

void cpixels_mix_grey_neighbours_narrow(uint8_t *target, const uint8_t *source, intptr_t width,
                                        const uint32_t *offsets, const uint32_t *weights, intptr_t count) {
  CHOOSE(mix_neighbours, 0, target, source, width, offsets, weights, count);
  (void)width;
  mix_neighbours(0, target, source, offsets, weights, 0, count);
}

void cpixels_mix_grey_squares(uint32_t *target, const uint8_t *first, const uint8_t *second, uint32_t weight,
                              const uint32_t *offsets, const uint32_t *weights, intptr_t count,
                              intptr_t ahead) {
  CHOOSE(mix_squares, target, first, second, weight, offsets, weights, count, ahead);
  mix_squares(target, first, second, weight, offsets, weights, count, ahead);
}

int cpixels_is_grey(const uint32_t *source, intptr_t count) {
  CHOOSE(is_grey, source, count);
  return is_grey(source, count);
}

void cpixels_take_grey(uint8_t *target, const uint32_t *source, intptr_t count) {
  CHOOSE(take_grey, target, source, count);
  take_grey(target, source, count);
}
