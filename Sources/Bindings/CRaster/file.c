#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include "file.h"

#include <errno.h>
#include <unistd.h>

size_t craster_read(craster_file *file, uint8_t *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    ssize_t got = pread(file->descriptor, bytes + done, count - done, file->offset);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += (size_t)got;
    file->offset += got;
  }
  return done;
}

void craster_free(craster_file *file) {
  if (file) file->close(file);
}

int craster_read_header(craster_file *file, craster_header *header) {
  *header = (craster_header){0};
  return file->read_header(file, header);
}

int craster_begin(craster_file *file, int denominator, uint32_t *width, uint32_t *height) {
  return file->begin(file, denominator, width, height);
}

int craster_next_row(craster_file *file, uint8_t *row) { return file->next_row(file, row); }
int craster_complains(const craster_file *file) { return file->complains; }
const char *craster_message(const craster_file *file) { return file->message; }

const uint8_t *craster_profile(const craster_file *file, size_t *count) {
  *count = file->profile_count;
  return file->profile;
}

const uint8_t *craster_exif(const craster_file *file, size_t *count) {
  *count = file->exif_count;
  return file->exif;
}
