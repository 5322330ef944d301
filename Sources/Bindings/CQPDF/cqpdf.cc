#include "cqpdf.h"

// What no longer uses the old pointers of libqpdf says so.
#define POINTERHOLDER_TRANSITION 4

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <qpdf/Buffer.hh>
#include <qpdf/InputSource.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFXRefEntry.hh>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

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

void open(QPDF &document, const cqpdf_source &source, const char *password) {
  document.setSuppressWarnings(true);
  document.setAttemptRecovery(false);
  document.processInputSource(std::make_shared<CallbackSource>(source), password);
}

int32_t read_stream(const cqpdf_source &source, const char *password, int32_t object, int32_t generation,
                    size_t limit, cqpdf_stream *result) {
  QPDF document;
  open(document, source, password);
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

/// Goes through a page tree. A node whose children are as many as its pages has pages for children.
class PageWalk {
 public:
  PageWalk(QPDF &document, size_t limit) : table_(document.getXRefTable()), limit_(limit) {}

  bool visit(QPDFObjectHandle node, int depth) {
    if (depth > 32 || !visited_.insert(node.getObjGen()).second) return false;
    QPDFObjectHandle kids = node.getKey("/Kids");
    QPDFObjectHandle count = node.getKey("/Count");
    if (!kids.isArray() || !count.isInteger()) return false;
    bool are_pages = count.getIntValue() == kids.getArrayNItems();
    for (int i = 0; i < kids.getArrayNItems(); ++i) {
      QPDFObjectHandle kid = kids.getArrayItem(i);
      if (!kid.isIndirect()) return false;
      if (are_pages || !(kid.isDictionary() && kid.hasKey("/Kids"))) {
        if (!add(kid.getObjGen())) return false;
      } else if (!visit(kid, depth + 1)) {
        return false;
      }
    }
    return true;
  }

  std::vector<cqpdf_page> pages;

 private:
  bool add(QPDFObjGen name) {
    if (pages.size() >= limit_) return false;
    auto entry = table_.find(name);
    int64_t offset = entry != table_.end() && entry->second.getType() == 1 ? entry->second.getOffset() : -1;
    pages.push_back(cqpdf_page{name.getObj(), name.getGen(), offset});
    return true;
  }

  std::map<QPDFObjGen, QPDFXRefEntry> table_;
  size_t limit_;
  std::set<QPDFObjGen> visited_;
};

int32_t read_pages(const cqpdf_source &source, const char *password, size_t limit, cqpdf_pages *result) {
  QPDF document;
  open(document, source, password);
  PageWalk walk(document, limit);
  if (!walk.visit(document.getRoot().getKey("/Pages"), 0)) return CQPDF_DAMAGED;
  size_t bytes = walk.pages.size() * sizeof(cqpdf_page);
  result->pages = static_cast<cqpdf_page *>(std::malloc(bytes > 0 ? bytes : 1));
  if (result->pages == nullptr) return CQPDF_NO_MEMORY;
  std::memcpy(result->pages, walk.pages.data(), bytes);
  result->count = walk.pages.size();
  return CQPDF_OK;
}

/// What went wrong in a call: no exception may leave C++.
template <typename Work>
int32_t guarded(Work work) {
  try {
    return work();
  } catch (const QPDFExc &problem) {
    return problem.getErrorCode() == qpdf_e_password ? CQPDF_LOCKED : CQPDF_DAMAGED;
  } catch (const std::bad_alloc &) {
    return CQPDF_NO_MEMORY;
  } catch (...) {
    return CQPDF_DAMAGED;
  }
}

}  // namespace

int32_t cqpdf_read_stream(const cqpdf_source *source, const char *password, int32_t object,
                          int32_t generation, size_t limit, cqpdf_stream *stream) {
  *stream = cqpdf_stream{nullptr, 0, -1};
  return guarded([&] { return read_stream(*source, password, object, generation, limit, stream); });
}

int32_t cqpdf_read_pages(const cqpdf_source *source, const char *password, size_t limit, cqpdf_pages *pages) {
  *pages = cqpdf_pages{nullptr, 0};
  return guarded([&] { return read_pages(*source, password, limit, pages); });
}

void cqpdf_release_pages(cqpdf_pages *pages) {
  std::free(pages->pages);
  pages->pages = nullptr;
}

void cqpdf_release(cqpdf_stream *stream) {
  std::free(stream->bytes);
  stream->bytes = nullptr;
}
