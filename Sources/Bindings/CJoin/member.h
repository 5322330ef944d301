#pragma once
#include "whole.h"

#include <map>
#include <optional>
#include <vector>

namespace cjoin_parts {

// A document that is put into a whole: what of it leads to its pages, and what belongs to all of it.
class Member {
 public:
  Member(QPDF &pdf, Whole &whole) : pdf_(pdf), whole_(whole), pages_(pdf.getAllPages()) {}

  // Returns false where it does not have so many pages.
  bool append(const std::string &title, int64_t pages);

 private:
  // An explicit destination: the page's place, and the array from its second item on.
  struct Place {
    size_t page;
    std::vector<Handle> rest;
  };

  void read_names();
  void add_names();
  void copy_pages();
  void copy_outline(const std::string &title);
  void copy_line(Handle line, int depth);
  void copy_labels();
  void copy_layers();
  void copy_attachments();
  void copy_facts();

  std::optional<Place> place(Handle destination, int depth = 0);
  Handle explicit_in_source(Handle destination);
  Handle explicit_in_whole(Handle destination);
  void mend(Handle annotation);
  void mend_actions(Handle actions);
  void mend_action(Handle action, int depth = 0);
  std::string address(const std::string &told) const;
  // What stands behind a value in the whole.
  Handle copied(Handle value);

  QPDF &pdf_;
  Whole &whole_;
  std::vector<Handle> pages_;
  // The place of each page, by its object.
  std::map<QPDFObjGen, size_t> places_;
  // What names lead to.
  std::map<std::string, Handle> names_;
  // The pages as they are in the whole.
  std::vector<Handle> copies_;
  size_t first_ = 0;
  std::set<QPDFObjGen> mended_;
  // Of addresses that are not told in full.
  std::string base_;
};

}  // namespace cjoin_parts
