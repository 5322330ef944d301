#pragma once
#include <stdlib.h>
#include <tiffio.h>

/// One value of a tag, the library's default where the file has none; 0 when there is neither.
static inline uint32_t ctiff_u32(TIFF *tiff, uint32_t tag) {
  uint32_t value = 0;
  return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : 0;
}

static inline uint16_t ctiff_u16(TIFF *tiff, uint32_t tag) {
  uint16_t value = 0;
  return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : 0;
}

static inline float ctiff_float(TIFF *tiff, uint32_t tag) {
  float value = 0;
  return TIFFGetField(tiff, tag, &value) ? value : 0;
}

/// The embedded colour profile, the library's own memory; null when there is none.
static inline const uint8_t *ctiff_profile(TIFF *tiff, uint32_t *count) {
  void *bytes = NULL;
  *count = 0;
  return TIFFGetField(tiff, TIFFTAG_ICCPROFILE, count, &bytes) ? (const uint8_t *)bytes : NULL;
}

/// What the samples beyond the colours mean, one each; null when there are none.
static inline const uint16_t *ctiff_extra_samples(TIFF *tiff, uint16_t *count) {
  uint16_t *kinds = NULL;
  *count = 0;
  return TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, count, &kinds) ? kinds : NULL;
}

static inline int ctiff_set(TIFF *tiff, uint32_t tag, int value) { return TIFFSetField(tiff, tag, value); }

/// Quiet: what is wrong is told by return values.
static inline void ctiff_silence(void) {
  TIFFSetErrorHandler(NULL);
  TIFFSetWarningHandler(NULL);
}
