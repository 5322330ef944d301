#include "input.h"

#include <qpdf/InputSource.hh>
#include <qpdf/QPDFLogger.hh>

#include <cstring>
#include <stdexcept>
#include <vector>

namespace {

// Reads in pieces: QPDF's tokens are a few bytes long.
class Callback final : public InputSource {
 public:
  Callback(cforms_source source, void *context, int64_t size)
      : source_(source), context_(context), size_(size), name_("document") {}

  // To behind the ends of lines; returns where they begin.
  qpdf_offset_t findAndSkipNextEOL() override {
    qpdf_offset_t found = -1;
    for (char byte; read(&byte, 1) == 1;) {
      if (byte == '\r' || byte == '\n') {
        if (found < 0) found = place_ - 1;
      } else if (found >= 0) {
        place_ -= 1;
        break;
      }
    }
    return found < 0 ? size_ : found;
  }
  std::string const &getName() const override { return name_; }
  qpdf_offset_t tell() override { return place_; }
  void rewind() override { place_ = 0; }
  void unreadCh(char) override {
    if (place_ > 0) place_ -= 1;
  }
  void seek(qpdf_offset_t offset, int whence) override {
    qpdf_offset_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? place_ : size_;
    if (offset > 0 && base > INT64_MAX - offset) throw std::runtime_error("seek beyond the end");
    if (base + offset < 0) throw std::runtime_error("seek before the beginning");
    place_ = base + offset;
  }
  size_t read(char *buffer, size_t length) override {
    setLastOffset(place_);
    size_t done = 0;
    while (done < length) {
      if (place_ < start_ || place_ >= start_ + count_) {
        if (!fill()) break;
      }
      auto within = static_cast<size_t>(place_ - start_);
      auto piece = std::min(length - done, static_cast<size_t>(count_) - within);
      memcpy(buffer + done, piece_.data() + within, piece);
      done += piece;
      place_ += static_cast<qpdf_offset_t>(piece);
    }
    return done;
  }

 private:
  bool fill() {
    if (place_ >= size_) return false;
    piece_.resize(16384);
    // Backwards as well: a search for the last cross-reference table goes that way.
    start_ = place_ / 4096 * 4096;
    count_ = 0;
    auto got = source_(context_, start_, piece_.data(), static_cast<int64_t>(piece_.size()));
    if (got < 0) throw std::runtime_error("the document cannot be read");
    count_ = std::min<int64_t>(got, size_ - start_);
    return place_ < start_ + count_;
  }

  cforms_source source_;
  void *context_;
  int64_t size_;
  std::string name_;
  qpdf_offset_t place_ = 0;
  std::vector<char> piece_;
  int64_t start_ = 0;
  int64_t count_ = 0;
};

}  // namespace

std::shared_ptr<QPDF> cforms::open(
  cforms_source source, void *context, int64_t size, const char *password) {
  auto pdf = std::make_shared<QPDF>();
  pdf->setSuppressWarnings(true);
  pdf->processInputSource(std::make_shared<Callback>(source, context, size), password ? password : "");
  return pdf;
}
