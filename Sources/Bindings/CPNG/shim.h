#pragma once
#include <png.h>

/// An upper bound of the bytes that writing `image` (version, size, format set) gives.
static inline size_t cpng_size_bound(const png_image *image) {
  return (size_t)PNG_IMAGE_PNG_SIZE_MAX(*image);
}
