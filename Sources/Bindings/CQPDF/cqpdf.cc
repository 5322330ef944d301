#include "cqpdf.h"

// What no longer uses the old pointers of libqpdf says so.
#define POINTERHOLDER_TRANSITION 4

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <qpdf/Buffer.hh>
#include <qpdf/InputSource.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <stdexcept>
#include <string>

namespace {

/// What libqpdf reads a document from.
class CallbackSource : public InputSource {
 public:
  explicit CallbackSource(const cqpdf_source &source) : source_(source) {}

  qpdf_offset_t findAndSkipNextEOL() override {
    char byte;
    while (read(&byte, 1) == 1) {
      if (byte != '\r' && byte != '\n') continue;
      qpdf_offset_t place = last_offset;
      // All ends of lines in a row.
      while (read(&byte, 1) == 1) {
        if (byte == '\r' || byte == '\n') continue;
        seek(-1, SEEK_CUR);
        break;
      }
      return place;
    }
    return source_.length;
  }

  std::string const &getName() const override { return name_; }
  qpdf_offset_t tell() override { return position_; }

  void seek(qpdf_offset_t offset, int whence) override {
    qpdf_offset_t base = whence == SEEK_CUR ? position_ : whence == SEEK_END ? source_.length : 0;
    qpdf_offset_t target;
    if (__builtin_add_overflow(base, offset, &target) || target < 0) {
      throw std::runtime_error("a place before the beginning");
    }
    position_ = target;
  }

  void rewind() override { position_ = 0; }

  size_t read(char *buffer, size_t length) override {
    last_offset = position_;
    int64_t left = source_.length - position_;
    if (left <= 0 || length == 0) return 0;
    int64_t wanted = static_cast<int64_t>(length) < left ? static_cast<int64_t>(length) : left;
    int64_t got = source_.read(source_.context, position_, buffer, wanted);
    if (got < 0) throw std::runtime_error("the bytes cannot be had");
    position_ += got;
    return static_cast<size_t>(got);
  }

  void unreadCh(char) override { seek(-1, SEEK_CUR); }

 private:
  cqpdf_source source_;
  qpdf_offset_t position_ = 0;
  std::string name_ = "document";
};

int32_t read_stream(const cqpdf_source &source, const char *password, int32_t object, int32_t generation,
                    size_t limit, cqpdf_stream *result) {
  QPDF document;
  document.setSuppressWarnings(true);
  document.setAttemptRecovery(false);
  document.processInputSource(std::make_shared<CallbackSource>(source), password);
  QPDFObjectHandle stream = document.getObjectByID(object, generation);
  if (!stream.isStream()) return CQPDF_DAMAGED;
  QPDFObjectHandle s = stream.getDict().getKey("/S");
  result->s = s.isInteger() ? s.getIntValue() : -1;
  std::shared_ptr<Buffer> data = stream.getStreamData(qpdf_dl_generalized);
  if (data->getSize() > limit) return CQPDF_DAMAGED;
  result->count = data->getSize();
  result->bytes = static_cast<uint8_t *>(std::malloc(result->count > 0 ? result->count : 1));
  if (result->bytes == nullptr) return CQPDF_NO_MEMORY;
  std::memcpy(result->bytes, data->getBuffer(), result->count);
  return CQPDF_OK;
}

}  // namespace

int32_t cqpdf_read_stream(const cqpdf_source *source, const char *password, int32_t object,
                          int32_t generation, size_t limit, cqpdf_stream *stream) {
  *stream = cqpdf_stream{nullptr, 0, -1};
  try {
    return read_stream(*source, password, object, generation, limit, stream);
  } catch (const QPDFExc &problem) {
    return problem.getErrorCode() == qpdf_e_password ? CQPDF_LOCKED : CQPDF_DAMAGED;
  } catch (const std::bad_alloc &) {
    return CQPDF_NO_MEMORY;
  } catch (...) {
    return CQPDF_DAMAGED;
  }
}

void cqpdf_release(cqpdf_stream *stream) {
  std::free(stream->bytes);
  stream->bytes = nullptr;
}
