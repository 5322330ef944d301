#pragma once
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "craster.h"

/// What JPEG and PNG files have in common. Each library's part begins with it.
struct craster_file {
  int descriptor;
  int64_t offset;
  jmp_buf back;
  int status;
  int complains;
  char message[200];
  const uint8_t *profile;
  size_t profile_count;
  const uint8_t *exif;
  size_t exif_count;
  int (*read_header)(craster_file *, craster_header *);
  int (*begin)(craster_file *, int, uint32_t *, uint32_t *);
  int (*next_row)(craster_file *, uint8_t *);
  void (*close)(craster_file *);
};

/// Bytes from the file's place on, fewer at its end only; moves on.
size_t craster_read(craster_file *file, uint8_t *bytes, size_t count);
