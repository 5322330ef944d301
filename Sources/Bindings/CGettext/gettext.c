#include "cgettext.h"

#include <libintl.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define DOMAIN "lectern"

/* glibc's: raised when what was looked up before no longer holds (gettext manual, "Being a gettext grok"). */
extern int _nl_msg_cat_cntr;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char current[16];

void cgettext_bind(const char *directory) {
  pthread_mutex_lock(&lock);
  bindtextdomain(DOMAIN, directory);
  bind_textdomain_codeset(DOMAIN, "UTF-8");
  pthread_mutex_unlock(&lock);
}

/* Makes a language the one that gettext looks for, in this thread and for the time of a look-up.
 *
 * A kiosk has no locale installed but C and C.UTF-8. gettext translates nothing in the first; in the second it obeys
 * LANGUAGE. Only this file writes that variable, and glibc keeps every value that it ever had. */
static locale_t enter(const char *language) {
  static locale_t unicode;
  if (!unicode) unicode = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0);
  if (!unicode || strlen(language) >= sizeof current) return (locale_t)0;
  locale_t before = uselocale(unicode);
  if (strcmp(current, language) != 0) {
    setenv("LANGUAGE", language, 1);
    strcpy(current, language);
    _nl_msg_cat_cntr++;
  }
  return before;
}

const char *cgettext_find(const char *language, const char *message) {
  pthread_mutex_lock(&lock);
  locale_t before = enter(language);
  const char *found = before ? dgettext(DOMAIN, message) : message;
  if (before) uselocale(before);
  pthread_mutex_unlock(&lock);
  return found;
}

const char *cgettext_find_plural(
  const char *language, const char *message, const char *plural, unsigned long count) {
  pthread_mutex_lock(&lock);
  locale_t before = enter(language);
  const char *found = count == 1 ? message : plural;
  if (before) {
    found = dngettext(DOMAIN, message, plural, count);
    uselocale(before);
  }
  pthread_mutex_unlock(&lock);
  return found;
}
