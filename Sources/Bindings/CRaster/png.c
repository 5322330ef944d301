#include <stdio.h>
#include <string.h>

#include <png.h>

#include "file.h"

/// The largest part of a file that is kept whole: a colour profile. Texts are not read at all.
enum { CHUNK_LIMIT = 4 << 20 };

typedef struct png_file {
  craster_file base;
  png_structp codec;
  png_infop info;
  /// Of a picture in passes: all rows, and the one that is given next.
  uint8_t *whole;
  size_t row_bytes;
  uint32_t width, height, row;
} png_file;

static void on_error(png_structp codec, png_const_charp text) {
  png_file *file = png_get_error_ptr(codec);
  snprintf(file->base.message, sizeof file->base.message, "%s", text);
  file->base.status = strstr(text, "memory") ? CRASTER_NO_MEMORY : CRASTER_DAMAGED;
  longjmp(file->base.back, 1);
}

static void on_warning(png_structp codec, png_const_charp text) { (void)codec, (void)text; }

static void on_read(png_structp codec, png_bytep bytes, png_size_t count) {
  png_file *file = png_get_io_ptr(codec);
  if (craster_read(&file->base, bytes, count) != count) png_error(codec, "the file ends too soon");
}

static int read_header(craster_file *base, craster_header *header) {
  png_file *file = (png_file *)base;
  if (setjmp(base->back)) return base->status;
  png_structp codec = file->codec;
  png_read_info(codec, file->info);
  int depth = 0, type = 0, interlace = 0;
  png_get_IHDR(codec, file->info, &header->width, &header->height, &depth, &type, &interlace, NULL, NULL);
  file->width = header->width;
  file->height = header->height;
  header->depth = depth;
  header->is_progressive = interlace != PNG_INTERLACE_NONE;
  int has_alpha = (type & PNG_COLOR_MASK_ALPHA) || png_get_valid(codec, file->info, PNG_INFO_tRNS);
  header->layout = has_alpha ? CRASTER_BGRA : type == PNG_COLOR_TYPE_GRAY ? CRASTER_GREY : CRASTER_BGRX;
  png_uint_32 x = 0, y = 0;
  int unit = 0;
  if (png_get_pHYs(codec, file->info, &x, &y, &unit) && unit == PNG_RESOLUTION_METER) {
    header->density_x = x * 0.0254;
    header->density_y = y * 0.0254;
  }
  png_charp name = NULL;
  png_bytep profile = NULL;
  png_uint_32 count = 0;
  int method = 0;
  if (png_get_iCCP(codec, file->info, &name, &method, &profile, &count)) {
    base->profile = profile;
    base->profile_count = count;
  }
  png_bytep exif = NULL;
  if (png_get_eXIf_1(codec, file->info, &count, &exif)) {
    base->exif = exif;
    base->exif_count = count;
  }
  return CRASTER_OK;
}

static int begin(craster_file *base, int denominator, uint32_t *width, uint32_t *height) {
  png_file *file = (png_file *)base;
  if (denominator != 1) return CRASTER_DAMAGED;
  if (setjmp(base->back)) return base->status;
  png_structp codec = file->codec;
  int type = png_get_color_type(codec, file->info);
  png_set_expand(codec);
  png_set_scale_16(codec);
  int is_grey = type == PNG_COLOR_TYPE_GRAY && !png_get_valid(codec, file->info, PNG_INFO_tRNS);
  if (!is_grey) {
    png_set_gray_to_rgb(codec);
    png_set_bgr(codec);
    png_set_add_alpha(codec, 0xFF, PNG_FILLER_AFTER);
  }
  int passes = png_set_interlace_handling(codec);
  png_read_update_info(codec, file->info);
  *width = file->width;
  *height = file->height;
  file->row_bytes = png_get_rowbytes(codec, file->info);
  if (file->row_bytes != (size_t)file->width * (is_grey ? 1 : 4)) return CRASTER_DAMAGED;
  if (passes == 1) return CRASTER_OK;
  file->whole = calloc(file->height, file->row_bytes);
  if (!file->whole) return CRASTER_NO_MEMORY;
  if (setjmp(base->back)) {
    // What has come of earlier passes is a coarse picture.
    base->complains = 1;
    return base->status == CRASTER_NO_MEMORY ? base->status : CRASTER_OK;
  }
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t row = 0; row < file->height; row++)
      png_read_row(codec, NULL, file->whole + row * file->row_bytes);
  return CRASTER_OK;
}

static int next_row(craster_file *base, uint8_t *row) {
  png_file *file = (png_file *)base;
  if (file->row >= file->height) return CRASTER_DAMAGED;
  if (file->whole) {
    memcpy(row, file->whole + file->row * file->row_bytes, file->row_bytes);
  } else {
    if (setjmp(base->back)) return base->status;
    png_read_row(file->codec, row, NULL);
  }
  file->row++;
  return CRASTER_OK;
}

static void close_file(craster_file *base) {
  png_file *file = (png_file *)base;
  if (!setjmp(base->back)) png_destroy_read_struct(&file->codec, &file->info, NULL);
  free(file->whole);
  free(file);
}

craster_file *craster_png_new(int descriptor) {
  png_file *file = calloc(1, sizeof *file);
  if (!file) return NULL;
  file->base.descriptor = descriptor;
  file->base.read_header = read_header;
  file->base.begin = begin;
  file->base.next_row = next_row;
  file->base.close = close_file;
  if (setjmp(file->base.back)) {
    if (file->codec) png_destroy_read_struct(&file->codec, &file->info, NULL);
    free(file);
    return NULL;
  }
  file->codec = png_create_read_struct(PNG_LIBPNG_VER_STRING, file, on_error, on_warning);
  if (file->codec) file->info = png_create_info_struct(file->codec);
  if (!file->info) {
    png_destroy_read_struct(&file->codec, NULL, NULL);
    free(file);
    return NULL;
  }
  png_set_read_fn(file->codec, file, on_read);
  png_set_user_limits(file->codec, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(file->codec, CHUNK_LIMIT);
  // A wrong checksum costs the chunk where the picture does without it; else what is there is shown.
  png_set_crc_action(file->codec, PNG_CRC_WARN_USE, PNG_CRC_WARN_DISCARD);
  // A few compressed bytes of text become gigabytes.
  static const png_byte unread[] = "tEXt\0zTXt\0iTXt\0sPLT\0hIST";
  png_set_keep_unknown_chunks(file->codec, PNG_HANDLE_CHUNK_NEVER, unread, 5);
  return &file->base;
}
