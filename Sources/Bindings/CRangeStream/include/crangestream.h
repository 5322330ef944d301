/// A seekable GInputStream whose bytes come from a callback.
#pragma once
#include <gio/gio.h>
#include <stdint.h>

/// Reads at most `count` bytes at `offset` into `buffer`.
/// Returns how many; 0 at the end, negative when they cannot be had.
typedef int64_t (*crangestream_read)(void *context, int64_t offset, void *buffer, int64_t count);

/// A stream of `length` bytes; the caller owns the reference. `context` must outlive the stream.
///
/// It claims to be a GMemoryInputStream: poppler keeps a copy in memory of all that it reads of any other kind of
/// stream, for as long as the document is open.
GInputStream *crangestream_new(int64_t length, crangestream_read read, void *context);
