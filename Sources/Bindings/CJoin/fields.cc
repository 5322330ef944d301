#include "fields.h"

using namespace cjoin_parts;

namespace {

constexpr size_t most = 100'000;

// Whether what is written in two fonts looks alike, as far as it can be told.
bool are_alike(Handle one, Handle other) {
  for (auto key : {"/Subtype", "/BaseFont", "/Encoding"}) {
    if (one.getKey(key).unparseResolved() != other.getKey(key).unparseResolved()) return false;
  }
  return true;
}

}  // namespace

void Fields::prepare() {
  auto form = pdf_.getRoot().getKey("/AcroForm");
  if (!form.isDictionary() || !form.getKey("/Fields").isArray()) return;
  take_fonts(form);
  auto look = form.getKey("/DA"), side = form.getKey("/Q"), needs = form.getKey("/NeedAppearances");
  std::map<std::string, std::string> names;
  std::set<QPDFObjGen> seen;
  for (auto field : form.getKey("/Fields").getArrayAsVector()) {
    if (!field.isDictionary() || fields.size() >= most) continue;
    if (!field.isIndirect()) field = pdf_.makeIndirectObject(field);
    if (!seen.insert(field.getObjGen()).second) continue;
    rename(field, names);
    if (look.isString() && !field.hasKey("/DA")) field.replaceKey("/DA", Handle::newString(look.getStringValue()));
    if (side.isInteger() && !field.hasKey("/Q")) field.replaceKey("/Q", Handle::newInteger(side.getIntValue()));
    walk(field);
    fields.push_back(field);
  }
  for (auto &name : names) whole_.field_names.insert(name.second);
  if (fields.empty()) return;
  auto whole = whole_.form();
  if (look.isString() && !whole.hasKey("/DA")) {
    whole.replaceKey("/DA", Handle::newString(renamed(look.getStringValue())));
  }
  if (needs.isBool() && needs.getBoolValue()) whole.replaceKey("/NeedAppearances", Handle::newBool(true));
}

// Fonts that fields name: of two that are called alike and are not, one gets another name.
void Fields::take_fonts(Handle form) {
  auto resources = form.getKey("/DR");
  auto theirs = resources.isDictionary() ? resources.getKey("/Font") : Handle::newNull();
  if (!theirs.isDictionary()) return;
  auto ours = whole_.dictionary(whole_.dictionary(whole_.form(), "/DR"), "/Font");
  auto taken = ours.getKeys();
  for (auto &key : theirs.getKeys()) {
    auto font = theirs.getKey(key);
    if (!font.isDictionary()) continue;
    auto name = key;
    if (taken.count(key)) {
      if (are_alike(ours.getKey(key), font)) continue;
      name = Whole::free_name(key, taken);
      fonts_[key] = name;
    }
    taken.insert(name);
    if (!font.isIndirect()) font = pdf_.makeIndirectObject(font);
    ours.replaceKey(name, whole_.pdf.copyForeignObject(font));
  }
}

void Fields::rename(Handle field, std::map<std::string, std::string> &names) {
  auto title = field.getKey("/T");
  if (!title.isString()) return;
  auto name = title.getUTF8Value();
  auto known = names.find(name);
  if (known == names.end()) {
    // One that this document has as well is taken, too.
    auto taken = whole_.field_names;
    if (taken.count(name)) {
      for (auto &other : names) taken.insert(other.second);
    }
    known = names.emplace(name, Whole::free_name(name, taken)).first;
  }
  if (known->second != name) field.replaceKey("/T", Handle::newUnicodeString(known->second));
}

void Fields::walk(Handle top) {
  std::set<QPDFObjGen> seen;
  std::vector<std::pair<Handle, bool>> rest{{top, false}};
  while (!rest.empty() && seen.size() < most) {
    auto [field, is_signature] = rest.back();
    rest.pop_back();
    if (!field.isDictionary() || !seen.insert(field.getObjGen()).second) continue;
    auto kind = field.getKey("/FT");
    if (kind.isName()) is_signature = kind.getName() == "/Sig";
    if (is_signature) field.removeKey("/V");
    auto look = field.getKey("/DA");
    if (look.isString() && !fonts_.empty()) {
      field.replaceKey("/DA", Handle::newString(renamed(look.getStringValue())));
    }
    auto kids = field.getKey("/Kids");
    if (!kids.isArray()) continue;
    for (auto &kid : kids.getArrayAsVector()) {
      if (kid.isIndirect()) rest.emplace_back(kid, is_signature);
    }
  }
}

// A look with its font's name as it is in the whole.
std::string Fields::renamed(const std::string &look) const {
  std::string result, word;
  for (size_t at = 0; at <= look.size(); ++at) {
    if (at < look.size() && !isspace(static_cast<unsigned char>(look[at]))) {
      word += look[at];
      continue;
    }
    auto other = fonts_.find(word);
    result += other == fonts_.end() ? word : other->second;
    word.clear();
    if (at < look.size()) result += look[at];
  }
  return result;
}
