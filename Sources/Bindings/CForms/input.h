#pragma once
// What no longer uses the old pointers of libqpdf says so.
#ifndef POINTERHOLDER_TRANSITION
#define POINTERHOLDER_TRANSITION 4
#endif
#include "cforms.h"

#include <qpdf/QPDF.hh>

#include <memory>

namespace cforms {

// Opens a document that is read through a callback. Throws what QPDF throws.
std::shared_ptr<QPDF> open(cforms_source source, void *context, int64_t size, const char *password);

// Runs what may throw; returns the reason where it does.
template <typename Work>
int guarded(Work work) noexcept {
  try {
    work();
    return cforms_ok;
  } catch (std::bad_alloc &) {
    return cforms_no_memory;
  } catch (QPDFExc &error) {
    return error.getErrorCode() == qpdf_e_password || error.getErrorCode() == qpdf_e_unsupported
      ? cforms_locked : cforms_damaged;
  } catch (...) {
    return cforms_damaged;
  }
}

}  // namespace cforms
