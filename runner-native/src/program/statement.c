#include "program/statement.h"

#include <assert.h>
#include <endian.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum param_type
statement_param_type(const struct statement *statement, int count, int index)
{
    if (!statement->types)
        return PARAM_UNTYPED;
    const int letter_count = (int)strlen(statement->types);
    return (enum param_type)statement->types[(letter_count - count % letter_count + index) % letter_count];
}

/* A text on its way from statement->text to `out`. */
struct writing {
    const struct statement *statement;
    const struct workload_options *options;
    const struct params *params; /* Values that take the place of $1, $2 ...; NULL: none do. */
    int table;
    char *out;
    size_t used, size;
    int param_count; /* The highest so far. */
};

static void
put_char(struct writing *w, char c)
{
    assert(w->used + 1 < w->size);
    w->out[w->used++] = c;
}

static void
put_number(struct writing *w, int64_t number)
{
    w->used += write_text(w->out + w->used, w->size - w->used, "%" PRId64, number);
}

/* Values. */

/* Puts a text in quotes, those inside doubled. Backslashes stand for themselves: standard_conforming_strings is on everywhere. */
static void
put_quoted(struct writing *w, const char *text, size_t length)
{
    put_char(w, '\'');
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\'')
            put_char(w, '\'');
        put_char(w, text[i]);
    }
    put_char(w, '\'');
}

/* Puts bytes as hexadecimal digits, which every dialect takes. */
static void
put_hex(struct writing *w, const char *bytes, size_t length)
{
    static const char digits[] = "0123456789abcdef";

    w->used += write_text(w->out + w->used, w->size - w->used, "'\\x");
    for (size_t i = 0; i < length; i++) {
        put_char(w, digits[(unsigned char)bytes[i] >> 4]);
        put_char(w, digits[(unsigned char)bytes[i] & 15]);
    }
    put_char(w, '\'');
}

static void
put_integer(struct writing *w, const char *bytes, int size)
{
    uint64_t wide;
    uint32_t narrow;

    if (size == sizeof wide) {
        memcpy(&wide, bytes, sizeof wide);
        put_number(w, (int64_t)be64toh(wide));
    } else {
        memcpy(&narrow, bytes, sizeof narrow);
        put_number(w, (int32_t)be32toh(narrow));
    }
}

static void
put_value(struct writing *w, int index)
{
    const char *const value = w->params->values[index];
    const int length = w->params->lengths[index];

    assert(index < w->params->count);
    switch (statement_param_type(w->statement, w->params->count, index)) {
    case PARAM_INT:
    case PARAM_BIGINT: put_integer(w, value, length); break;
    case PARAM_TEXT: put_quoted(w, value, (size_t)length); break;
    case PARAM_UNTYPED: put_quoted(w, value, strlen(value)); break;
    case PARAM_BYTES: put_hex(w, value, (size_t)length); break;
    }
}

/* Texts. */

/* The parameter with this number, from 1. */
static void
put_param(struct writing *w, int number)
{
    if (number > w->param_count)
        w->param_count = number;
    if (w->params) {
        put_value(w, number - 1);
    } else {
        put_char(w, '$');
        put_number(w, number);
    }
}

/* `turn` is what # stands for. */
static void
put_plain(struct writing *w, const char *from, const char *end, int64_t turn)
{
    for (const char *at = from; at < end; at++) {
        if (*at == '#') {
            put_number(w, turn);
        } else if (*at == '$') {
            int given = 0;
            while (at[1] >= '0' && at[1] <= '9')
                given = given * 10 + *++at - '0';
            put_param(w, given > 0 ? given : w->param_count + 1);
        } else {
            put_char(w, *at);
        }
    }
}

/* Puts what stands in braces. */
static void
put_place(struct writing *w, const char *from, const char *end)
{
    const struct statement *const s = w->statement;
    const char *const bar = memchr(from, '|', (size_t)(end - from));

    if (!bar && *from == 'c') {
        put_number(w, s->count(w->options));
    } else if (!bar) {
        const int table = *from == 'n' ? w->table + 1 : w->table;
        w->used += s->write_table(w->options, table, w->out + w->used, w->size - w->used);
    } else {
        const int64_t count = s->count(w->options);
        for (int64_t i = 0; i < count; i++) {
            put_plain(w, i == 0 ? end : bar + 1, end, 0);
            put_plain(w, from, bar, w->table + i);
        }
    }
}

static void
put_text(struct writing *w)
{
    const struct statement *const s = w->statement;
    const char *at = s->pick_text ? s->pick_text(w->options) : s->text;

    for (const char *open; (open = strchr(at, '{'));) {
        const char *const close = strchr(open, '}');
        put_plain(w, at, open, 0);
        put_place(w, open + 1, close);
        at = close + 1;
    }
    put_plain(w, at, at + strlen(at), 0);
    w->out[w->used] = '\0';
}

int
statement_write(const struct statement *statement, const struct workload_options *o, int table, char *out, size_t out_size)
{
    struct writing w = {.statement = statement, .options = o, .table = table, .out = out, .size = out_size};

    if (statement->is_verbatim) {
        write_text(out, out_size, "%s", statement->text);
        return statement->verbatim_param_count;
    }
    put_text(&w);
    return w.param_count;
}

size_t
statement_write_values(const struct statement *statement, const struct workload_options *o, int table,
                       const struct params *params, char *out, size_t out_size)
{
    struct writing w = {.statement = statement, .options = o, .params = params, .table = table, .out = out, .size = out_size};

    assert(!statement->is_verbatim);
    put_text(&w);
    return w.used;
}
