/// Blending of rows of pixels, where Swift can't choose instructions by processor: the same code is compiled for
/// the architecture's baseline and, on x86, for AVX2, and the processor decides at run time. Results are equal.
///
/// Pixels are 32 bits with one colour in each byte. Weights are 0...256, of the second pixel; the mix is rounded to
/// the nearest, and equal pixels stay exactly what they are. The unused (highest) byte comes out as 0xFF.
#pragma once
#include <stdint.h>

/// target[i] = source[i]. Fetches what lies `ahead` bytes further into the cache meanwhile: the next row, which
/// processors don't foresee where rows are short.
void cpixels_copy_row(uint32_t *target, const uint32_t *source, intptr_t count, intptr_t ahead);

/// target[i] = the mix of first[i] and second[i]; fetches what lies `ahead` bytes further in both meanwhile.
void cpixels_mix_rows(uint32_t *target, const uint32_t *first, const uint32_t *second, uint32_t weight,
                      intptr_t count, intptr_t ahead);

/// target[i] = the mix of source[offsets[i]] and its right neighbour, by weights[i] in both halves of 32 bits.
/// `offsets` never fall, and each one's neighbour must lie among the `width` pixels of `source`.
void cpixels_mix_neighbours(uint32_t *target, const uint32_t *source, intptr_t width, const uint32_t *offsets,
                            const uint32_t *weights, intptr_t count);

/// target[i] = the mix of four pixels: as `cpixels_mix_neighbours` does in both rows, then between those by `weight`.
/// For pictures that shrink so far that most pixels of a row are not looked at.
void cpixels_mix_squares(uint32_t *target, const uint32_t *first, const uint32_t *second, uint32_t weight,
                         const uint32_t *offsets, const uint32_t *weights, intptr_t count, intptr_t ahead);

// Pictures of one byte a pixel, the grey. They come out as pixels of three equal colours, mixed by the same arithmetic
// as those: a grey picture looks the same, whichever way it is kept. The `narrow` ones give greys.

/// target[i] = the pixel of the grey source[i]. As `cpixels_copy_row` otherwise.
void cpixels_expand_grey(uint32_t *target, const uint8_t *source, intptr_t count, intptr_t ahead);

/// As `cpixels_mix_rows`.
void cpixels_mix_grey_rows(uint32_t *target, const uint8_t *first, const uint8_t *second, uint32_t weight,
                           intptr_t count, intptr_t ahead);
void cpixels_mix_grey_rows_narrow(uint8_t *target, const uint8_t *first, const uint8_t *second, uint32_t weight,
                                  intptr_t count, intptr_t ahead);

/// As `cpixels_mix_neighbours`.
void cpixels_mix_grey_neighbours(uint32_t *target, const uint8_t *source, intptr_t width,
                                 const uint32_t *offsets, const uint32_t *weights, intptr_t count);
void cpixels_mix_grey_neighbours_narrow(uint8_t *target, const uint8_t *source, intptr_t width,
                                        const uint32_t *offsets, const uint32_t *weights, intptr_t count);

/// As `cpixels_mix_squares`.
void cpixels_mix_grey_squares(uint32_t *target, const uint8_t *first, const uint8_t *second, uint32_t weight,
                              const uint32_t *offsets, const uint32_t *weights, intptr_t count,
                              intptr_t ahead);

/// 1 when every pixel has three equal colours; stops soon after the first that has not.
int cpixels_is_grey(const uint32_t *source, intptr_t count);

/// target[i] = the lowest colour of source[i]. The target may begin where the source does, or before it.
void cpixels_take_grey(uint8_t *target, const uint32_t *source, intptr_t count);

/// Every colour of target[i] becomes its product with that of `color`, 255 being one, rounded to the nearest: white
/// becomes the colour, black stays black.
void cpixels_multiply_row(uint32_t *target, uint32_t color, intptr_t count);
