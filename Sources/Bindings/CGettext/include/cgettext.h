#pragma once

/* Where the catalogues lie: DIRECTORY/LANGUAGE/LC_MESSAGES/lectern.mo. Keeps a copy of the path. */
void cgettext_bind(const char *directory);

/* The translation of a message into a language ("de"), or the message itself where there is none: UTF-8, never NULL.
 * The result is the message given, or lives as long as the process. Any thread. */
const char *cgettext_find(const char *language, const char *message);

/* The same for a message that counts something. */
const char *cgettext_find_plural(
  const char *language, const char *message, const char *plural, unsigned long count);
