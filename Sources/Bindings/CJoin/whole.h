#pragma once
#include "input.h"

#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace cjoin_parts {

using Handle = QPDFObjectHandle;

// The document that others are put into.
class Whole {
 public:
  Whole();

  QPDF pdf;
  // The lowest version that has all that is in it.
  PDFVersion version;

  // A line of the outline, as a dictionary without what ties it to others.
  void add_line(int depth, Handle line, bool is_open);
  // How pages are called from this one on.
  void add_label(size_t page, Handle label, bool is_told);
  // What a name leads to; one that is taken gets a number behind it.
  void add_name(const std::string &name, Handle destination);
  // From this page on they are called by numbers from 1.
  void add_plain_labels(size_t page);
  // A top field of a form.
  void add_field(Handle field);

  // A name that nothing in a set has yet.
  static std::string free_name(const std::string &name, const std::set<std::string> &taken);

  // The dictionary behind a key, made where there is none.
  Handle dictionary(Handle owner, const std::string &key);
  Handle form();

  std::set<std::string> field_names;
  std::set<std::string> attachment_names;
  bool has_facts = false;
  std::vector<Handle> layers, hidden, order, groups, locked, usages;

  // Puts all that was gathered where readers look for it.
  void finish();

 private:
  struct Line {
    int depth;
    Handle object;
    bool is_open;
  };
  void finish_outline();

  std::vector<Line> lines_;
  std::vector<std::pair<size_t, Handle>> labels_;
  bool has_labels_ = false;
  std::map<std::string, Handle> names_;
  std::set<std::string> taken_names_;
};

}  // namespace cjoin_parts
