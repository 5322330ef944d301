#pragma once
// What no longer uses the old pointers of libqpdf says so.
#ifndef POINTERHOLDER_TRANSITION
#define POINTERHOLDER_TRANSITION 4
#endif
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFAcroFormDocumentHelper.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>

#include <string>
#include <vector>

namespace cforms {

// All fields of a form: in the order of pages and of what stands on them, then those that are shown nowhere. The same
// document gives the same order, and so does a copy in which values differ.
class Walk {
 public:
  struct Widget {
    QPDFAnnotationObjectHelper note;
    QPDFPageObjectHelper on;
    int page;
  };
  struct Found {
    QPDFFormFieldObjectHelper field;
    std::vector<Widget> widgets;
  };

  Walk(QPDF &pdf, size_t limit);

  std::vector<Found> fields;
  bool is_cut = false;
};

// A text, a name without its stroke, or a short stream.
std::string text_of(QPDFObjectHandle object);

// What a button's widget is called when it is on; empty where it cannot be.
std::string on_state(QPDFAnnotationObjectHelper &note);

}  // namespace cforms
