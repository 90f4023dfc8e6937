#include "program/script/csv.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

struct csv_reader {
    const char *text;
    size_t at, length;
    char *value; /* Room for the longest there may be. */
    size_t value_length;
    bool is_null;
    struct csv_fault *fault;
};

static __attribute__((format(printf, 3, 4))) bool
refuse(struct csv_reader *r, size_t at, const char *format, ...)
{
    va_list arguments;

    r->fault->at = at;
    va_start(arguments, format);
    vsnprintf(r->fault->what, sizeof r->fault->what, format, arguments);
    va_end(arguments);
    return false;
}

/* The length of the end of a line at `at`; the end of the text is one of no length. */
static size_t
line_end_length(const struct csv_reader *r, size_t at)
{
    return r->text[at] == '\n' ? 1 : r->text[at] == '\r' && r->text[at + 1] == '\n' ? 2 : 0;
}

static bool
is_line_end(const struct csv_reader *r, size_t at)
{
    return at >= r->length || line_end_length(r, at) > 0;
}

static bool
keep(struct csv_reader *r, size_t began, char c)
{
    if (r->value_length == VALUE_SIZE_MAX)
        return refuse(r, began, "a value is longer than %d bytes", VALUE_SIZE_MAX);
    r->value[r->value_length++] = c;
    return true;
}

static bool
take_quoted(struct csv_reader *r)
{
    const size_t began = r->at++;
    bool is_closed = false;

    while (r->at < r->length && !is_closed) {
        const bool is_quote = r->text[r->at] == '"';
        is_closed = is_quote && r->text[r->at + 1] != '"';
        if (!is_closed && !keep(r, began, r->text[r->at]))
            return false;
        r->at += is_quote && !is_closed ? 2 : 1;
    }
    if (!is_closed)
        return refuse(r, began, "a quote is open at the end of the file");
    if (r->text[r->at] != ',' && !is_line_end(r, r->at))
        return refuse(r, r->at, "a comma or the end of the line is expected behind a value in quotes");
    r->is_null = false;
    return true;
}

static bool
take_plain(struct csv_reader *r)
{
    const size_t began = r->at;

    for (; r->text[r->at] != ',' && !is_line_end(r, r->at); r->at++)
        if (!keep(r, began, r->text[r->at]))
            return false;
    r->is_null = r->value_length == 0;
    return true;
}

static bool
take_value(struct csv_reader *r, struct value_rows *rows)
{
    r->value_length = 0;
    if (!(r->text[r->at] == '"' ? take_quoted(r) : take_plain(r)))
        return false;
    return value_rows_add(rows, r->is_null ? NULL : r->value, r->value_length);
}

/* The first row says how many values each has. */
static bool
take_row(struct csv_reader *r, struct value_rows *rows, bool is_first)
{
    if (rows->count == VALUE_ROWS_MAX)
        return refuse(r, r->at, "there are more than %d rows", VALUE_ROWS_MAX);
    for (int column = 0;; column++) {
        const size_t began = r->at;
        if (column == VALUE_COLUMNS_MAX)
            return refuse(r, began, "a row has more than %d values", VALUE_COLUMNS_MAX);
        if (!is_first && column == rows->width)
            return refuse(r, began, "more values than in the first row, which has %d", rows->width);
        if (!take_value(r, rows))
            return false;
        if (is_line_end(r, r->at))
            break;
        r->at++;
    }
    if (is_first) {
        rows->width = (int)rows->value_count;
        rows->count = 1;
    } else if (value_rows_begun(rows) > 0) {
        return refuse(r, r->at, "fewer values than in the first row, which has %d", rows->width);
    }
    r->at += line_end_length(r, r->at);
    return true;
}

static bool
take_rows(struct csv_reader *r, struct value_rows *rows)
{
    const char *const nul = memchr(r->text, '\0', r->length);

    if (nul)
        return refuse(r, (size_t)(nul - r->text), "a NUL byte: it is no text, or in UTF-16");
    /* A value takes no more bytes than in the text, its NUL in the place of what ends it there. */
    if (!value_rows_init(rows, 1, r->length + 1))
        return false;
    r->at = text_mark_length(r->text);
    while (r->at < r->length) {
        const size_t end = line_end_length(r, r->at);
        r->at += end;
        if (end == 0 && !take_row(r, rows, rows->count == 0))
            return false;
    }
    return rows->count > 0 || refuse(r, 0, "there is no row");
}

bool
csv_read(const char *text, size_t length, struct value_rows *rows, struct csv_fault *fault)
{
    struct csv_reader r = {.text = text, .length = length, .value = malloc(VALUE_SIZE_MAX), .fault = fault};

    *rows = (struct value_rows){0};
    *fault = (struct csv_fault){0};
    const bool is_read = r.value && take_rows(&r, rows);
    free(r.value);
    if (!is_read)
        value_rows_free(rows);
    return is_read;
}
