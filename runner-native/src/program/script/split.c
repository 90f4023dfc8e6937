#include "program/script/split.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool
is_letter(char c)
{
    return isalpha((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static size_t
end_of_line(const char *text, size_t at)
{
    return at + strcspn(text + at, "\n");
}

size_t
sql_skip_space(const char *text, size_t at)
{
    for (;;) {
        if (text[at] && isspace((unsigned char)text[at]))
            at++;
        else if (text[at] == '-' && text[at + 1] == '-')
            at = end_of_line(text, at);
        else
            return at;
    }
}

/* Reading of the words of a statement that may be a function with a body: CREATE [OR REPLACE] FUNCTION ... BEGIN ATOMIC ... END. */
struct words {
    int count;
    bool is_create, is_replace, has_body;
    int depth; /* Depth of BEGIN and CASE in the body. */
};

static bool
is_word(const char *word, size_t length, const char *expected)
{
    return length == strlen(expected) && strncasecmp(word, expected, length) == 0;
}

static void
take_word(struct words *w, const char *word, size_t length)
{
    const bool is_routine = is_word(word, length, "function") || is_word(word, length, "procedure");

    if (w->count == 0)
        w->is_create = is_word(word, length, "create");
    if (w->count == 2)
        w->is_replace = is_word(word, length, "replace");
    if (w->is_create && is_routine && (w->count == 1 || (w->count == 3 && w->is_replace)))
        w->has_body = true;
    w->count++;
    if (!w->has_body)
        return;
    if (is_word(word, length, "begin") || (w->depth > 0 && is_word(word, length, "case")))
        w->depth++;
    else if (w->depth > 0 && is_word(word, length, "end"))
        w->depth--;
}

/* Each skips a piece that opens at `at`; `*is_closed` is false where the text ends before it does. */

/* A doubled quote closes and opens again. */
static size_t
skip_quoted(const char *text, size_t at, bool has_escapes, bool *is_closed)
{
    const char quote = text[at++];

    while (text[at] && text[at] != quote)
        at += has_escapes && text[at] == '\\' && text[at + 1] ? 2 : 1;
    *is_closed = text[at] == quote;
    return at + *is_closed;
}

/* Comments of C stand in each other. */
static size_t
skip_comment(const char *text, size_t at, bool *is_closed)
{
    int depth = 0;

    do {
        if (text[at] == '/' && text[at + 1] == '*') {
            depth++;
            at += 2;
        } else if (text[at] == '*' && text[at + 1] == '/') {
            depth--;
            at += 2;
        } else if (text[at]) {
            at++;
        } else {
            *is_closed = false;
            return at;
        }
    } while (depth > 0);
    *is_closed = true;
    return at;
}

/* The length of the $tag$ that is at `at`; 0: it is none. */
static size_t
dollar_tag(const char *text, size_t at)
{
    size_t length = 1;

    if (isdigit((unsigned char)text[at + 1]))
        return 0;
    while (is_letter(text[at + length]) || isdigit((unsigned char)text[at + length]))
        length++;
    return text[at + length] == '$' ? length + 1 : 0;
}

static size_t
skip_dollars(const char *text, size_t at, size_t tag, bool *is_closed)
{
    size_t i = at + tag;

    while (text[i] && (text[i] != '$' || strncmp(text + i, text + at, tag) != 0))
        i++;
    *is_closed = text[i] == '$';
    return *is_closed ? i + tag : i;
}

/* Skips what is one piece, whatever is in it: a quoted text, a comment, a word. `at` where there is none. */
static size_t
skip_piece(const char *text, size_t at, struct words *words, char *unclosed)
{
    size_t after = at, tag;
    bool is_closed = true;
    char mark = 0;

    if (text[at] == '\'' || text[at] == '"') {
        mark = text[at];
        after = skip_quoted(text, at, false, &is_closed);
    } else if ((text[at] == 'e' || text[at] == 'E') && text[at + 1] == '\'') {
        mark = '\'';
        after = skip_quoted(text, at + 1, true, &is_closed);
    } else if (text[at] == '$' && (tag = dollar_tag(text, at)) > 0) {
        mark = '$';
        after = skip_dollars(text, at, tag, &is_closed);
    } else if (text[at] == '/' && text[at + 1] == '*') {
        mark = '*';
        after = skip_comment(text, at, &is_closed);
    } else if (text[at] == '-' && text[at + 1] == '-') {
        return end_of_line(text, at);
    } else if (is_letter(text[at])) {
        while (is_letter(text[after]) || isdigit((unsigned char)text[after]) || text[after] == '$')
            after++;
        take_word(words, text + at, after - at);
        return after;
    }
    if (!is_closed)
        *unclosed = mark;
    return after;
}

size_t
sql_skip_piece(const char *text, size_t at)
{
    struct words ignored = {0};
    char unclosed = 0;

    return skip_piece(text, at, &ignored, &unclosed);
}

static bool
is_comment(const char *text)
{
    return (text[0] == '-' && text[1] == '-') || (text[0] == '/' && text[1] == '*');
}

struct sql_part
sql_split(const char *text, size_t at)
{
    struct sql_part part = {.begin = sql_skip_space(text, at)};
    struct words words = {0};
    bool is_empty = true; /* Since the last \;. */
    int depth = 0;

    for (at = part.begin; text[at];) {
        const size_t after = skip_piece(text, at, &words, &part.unclosed);
        if (after > at) {
            is_empty = is_empty && is_comment(text + at);
            at = after;
            continue;
        }
        if (text[at] == '\\' && (text[at + 1] == ';' || text[at + 1] == ':')) {
            part.joined_count += text[at + 1] == ';';
            part.statement_count += text[at + 1] == ';' && !is_empty;
            is_empty = is_empty || text[at + 1] == ';';
            at += 2;
            continue;
        }
        if (text[at] == '\\' || (text[at] == ';' && depth == 0 && words.depth == 0))
            break;
        is_empty = is_empty && isspace((unsigned char)text[at]);
        depth += text[at] == '(';
        depth -= text[at] == ')' && depth > 0;
        at++;
    }
    part.statement_count += !is_empty;
    part.ends_at_backslash = text[at] == '\\';
    part.next = text[at] == ';' ? at + 1 : at;
    while (at > part.begin && isspace((unsigned char)text[at - 1]))
        at--;
    part.end = at;
    return part;
}
