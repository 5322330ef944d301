#include <stdio.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

#include "file.h"

/// A file that comes in more scans than this was made to keep decoders busy.
enum { SCAN_LIMIT = 200, BUFFER_BYTES = 1 << 16 };
/// Colour profiles of real devices are smaller.
static const unsigned PROFILE_LIMIT = 4 << 20;

typedef struct jpeg_file {
  craster_file base;
  struct jpeg_decompress_struct codec;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  JOCTET *profile;
  /// Where the file ended before its picture did: the first row that may lack something.
  int is_cut;
  JDIMENSION cut_at;
  JOCTET buffer[BUFFER_BYTES];
} jpeg_file;

static jpeg_file *owner(j_common_ptr codec) { return codec->client_data; }

static void on_error(j_common_ptr codec) {
  jpeg_file *file = owner(codec);
  char text[JMSG_LENGTH_MAX];
  codec->err->format_message(codec, text);
  snprintf(file->base.message, sizeof file->base.message, "%s", text);
  file->base.status = codec->err->msg_code == JERR_OUT_OF_MEMORY ? CRASTER_NO_MEMORY : CRASTER_DAMAGED;
  longjmp(file->base.back, 1);
}

static void on_message(j_common_ptr codec, int level) {
  if (level >= 0) return;
  jpeg_file *file = owner(codec);
  codec->err->num_warnings++;
  if (!file->base.complains) {
    char text[JMSG_LENGTH_MAX];
    codec->err->format_message(codec, text);
    snprintf(file->base.message, sizeof file->base.message, "%s", text);
  }
  file->base.complains = 1;
}

static void on_output(j_common_ptr codec) { (void)codec; }

static void on_progress(j_common_ptr codec) {
  jpeg_file *file = owner(codec);
  if (codec->is_decompressor && file->codec.input_scan_number > SCAN_LIMIT) {
    snprintf(file->base.message, sizeof file->base.message, "too many scans");
    file->base.status = CRASTER_TOO_LARGE;
    longjmp(file->base.back, 1);
  }
}

static void on_start(j_decompress_ptr codec) { (void)codec; }

static boolean on_fill(j_decompress_ptr codec) {
  jpeg_file *file = owner((j_common_ptr)codec);
  size_t count = craster_read(&file->base, file->buffer, sizeof file->buffer);
  if (count == 0) {
    // As the library's own source does: an end, so that what has come is shown.
    WARNMS(codec, JWRN_JPEG_EOF);
    if (!file->is_cut) file->cut_at = codec->output_scanline;
    file->is_cut = 1;
    file->buffer[0] = 0xFF;
    file->buffer[1] = JPEG_EOI;
    count = 2;
  }
  file->source.next_input_byte = file->buffer;
  file->source.bytes_in_buffer = count;
  return TRUE;
}

static void on_skip(j_decompress_ptr codec, long count) {
  jpeg_file *file = owner((j_common_ptr)codec);
  if (count <= 0) return;
  if ((size_t)count <= file->source.bytes_in_buffer) {
    file->source.next_input_byte += count;
    file->source.bytes_in_buffer -= (size_t)count;
  } else {
    file->base.offset += count - (long)file->source.bytes_in_buffer;
    file->source.bytes_in_buffer = 0;
  }
}

static void on_end(j_decompress_ptr codec) { (void)codec; }

static double inches(const struct jpeg_decompress_struct *codec, UINT16 density) {
  if (!codec->saw_JFIF_marker) return 0;
  return codec->density_unit == 1 ? density : codec->density_unit == 2 ? density * 2.54 : 0;
}

static int read_header(craster_file *base, craster_header *header) {
  jpeg_file *file = (jpeg_file *)base;
  struct jpeg_decompress_struct *codec = &file->codec;
  if (setjmp(base->back)) return base->status;
  jpeg_save_markers(codec, JPEG_APP0 + 1, 0xFFFF);
  jpeg_save_markers(codec, JPEG_APP0 + 2, 0xFFFF);
  if (jpeg_read_header(codec, TRUE) != JPEG_HEADER_OK) return CRASTER_DAMAGED;
  header->width = codec->image_width;
  header->height = codec->image_height;
  header->depth = codec->data_precision;
  header->is_progressive = codec->progressive_mode || jpeg_has_multiple_scans(codec);
  for (int index = 0; index < codec->num_components; index++) {
    const jpeg_component_info *part = &codec->comp_info[index];
    header->pass_bytes += sizeof(JCOEF) * codec->image_width * (uint64_t)codec->image_height *
                          (uint64_t)(part->h_samp_factor * part->v_samp_factor) /
                          (uint64_t)(codec->max_h_samp_factor * codec->max_v_samp_factor);
  }
  header->density_x = inches(codec, codec->X_density);
  header->density_y = inches(codec, codec->Y_density);
  switch (codec->jpeg_color_space) {
  case JCS_GRAYSCALE:
    codec->out_color_space = JCS_GRAYSCALE;
    header->layout = CRASTER_GREY;
    break;
  case JCS_CMYK:
  case JCS_YCCK:
    codec->out_color_space = JCS_CMYK;
    header->layout = codec->saw_Adobe_marker ? CRASTER_CMYK_INVERTED : CRASTER_CMYK;
    break;
  case JCS_RGB:
  case JCS_YCbCr:
    codec->out_color_space = JCS_EXT_BGRX;
    header->layout = CRASTER_BGRX;
    break;
  default:
    snprintf(base->message, sizeof base->message, "%d colours", codec->num_components);
    return CRASTER_DAMAGED;
  }
  for (jpeg_saved_marker_ptr marker = codec->marker_list; marker; marker = marker->next) {
    if (marker->marker != JPEG_APP0 + 1 || marker->data_length < 14 || memcmp(marker->data, "Exif\0", 6))
      continue;
    base->exif = marker->data + 6;
    base->exif_count = marker->data_length - 6;
    break;
  }
  unsigned count = 0;
  if (jpeg_read_icc_profile(codec, &file->profile, &count) && count <= PROFILE_LIMIT) {
    base->profile = file->profile;
    base->profile_count = count;
  }
  return CRASTER_OK;
}

static int begin(craster_file *base, int denominator, uint32_t *width, uint32_t *height) {
  jpeg_file *file = (jpeg_file *)base;
  if (setjmp(base->back)) return base->status;
  file->codec.scale_num = 1;
  file->codec.scale_denom = (unsigned)denominator;
  file->codec.dct_method = JDCT_ISLOW;
  if (!jpeg_start_decompress(&file->codec)) return CRASTER_DAMAGED;
  *width = file->codec.output_width;
  *height = file->codec.output_height;
  return CRASTER_OK;
}

static int next_row(craster_file *base, uint8_t *row) {
  jpeg_file *file = (jpeg_file *)base;
  if (setjmp(base->back)) return base->status;
  // In the row of blocks that the end falls into something is drawn; beyond it there would be nothing but grey. A picture
  // in several passes is coarse then, but whole.
  JDIMENSION blocks = (JDIMENSION)(file->codec.max_v_samp_factor * file->codec.min_DCT_scaled_size);
  if (file->is_cut && !file->codec.buffered_image && !jpeg_has_multiple_scans(&file->codec) &&
      file->codec.output_scanline >= file->cut_at + blocks)
    return CRASTER_DAMAGED;
  JSAMPROW rows[1] = {row};
  return jpeg_read_scanlines(&file->codec, rows, 1) == 1 ? CRASTER_OK : CRASTER_DAMAGED;
}

static void close_file(craster_file *base) {
  jpeg_file *file = (jpeg_file *)base;
  if (!setjmp(base->back)) jpeg_destroy_decompress(&file->codec);
  free(file->profile);
  free(file);
}

craster_file *craster_jpeg_new(int descriptor) {
  jpeg_file *file = calloc(1, sizeof *file);
  if (!file) return NULL;
  file->base.descriptor = descriptor;
  file->base.read_header = read_header;
  file->base.begin = begin;
  file->base.next_row = next_row;
  file->base.close = close_file;
  file->codec.client_data = file;
  file->codec.err = jpeg_std_error(&file->errors);
  file->errors.error_exit = on_error;
  file->errors.emit_message = on_message;
  file->errors.output_message = on_output;
  if (setjmp(file->base.back)) {
    free(file);
    return NULL;
  }
  jpeg_create_decompress(&file->codec);
  file->codec.client_data = file;
  file->progress.progress_monitor = on_progress;
  file->codec.progress = &file->progress;
  file->source.init_source = on_start;
  file->source.fill_input_buffer = on_fill;
  file->source.skip_input_data = on_skip;
  file->source.resync_to_restart = jpeg_resync_to_restart;
  file->source.term_source = on_end;
  file->codec.src = &file->source;
  return &file->base;
}
