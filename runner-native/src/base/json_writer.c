
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

/* The comma, and the key. */
static void
begin_item(struct json_writer *j, const char *key)
{
    if (j->depth > 0 && j->has_items[j->depth - 1])
        fputc(',', j->file);
    if (j->depth > 0)
        j->has_items[j->depth - 1] = true;
    if (key)
        fprintf(j->file, "\"%s\":", key);
}

static void
open_bracket(struct json_writer *j, const char *key, char opening, char closing)
{
    begin_item(j, key);
    assert(j->depth < JSON_DEPTH_MAX);
    fputc(opening, j->file);
    j->closing[j->depth] = closing;
    j->has_items[j->depth++] = false;
}

void
json_object(struct json_writer *j, const char *key)
{
    open_bracket(j, key, '{', '}');
}

void
json_list(struct json_writer *j, const char *key)
{
    open_bracket(j, key, '[', ']');
}

void
json_end(struct json_writer *j)
{
    assert(j->depth > 0);
    fputc(j->closing[--j->depth], j->file);
}

void
json_raw(struct json_writer *j, const char *key, const char *json)
{
    begin_item(j, key);
    fputs(json, j->file);
}

void
json_text(struct json_writer *j, const char *key, const char *text)
{
    char chunk[256];

    if (!text) {
        json_raw(j, key, "null");
        return;
    }
    /* Without quotes of its own for each part: a part ends between characters of UTF-8. */
    begin_item(j, key);
    fputc('"', j->file);
    for (size_t length; *text; text += length) {
        char part[33];
        length = strnlen(text, sizeof part - 1);
        while (length > 1 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
        memcpy(part, text, length);
        part[length] = '\0';
        const size_t used = json_quote(part, chunk, sizeof chunk);
        fwrite(chunk + 1, 1, used - 2, j->file);
    }
    fputc('"', j->file);
}

void
json_integer(struct json_writer *j, const char *key, int64_t value)
{
    begin_item(j, key);
    fprintf(j->file, "%" PRId64, value);
}

void
json_real(struct json_writer *j, const char *key, double value)
{
    begin_item(j, key);
    fprintf(j->file, "%.15g", value);
}

void
json_bool(struct json_writer *j, const char *key, bool value)
{
    json_raw(j, key, value ? "true" : "false");
}

void
json_break(struct json_writer *j)
{
    if (j->depth > 0 && j->has_items[j->depth - 1]) {
        fputs(",\n", j->file);
        j->has_items[j->depth - 1] = false; /* Its comma is written. */
    } else {
        fputc('\n', j->file);
    }
}
