#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "craster.h"

/// Weights down a column sum up to `DOWN`, so that 255 times it fits 15 bits; those along a row to `ACROSS`.
enum { DOWN_BITS = 7, DOWN = 1 << DOWN_BITS, ACROSS_BITS = 14, ACROSS = 1 << ACROSS_BITS };

typedef struct axis {
  /// Even, for pairs of pixels are mixed at once.
  int taps;
  /// For each place of the view: the first source pixel, and `taps` weights from there on.
  int32_t *first;
  int16_t *weights;
} axis;

struct craster_scaler {
  craster_picture picture;
  int64_t width, height, row;
  axis across, down;
  /// Columns of the picture that the view looks at.
  int64_t left, columns;
  /// One row of those, mixed down: 128 times their values, with room for the pixels of the last pair.
  uint16_t *line;
};

/// How much of each pixel a place of the view shows: where it is larger than a pixel, by area, else by the distance of
/// the two nearest.
static int make_axis(axis *a, double start, double step, int64_t count, int64_t limit, int one) {
  int taps = step > 1 ? (int)ceil(step) + 1 : 2;
  if (taps > limit) taps = (int)limit;
  a->taps = (taps + 1) & ~1;
  a->first = malloc((size_t)count * sizeof *a->first);
  a->weights = calloc((size_t)count, (size_t)a->taps * sizeof *a->weights);
  double *shares = malloc((size_t)taps * sizeof *shares);
  if (!a->first || !a->weights || !shares) {
    free(shares);
    return 0;
  }
  for (int64_t i = 0; i < count; i++) {
    double low = start + (double)i * step;
    double high = low + step;
    if (step <= 1) {
      // The two pixels on either side of the middle.
      low = (low + high) / 2 - 0.5;
      high = low + 1;
    }
    double least = floor(low);
    if (least > (double)(limit - taps)) least = (double)(limit - taps);
    if (least < 0) least = 0;
    int64_t first = (int64_t)least;
    int16_t *weights = a->weights + i * a->taps;
    double sum = 0;
    for (int t = 0; t < taps; t++) {
      // The outermost pixels go on without end.
      double left = first + t == 0 ? -1e18 : (double)(first + t);
      double right = first + t + 1 == limit ? 1e18 : (double)(first + t + 1);
      double share = fmin(high, right) - fmax(low, left);
      shares[t] = share > 0 ? share : 0;
      sum += shares[t];
    }
    // Rounding is carried on, so that wide squares lose nothing.
    double told = 0;
    int given = 0;
    for (int t = 0; t < taps; t++) {
      told += shares[t] / sum * one;
      weights[t] = (int16_t)(lround(told) - given);
      given += weights[t];
    }
    a->first[i] = (int32_t)first;
  }
  free(shares);
  return 1;
}

craster_scaler *craster_scaler_new(const craster_picture *picture, double left, double top, double step_x,
                                   double step_y, int64_t width, int64_t height) {
  craster_scaler *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->picture = *picture;
  s->width = width;
  s->height = height;
  int whole = make_axis(&s->across, left, step_x, width, picture->width, ACROSS) &&
              make_axis(&s->down, top, step_y, height, picture->height, DOWN);
  if (whole) {
    s->left = s->across.first[0];
    int64_t end = s->across.first[width - 1] + s->across.taps;
    s->columns = (end < picture->width ? end : picture->width) - s->left;
    s->line = calloc((size_t)(s->columns + 4) * (size_t)picture->channels + 16, sizeof *s->line);
    whole = s->line != NULL;
  }
  if (!whole) {
    craster_scaler_free(s);
    return NULL;
  }
  return s;
}

void craster_scaler_free(craster_scaler *s) {
  if (!s) return;
  free(s->across.first);
  free(s->across.weights);
  free(s->down.first);
  free(s->down.weights);
  free(s->line);
  free(s);
}

/// Mixes the rows that a row of the view shows. Weights fit a byte and sums 15 bits: many lanes for the compiler.
static void mix_down(const craster_scaler *s) {
  const axis *a = &s->down;
  const int16_t *weights = a->weights + s->row * a->taps;
  size_t samples = (size_t)(s->columns * s->picture.channels);
  const uint8_t *row = s->picture.pixels + (size_t)a->first[s->row] * s->picture.stride +
                       (size_t)(s->left * s->picture.channels);
  uint16_t *restrict line = s->line;
  int is_first = 1;
  for (int t = 0; t < a->taps; t++, row += s->picture.stride) {
    uint16_t weight = (uint16_t)weights[t];
    if (weight == 0) continue;
    const uint8_t *restrict from = row;
    if (is_first)
      for (size_t i = 0; i < samples; i++) line[i] = (uint16_t)(from[i] * weight);
    else
      for (size_t i = 0; i < samples; i++) line[i] = (uint16_t)(line[i] + from[i] * weight);
    is_first = 0;
  }
}

/// Mixes 4 colours of `taps` pixels.
static void mix_pixel(const uint16_t *pixels, const int16_t *weights, int taps, uint8_t *target) {
#if defined(__SSE2__)
  __m128i sum = _mm_set1_epi32(1 << (DOWN_BITS + ACROSS_BITS - 1));
  for (int t = 0; t < taps; t += 2) {
    __m128i both = _mm_loadu_si128((const __m128i *)(pixels + t * 4));
    int32_t pair;
    memcpy(&pair, weights + t, 4);
    __m128i mixed = _mm_unpacklo_epi16(both, _mm_unpackhi_epi64(both, both));
    sum = _mm_add_epi32(sum, _mm_madd_epi16(mixed, _mm_set1_epi32(pair)));
  }
  sum = _mm_srli_epi32(sum, DOWN_BITS + ACROSS_BITS);
  sum = _mm_packs_epi32(sum, sum);
  int32_t pixel = _mm_cvtsi128_si32(_mm_packus_epi16(sum, sum));
  memcpy(target, &pixel, 4);
#else
  typedef uint32_t lanes __attribute__((vector_size(16)));
  typedef uint16_t shorts __attribute__((vector_size(8)));
  typedef uint8_t bytes __attribute__((vector_size(4)));
  lanes sum = {0, 0, 0, 0};
  sum += 1u << (DOWN_BITS + ACROSS_BITS - 1);
  for (int t = 0; t < taps; t++) {
    shorts pixel;
    memcpy(&pixel, pixels + t * 4, 8);
    sum += __builtin_convertvector(pixel, lanes) * (uint32_t)weights[t];
  }
  bytes narrow = __builtin_convertvector(sum >> (DOWN_BITS + ACROSS_BITS), bytes);
  memcpy(target, &narrow, 4);
#endif
}

void craster_scaler_next(craster_scaler *s, uint8_t *row) {
  mix_down(s);
  s->row++;
  const axis *a = &s->across;
  const int16_t *weights = a->weights;
  if (s->picture.channels == 4) {
    for (int64_t x = 0; x < s->width; x++, weights += a->taps)
      mix_pixel(s->line + (a->first[x] - s->left) * 4, weights, a->taps, row + x * 4);
    return;
  }
  for (int64_t x = 0; x < s->width; x++, weights += a->taps) {
    const uint16_t *pixels = s->line + (a->first[x] - s->left);
    uint32_t sum = 1u << (DOWN_BITS + ACROSS_BITS - 1);
    for (int t = 0; t < a->taps; t++) sum += (uint32_t)weights[t] * pixels[t];
    row[x] = (uint8_t)(sum >> (DOWN_BITS + ACROSS_BITS));
  }
}
