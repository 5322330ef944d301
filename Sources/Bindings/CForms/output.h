#pragma once
#include "input.h"

#include <qpdf/Pipeline.hh>

#include <functional>

namespace cforms {

// Has something written to a descriptor: cforms_unwritable where that does not take it.
int write(int output, const std::function<void(Pipeline &)> &work);

// Opens a document, changes it, and writes it anew to a descriptor with its protection as it was.
int write(
  cforms_source source, void *context, int64_t size, const char *password, int output,
  const std::function<void(QPDF &)> &change);

}  // namespace cforms
