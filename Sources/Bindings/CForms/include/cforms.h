#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The form of a PDF document, read by libqpdf. Everything that is returned belongs to the form and ends with it.

// Reads bytes of the document at a place; returns how many there were, 0 at the end, less than 0 when it cannot.
typedef int64_t (*cforms_source)(void *context, int64_t offset, void *buffer, int64_t count);

// Why there is nothing.
enum { cforms_ok = 0, cforms_damaged = 1, cforms_locked = 2, cforms_no_memory = 3, cforms_unwritable = 4 };

enum { cforms_other = 0, cforms_text = 1, cforms_button = 2, cforms_choice = 3, cforms_signature = 4 };

// Bytes that may be anything: mostly UTF-8.
typedef struct {
  const char *bytes;
  int64_t count;
} cforms_bytes;

// One place where a field is shown.
typedef struct {
  int32_t page;     // from 0
  int32_t turn;     // the page's /Rotate
  double rect[4];   // as it stands in the file: two corners
  double box[4];    // the page's crop box within its media box
  int32_t flags;    // of the annotation (PDF 1.7, table 165)
  int32_t is_on;    // a button that shows its state
  cforms_bytes state;  // the state of a button that is on
} cforms_widget;

typedef struct {
  cforms_bytes display;
  cforms_bytes value;
} cforms_option;

typedef struct {
  int32_t kind;
  int32_t flags;        // PDF 1.7, tables 221, 226, 228, 230
  int32_t max_length;   // -1: none
  int32_t is_signed;
  cforms_bytes name;    // with those of its forebears
  cforms_bytes label;   // for people; empty where there is none
  cforms_bytes signer;
  cforms_bytes signed_at;
  const cforms_bytes *values;
  int64_t value_count;
  const cforms_option *options;
  int64_t option_count;
  const cforms_widget *widgets;
  int64_t widget_count;
} cforms_field;

typedef struct cforms_form cforms_form;

// Facts about the whole form.
typedef struct {
  int32_t has_form;
  int32_t has_xfa;
  int32_t has_calculations;
  int32_t needs_looks;    // its texts have no looks that could be relied on
  int32_t is_certified;   // no change at all is allowed (DocMDP, P 1)
  int32_t is_cut;         // there are more fields than were read
  int32_t was_mended;     // the file has mistakes that were repaired while it was read
  int64_t field_count;
} cforms_facts;

// Reads the form. Passwords are bytes; NULL for none.
// Returns NULL with a reason in *problem when the document cannot be read at all.
cforms_form *cforms_read(
  cforms_source source, void *context, int64_t size, const char *password, int64_t limit, int *problem);
cforms_facts cforms_get_facts(const cforms_form *form);
// NULL beyond the last.
const cforms_field *cforms_get_field(const cforms_form *form, int64_t index);
void cforms_free(cforms_form *form);

// What is put into one field.
enum { cforms_put_text = 1, cforms_put_state = 2, cforms_put_lines = 3 };
typedef struct {
  int64_t field;
  int32_t kind;
  cforms_bytes text;  // UTF-8; of a state its name, empty for off
  const int32_t *lines;
  int64_t line_count;
} cforms_edit;

// Writes the document anew to a descriptor, with its protection as it was, with values put into fields. Looks are an
// engine's to make; it is prepared for that where `prepares` says so.
int cforms_fill(
  cforms_source source, void *context, int64_t size, const char *password, int64_t limit,
  const cforms_edit *edits, int64_t count, int prepares, int output);

#ifdef __cplusplus
}
#endif
