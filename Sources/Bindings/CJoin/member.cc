#include "member.h"
#include "fields.h"

#include <qpdf/QPDFEmbeddedFileDocumentHelper.hh>
#include <qpdf/QPDFNameTreeObjectHelper.hh>
#include <qpdf/QPDFPageLabelDocumentHelper.hh>

using namespace cjoin_parts;

namespace {

// Of names and of lines of an outline: more is no document.
constexpr size_t most = 100'000;
constexpr int deepest = 60;

bool is_name(Handle object, const char *name) { return object.isName() && object.getName() == name; }

// A value without any of its own below it, for another document.
Handle scalar(Handle value) {
  if (value.isInteger()) return Handle::newInteger(value.getIntValue());
  if (value.isReal()) return Handle::newReal(value.getRealValue());
  if (value.isName()) return Handle::newName(value.getName());
  return Handle::newNull();
}

}  // namespace

bool Member::append(const std::string &title, int64_t count) {
  if (count != static_cast<int64_t>(pages_.size()) || pages_.empty()) return false;
  pdf_.pushInheritedAttributesToPage();
  for (size_t index = 0; index < pages_.size(); ++index) places_.emplace(pages_[index].getObjGen(), index);
  first_ = whole_.pdf.getAllPages().size();
  read_names();
  Fields fields(pdf_, whole_);
  fields.prepare();
  copy_pages();
  for (auto &field : fields.fields) whole_.add_field(copied(field));
  add_names();
  copy_outline(title);
  copy_labels();
  copy_layers();
  copy_attachments();
  copy_facts();
  return true;
}

Handle Member::copied(Handle value) {
  return whole_.pdf.copyForeignObject(value.isIndirect() ? value : pdf_.makeIndirectObject(value));
}

// MARK: Destinations

void Member::read_names() {
  auto root = pdf_.getRoot();
  auto old = root.getKey("/Dests");
  if (old.isDictionary()) {
    for (auto &key : old.getKeys()) names_.emplace(key.substr(1), old.getKey(key));
  }
  auto addresses = root.getKey("/URI");
  if (addresses.isDictionary() && addresses.getKey("/Base").isString()) {
    base_ = addresses.getKey("/Base").getStringValue();
  }
  auto names = root.getKey("/Names");
  auto tree = names.isDictionary() ? names.getKey("/Dests") : Handle::newNull();
  if (!tree.isDictionary()) return;
  try {
    QPDFNameTreeObjectHelper helper(tree, pdf_, false);
    for (auto const &name : helper) {
      if (names_.size() >= most) break;
      names_[name.first] = name.second;
    }
  } catch (QPDFExc &) {
    // What comes behind a mistake leads nowhere.
  }
}

void Member::add_names() {
  for (auto &name : names_) {
    auto destination = explicit_in_whole(name.second);
    if (!name.first.empty() && !destination.isNull()) whole_.add_name(name.first, destination);
  }
}

// PDF 1.7, 12.3.2. Some writers give the page's number.
std::optional<Member::Place> Member::place(Handle destination, int depth) {
  if (depth > 4) return std::nullopt;
  if (destination.isName() || destination.isString()) {
    auto found =
      names_.find(destination.isName() ? destination.getName().substr(1) : destination.getUTF8Value());
    return found == names_.end() ? std::nullopt : place(found->second, depth + 1);
  }
  if (destination.isDictionary()) return place(destination.getKey("/D"), depth + 1);
  if (!destination.isArray() || destination.getArrayNItems() == 0) return std::nullopt;
  auto target = destination.getArrayItem(0);
  Place place{0, {}};
  if (target.isInteger()) {
    auto page = target.getIntValue();
    if (page < 0 || page >= static_cast<long long>(pages_.size())) return std::nullopt;
    place.page = static_cast<size_t>(page);
  } else {
    auto found = places_.find(target.getObjGen());
    if (!target.isIndirect() || found == places_.end()) return std::nullopt;
    place.page = found->second;
  }
  for (int index = 1; index < std::min(destination.getArrayNItems(), 8); ++index) {
    place.rest.push_back(scalar(destination.getArrayItem(index)));
  }
  if (place.rest.empty()) place.rest.push_back(Handle::newName("/Fit"));
  return place;
}

Handle Member::explicit_in_source(Handle destination) {
  auto found = place(destination);
  if (!found) {
    // A name that nothing has, in no document of the whole, for what is a destination.
    bool is_place = destination.isArray() && destination.getArrayNItems() > 1 && destination.getArrayItem(1).isName();
    return destination.isName() || destination.isString() || is_place ? Handle::newString("") : Handle::newNull();
  }
  auto array = Handle::newArray();
  array.appendItem(pages_[found->page]);
  for (auto &item : found->rest) array.appendItem(item);
  return array;
}

Handle Member::explicit_in_whole(Handle destination) {
  auto found = place(destination);
  if (!found) return Handle::newNull();
  auto array = Handle::newArray();
  array.appendItem(copies_[found->page]);
  for (auto &item : found->rest) array.appendItem(item);
  return array;
}

void Member::mend(Handle annotation) {
  if (!annotation.isDictionary()) return;
  if (annotation.hasKey("/Dest")) {
    annotation.replaceKey("/Dest", explicit_in_source(annotation.getKey("/Dest")));
  }
  mend_action(annotation.getKey("/A"));
  mend_actions(annotation.getKey("/AA"));
}

void Member::mend_actions(Handle actions) {
  if (!actions.isDictionary()) return;
  for (auto &key : actions.getKeys()) mend_action(actions.getKey(key));
}

// What leads to a page by a name, or by its place in the document, leads to the page itself.
void Member::mend_action(Handle action, int depth) {
  if (depth > deepest || !action.isDictionary()) return;
  if (action.isIndirect() && !mended_.insert(action.getObjGen()).second) return;
  auto kind = action.getKey("/S");
  if (is_name(kind, "/GoTo")) {
    action.replaceKey("/D", explicit_in_source(action.getKey("/D")));
    action.removeKey("/SD");
  } else if (is_name(kind, "/Named")) {
    auto name = action.getKey("/N");
    bool is_last = is_name(name, "/LastPage");
    if (is_last || is_name(name, "/FirstPage")) {
      auto array = Handle::newArray();
      array.appendItem(is_last ? pages_.back() : pages_.front());
      array.appendItem(Handle::newName("/Fit"));
      action.replaceKey("/S", Handle::newName("/GoTo"));
      action.replaceKey("/D", array);
      action.removeKey("/N");
    }
  }
  if (is_name(kind, "/URI") && action.getKey("/URI").isString()) {
    action.replaceKey("/URI", Handle::newString(address(action.getKey("/URI").getStringValue())));
  }
  auto next = action.getKey("/Next");
  if (next.isArray()) {
    for (auto &item : next.getArrayAsVector()) mend_action(item, depth + 1);
  } else {
    mend_action(next, depth + 1);
  }
}

// An address that is meant from the document's base on (PDF 1.7, 12.6.4.7) is told in full.
std::string Member::address(const std::string &told) const {
  auto mark = told.find_first_of("/:");
  bool is_full = (mark != std::string::npos && told[mark] == ':') || told.compare(0, 4, "www.") == 0;
  if (is_full || base_.empty()) return told;
  bool has_end = base_.back() == '/' || base_.back() == '?';
  return base_ + (has_end ? "" : "/") + (told[0] == '/' ? told.substr(1) : told);
}

// MARK: Pages

// What leads from page to page is copied only once all pages are: before that it would lead nowhere.
void Member::copy_pages() {
  std::vector<std::pair<Handle, Handle>> later;
  for (auto &page : pages_) {
    auto annotations = page.getKey("/Annots");
    if (annotations.isArray()) {
      for (auto &annotation : annotations.getArrayAsVector()) mend(annotation);
    }
    auto actions = page.getKey("/AA");
    mend_actions(actions);
    later.emplace_back(annotations, actions);
    // Threads of articles and the structure of the text belong to the document that was.
    for (auto key : {"/Annots", "/AA", "/B", "/StructParents", "/Parent"}) page.removeKey(key);
  }
  for (auto &page : pages_) {
    whole_.pdf.addPage(page, false);
    copies_.push_back(whole_.pdf.getAllPages().back());
  }
  for (size_t index = 0; index < copies_.size(); ++index) {
    if (later[index].first.isArray()) {
      auto annotations = Handle::newArray();
      for (auto &annotation : later[index].first.getArrayAsVector()) {
        if (annotation.isDictionary()) annotations.appendItem(copied(annotation));
      }
      copies_[index].replaceKey("/Annots", annotations);
    }
    if (later[index].second.isDictionary()) copies_[index].replaceKey("/AA", copied(later[index].second));
  }
}

// MARK: What leads to pages

void Member::copy_outline(const std::string &title) {
  auto top = Handle::newDictionary();
  auto begin = Handle::newArray();
  begin.appendItem(copies_.front());
  begin.appendItem(Handle::newName("/Fit"));
  top.replaceKey("/Title", Handle::newUnicodeString(title));
  top.replaceKey("/Dest", begin);
  whole_.add_line(0, top, true);
  auto outlines = pdf_.getRoot().getKey("/Outlines");
  if (!outlines.isDictionary()) return;
  std::set<QPDFObjGen> seen;
  size_t count = 0;
  std::vector<std::pair<Handle, int>> rest{{outlines.getKey("/First"), 1}};
  while (!rest.empty() && count < most) {
    auto [line, depth] = rest.back();
    rest.pop_back();
    if (!line.isDictionary() || depth > deepest) continue;
    if (line.isIndirect() && !seen.insert(line.getObjGen()).second) continue;
    count += 1;
    copy_line(line, depth);
    rest.emplace_back(line.getKey("/Next"), depth);
    rest.emplace_back(line.getKey("/First"), depth + 1);
  }
}

void Member::copy_line(Handle line, int depth) {
  auto copy = Handle::newDictionary();
  auto title = line.getKey("/Title");
  copy.replaceKey("/Title", Handle::newUnicodeString(title.isString() ? title.getUTF8Value() : ""));
  auto action = line.getKey("/A");
  mend_action(action);
  auto destination = line.getKey("/Dest");
  if (destination.isNull() && action.isDictionary() && is_name(action.getKey("/S"), "/GoTo")) {
    destination = action.getKey("/D");
  }
  auto place = explicit_in_whole(destination);
  if (!place.isNull()) {
    copy.replaceKey("/Dest", place);
  } else if (destination.isNull() && action.isDictionary()) {
    copy.replaceKey("/A", copied(action));
  }
  if (line.getKey("/F").isInteger()) copy.replaceKey("/F", scalar(line.getKey("/F")));
  auto colour = line.getKey("/C");
  if (colour.isArray() && colour.getArrayNItems() == 3) {
    auto parts = Handle::newArray();
    for (auto &part : colour.getArrayAsVector()) parts.appendItem(scalar(part));
    copy.replaceKey("/C", parts);
  }
  auto below = line.getKey("/Count");
  whole_.add_line(depth, copy, !below.isInteger() || below.getIntValue() >= 0);
}

// PDF 1.7, 12.4.2. Labels that only count pages from 1 say nothing.
void Member::copy_labels() {
  std::vector<Handle> told;
  try {
    QPDFPageLabelDocumentHelper helper(pdf_);
    if (helper.hasPageLabels()) {
      helper.getLabelsForPageRange(
        0, static_cast<long long>(pages_.size()) - 1, static_cast<long long>(first_), told);
    }
  } catch (QPDFExc &) {
    told.clear();
  }
  std::vector<std::pair<size_t, Handle>> labels;
  bool says_nothing = told.size() <= 2;
  for (size_t index = 0; index + 1 < told.size(); index += 2) {
    auto from = told[index + 1];
    auto label = Handle::newDictionary();
    if (!from.isDictionary()) continue;
    auto style = from.getKey("/S"), prefix = from.getKey("/P"), start = from.getKey("/St");
    if (style.isName()) label.replaceKey("/S", scalar(style));
    if (prefix.isString()) label.replaceKey("/P", Handle::newUnicodeString(prefix.getUTF8Value()));
    if (start.isInteger()) label.replaceKey("/St", scalar(start));
    // Pages that are called nothing are called by their own numbers.
    if (!style.isName() && (!prefix.isString() || prefix.getStringValue().empty())) {
      label.replaceKey("/S", Handle::newName("/D"));
      label.replaceKey("/St", Handle::newInteger(told[index].getIntValue() - static_cast<long long>(first_) + 1));
    }
    says_nothing = says_nothing && is_name(style, "/D") && !(prefix.isString() && !prefix.getStringValue().empty())
      && !(start.isInteger() && start.getIntValue() != 1);
    labels.emplace_back(static_cast<size_t>(told[index].getIntValue()), label);
  }
  if (labels.empty() || labels.front().first != first_) {
    whole_.add_plain_labels(first_);
    says_nothing = says_nothing && labels.empty();
  }
  for (auto &label : labels) whole_.add_label(label.first, label.second, !says_nothing);
}

// MARK: What belongs to all of it

void Member::copy_layers() {
  auto properties = pdf_.getRoot().getKey("/OCProperties");
  if (!properties.isDictionary() || !properties.getKey("/OCGs").isArray()) return;
  auto standard = properties.getKey("/D");
  auto gather = [&](const char *key, std::vector<Handle> &into) {
    auto list = standard.isDictionary() ? standard.getKey(key) : Handle::newNull();
    if (!list.isArray()) return;
    for (auto &item : list.getArrayAsVector()) into.push_back(copied(item));
  };
  auto all = properties.getKey("/OCGs").getArrayAsVector();
  for (auto &layer : all) {
    if (layer.isDictionary()) whole_.layers.push_back(copied(layer));
  }
  gather("/Order", whole_.order);
  gather("/RBGroups", whole_.groups);
  gather("/Locked", whole_.locked);
  gather("/AS", whole_.usages);
  gather("/OFF", whole_.hidden);
  if (!standard.isDictionary() || !is_name(standard.getKey("/BaseState"), "/OFF")) return;
  std::set<QPDFObjGen> shown;
  auto on = standard.getKey("/ON");
  if (on.isArray()) {
    for (auto &layer : on.getArrayAsVector()) shown.insert(layer.getObjGen());
  }
  for (auto &layer : all) {
    if (layer.isDictionary() && !shown.count(layer.getObjGen())) whole_.hidden.push_back(copied(layer));
  }
}

void Member::copy_attachments() {
  try {
    QPDFEmbeddedFileDocumentHelper theirs(pdf_), ours(whole_.pdf);
    for (auto &file : theirs.getEmbeddedFiles()) {
      auto name = Whole::free_name(file.first, whole_.attachment_names);
      whole_.attachment_names.insert(name);
      ours.replaceEmbeddedFile(name, QPDFFileSpecObjectHelper(copied(file.second->getObjectHandle())));
    }
  } catch (QPDFExc &) {
    // What comes behind a mistake cannot be had.
  }
}

// The first document speaks for all.
void Member::copy_facts() {
  whole_.version.updateIfGreater(pdf_.getVersionAsPDFVersion());
  if (whole_.has_facts) return;
  whole_.has_facts = true;
  auto info = pdf_.getTrailer().getKey("/Info");
  auto root = pdf_.getRoot();
  if (info.isDictionary()) {
    whole_.pdf.getTrailer().replaceKey("/Info", copied(info));
  } else if (root.getKey("/Metadata").isStream()) {
    whole_.pdf.getRoot().replaceKey("/Metadata", copied(root.getKey("/Metadata")));
  }
  auto language = root.getKey("/Lang");
  if (language.isString()) {
    whole_.pdf.getRoot().replaceKey("/Lang", Handle::newUnicodeString(language.getUTF8Value()));
  }
}
