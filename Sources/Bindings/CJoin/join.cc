#include "cjoin.h"
#include "member.h"
#include "output.h"
#include "whole.h"

#include <qpdf/Pipeline.hh>
#include <qpdf/QPDFWriter.hh>

#include <stdexcept>

using namespace cjoin_parts;

struct cjoin {
  Whole whole;
};

cjoin *cjoin_new(void) {
  cjoin *join = nullptr;
  cforms::guarded([&] { join = new cjoin; });
  return join;
}

void cjoin_free(cjoin *join) { delete join; }

int cjoin_append(
  cjoin *join, cforms_source source, void *context, int64_t size, const char *password, const char *title,
  int64_t pages) {
  return cforms::guarded([&] {
    // Of the document its bytes alone are needed until all is written: streams are copied as places in them.
    auto pdf = cforms::open(source, context, size, password);
    if (!Member(*pdf, join->whole).append(title, pages)) throw std::runtime_error("other pages");
  });
}

int cjoin_write(cjoin *join, int output) {
  return cforms::write(output, [&](Pipeline &pipeline) {
    join->whole.finish();
    QPDFWriter writer(join->whole.pdf);
    writer.setOutputPipeline(&pipeline);
    writer.setMinimumPDFVersion(join->whole.version);
    writer.setObjectStreamMode(qpdf_o_generate);
    writer.setDeterministicID(true);
    writer.write();
  });
}
