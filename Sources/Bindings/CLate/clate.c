#include "clate.h"

#include <dlfcn.h>
#include <stddef.h>

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
  if (!state) {
    state = fill(&table, "libtiff.so.6", entries, COUNT(entries)) ? 1 : -1;
    // What is wrong is told by return values.
    if (state > 0) {
      table.TIFFSetErrorHandler(NULL);
      table.TIFFSetWarningHandler(NULL);
    }
  }
  return state > 0 ? &table : NULL;
}
