#include <stdlib.h>
#include <string.h>

#include "craster.h"

static uint8_t product(unsigned a, unsigned b) {
  unsigned t = a * b + 128;
  return (uint8_t)((t + (t >> 8)) >> 8);
}

/// Adds pixels of one source row to the sums of their squares.
static void add_row(craster_reducer *r, const uint8_t *row) {
  int64_t first = r->left * r->factor;
  int64_t last = (r->left + r->width) * r->factor;
  if (last > r->source_width) last = r->source_width;
  int64_t column = 0;
  int within = 0;
  if (r->channels == 1) {
    uint32_t *sums = r->sums;
    for (int64_t x = first; x < last; x++) {
      sums[column] += row[x];
      if (++within == r->factor) within = 0, column++;
    }
    return;
  }
  uint32_t sum[4] = {0};
  for (int64_t x = first; x < last; x++) {
    const uint8_t *p = row + x * 4;
    if (r->premultiplies) {
      sum[0] += product(p[0], p[3]);
      sum[1] += product(p[1], p[3]);
      sum[2] += product(p[2], p[3]);
      sum[3] += p[3];
    } else {
      for (int c = 0; c < 4; c++) sum[c] += p[c];
    }
    if (++within == r->factor || x + 1 == last) {
      uint32_t *sums = r->sums + column * 4;
      for (int c = 0; c < 4; c++) sums[c] += sum[c], sum[c] = 0;
      within = 0;
      column++;
    }
  }
}

/// Writes the averages of `rows` source rows.
static void flush(craster_reducer *r, int64_t out, int64_t rows) {
  uint8_t *target = r->target + (size_t)(out - r->top) * r->stride;
  for (int64_t x = 0; x < r->width; x++) {
    int64_t columns = r->source_width - (r->left + x) * r->factor;
    if (columns > r->factor) columns = r->factor;
    uint32_t count = (uint32_t)(columns * rows);
    for (int c = 0; c < r->channels; c++) {
      uint32_t *sum = &r->sums[x * r->channels + c];
      target[x * r->channels + c] = count ? (uint8_t)((*sum + count / 2) / count) : 0;
      *sum = 0;
    }
  }
}

void craster_reduce_row(craster_reducer *r, const uint8_t *row) {
  int64_t out = r->row / r->factor;
  int64_t within = r->row % r->factor;
  r->row++;
  if (out < r->top || out >= r->top + r->height) return;
  if (r->factor == 1) {
    uint8_t *target = r->target + (size_t)(out - r->top) * r->stride;
    const uint8_t *from = row + r->left * r->channels;
    if (!r->premultiplies) {
      memcpy(target, from, (size_t)(r->width * r->channels));
      return;
    }
    for (int64_t x = 0; x < r->width * 4; x += 4) {
      uint8_t a = from[x + 3];
      target[x] = product(from[x], a);
      target[x + 1] = product(from[x + 1], a);
      target[x + 2] = product(from[x + 2], a);
      target[x + 3] = a;
    }
    return;
  }
  add_row(r, row);
  if (within + 1 == r->factor || r->row == r->source_height) flush(r, out, within + 1);
}

void craster_reduce_end(craster_reducer *r) {
  int64_t within = r->row % r->factor;
  int64_t out = r->row / r->factor;
  if (r->factor > 1 && within && r->row < r->source_height && out >= r->top && out < r->top + r->height)
    flush(r, out, within);
}

void craster_place(uint8_t *target, ptrdiff_t step, const uint8_t *bgra, int64_t count, uint32_t paper) {
  unsigned blue = paper & 0xFF, green = paper >> 8 & 0xFF, red = paper >> 16 & 0xFF;
  for (int64_t x = 0; x < count; x++, target += step, bgra += 4) {
    unsigned lack = 255u - bgra[3];
    if (lack == 0) {
      memcpy(target, bgra, 4);
      continue;
    }
    target[0] = (uint8_t)(bgra[0] + product(blue, lack));
    target[1] = (uint8_t)(bgra[1] + product(green, lack));
    target[2] = (uint8_t)(bgra[2] + product(red, lack));
    target[3] = 0xFF;
  }
}

void craster_place_grey(uint8_t *target, ptrdiff_t step, const uint8_t *grey, int64_t count) {
  for (int64_t x = 0; x < count; x++, target += step) {
    uint32_t pixel = 0xFF000000u | grey[x] * 0x010101u;
    memcpy(target, &pixel, 4);
  }
}

void craster_inks_to_colours(uint8_t *target, const uint8_t *inks, int64_t count, int inverted) {
  // What the sixteen full mixtures of cyan (1), magenta (2), yellow (4) and black (8) look like on coated paper; all
  // between is between.
  static const uint8_t corners[16][3] = {
      {255, 255, 255}, {0, 174, 239}, {236, 0, 140}, {46, 49, 146}, {255, 242, 0}, {0, 166, 81},
      {237, 28, 36},   {54, 54, 57},  {35, 31, 32},  {0, 18, 25},   {32, 0, 11},   {8, 2, 14},
      {28, 26, 0},     {0, 19, 6},    {27, 0, 0},    {0, 0, 0}};
  for (int64_t x = 0; x < count; x++, inks += 4, target += 4) {
    unsigned ink[4];
    for (int c = 0; c < 4; c++) ink[c] = inverted ? 255u - inks[c] : inks[c];
    unsigned weights[16] = {256};
    for (int c = 0; c < 4; c++) {
      unsigned share = ink[c] + (ink[c] >> 7);
      for (int k = 0; k < 1 << c; k++) {
        unsigned with = (weights[k] * share + 128) >> 8;
        weights[k | 1 << c] = with;
        weights[k] -= with;
      }
    }
    unsigned red = 128, green = 128, blue = 128;
    for (int k = 0; k < 16; k++) {
      red += weights[k] * corners[k][0];
      green += weights[k] * corners[k][1];
      blue += weights[k] * corners[k][2];
    }
    target[0] = (uint8_t)(blue >> 8);
    target[1] = (uint8_t)(green >> 8);
    target[2] = (uint8_t)(red >> 8);
    target[3] = 0xFF;
  }
}

void craster_expand_bits(uint8_t *target, const uint8_t *bits, int64_t count, int zero_is_black) {
  unsigned flip = zero_is_black ? 0 : 0xFF;
  for (int64_t x = 0; x < count; x++) {
    unsigned bit = (unsigned)(bits[x >> 3] >> (7 - (x & 7))) & 1;
    target[x] = (uint8_t)((0u - bit) ^ flip);
  }
}

void craster_swap_colours(uint8_t *target, const uint8_t *rgb, int64_t count) {
  for (int64_t x = 0; x < count; x++) {
    target[x * 4] = rgb[x * 3 + 2];
    target[x * 4 + 1] = rgb[x * 3 + 1];
    target[x * 4 + 2] = rgb[x * 3];
    target[x * 4 + 3] = 0xFF;
  }
}

void craster_swap_ends(uint8_t *target, const uint8_t *rgba, int64_t count) {
  for (int64_t x = 0; x < count; x++) {
    uint8_t red = rgba[x * 4], blue = rgba[x * 4 + 2];
    target[x * 4] = blue;
    target[x * 4 + 1] = rgba[x * 4 + 1];
    target[x * 4 + 2] = red;
    target[x * 4 + 3] = rgba[x * 4 + 3];
  }
}
