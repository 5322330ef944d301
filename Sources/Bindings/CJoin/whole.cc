#include "whole.h"

#include <qpdf/QPDFNameTreeObjectHelper.hh>

using namespace cjoin_parts;

Whole::Whole() {
  pdf.emptyPDF();
  pdf.setSuppressWarnings(true);
}

void Whole::add_line(int depth, Handle line, bool is_open) {
  lines_.push_back({depth, pdf.makeIndirectObject(line), is_open});
}

void Whole::add_label(size_t page, Handle label, bool is_told) {
  labels_.emplace_back(page, label);
  has_labels_ = has_labels_ || is_told;
}

void Whole::add_plain_labels(size_t page) {
  auto label = Handle::newDictionary();
  label.replaceKey("/S", Handle::newName("/D"));
  add_label(page, label, false);
}

void Whole::add_name(const std::string &name, Handle destination) {
  auto own = free_name(name, taken_names_);
  taken_names_.insert(own);
  names_[own] = destination;
}

std::string Whole::free_name(const std::string &name, const std::set<std::string> &taken) {
  if (!taken.count(name)) return name;
  for (int number = 2;; ++number) {
    auto other = name + "-" + std::to_string(number);
    if (!taken.count(other)) return other;
  }
}

Handle Whole::dictionary(Handle owner, const std::string &key) {
  auto found = owner.getKey(key);
  if (found.isDictionary()) return found;
  auto made = Handle::newDictionary();
  owner.replaceKey(key, made);
  return made;
}

Handle Whole::form() { return dictionary(pdf.getRoot(), "/AcroForm"); }

void Whole::add_field(Handle field) {
  auto fields = form().getKey("/Fields");
  if (!fields.isArray()) {
    fields = Handle::newArray();
    form().replaceKey("/Fields", fields);
  }
  form().getKey("/Fields").appendItem(field);
}

// First, last, next and so on of all lines; how many are seen of what is below each (PDF 1.7, table 153).
void Whole::finish_outline() {
  if (lines_.empty()) return;
  auto root = pdf.makeIndirectObject(Handle::newDictionary());
  root.replaceKey("/Type", Handle::newName("/Outlines"));
  // The way to the line that was put in last, and for each how many lines are seen below it.
  struct Step {
    Handle object;
    bool is_open;
    Handle last;
    int64_t seen;
  };
  std::vector<Step> way;
  way.push_back({root, true, Handle::newNull(), 0});
  auto leave = [&] {
    auto step = way.back();
    way.pop_back();
    if (step.last.isNull()) return;
    step.object.replaceKey("/Last", step.last);
    step.object.replaceKey("/Count", Handle::newInteger(step.is_open ? step.seen : -step.seen));
    if (!way.empty() && step.is_open) way.back().seen += step.seen;
  };
  for (auto &line : lines_) {
    auto depth = std::min(static_cast<size_t>(line.depth) + 1, way.size());
    while (way.size() > depth) leave();
    auto &parent = way.back();
    line.object.replaceKey("/Parent", parent.object);
    if (parent.last.isNull()) {
      parent.object.replaceKey("/First", line.object);
    } else {
      parent.last.replaceKey("/Next", line.object);
      line.object.replaceKey("/Prev", parent.last);
    }
    parent.last = line.object;
    parent.seen += 1;
    way.push_back({line.object, line.is_open, Handle::newNull(), 0});
  }
  while (!way.empty()) leave();
  pdf.getRoot().replaceKey("/Outlines", root);
  pdf.getRoot().replaceKey("/PageMode", Handle::newName("/UseOutlines"));
}

void Whole::finish() {
  auto root = pdf.getRoot();
  finish_outline();
  if (has_labels_) {
    auto numbers = Handle::newArray();
    for (auto &label : labels_) {
      numbers.appendItem(Handle::newInteger(static_cast<long long>(label.first)));
      numbers.appendItem(label.second);
    }
    auto labels = Handle::newDictionary();
    labels.replaceKey("/Nums", numbers);
    root.replaceKey("/PageLabels", labels);
  }
  if (!names_.empty()) {
    auto tree = QPDFNameTreeObjectHelper::newEmpty(pdf);
    for (auto &name : names_) tree.insert(name.first, name.second);
    dictionary(root, "/Names").replaceKey("/Dests", tree.getObjectHandle());
  }
  if (!layers.empty()) {
    auto standard = Handle::newDictionary();
    standard.replaceKey("/OFF", Handle::newArray(hidden));
    standard.replaceKey("/Order", Handle::newArray(order));
    standard.replaceKey("/RBGroups", Handle::newArray(groups));
    standard.replaceKey("/Locked", Handle::newArray(locked));
    standard.replaceKey("/AS", Handle::newArray(usages));
    auto properties = Handle::newDictionary();
    properties.replaceKey("/OCGs", Handle::newArray(layers));
    properties.replaceKey("/D", standard);
    root.replaceKey("/OCProperties", properties);
  }
}
