#ifndef PLUMBLINE_BASE_JSON_H
#define PLUMBLINE_BASE_JSON_H

#include <stddef.h>

/* Writes `text` as a JSON string, quotes included. Bytes that are not UTF-8 become U+FFFD. What does not fit is cut off before
 * the closing quote, so the result is always a whole string; `out_size` must be at least 3. Returns its length. */
size_t json_quote(const char *text, char *out, size_t out_size);

#endif
