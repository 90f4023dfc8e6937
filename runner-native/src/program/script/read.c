#include "program/script/read.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "program/script/comment.h"
#include "program/script/line.h"
#include "program/script/split.h"

/* Statements. */

/* The text of a statement without the backslashes of \; and \:. */
static char *
copy_statement(const struct script_reader *r, const struct sql_part *part)
{
    const char *const text = r->script->text;
    char *const copy = malloc(part->end - part->begin + 1);
    size_t used = 0, at = part->begin;

    /* Those in quotes stay: the same walk as that which has found the end, a piece at a time. The last piece may be a comment that goes
     * on behind the end, with space. */
    while (copy && at < part->end) {
        const size_t piece_end = sql_skip_piece(text, at), after = piece_end < part->end ? piece_end : part->end;
        if (piece_end > at) {
            memcpy(copy + used, text + at, after - at);
            used += after - at;
            at = after;
        } else {
            at += text[at] == '\\' && at + 1 < part->end;
            copy[used++] = text[at++];
        }
    }
    if (copy)
        copy[used] = '\0';
    return copy;
}

/* The length of ":name" at `text`; 0: there is none. 12:30 is a time, :: a cast. */
static size_t
reference_length(const char *text, const char *start)
{
    size_t length = 1;

    if (text[0] != ':' || text[1] == ':' || isdigit((unsigned char)text[1]) || (text > start && text[-1] == ':'))
        return 0;
    while (text[length] && script_is_name(text + length, 1))
        length++;
    return length > 1 ? length : 0;
}

/* The quote that opens the piece at `text`, E for E'...'; 0: it opens none. */
static char
quote_of(const char *text)
{
    if ((text[0] == 'e' || text[0] == 'E') && text[1] == '\'')
        return 'E';
    return text[0] == '\'' || text[0] == '"' ? text[0] : '\0';
}

static bool
add_reference(struct script_reader *r, struct script_command *command, size_t offset, size_t length, char quote)
{
    const int variable = script_variable(r->set, command->sql + offset + 1, length - 1);
    char what[80];

    if (command->reference_count == SCRIPT_PARAM_MAX) {
        snprintf(what, sizeof what, "a statement has at most %d variables", SCRIPT_PARAM_MAX);
        return reader_refuse(r, command->at, what);
    }
    struct script_reference *const grown = reallocarray(command->references, (size_t)command->reference_count + 1,
                                                        sizeof *grown);
    if (grown)
        command->references = grown;
    if (!grown || variable < 0)
        return reader_fail_memory(r);
    grown[command->reference_count++] = (struct script_reference){
        .offset = (uint32_t)offset, .length = (uint32_t)length, .variable = variable, .quote = quote};
    return true;
}

static bool
find_references(struct script_reader *r, struct script_command *command)
{
    size_t piece_end = 0;
    char quote = '\0';

    for (size_t at = 0; command->sql[at];) {
        if (at >= piece_end) {
            piece_end = sql_skip_piece(command->sql, at);
            quote = quote_of(command->sql + at);
        }
        const size_t length = reference_length(command->sql + at, command->sql);
        if (length > 0 && !add_reference(r, command, at, length, quote))
            return false;
        at += length > 0 ? length : 1;
    }
    return true;
}

/* "UPDATE t SET a = :x" -> "UPDATE t SET a = $1" */
static char *
make_template(const struct script_command *command)
{
    const size_t size = strlen(command->sql) + (size_t)command->reference_count * 4 + 1;
    char *const template = malloc(size);
    size_t used = 0, from = 0;

    for (int i = 0; template && i < command->reference_count; i++) {
        const struct script_reference *const reference = &command->references[i];
        used += (size_t)snprintf(template + used, size - used, "%.*s$%d", (int)(reference->offset - from), command->sql + from,
                                 i + 1);
        from = reference->offset + reference->length;
    }
    if (template)
        snprintf(template + used, size - used, "%s", command->sql + from);
    return template;
}

/* A comment that is a command would be done before a statement that it stands in. */
static bool
refuse_inner_comments(struct script_reader *r, const struct sql_part *part)
{
    for (size_t at = part->begin; at < part->end;) {
        const size_t after = sql_skip_piece(r->script->text, at);
        if (comment_is_command(r->script->text, at))
            return reader_refuse(r, at, "a comment of plumbline stands before a statement, not in one: is a ; missing?");
        at = after > at ? after : at + 1;
    }
    return true;
}

static bool
add_statement(struct script_reader *r, const struct sql_part *part)
{
    r->ordinal++;
    struct script_command *const command = reader_add(r, VERB_STATEMENT, part->begin);

    if (!command || !refuse_inner_comments(r, part))
        return false;
    command->sql = copy_statement(r, part);
    command->part_count = part->statement_count;
    if (!command->sql)
        return reader_fail_memory(r);
    if (part->joined_count > 0 && r->set->protocol != SCRIPT_SIMPLE)
        return reader_refuse(r, part->begin, "\\; joins statements, which only the simple protocol does: --protocol=simple");
    if (!find_references(r, command))
        return false;
    if (r->set->protocol != SCRIPT_SIMPLE && !(command->template = make_template(command)))
        return reader_fail_memory(r);
    return reader_end_statement(r, command);
}

/* Scripts. */

static void
refuse_unclosed(struct script_reader *r, const struct sql_part *part)
{
    char what[80];

    snprintf(what, sizeof what, "%s is open at the end of the script",
             part->unclosed == '*'   ? "a comment"
             : part->unclosed == '$' ? "a text in dollars"
                                     : "a quote");
    reader_refuse(r, part->begin, what);
}

static enum err
read_script(struct script_set *set, const struct script_text *script, struct diag *d)
{
    struct script_reader r = {.set = set, .script = script, .diag = d};
    const int before = set->command_count;

    for (size_t at = 0; at < script->length && d->code == ERR_OK;) {
        const struct sql_part part = sql_split(script->text, at);
        if (!comment_read_all(&r, at, part.begin))
            break;
        if (part.unclosed)
            refuse_unclosed(&r, &part);
        else if (part.end > part.begin)
            add_statement(&r, &part);
        at = part.next;
        if (d->code == ERR_OK && part.ends_at_backslash)
            at = line_read(&r, at);
    }
    if (d->code == ERR_OK && r.condition_count > 0)
        reader_refuse(&r, r.conditions[r.condition_count - 1].at, "\\if without matching \\endif");
    if (d->code == ERR_OK && set->command_count == before)
        fail(d, ERR_USAGE, "%s: empty command list for script", script->path);
    if (d->code == ERR_OK)
        reader_add(&r, VERB_END, script->length);
    if (d->code != ERR_OK)
        fail_hint(d, "docs/workloads.md, \"script\", has the language");
    return d->code;
}

/* "bench/checkout.sql" is checkout; another one of that name, of the same target, is checkout_2. */
static void
name_script(const struct script_set *set, struct script_text *script)
{
    const char *const slash = strrchr(script->path, '/'), *const base = slash ? slash + 1 : script->path;
    const size_t length = strlen(base);
    const bool has_suffix = length > 4 && strcmp(base + length - 4, ".sql") == 0;
    char plain[SCRIPT_NAME_SIZE - 12];
    const int first = set->ranges[set->target].first;
    int same = 1;

    snprintf(plain, sizeof plain, "%.*s", (int)(has_suffix ? length - 4 : length), base);
    for (char *c = plain; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("_-.", *c))
            *c = '_';
    snprintf(script->name, sizeof script->name, "%s", plain[0] ? plain : "script");
    for (int i = first; i < set->script_count; i++) {
        if (strcmp(set->scripts[i].name, script->name) != 0)
            continue;
        snprintf(script->name, sizeof script->name, "%s_%d", plain, ++same);
        i = first - 1;
    }
}

void
script_set_next_target(struct script_set *set)
{
    assert(set->target + 1 < TARGET_COUNT_MAX);
    set->ranges[++set->target].first = set->script_count;
}

enum err
script_set_add(struct script_set *set, const char *path, char *text, int64_t weight, struct diag *d)
{
    assert(set->ranges[set->target].count < SCRIPT_COUNT_MAX);
    struct script_text *const script = &set->scripts[set->script_count];
    char *const copy = strdup(path);
    const size_t mark = text_mark_length(text);

    memmove(text, text + mark, strlen(text + mark) + 1);
    *script = (struct script_text){.path = copy,
                                   .text = text,
                                   .length = strlen(text),
                                   .weight = weight,
                                   .script = set->script_count,
                                   .first_command = set->command_count};
    if (copy)
        name_script(set, script);
    set->script_count++;
    set->ranges[set->target].count++;
    set->ranges[set->target].weight_total += weight;
    if (!copy || set->default_seed < 0)
        return fail(d, ERR_INTERNAL, "out of memory for %s", path);
    return read_script(set, script, d);
}
