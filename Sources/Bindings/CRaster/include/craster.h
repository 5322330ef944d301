/// Rows of pixels out of JPEG and PNG files, and rows made smaller, larger and into page colours.
///
/// libjpeg and libpng tell of errors by `longjmp`, which must not cross Swift: each function here sets its own place
/// to come back to, and returns a status. The rest stands here for the compiler's vectors.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// What a call came to; negative where it came to nothing.
enum {
  CRASTER_OK = 0,
  /// The file breaks its format's rules, or ends too soon.
  CRASTER_DAMAGED = -1,
  CRASTER_NO_MEMORY = -2,
  /// More passes over the picture than any real file has.
  CRASTER_TOO_LARGE = -3,
};

/// What the bytes of a row are.
enum {
  /// 1 byte: 0 black.
  CRASTER_GREY = 1,
  /// 4 bytes: blue, green, red, and a byte that is 255.
  CRASTER_BGRX = 2,
  /// 4 bytes: blue, green, red, opacity; not multiplied.
  CRASTER_BGRA = 3,
  /// 4 bytes: cyan, magenta, yellow, black; 0 no ink.
  CRASTER_CMYK = 4,
  /// 4 bytes, as Adobe's programs write them: 255 no ink.
  CRASTER_CMYK_INVERTED = 5,
};

/// What a file says of its picture before any pixel is decoded.
typedef struct craster_header {
  uint32_t width, height;
  int layout;
  /// Bits of one colour in the file.
  int depth;
  /// Whether the picture comes in several passes, so that all of it lies in memory while it is decoded.
  int is_progressive;
  /// Of JPEG: all coefficients of such a picture, in bytes.
  uint64_t pass_bytes;
  /// Dots an inch; 0 when the file says nothing.
  double density_x, density_y;
} craster_header;

typedef struct craster_file craster_file;

/// Begins to read a file from its start; the descriptor stays the caller's, and its position is neither used nor moved.
/// Null when there is no memory.
craster_file *craster_jpeg_new(int descriptor);
craster_file *craster_png_new(int descriptor);
void craster_free(craster_file *file);

int craster_read_header(craster_file *file, craster_header *header);
/// The embedded colour profile and Exif block (its TIFF structure), after the header; memory of the file's own, null for
/// none.
const uint8_t *craster_profile(const craster_file *file, size_t *count);
const uint8_t *craster_exif(const craster_file *file, size_t *count);

/// Starts decoding, after the header. `denominator` 1, 2, 4 or 8 makes a JPEG's picture so many times smaller (rounded
/// up); other files must have 1. `width` and `height` become those of the rows to come.
int craster_begin(craster_file *file, int denominator, uint32_t *width, uint32_t *height);
/// The next row: `width` pixels of the header's layout.
int craster_next_row(craster_file *file, uint8_t *row);
/// Whether something was wrong with what has been decoded so far.
int craster_complains(const craster_file *file);
/// The library's last words.
const char *craster_message(const craster_file *file);

/// Averages squares of `factor` by `factor` pixels, row by row as they come, and keeps a part of the smaller picture.
typedef struct craster_reducer {
  /// 1 or 4 bytes a pixel.
  int channels;
  int factor;
  /// Whether the source's colours are to be multiplied by its opacity first.
  int premultiplies;
  int64_t source_width, source_height;
  /// What to keep, in pixels of the smaller picture.
  int64_t left, top, width, height;
  uint8_t *target;
  size_t stride;
  /// `width * channels` numbers, zero at first.
  uint32_t *sums;
  /// The source's row that comes next.
  int64_t row;
} craster_reducer;

void craster_reduce_row(craster_reducer *reducer, const uint8_t *row);
/// Writes the last, incomplete square row; for pictures that end early too.
void craster_reduce_end(craster_reducer *reducer);

/// A picture seen through a raster of other pixels: averaged where they are larger, mixed where they are smaller.
typedef struct craster_scaler craster_scaler;

typedef struct craster_picture {
  const uint8_t *pixels;
  size_t stride;
  int channels;
  int64_t width, height;
} craster_picture;

/// `left`, `top`: where the view begins in the picture; `step_x`, `step_y`: pixels of the picture that make one of the
/// view. What lies beyond the picture continues its edge. Null when there is no memory.
craster_scaler *craster_scaler_new(const craster_picture *picture, double left, double top, double step_x,
                                   double step_y, int64_t width, int64_t height);
void craster_scaler_free(craster_scaler *scaler);
/// The next row of the view, `width * channels` bytes.
void craster_scaler_next(craster_scaler *scaler, uint8_t *row);

/// Puts a row of multiplied colours on paper (0xRRGGBB), pixel after pixel `step` bytes apart.
void craster_place(uint8_t *target, ptrdiff_t step, const uint8_t *bgra, int64_t count, uint32_t paper);
void craster_place_grey(uint8_t *target, ptrdiff_t step, const uint8_t *grey, int64_t count);
/// Inks to blue, green, red and 255, as print on coated paper looks. Source and target may be the same.
void craster_inks_to_colours(uint8_t *target, const uint8_t *inks, int64_t count, int inverted);
/// A bit a pixel, the highest first, to bytes: `black` for 0 bits.
void craster_expand_bits(uint8_t *target, const uint8_t *bits, int64_t count, int zero_is_black);
/// Three bytes red, green, blue to four bytes blue, green, red, 255.
void craster_swap_colours(uint8_t *target, const uint8_t *rgb, int64_t count);
/// Four bytes red, green, blue, opacity to blue, green, red, opacity. Source and target may be the same.
void craster_swap_ends(uint8_t *target, const uint8_t *rgba, int64_t count);
