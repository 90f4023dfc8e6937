#ifndef PLUMBLINE_BASE_JSON_H
#define PLUMBLINE_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Writes `text` as a JSON string, quotes included. Bytes that are not UTF-8 become U+FFFD. What does not fit is cut off before
 * the closing quote, so the result is always a whole string; `out_size` must be at least 3. Returns its length. */
size_t json_quote(const char *text, char *out, size_t out_size);

/*
 * A JSON document, written from its beginning to its end: commas and brackets in their places. Keys are plain: nothing in them
 * needs a backslash. In a list the key is NULL.
 */

enum { JSON_DEPTH_MAX = 16 };

struct json_writer {
    FILE *file;
    int depth;
    char closing[JSON_DEPTH_MAX];
    bool has_items[JSON_DEPTH_MAX];
};

/* Opens an object or a list; json_end() closes the one opened last. */
void json_object(struct json_writer *j, const char *key);
void json_list(struct json_writer *j, const char *key);
void json_end(struct json_writer *j);

/* `text` may be NULL, which is null, and of any length. */
void json_text(struct json_writer *j, const char *key, const char *text);
void json_integer(struct json_writer *j, const char *key, int64_t value);
void json_real(struct json_writer *j, const char *key, double value);
void json_bool(struct json_writer *j, const char *key, bool value);
/* Writes a value that is JSON already. */
void json_raw(struct json_writer *j, const char *key, const char *json);

/* The next item begins a line, so that a change of it is a change of few lines. */
void json_break(struct json_writer *j);

#endif
