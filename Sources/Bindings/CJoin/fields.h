#pragma once
#include "whole.h"

namespace cjoin_parts {

// The fields of a document's form, made ready to stand beside those of others.
class Fields {
 public:
  Fields(QPDF &pdf, Whole &whole) : pdf_(pdf), whole_(whole) {}

  // Gives them names that no other document's have, and all that they have of their form. What was signed is so no
  // more: signatures go.
  void prepare();

  // Those at the top, each an object of its own.
  std::vector<Handle> fields;

 private:
  void take_fonts(Handle form);
  void rename(Handle field, std::map<std::string, std::string> &names);
  void walk(Handle top);
  std::string renamed(const std::string &look) const;

  QPDF &pdf_;
  Whole &whole_;
  // What fonts of this document are called in the whole, where that is another name.
  std::map<std::string, std::string> fonts_;
};

}  // namespace cjoin_parts
