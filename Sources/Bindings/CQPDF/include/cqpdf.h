/// Streams of PDF files, decrypted and unpacked by libqpdf, whose C interface reads whole files alone.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cqpdf_source {
  int64_t length;
  /// Reads at most `count` bytes at `offset`; how many, 0 at the end, negative when they cannot be had.
  int64_t (*read)(void *context, int64_t offset, void *buffer, int64_t count);
  void *context;
};

enum cqpdf_status {
  CQPDF_OK = 0,
  /// The file breaks its format's rules, or ends too soon.
  CQPDF_DAMAGED = -1,
  CQPDF_LOCKED = -2,
  CQPDF_NO_MEMORY = -3,
};

struct cqpdf_stream {
  /// To be freed by cqpdf_release.
  uint8_t *bytes;
  size_t count;
  /// The number under /S in the stream's dictionary; -1 where there is none.
  int64_t s;
};

/// The bytes of a stream object as they are meant, at most `limit`.
///
/// Reads the cross-reference tables, the encryption dictionary and the object; a broken file is not mended, for that
/// takes all of it.
/// - password: bytes up to a zero; the empty one is tried as well.
int32_t cqpdf_read_stream(const struct cqpdf_source *source, const char *password, int32_t object,
                          int32_t generation, size_t limit, struct cqpdf_stream *stream);
void cqpdf_release(struct cqpdf_stream *stream);

struct cqpdf_page {
  int32_t object;
  int32_t generation;
  /// Where its object begins; -1 where it lies inside of another.
  int64_t offset;
};

struct cqpdf_pages {
  /// To be freed by cqpdf_release_pages.
  struct cqpdf_page *pages;
  size_t count;
};

/// Where the pages' own objects begin, at most `limit` of them: reads the page tree, and no page that it can tell for
/// one without.
int32_t cqpdf_read_pages(const struct cqpdf_source *source, const char *password, size_t limit,
                         struct cqpdf_pages *pages);
void cqpdf_release_pages(struct cqpdf_pages *pages);

#ifdef __cplusplus
}
#endif
