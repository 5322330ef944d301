#include "walk.h"

#include <map>

namespace {

// A widget that has no name of its own only shows the field that it belongs to.
QPDFFormFieldObjectHelper owner(QPDFFormFieldObjectHelper field) {
  auto object = field.getObjectHandle();
  for (int steps = 0; steps < 32 && object.isDictionary() && object.getKey("/T").isNull(); ++steps) {
    auto parent = object.getKey("/Parent");
    if (!parent.isDictionary()) break;
    object = parent;
  }
  return QPDFFormFieldObjectHelper(object);
}

}  // namespace

cforms::Walk::Walk(QPDF &pdf, size_t limit) {
  QPDFAcroFormDocumentHelper helper(pdf);
  std::map<QPDFObjGen, size_t> known;
  auto know = [&](QPDFFormFieldObjectHelper field) -> Found * {
    auto object = field.getObjectHandle();
    if (!object.isDictionary()) return nullptr;
    auto place = known.find(object.getObjGen());
    if (place != known.end()) return &fields[place->second];
    if (fields.size() >= limit) {
      is_cut = true;
      return nullptr;
    }
    known[object.getObjGen()] = fields.size();
    fields.push_back({field, {}});
    return &fields.back();
  };
  size_t widgets = 0;
  int number = 0;
  for (auto &page : QPDFPageDocumentHelper(pdf).getAllPages()) {
    for (auto &note : helper.getWidgetAnnotationsForPage(page)) {
      auto *found = know(owner(helper.getFieldForAnnotation(note)));
      if (!found) continue;
      if (++widgets > 2 * limit) {
        is_cut = true;
        break;
      }
      found->widgets.push_back({note, page, number});
    }
    number += 1;
  }
  // Numbers of objects are others in a copy: what is shown nowhere goes by its name.
  std::multimap<std::string, QPDFFormFieldObjectHelper> rest;
  for (auto &field : helper.getFormFields()) {
    auto found = owner(field);
    if (found.getObjectHandle().isDictionary()) rest.emplace(found.getFullyQualifiedName(), found);
  }
  for (auto &field : rest) know(field.second);
}

std::string cforms::text_of(QPDFObjectHandle object) {
  if (object.isString()) return object.getUTF8Value();
  if (object.isName()) return object.getName().substr(1);
  if (object.isStream()) {
    auto data = object.getStreamData(qpdf_dl_generalized);
    return std::string(reinterpret_cast<char *>(data->getBuffer()), data->getSize());
  }
  return "";
}

std::string cforms::on_state(QPDFAnnotationObjectHelper &note) {
  auto looks = note.getAppearanceDictionary();
  if (!looks.isDictionary()) return "";
  auto normal = looks.getKey("/N");
  if (!normal.isDictionary()) return "";
  for (auto &key : normal.getKeys()) {
    if (key != "/Off") return key.substr(1);
  }
  return "";
}
