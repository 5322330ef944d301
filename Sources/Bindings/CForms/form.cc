#include "input.h"
#include "walk.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace {

// Of one text, and of one field's lists: more is nothing that anybody fills in.
constexpr size_t longest_text = 65536;
constexpr int most_options = 4096;

struct Field {
  cforms_field plain{};
  std::vector<cforms_bytes> values;
  std::vector<cforms_option> options;
  std::vector<cforms_widget> widgets;
};

}  // namespace

struct cforms_form {
  cforms_facts facts{};
  std::deque<Field> fields;
  std::deque<std::string> texts;

  cforms_bytes keep(std::string text) {
    if (text.size() > longest_text) text.resize(longest_text);
    texts.push_back(std::move(text));
    return {texts.back().data(), static_cast<int64_t>(texts.back().size())};
  }
};

namespace {

using Handle = QPDFObjectHandle;
using cforms::text_of;

bool rectangle(Handle object, double (&edges)[4]) {
  if (!object.isRectangle()) return false;
  auto found = object.getArrayAsRectangle();
  double all[] = {found.llx, found.lly, found.urx, found.ury};
  std::copy(all, all + 4, edges);
  return true;
}

// A signature that certifies the document and allows no change (PDF 1.7, table 254).
int is_certified(Handle root) {
  auto permissions = root.getKey("/Perms");
  if (!permissions.isDictionary()) return 0;
  auto signature = permissions.getKey("/DocMDP");
  if (!signature.isDictionary()) return 0;
  auto references = signature.getKey("/Reference");
  if (!references.isArray()) return 0;
  for (int index = 0; index < std::min(references.getArrayNItems(), 16); ++index) {
    auto reference = references.getArrayItem(index);
    if (!reference.isDictionary()) continue;
    auto parameters = reference.getKey("/TransformParams");
    if (!parameters.isDictionary()) continue;
    auto level = parameters.getKey("/P");
    if (level.isInteger() && level.getIntValue() == 1) return 1;
  }
  return 0;
}

class Reader {
 public:
  Reader(cforms_form &form) : form_(form) {}

  void read(QPDF &pdf, size_t limit) {
    auto root = pdf.getRoot();
    form_.facts.is_certified = is_certified(root);
    auto acro = root.getKey("/AcroForm");
    if (!acro.isDictionary()) return;
    form_.facts.has_form = 1;
    form_.facts.has_xfa = !acro.getKey("/XFA").isNull();
    auto needs = acro.getKey("/NeedAppearances");
    form_.facts.needs_looks = needs.isBool() && needs.getBoolValue();
    auto order = acro.getKey("/CO");
    form_.facts.has_calculations = order.isArray() && order.getArrayNItems() > 0;
    cforms::Walk walk(pdf, limit);
    form_.facts.is_cut = walk.is_cut;
    for (auto &found : walk.fields) {
      form_.fields.emplace_back();
      auto &field = form_.fields.back();
      describe(found.field, field);
      for (auto &widget : found.widgets) add(widget, field);
      finish(field);
    }
    form_.facts.field_count = static_cast<int64_t>(form_.fields.size());
  }

 private:
  void describe(QPDFFormFieldObjectHelper &field, Field &into) {
    auto &plain = into.plain;
    auto type = field.getFieldType();
    plain.kind = type == "/Tx" ? cforms_text
      : type == "/Btn"         ? cforms_button
      : type == "/Ch"          ? cforms_choice
      : type == "/Sig"         ? cforms_signature
                               : cforms_other;
    plain.flags = field.getFlags();
    plain.name = form_.keep(field.getFullyQualifiedName());
    auto label = field.getObjectHandle().getKey("/TU");
    plain.label = form_.keep(label.isString() ? label.getUTF8Value() : "");
    auto length = field.getInheritableFieldValue("/MaxLen");
    plain.max_length = length.isInteger() ? length.getIntValueAsInt() : -1;
    auto value = field.getValue();
    if (plain.kind == cforms_signature) {
      plain.is_signed = value.isDictionary() && value.getKey("/Contents").isString();
      plain.signer = form_.keep(plain.is_signed ? text_of(value.getKey("/Name")) : "");
      plain.signed_at = form_.keep(plain.is_signed ? text_of(value.getKey("/M")) : "");
      return;
    }
    plain.signer = plain.signed_at = form_.keep("");
    if (value.isArray()) {
      for (int index = 0; index < std::min(value.getArrayNItems(), most_options); ++index) {
        into.values.push_back(form_.keep(text_of(value.getArrayItem(index))));
      }
    } else if (!value.isNull()) {
      into.values.push_back(form_.keep(text_of(value)));
    }
    auto options = field.getInheritableFieldValue("/Opt");
    if (!options.isArray()) return;
    for (int index = 0; index < std::min(options.getArrayNItems(), most_options); ++index) {
      auto item = options.getArrayItem(index);
      auto pair = item.isArray() && item.getArrayNItems() == 2;
      auto own = text_of(pair ? item.getArrayItem(0) : item);
      auto shown = pair ? text_of(item.getArrayItem(1)) : own;
      into.options.push_back({form_.keep(shown), form_.keep(own)});
    }
  }

  void add(cforms::Walk::Widget &found, Field &field) {
    cforms_widget widget{};
    widget.page = found.page;
    widget.flags = found.note.getFlags();
    rectangle(found.note.getObjectHandle().getKey("/Rect"), widget.rect);
    double media[] = {0, 0, 612, 792};
    rectangle(found.on.getAttribute("/MediaBox", false), media);
    std::copy(media, media + 4, widget.box);
    double crop[4];
    if (rectangle(found.on.getAttribute("/CropBox", false), crop)) {
      for (int edge = 0; edge < 2; ++edge) {
        widget.box[edge] = std::max(media[edge], crop[edge]);
        widget.box[edge + 2] = std::min(media[edge + 2], crop[edge + 2]);
      }
      if (widget.box[0] >= widget.box[2] || widget.box[1] >= widget.box[3]) {
        std::copy(media, media + 4, widget.box);
      }
    }
    auto turn = found.on.getAttribute("/Rotate", false);
    widget.turn = turn.isInteger() ? turn.getIntValueAsInt() : 0;
    std::string state;
    if (field.plain.kind == cforms_button) {
      state = cforms::on_state(found.note);
      widget.is_on = !state.empty() && found.note.getAppearanceState() == "/" + state;
    }
    widget.state = form_.keep(state);
    field.widgets.push_back(widget);
  }

  static void finish(Field &field) {
    field.plain.values = field.values.data();
    field.plain.value_count = static_cast<int64_t>(field.values.size());
    field.plain.options = field.options.data();
    field.plain.option_count = static_cast<int64_t>(field.options.size());
    field.plain.widgets = field.widgets.data();
    field.plain.widget_count = static_cast<int64_t>(field.widgets.size());
  }

  cforms_form &form_;
};

}  // namespace

cforms_form *cforms_read(
  cforms_source source, void *context, int64_t size, const char *password, int64_t limit, int *problem) {
  std::unique_ptr<cforms_form> form;
  *problem = cforms::guarded([&] {
    form = std::make_unique<cforms_form>();
    auto pdf = cforms::open(source, context, size, password);
    form->facts.was_mended = pdf->anyWarnings();
    Reader(*form).read(*pdf, static_cast<size_t>(limit));
  });
  return *problem == cforms_ok ? form.release() : nullptr;
}

cforms_facts cforms_get_facts(const cforms_form *form) { return form->facts; }

const cforms_field *cforms_get_field(const cforms_form *form, int64_t index) {
  if (index < 0 || index >= static_cast<int64_t>(form->fields.size())) return nullptr;
  return &form->fields[static_cast<size_t>(index)].plain;
}

void cforms_free(cforms_form *form) { delete form; }
