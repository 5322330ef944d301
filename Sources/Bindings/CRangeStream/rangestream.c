#include "crangestream.h"

typedef struct {
  GMemoryInputStream parent;
  int64_t length;
  int64_t position;
  crangestream_read read;
  void *context;
} CRangeStream;

typedef struct {
  GMemoryInputStreamClass parent;
} CRangeStreamClass;

static void take_seekable(GSeekableIface *interface);

G_DEFINE_TYPE_WITH_CODE(CRangeStream, crangestream, G_TYPE_MEMORY_INPUT_STREAM,
                        G_IMPLEMENT_INTERFACE(G_TYPE_SEEKABLE, take_seekable))

static CRangeStream *self_of(gpointer object) {
  return G_TYPE_CHECK_INSTANCE_CAST(object, crangestream_get_type(), CRangeStream);
}

static gssize take(GInputStream *stream, void *buffer, gsize count, GCancellable *cancellable, GError **error) {
  CRangeStream *self = self_of(stream);
  int64_t left = self->length - self->position;
  if (left <= 0) return 0;
  int64_t wanted = (int64_t)MIN((uint64_t)count, (uint64_t)left);
  int64_t got = self->read(self->context, self->position, buffer, wanted);
  if (got < 0) {
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, "the bytes cannot be had");
    return -1;
  }
  self->position += got;
  return (gssize)got;
}

static gssize skip(GInputStream *stream, gsize count, GCancellable *cancellable, GError **error) {
  CRangeStream *self = self_of(stream);
  int64_t left = MAX(self->length - self->position, 0);
  int64_t skipped = (int64_t)MIN((uint64_t)count, (uint64_t)left);
  self->position += skipped;
  return (gssize)skipped;
}

static goffset tell(GSeekable *seekable) { return self_of(seekable)->position; }

static gboolean can_seek(GSeekable *seekable) { return TRUE; }

static gboolean seek(GSeekable *seekable, goffset offset, GSeekType type, GCancellable *cancellable,
                     GError **error) {
  CRangeStream *self = self_of(seekable);
  int64_t base = type == G_SEEK_CUR ? self->position : type == G_SEEK_END ? self->length : 0;
  int64_t target;
  if (__builtin_add_overflow(base, (int64_t)offset, &target) || target < 0) {
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "a place before the beginning");
    return FALSE;
  }
  self->position = target;
  return TRUE;
}

static gboolean can_truncate(GSeekable *seekable) { return FALSE; }

static gboolean truncate_stream(GSeekable *seekable, goffset length, GCancellable *cancellable,
                                GError **error) {
  g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "for reading alone");
  return FALSE;
}

static void take_seekable(GSeekableIface *interface) {
  interface->tell = tell;
  interface->can_seek = can_seek;
  interface->seek = seek;
  interface->can_truncate = can_truncate;
  interface->truncate_fn = truncate_stream;
}

static void crangestream_class_init(CRangeStreamClass *class) {
  GInputStreamClass *stream = G_INPUT_STREAM_CLASS(class);
  stream->read_fn = take;
  stream->skip = skip;
}

static void crangestream_init(CRangeStream *self) {}

GInputStream *crangestream_new(int64_t length, crangestream_read read, void *context) {
  CRangeStream *self = g_object_new(crangestream_get_type(), NULL);
  self->length = length;
  self->read = read;
  self->context = context;
  return G_INPUT_STREAM(self);
}
