#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "craster.h"

/// Weights of the source's pixels in one of the view: they sum up to `ONE`.
enum { BITS = 14, ONE = 1 << BITS };

typedef struct axis {
  int taps;
  /// For each place of the view: the first source pixel, and `taps` weights from there on.
  int32_t *first;
  uint16_t *weights;
} axis;

typedef uint32_t lanes __attribute__((vector_size(16)));
typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef uint16_t shorts4 __attribute__((vector_size(8)));

struct craster_scaler {
  craster_picture picture;
  int64_t width, height, row;
  axis across, down;
  /// Source rows drawn out to the view's width, 64 times their values; row y lies in place y % down.taps.
  uint16_t *lines;
  int64_t *held;
  uint32_t *sums;
};

/// How much of each pixel a place of the view shows: where it is larger than a pixel, by area, else by the distance of
/// the two nearest.
static int make_axis(axis *a, double start, double step, int64_t count, int64_t limit) {
  a->taps = step > 1 ? (int)ceil(step) + 1 : 2;
  if (a->taps > limit) a->taps = (int)limit;
  a->first = malloc((size_t)count * sizeof *a->first);
  a->weights = calloc((size_t)count, (size_t)a->taps * sizeof *a->weights);
  double *shares = malloc((size_t)a->taps * sizeof *shares);
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
    if (least > (double)(limit - a->taps)) least = (double)(limit - a->taps);
    if (least < 0) least = 0;
    int64_t first = (int64_t)least;
    uint16_t *weights = a->weights + i * a->taps;
    double sum = 0;
    for (int t = 0; t < a->taps; t++) {
      // The outermost pixels go on without end.
      double left = first + t == 0 ? -1e18 : (double)(first + t);
      double right = first + t + 1 == limit ? 1e18 : (double)(first + t + 1);
      double share = fmin(high, right) - fmax(low, left);
      shares[t] = share > 0 ? share : 0;
      sum += shares[t];
    }
    int rest = ONE, largest = 0;
    for (int t = 0; t < a->taps; t++) {
      weights[t] = (uint16_t)lround(shares[t] / sum * ONE);
      rest -= weights[t];
      if (weights[t] > weights[largest]) largest = t;
    }
    weights[largest] = (uint16_t)(weights[largest] + rest);
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
  size_t samples = (size_t)(width * picture->channels);
  int whole = make_axis(&s->across, left, step_x, width, picture->width) &&
              make_axis(&s->down, top, step_y, height, picture->height);
  if (whole) {
    s->lines = malloc(samples * (size_t)s->down.taps * sizeof *s->lines);
    s->held = malloc((size_t)s->down.taps * sizeof *s->held);
    s->sums = malloc(samples * sizeof *s->sums);
    whole = s->lines && s->held && s->sums;
  }
  if (!whole) {
    craster_scaler_free(s);
    return NULL;
  }
  for (int t = 0; t < s->down.taps; t++) s->held[t] = -1;
  return s;
}

void craster_scaler_free(craster_scaler *s) {
  if (!s) return;
  free(s->across.first);
  free(s->across.weights);
  free(s->down.first);
  free(s->down.weights);
  free(s->lines);
  free(s->held);
  free(s->sums);
  free(s);
}

static void draw_out(const craster_scaler *s, const uint8_t *row, uint16_t *line) {
  const axis *a = &s->across;
  const uint16_t *weights = a->weights;
  if (s->picture.channels == 1) {
    for (int64_t x = 0; x < s->width; x++, weights += a->taps) {
      const uint8_t *pixels = row + a->first[x];
      uint32_t sum = 128;
      for (int t = 0; t < a->taps; t++) sum += weights[t] * (uint32_t)pixels[t];
      line[x] = (uint16_t)(sum >> 8);
    }
    return;
  }
  for (int64_t x = 0; x < s->width; x++, weights += a->taps) {
    const uint8_t *pixels = row + (int64_t)a->first[x] * 4;
    lanes sum = {128, 128, 128, 128};
    for (int t = 0; t < a->taps; t++) {
      bytes4 pixel;
      memcpy(&pixel, pixels + t * 4, 4);
      sum += __builtin_convertvector(pixel, lanes) * weights[t];
    }
    shorts4 narrow = __builtin_convertvector(sum >> 8, shorts4);
    memcpy(line + x * 4, &narrow, 8);
  }
}

void craster_scaler_next(craster_scaler *s, uint8_t *row) {
  const axis *a = &s->down;
  size_t samples = (size_t)(s->width * s->picture.channels);
  const uint16_t *weights = a->weights + s->row * a->taps;
  int64_t first = a->first[s->row];
  s->row++;
  for (size_t i = 0; i < samples; i++) s->sums[i] = 1u << 19;
  for (int t = 0; t < a->taps; t++) {
    if (weights[t] == 0) continue;
    int64_t y = first + t;
    int64_t place = y % a->taps;
    uint16_t *line = s->lines + (size_t)place * samples;
    if (s->held[place] != y) {
      draw_out(s, s->picture.pixels + (size_t)y * s->picture.stride, line);
      s->held[place] = y;
    }
    uint32_t weight = weights[t];
    for (size_t i = 0; i < samples; i++) s->sums[i] += weight * line[i];
  }
  for (size_t i = 0; i < samples; i++) row[i] = (uint8_t)(s->sums[i] >> 20);
}
