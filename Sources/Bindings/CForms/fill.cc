#include "input.h"
#include "output.h"
#include "walk.h"

#include <string>

namespace {

using Handle = QPDFObjectHandle;

// What a text looks like where the document does not say: Helvetica, as large as fits, black.
const char plain_look[] = "/Helv 0 Tf 0 g";

// The dictionary behind a key, made where there is none.
Handle dictionary(Handle owner, const std::string &key) {
  auto found = owner.getKey(key);
  if (found.isDictionary()) return found;
  auto made = Handle::newDictionary();
  owner.replaceKey(key, made);
  return made;
}

Handle font(const std::string &name) {
  auto font = Handle::newDictionary();
  font.replaceKey("/Type", Handle::newName("/Font"));
  font.replaceKey("/Subtype", Handle::newName("/Type1"));
  font.replaceKey("/BaseFont", Handle::newName(name));
  if (name != "/ZapfDingbats") font.replaceKey("/Encoding", Handle::newName("/WinAnsiEncoding"));
  return font;
}

// The name before "size Tf"; empty where there is none.
std::string font_name(const std::string &look) {
  std::string name, before, word;
  for (size_t at = 0; at <= look.size(); ++at) {
    if (at < look.size() && !isspace(static_cast<unsigned char>(look[at]))) {
      word += look[at];
      continue;
    }
    if (word.empty()) continue;
    if (word == "Tf") return name;
    name = before;
    before = word;
    word.clear();
  }
  return "";
}

// Gives every text all that an engine needs to draw it.
void prepare(QPDF &pdf, cforms::Walk &walk) {
  auto acro = pdf.getRoot().getKey("/AcroForm");
  if (!acro.isDictionary()) return;
  auto needs = acro.getKey("/NeedAppearances");
  bool draws_all = needs.isBool() && needs.getBoolValue();
  auto fonts = dictionary(dictionary(acro, "/DR"), "/Font");
  if (!fonts.getKey("/Helv").isDictionary()) fonts.replaceKey("/Helv", font("/Helvetica"));
  if (!fonts.getKey("/ZaDb").isDictionary()) fonts.replaceKey("/ZaDb", font("/ZapfDingbats"));
  for (auto &found : walk.fields) {
    auto type = found.field.getFieldType();
    if (type != "/Tx" && type != "/Ch") continue;
    auto name = font_name(found.field.getDefaultAppearance());
    // The engine makes no look at all for what it does not know how to write.
    if (name.empty() || name[0] != '/') {
      found.field.getObjectHandle().replaceKey("/DA", Handle::newString(plain_look));
    } else if (!fonts.getKey(name).isDictionary()) {
      auto own = found.field.getInheritableFieldValue("/DR");
      auto known = own.isDictionary() && own.getKey("/Font").isDictionary()
        && own.getKey("/Font").getKey(name).isDictionary();
      if (!known) fonts.replaceKey(name, font("/Helvetica"));
    }
    for (auto &widget : found.widgets) {
      if (draws_all || widget.note.getAppearanceStream("/N").isNull()) found.field.generateAppearance(widget.note);
    }
  }
  // All have looks of their own now; otherwise readers would make others, some with fewer letters.
  acro.removeKey("/NeedAppearances");
}

Handle line_value(QPDFFormFieldObjectHelper &field, int32_t line) {
  auto options = field.getInheritableFieldValue("/Opt");
  if (!options.isArray() || line < 0 || line >= options.getArrayNItems()) return Handle::newNull();
  auto item = options.getArrayItem(line);
  return item.isArray() && item.getArrayNItems() == 2 ? item.getArrayItem(0) : item;
}

std::string string(const cforms_bytes &text) {
  return std::string(text.bytes, static_cast<size_t>(text.count));
}

// What a field holds, and which of its buttons is on; what it looks like otherwise is not touched.
void put(const cforms_edit &edit, cforms::Walk::Found &found) {
  auto object = found.field.getObjectHandle();
  if (edit.kind == cforms_put_text) {
    object.replaceKey("/V", Handle::newUnicodeString(string(edit.text)));
    object.removeKey("/RV");
    object.removeKey("/I");
  } else if (edit.kind == cforms_put_lines) {
    auto values = Handle::newArray();
    auto places = Handle::newArray();
    for (int64_t index = 0; index < edit.line_count; ++index) {
      auto value = line_value(found.field, edit.lines[index]);
      if (value.isNull()) continue;
      values.appendItem(value);
      places.appendItem(Handle::newInteger(edit.lines[index]));
    }
    auto count = values.getArrayNItems();
    object.replaceKey("/V", count == 0 ? Handle::newNull() : count == 1 ? values.getArrayItem(0) : values);
    object.replaceKey("/I", places);
  } else {
    auto state = "/" + (edit.text.count > 0 ? string(edit.text) : "Off");
    object.replaceKey("/V", Handle::newName(state));
    for (auto &widget : found.widgets) {
      auto own = "/" + cforms::on_state(widget.note);
      widget.note.getObjectHandle().replaceKey("/AS", Handle::newName(own == state ? state : "/Off"));
    }
  }
}

}  // namespace

int cforms_fill(
  cforms_source source, void *context, int64_t size, const char *password, int64_t limit,
  const cforms_edit *edits, int64_t count, int prepares, int output) {
  return cforms::write(source, context, size, password, output, [&](QPDF &pdf) {
    cforms::Walk walk(pdf, static_cast<size_t>(limit));
    if (prepares) prepare(pdf, walk);
    for (int64_t index = 0; index < count; ++index) {
      auto place = edits[index].field;
      if (place < 0 || place >= static_cast<int64_t>(walk.fields.size())) continue;
      put(edits[index], walk.fields[static_cast<size_t>(place)]);
    }
  });
}
