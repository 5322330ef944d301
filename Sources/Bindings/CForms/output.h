#pragma once
// What no longer uses the old pointers of libqpdf says so.
#ifndef POINTERHOLDER_TRANSITION
#define POINTERHOLDER_TRANSITION 4
#endif
#include "cforms.h"

#include <qpdf/QPDF.hh>

#include <functional>

namespace cforms {

// Opens a document, changes it, and writes it anew to a descriptor with its protection as it was.
int write(
  cforms_source source, void *context, int64_t size, const char *password, int output,
  const std::function<void(QPDF &)> &change);

}  // namespace cforms
