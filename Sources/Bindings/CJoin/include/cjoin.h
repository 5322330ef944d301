#pragma once
#include "cforms.h"
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Several documents put together into one, by libqpdf. Statuses are those of cforms.h.

typedef struct cjoin cjoin;

// NULL where there is no memory.
cjoin *cjoin_new(void);
void cjoin_free(cjoin *join);

// Puts all pages of a PDF document behind those that are there already, with what leads to them.
//
// Its bytes are read again when all is written: the source and its context must live until then. After anything but
// cforms_ok the whole is of no use.
// - title: of the line of the outline that leads to its first page, UTF-8.
// - pages: how many others see in it; another number is damage.
int cjoin_append(
  cjoin *join, cforms_source source, void *context, int64_t size, const char *password, const char *title,
  int64_t pages);

// Writes the whole, without protection.
int cjoin_write(cjoin *join, int output);

#ifdef __cplusplus
}
#endif
