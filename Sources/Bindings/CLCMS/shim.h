#pragma once
#include <stdint.h>

#include <lcms2.h>

// Layouts of pixels, which the library spells as expressions that Swift does not see.
static const uint32_t clcms_grey = TYPE_GRAY_8;
static const uint32_t clcms_cmyk = TYPE_CMYK_8;
static const uint32_t clcms_cmyk_inverted = TYPE_CMYK_8_REV;
static const uint32_t clcms_bgrx = TYPE_BGRA_8;
static const uint32_t clcms_bgra_premultiplied = TYPE_BGRA_8_PREMUL;
