#include "program/script/copy.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "program/script/rows.h"
#include "program/script/split.h"

/* The place behind FROM, outside of quotes and parentheses. 0: there is none. */
static size_t
skip_from(const char *text)
{
    for (size_t at = 0, depth = 0; text[at];) {
        const size_t after = sql_skip_piece(text, at);
        if (depth == 0 && after == at + 4 && strncasecmp(text + at, "from", 4) == 0)
            return after;
        depth += text[at] == '(';
        depth -= text[at] == ')' && depth > 0;
        at = after > at ? after : at + 1;
    }
    return 0;
}

/* A word, or a text in quotes, in which two stand for one. Writes it to `out`, which has room, and returns its length in `text`.
 * 0: it is none. */
static size_t
take_file(const char *text, char *out)
{
    const bool is_quoted = text[0] == '\'';
    size_t at = is_quoted, used = 0;

    while (text[at] && (is_quoted ? text[at] != '\'' || text[at + 1] == '\'' : !isspace((unsigned char)text[at]))) {
        at += is_quoted && text[at] == '\'';
        out[used++] = text[at++];
    }
    out[used] = '\0';
    return used == 0 || (is_quoted && !text[at]) ? 0 : at + is_quoted;
}

/* psql's other sources, which no quotes make the name of a file. */
static bool
is_other_source(const char *text)
{
    static const char *const words[] = {"stdin", "pstdin", "program"};

    for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
        if (strncasecmp(text, words[i], strlen(words[i])) == 0 && !script_is_name(text + strlen(words[i]), 1))
            return true;
    return false;
}

static bool
add_copy(struct script_reader *r, struct script_command *command, size_t rest, const char *text, char *file)
{
    const size_t from = skip_from(text), start = from + strspn(text + from, " \t\r\n");
    const size_t length = from > 0 && !is_other_source(text + start) ? take_file(text + start, file) : 0;
    char what[200];

    if (length == 0)
        return reader_refuse(r, rest + start, "the name of a file is expected, as in \\copy orders FROM 'orders.csv'");
    command->rows = rows_open(r->script, file);
    if (!command->rows) {
        snprintf(what, sizeof what, "could not open file \"%.100s\": %s", file, strerror(errno));
        return reader_refuse(r, rest + start, what);
    }
    if (asprintf(&command->sql, "COPY%.*s STDIN%s", (int)from, text, text + start + length) < 0) {
        command->sql = NULL;
        return reader_fail_memory(r);
    }
    return reader_end_statement(r, command);
}

bool
copy_read(struct script_reader *r, size_t at, size_t rest, size_t end)
{
    struct script_command *const command = reader_add(r, VERB_STATEMENT, at);
    char *const text = reader_copy(r, rest, end - rest), *const file = reader_copy(r, rest, end - rest);

    for (size_t i = 0; text && text[i];) {
        size_t left = script_continuation(text + i);
        i += left == 0;
        while (left-- > 0)
            text[i++] = ' ';
    }
    if (command)
        command->part_count = 1;
    const bool is_read = command && text && file && add_copy(r, command, rest, text, file);
    free(text);
    free(file);
    return is_read;
}
