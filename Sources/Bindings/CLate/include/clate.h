/// Libraries of the distribution that are loaded when a document first needs them.
///
/// A program that is linked with a library pays for it at every start, and most of that is finding symbols: librsvg and
/// what it stands on take longer to load than a photograph takes to decode. So their functions are looked up by name,
/// and called through tables. Types are the headers' own, so that what does not fit them does not compile; except
/// librsvg's, whose headers cannot be had without being linked with it. A table is made once a process, by one thread.
#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <stddef.h>
#include <stdint.h>
#include <tiffio.h>

#pragma clang assume_nonnull begin

// What of librsvg 2.52, cairo 1.16 and GLib 2.66 a drawing needs, as their headers have it.
typedef struct clate_drawing clate_drawing;  // RsvgHandle
typedef struct clate_surface clate_surface;  // cairo_surface_t
typedef struct clate_canvas clate_canvas;    // cairo_t
typedef struct clate_bytes clate_bytes;      // GBytes
typedef struct clate_stream clate_stream;    // GInputStream

// RsvgRectangle
typedef struct {
  double x, y, width, height;
} clate_rectangle;

// RsvgLength
typedef struct {
  double length;
  int32_t unit;
} clate_length;

// cairo_matrix_t: x' = xx x + xy y + x0, y' = yx x + yy y + y0.
typedef struct {
  double xx, yx, xy, yy, x0, y0;
} clate_matrix;

// GError
typedef struct {
  uint32_t domain;
  int32_t code;
  char *_Nullable message;
} clate_error;

enum {
  CLATE_FORMAT_RGB24 = 1,    // CAIRO_FORMAT_RGB24
  CLATE_STATUS_SUCCESS = 0,  // CAIRO_STATUS_SUCCESS
  CLATE_STATUS_NO_MEMORY = 1,
};

// F(result, name, parameters)
#define CLATE_RSVG(F)                                                                                        \
  F(clate_drawing *_Nullable, rsvg_handle_new_from_stream_sync,                                              \
    (clate_stream *, void *_Nullable base, int32_t flags, void *_Nullable cancellable,                       \
     clate_error *_Nullable *_Nullable))                                                                     \
  F(void, rsvg_handle_set_dpi, (clate_drawing *, double))                                                    \
  F(int32_t, rsvg_handle_get_intrinsic_size_in_pixels, (clate_drawing *, double *, double *))                \
  F(void, rsvg_handle_get_intrinsic_dimensions,                                                              \
    (clate_drawing *, int32_t *, clate_length *, int32_t *, clate_length *, int32_t *, clate_rectangle *))   \
  F(int32_t, rsvg_handle_render_document,                                                                    \
    (clate_drawing *, clate_canvas *, const clate_rectangle *, clate_error *_Nullable *_Nullable))           \
  F(clate_bytes *_Nullable, g_bytes_new, (const void *_Nullable, size_t))                                    \
  F(void, g_bytes_unref, (clate_bytes *))                                                                    \
  F(clate_stream *_Nullable, g_memory_input_stream_new_from_bytes, (clate_bytes *))                          \
  F(void, g_object_unref, (void *))                                                                          \
  F(void, g_error_free, (clate_error *))                                                                     \
  F(clate_surface *_Nullable, cairo_image_surface_create_for_data,                                           \
    (uint8_t *, int32_t format, int32_t width, int32_t height, int32_t stride))                              \
  F(void, cairo_surface_finish, (clate_surface *))                                                           \
  F(void, cairo_surface_destroy, (clate_surface *))                                                          \
  F(void, cairo_surface_flush, (clate_surface *))                                                            \
  F(int32_t, cairo_surface_status, (clate_surface *))                                                        \
  F(clate_canvas *_Nullable, cairo_create, (clate_surface *))                                                \
  F(void, cairo_destroy, (clate_canvas *))                                                                   \
  F(int32_t, cairo_status, (clate_canvas *))                                                                 \
  F(const char *_Nullable, cairo_status_to_string, (int32_t))                                                \
  F(void, cairo_set_source_rgb, (clate_canvas *, double, double, double))                                    \
  F(void, cairo_paint, (clate_canvas *))                                                                     \
  F(void, cairo_set_matrix, (clate_canvas *, const clate_matrix *))                                          \
  F(void, cairo_translate, (clate_canvas *, double, double))                                                 \
  F(void, cairo_rectangle, (clate_canvas *, double, double, double, double))                                 \
  F(void, cairo_clip, (clate_canvas *))

#define CLATE_ARCHIVE(F)                                                                                     \
  F(archive_read_new)                                                                                        \
  F(archive_read_free)                                                                                       \
  F(archive_read_support_format_zip_seekable)                                                                \
  F(archive_read_set_callback_data)                                                                          \
  F(archive_read_set_read_callback)                                                                          \
  F(archive_read_set_seek_callback)                                                                          \
  F(archive_read_set_skip_callback)                                                                          \
  F(archive_read_open1)                                                                                      \
  F(archive_read_next_header)                                                                                \
  F(archive_read_data)                                                                                       \
  F(archive_error_string)                                                                                    \
  F(archive_entry_size)                                                                                      \
  F(archive_entry_pathname)                                                                                  \
  F(archive_entry_pathname_utf8)                                                                             \
  F(archive_entry_filetype)

#define CLATE_TIFF(F)                                                                                        \
  F(TIFFOpenOptionsAlloc)                                                                                    \
  F(TIFFOpenOptionsFree)                                                                                     \
  F(TIFFOpenOptionsSetMaxSingleMemAlloc)                                                                     \
  F(TIFFClientOpenExt)                                                                                       \
  F(TIFFClose)                                                                                               \
  F(TIFFOpenOptionsSetErrorHandlerExtR)                                                                      \
  F(TIFFOpenOptionsSetWarningHandlerExtR)                                                                    \
  F(TIFFGetField)                                                                                            \
  F(TIFFGetFieldDefaulted)                                                                                   \
  F(TIFFSetField)                                                                                            \
  F(TIFFSetSubDirectory)                                                                                     \
  F(TIFFReadDirectory)                                                                                       \
  F(TIFFCurrentDirOffset)                                                                                    \
  F(TIFFRGBAImageOK)                                                                                         \
  F(TIFFIsTiled)                                                                                             \
  F(TIFFScanlineSize)                                                                                        \
  F(TIFFReadScanline)                                                                                        \
  F(TIFFReadRGBAStrip)                                                                                       \
  F(TIFFReadRGBATile)

// Function pointers that are never null, in Swift as in C: a table has all of them or is none.
#define CLATE_POINTER(name) __typeof__(name) *name;

#define CLATE_DECLARED_POINTER(result, name, parameters) result (*_Nonnull name) parameters;

struct clate_rsvg {
  CLATE_RSVG(CLATE_DECLARED_POINTER)
};

struct clate_archive {
  CLATE_ARCHIVE(CLATE_POINTER)
};

struct clate_tiff {
  CLATE_TIFF(CLATE_POINTER)
};

/// librsvg with the cairo and GLib that it was linked with; null where it is not installed or does not fit.
const struct clate_rsvg *_Nullable clate_rsvg(void);

/// libarchive, alike.
const struct clate_archive *_Nullable clate_archive(void);

/// libtiff, alike.
const struct clate_tiff *_Nullable clate_tiff(void);

/// The first fault that libtiff found in a file, else empty.
struct clate_tiff_fault {
  char words[160];
};

/// What libtiff finds fault with in the file to be opened goes there, and nothing to standard error.
void clate_tiff_listen(const struct clate_tiff *library, TIFFOpenOptions *options,
                       struct clate_tiff_fault *fault);

/// One value of a tag, the library's default where the file has none; 0 when there is neither.
static inline uint32_t clate_tiff_u32(const struct clate_tiff *library, TIFF *tiff, uint32_t tag) {
  uint32_t value = 0;
  return library->TIFFGetFieldDefaulted(tiff, tag, &value) ? value : 0;
}

static inline uint16_t clate_tiff_u16(const struct clate_tiff *library, TIFF *tiff, uint32_t tag) {
  uint16_t value = 0;
  return library->TIFFGetFieldDefaulted(tiff, tag, &value) ? value : 0;
}

static inline float clate_tiff_float(const struct clate_tiff *library, TIFF *tiff, uint32_t tag) {
  float value = 0;
  return library->TIFFGetField(tiff, tag, &value) ? value : 0;
}

/// The embedded colour profile, the library's own memory; null when there is none.
static inline const uint8_t *_Nullable clate_tiff_profile(const struct clate_tiff *library, TIFF *tiff,
                                                          uint32_t *count) {
  void *bytes = NULL;
  *count = 0;
  return library->TIFFGetField(tiff, TIFFTAG_ICCPROFILE, count, &bytes) ? (const uint8_t *)bytes : NULL;
}

/// What the samples beyond the colours mean, one each; null when there are none.
static inline const uint16_t *_Nullable clate_tiff_extra_samples(const struct clate_tiff *library,
                                                                 TIFF *tiff, uint16_t *count) {
  uint16_t *kinds = NULL;
  *count = 0;
  return library->TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, count, &kinds) ? kinds : NULL;
}

static inline int clate_tiff_set(const struct clate_tiff *library, TIFF *tiff, uint32_t tag, int value) {
  return library->TIFFSetField(tiff, tag, value);
}

#pragma clang assume_nonnull end
