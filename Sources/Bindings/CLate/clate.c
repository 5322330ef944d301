#include "clate.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

// A name beside the place of its pointer in the table.
struct entry {
  const char *name;
  size_t offset;
};

// The symbols of a library and of what it stands on. The library stays loaded to the end of the process.
static int fill(void *table, const char *library, const struct entry *entries, size_t count) {
  void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return 0;
  for (size_t index = 0; index < count; index++) {
    void *symbol = dlsym(handle, entries[index].name);
    if (!symbol) return 0;
    *(void **)((char *)table + entries[index].offset) = symbol;
  }
  return 1;
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

#define RSVG_ENTRY(result, name, parameters) {#name, offsetof(struct clate_rsvg, name)},
const struct clate_rsvg *clate_rsvg(void) {
  static struct clate_rsvg table;
  static int state;
  static const struct entry entries[] = {CLATE_RSVG(RSVG_ENTRY)};
  if (!state) state = fill(&table, "librsvg-2.so.2", entries, COUNT(entries)) ? 1 : -1;
  return state > 0 ? &table : NULL;
}

#define ARCHIVE_ENTRY(name) {#name, offsetof(struct clate_archive, name)},
const struct clate_archive *clate_archive(void) {
  static struct clate_archive table;
  static int state;
  static const struct entry entries[] = {CLATE_ARCHIVE(ARCHIVE_ENTRY)};
  if (!state) state = fill(&table, "libarchive.so.13", entries, COUNT(entries)) ? 1 : -1;
  return state > 0 ? &table : NULL;
}

#define TIFF_ENTRY(name) {#name, offsetof(struct clate_tiff, name)},
const struct clate_tiff *clate_tiff(void) {
  static struct clate_tiff table;
  static int state;
  static const struct entry entries[] = {CLATE_TIFF(TIFF_ENTRY)};
  if (!state) state = fill(&table, "libtiff.so.6", entries, COUNT(entries)) ? 1 : -1;
  return state > 0 ? &table : NULL;
}

// Anything but 0 keeps libtiff from telling its other listeners.
static int hear(TIFF *tiff, void *listener, const char *module, const char *format, va_list arguments) {
  (void)tiff;
  (void)module;
  struct clate_tiff_fault *fault = listener;
  if (fault && !fault->words[0]) vsnprintf(fault->words, sizeof fault->words, format, arguments);
  return 1;
}

void clate_tiff_listen(const struct clate_tiff *library, TIFFOpenOptions *options,
                       struct clate_tiff_fault *fault) {
  fault->words[0] = 0;
  library->TIFFOpenOptionsSetErrorHandlerExtR(options, hear, fault);
  library->TIFFOpenOptionsSetWarningHandlerExtR(options, hear, NULL);
}
