#include "base/diag.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* libpq's messages end in a line break and sometimes hold several; a report has one line for each error. */
static void
make_one_line(char *text)
{
    size_t length = strlen(text);

    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' '))
        text[--length] = '\0';
    char *out = text;
    for (const char *c = text; *c; c++) {
        const bool is_space = *c == '\n' || *c == '\r' || *c == '\t' || *c == ' ';
        if (!is_space)
            *out++ = *c;
        else if (out > text && out[-1] != ' ')
            *out++ = ' ';
    }
    *out = '\0';
}

enum err
fail(struct diag *d, enum err code, const char *format, ...)
{
    assert(code != ERR_OK);
    if (d->code == ERR_OK) {
        va_list arguments;
        d->code = code;
        d->target = -1;
        va_start(arguments, format);
        vsnprintf(d->text, sizeof d->text, format, arguments);
        va_end(arguments);
        make_one_line(d->text);
    }
    return code;
}

void
fail_hint(struct diag *d, const char *format, ...)
{
    if (d->hint[0])
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(d->hint, sizeof d->hint, format, arguments);
    va_end(arguments);
}

/* A byte of a character of UTF-8, but not its first. */
static bool
is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Shows the part of a long line around the place, in whole characters, each of which is one column. A tab is a space, so that the caret
 * stands right; so are other bytes that move it. */
void
fail_excerpt(struct diag *d, const char *line, size_t length, size_t at)
{
    enum { SHOWN = 100, BEFORE = 60 };
    size_t start = at > BEFORE ? at - BEFORE : 0, used = 0;

    if (d->excerpt[0])
        return;
    while (start < at && start < length && is_continuation(line[start]))
        start++;
    size_t end = start + SHOWN < length ? start + SHOWN : length;
    while (end > at && end < length && is_continuation(line[end]))
        end--;
    for (size_t i = start; i < end; i++)
        d->excerpt[used++] = (unsigned char)line[i] < ' ' ? ' ' : line[i];
    d->excerpt[used++] = '\n';
    for (size_t i = start; i < at && i < end; i++)
        if (!is_continuation(line[i]))
            d->excerpt[used++] = ' ';
    d->excerpt[used++] = '^';
    d->excerpt[used] = '\0';
}

void
fail_at(struct diag *d, int target, const char *sqlstate)
{
    if (d->target < 0)
        d->target = target;
    if (sqlstate && !d->sqlstate[0])
        snprintf(d->sqlstate, sizeof d->sqlstate, "%s", sqlstate);
}

const char *
err_name(enum err code)
{
    switch (code) {
    case ERR_USAGE: return "usage";
    case ERR_TARGET: return "target";
    case ERR_WORKLOAD: return "workload";
    case ERR_OK:
    case ERR_INTERNAL:
    case ERR_INTERRUPTED: return "internal";
    }
    return "internal";
}
