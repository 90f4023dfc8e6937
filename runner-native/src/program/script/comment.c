#include "program/script/comment.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "program/script/csv.h"
#include "program/script/file.h"
#include "program/script/split.h"
#include "program/script/values.h"

#define MARK "plumbline:"
#define FORM "-- plumbline: values ids.csv as id, name"

/* What is left of a comment. */
struct cursor {
    struct script_reader *r;
    const char *text;
    size_t at, end;
};

/* The length of the spaces and tabs at `text`, which may stand before MARK. */
static size_t
blank_length(const char *text)
{
    return strspn(text, " \t");
}

bool
comment_is_command(const char *text, size_t at)
{
    if (text[at] != '-' || text[at + 1] != '-')
        return false;
    at += 2;
    return strncmp(text + at + blank_length(text + at), MARK, strlen(MARK)) == 0;
}

static void
skip_blanks(struct cursor *c)
{
    while (c->at < c->end && isspace((unsigned char)c->text[c->at]))
        c->at++;
}

static bool
take_word(struct cursor *c, const char *word)
{
    const size_t length = strlen(word), behind = c->at + length;

    if (behind > c->end || strncasecmp(c->text + c->at, word, length) != 0)
        return false;
    if (behind < c->end && !isspace((unsigned char)c->text[behind]))
        return false;
    c->at = behind;
    skip_blanks(c);
    return true;
}

/* The rows. */

/* The place behind the parenthesis that closes the one at hand; 0: it is open at the end of the comment. */
static size_t
close_parenthesis(const struct cursor *c)
{
    int depth = 0;

    for (size_t at = c->at; at < c->end;) {
        const size_t after = sql_skip_piece(c->text, at);
        depth += c->text[at] == '(';
        depth -= c->text[at] == ')';
        at = after > at ? after : at + 1;
        if (depth == 0)
            return at;
    }
    return 0;
}

static bool
take_query(struct cursor *c, struct script_values *v)
{
    const size_t end = close_parenthesis(c);

    if (end == 0)
        return reader_refuse(c->r, c->at, "the parenthesis of the query is open at the end of the line");
    if (end - c->at > VALUES_QUERY_SIZE_MAX)
        return reader_refuse(c->r, c->at, "the query of values is longer than 65,000 bytes");
    v->value_size_max = c->r->set->text_capacity;
    v->query = values_write_question(c->text + c->at, end - c->at);
    c->at = end;
    return v->query || reader_fail_memory(c->r);
}

/* A word, or a text in quotes, in which two stand for one. */
static bool
take_path(struct cursor *c, struct script_values *v)
{
    const size_t began = c->at;
    const bool is_quoted = c->text[c->at] == '\'';
    char *const name = malloc(c->end - c->at + 1);
    size_t used = 0;

    for (c->at += is_quoted; name && c->at < c->end; c->at++) {
        const bool is_quote = c->text[c->at] == '\'';
        if (is_quoted ? is_quote && c->text[c->at + 1] != '\'' : isspace((unsigned char)c->text[c->at]) != 0)
            break;
        c->at += is_quoted && is_quote;
        name[used++] = c->text[c->at];
    }
    if (name)
        name[used] = '\0';
    const bool is_there = used > 0 && (!is_quoted || c->at < c->end);
    v->path = name && is_there ? file_beside(c->r->script, name) : NULL;
    free(name);
    if (name && !is_there)
        return reader_refuse(c->r, began, "a file or a query in parentheses is expected, as in " FORM);
    c->at += is_quoted;
    return v->path || reader_fail_memory(c->r);
}

/* Notes what is wrong with the file, in which the place is. */
static bool
refuse_file(struct script_reader *r, const struct script_text *file, const struct csv_fault *fault)
{
    if (!fault->what[0])
        return reader_fail_memory(r);
    script_fail(file, fault->at, ERR_USAGE, r->diag, "%s", fault->what);
    fail_hint(r->diag,
              "comma-separated values are read as by COPY ... (FORMAT csv): a comma in a value wants quotes around it");
    return false;
}

static bool
add_variable(struct script_reader *r, struct script_values *v, const char *name, size_t length)
{
    const int variable = script_variable(r->set, name, length);
    int *const grown = reallocarray(v->variables, (size_t)v->variable_count + 1, sizeof *grown);

    if (grown)
        v->variables = grown;
    if (!grown || variable < 0)
        return reader_fail_memory(r);
    grown[v->variable_count++] = variable;
    return true;
}

/* The first row has the names of the variables, where the comment has none. */
static bool
take_names_of_file(struct script_reader *r, const struct script_text *file, struct script_values *v, struct csv_fault *fault)
{
    struct value_rows *const rows = &v->rows[0];

    for (int column = 0; column < rows->width; column++) {
        const char *const name = value_rows_at(rows, 0, column);
        if (!name || !script_is_name(name, strlen(name))) {
            snprintf(fault->what, sizeof fault->what,
                     "the first line names the variables, and \"%.40s\" is no name: name them in the script, as in " FORM,
                     name ? name : "");
            return refuse_file(r, file, fault);
        }
        if (!add_variable(r, v, name, strlen(name)))
            return false;
    }
    value_rows_drop_first(rows);
    snprintf(fault->what, sizeof fault->what, "there is no row below the names of the variables");
    return rows->count > 0 || refuse_file(r, file, fault);
}

static bool
take_rows_of_file(struct script_reader *r, const struct script_text *file, struct script_values *v)
{
    struct csv_fault fault;

    if (!csv_read(file->text, file->length, &v->rows[0], &fault))
        return refuse_file(r, file, &fault);
    if (v->variable_count == 0)
        return take_names_of_file(r, file, v, &fault);
    snprintf(fault.what, sizeof fault.what, "a row has %d values, and the script names %d variables for them", v->rows[0].width,
             v->variable_count);
    return v->rows[0].width == v->variable_count || refuse_file(r, file, &fault);
}

static bool
read_file(struct script_reader *r, struct script_values *v)
{
    struct script_text file = {.path = v->path};
    char what[300];

    file.text = file_read(v->path, VALUE_BYTES_MAX, &file.length);
    if (!file.text && errno == EFBIG) {
        reader_refuse(r, v->at, "the file of values is too large");
        fail_hint(r->diag, "it has at most %d MiB", VALUE_BYTES_MAX >> 20);
        return false;
    }
    if (!file.text) {
        snprintf(what, sizeof what, "could not open file \"%.200s\": %s", v->path, strerror(errno));
        return reader_refuse(r, v->at, what);
    }
    const bool is_read = take_rows_of_file(r, &file, v);
    free(file.text);
    return is_read;
}

/* The variables and the order. */

static bool
take_names(struct cursor *c, struct script_values *v)
{
    for (bool is_more = true; is_more; c->at += is_more) {
        size_t length = 0;
        skip_blanks(c);
        while (c->at + length < c->end && script_is_name(c->text + c->at + length, 1))
            length++;
        if (length == 0)
            return reader_refuse(c->r, c->at, "the name of a variable is expected, as in " FORM);
        if (v->variable_count == VALUE_COLUMNS_MAX)
            return reader_refuse(c->r, c->at, "a row has at most 64 values");
        if (!add_variable(c->r, v, c->text + c->at, length))
            return false;
        c->at += length;
        skip_blanks(c);
        is_more = c->at < c->end && c->text[c->at] == ',';
    }
    return true;
}

static bool
take_exponent(struct cursor *c, struct script_values *v)
{
    char number[32], *end;
    size_t length = 0;

    while (c->at + length < c->end && !isspace((unsigned char)c->text[c->at + length]))
        length++;
    snprintf(number, sizeof number, "%.*s", (int)(length < sizeof number ? length : 0), c->text + c->at);
    v->draws.kind = DIST_ZIPFIAN;
    v->draws.zipfian_exponent = strtod(number, &end);
    if (number[0] == '\0' || *end != '\0' || dist_options_fault(&v->draws))
        return reader_refuse(c->r, c->at, "how steep it is is expected, a number from 0 to 100, as in zipfian 1.1");
    c->at += length;
    skip_blanks(c);
    return true;
}

static bool
take_order(struct cursor *c, struct script_values *v)
{
    v->draws = (struct dist_options)DIST_OPTIONS_DEFAULT;
    if (take_word(c, "sequential"))
        v->order = VALUES_SEQUENTIAL;
    else if (take_word(c, "zipfian"))
        return take_exponent(c, v);
    else
        take_word(c, "uniform");
    return true;
}

/* The whole. */

static struct script_values *
add_values(struct script_reader *r, size_t at)
{
    struct script_set *const set = r->set;
    struct script_command *const command = reader_add(r, VERB_VALUES, at);
    struct script_values *const grown = command ? reallocarray(set->values, (size_t)set->values_count + 1, sizeof *grown)
                                                : NULL;

    if (!grown) {
        reader_fail_memory(r);
        return NULL;
    }
    command->values = set->values_count;
    set->values = grown;
    grown[set->values_count] = (struct script_values){.script = r->script->script, .at = (uint32_t)at};
    return &grown[set->values_count++];
}

/* What its variables may hold is known now. */
static void
note_sizes(struct script_set *set, const struct script_values *v)
{
    for (int i = 0; i < v->variable_count; i++) {
        struct script_variable *const variable = &set->variables[v->variables[i]];
        const size_t size = v->query ? v->value_size_max : value_rows_longest(&v->rows[0], i);
        variable->value_size_max = size > variable->value_size_max ? size : variable->value_size_max;
    }
}

static bool
read_values(struct cursor *c)
{
    struct script_reader *const r = c->r;
    struct script_values *const v = add_values(r, c->at);

    if (!v || !(c->text[c->at] == '(' ? take_query(c, v) : take_path(c, v)))
        return false;
    skip_blanks(c);
    const bool is_named = take_word(c, "as");
    if (v->query && !is_named)
        return reader_refuse(r, c->at, "as and the names of variables are expected behind the query");
    if ((is_named && !take_names(c, v)) || !take_order(c, v))
        return false;
    if (c->at < c->end)
        return reader_refuse(r, c->at, "nothing, uniform, sequential or zipfian is expected here");
    if (v->path && !read_file(r, v))
        return false;
    if (v->path)
        dist_init(&v->dists[0], &v->draws, 0, v->rows[0].count - 1);
    note_sizes(r->set, v);
    return true;
}

static bool
read_comment(struct script_reader *r, size_t at, size_t end)
{
    struct cursor c = {.r = r, .text = r->script->text, .at = at + 2, .end = end};

    skip_blanks(&c);
    c.at += strlen(MARK);
    skip_blanks(&c);
    if (!take_word(&c, "values"))
        return reader_refuse(r, c.at, "a comment of plumbline is expected to say values, as in " FORM);
    return read_values(&c);
}

bool
comment_read_all(struct script_reader *r, size_t at, size_t end)
{
    while (at < end) {
        const bool is_comment = r->script->text[at] == '-';
        const size_t behind = is_comment ? at + strcspn(r->script->text + at, "\n") : at + 1;
        if (is_comment && comment_is_command(r->script->text, at) && !read_comment(r, at, behind))
            return false;
        at = behind;
    }
    return true;
}
