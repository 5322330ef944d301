#include "output.h"
#include "input.h"

#include <qpdf/QPDFWriter.hh>

#include <cerrno>
#include <stdexcept>
#include <unistd.h>

namespace {

// Nothing was wrong with the document: what was to take it could not.
struct Unwritable : std::runtime_error {
  Unwritable() : std::runtime_error("cannot be written") {}
};

class Output final : public Pipeline {
 public:
  explicit Output(int descriptor) : Pipeline("output", nullptr), descriptor_(descriptor) {}

  void write(unsigned char const *data, size_t length) override {
    for (size_t done = 0; done < length;) {
      auto count = ::write(descriptor_, data + done, length - done);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) throw Unwritable();
      done += static_cast<size_t>(count);
    }
  }
  void finish() override {}

 private:
  int descriptor_;
};

}  // namespace

int cforms::write(int output, const std::function<void(Pipeline &)> &work) {
  bool unwritable = false;
  int problem = cforms::guarded([&] {
    Output pipeline(output);
    try {
      work(pipeline);
    } catch (Unwritable &) {
      unwritable = true;
    }
  });
  return unwritable ? cforms_unwritable : problem;
}

int cforms::write(
  cforms_source source, void *context, int64_t size, const char *password, int output,
  const std::function<void(QPDF &)> &change) {
  return cforms::write(output, [&](Pipeline &pipeline) {
    auto pdf = cforms::open(source, context, size, password);
    change(*pdf);
    QPDFWriter writer(*pdf);
    writer.setOutputPipeline(&pipeline);
    writer.setPreserveEncryption(true);
    writer.setObjectStreamMode(qpdf_o_preserve);
    writer.write();
  });
}
