#include "program/script/line.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "program/script/copy.h"
#include "program/script/expression.h"
#include "program/script/statement.h"

/* Connections are in a pipeline from their first event on where any script has one, and libpq cannot copy there. */
#define COPY_IN_PIPELINE "\\copy and pipelines do not go together, in one script or in several"

/* A command after its backslash: its name and the rest of its line. */
struct line {
    size_t at; /* Place of the backslash. */
    size_t name, name_length;
    size_t rest, end; /* The rest ends there. */
};

/* The end of the line of a command, which goes on behind a backslash at its end. */
static size_t
line_end(const char *text, size_t at)
{
    while (text[at] && text[at] != '\n') {
        const size_t continued = script_continuation(text + at);
        at += continued > 0 ? continued : 1;
    }
    return at;
}

/* The next word from *at on, which is moved behind it; its length is 0 at the end of the line. */
static size_t
next_word(const struct script_reader *r, size_t *at, size_t end, size_t *word)
{
    const char *const text = r->script->text;

    while (*at < end) {
        const size_t continued = script_continuation(text + *at);
        if (!isspace((unsigned char)text[*at]) && continued == 0)
            break;
        *at += continued > 0 ? continued : 1;
    }
    *word = *at;
    while (*at < end && !isspace((unsigned char)text[*at]) && script_continuation(text + *at) == 0)
        (*at)++;
    return *at - *word;
}

static bool
refuse_more(struct script_reader *r, const struct line *line, size_t at)
{
    char what[100];

    snprintf(what, sizeof what, "unexpected argument in command \"%.*s\": nothing more is expected in this line",
             (int)line->name_length, r->script->text + line->name);
    return reader_refuse(r, at, what);
}

static bool
read_nothing(struct script_reader *r, const struct line *line)
{
    size_t at = line->rest, word;

    return next_word(r, &at, line->end, &word) == 0 || refuse_more(r, line, word);
}

/* A name of a variable, from *at on. -1 with a diag. */
static int
read_variable(struct script_reader *r, const struct line *line, size_t *at)
{
    size_t word;
    const size_t length = next_word(r, at, line->end, &word);

    if (length == 0)
        return reader_refuse(r, line->end, "missing argument: the name of a variable") ? 0 : -1;
    if (!script_is_name(r->script->text + word, length))
        return reader_refuse(r, word, "invalid variable name: it has letters, digits and _ only") ? 0 : -1;
    const int variable = script_variable(r->set, r->script->text + word, length);
    return variable >= 0 || reader_fail_memory(r) ? variable : -1;
}

static int
read_expression(struct script_reader *r, const struct line *line, size_t at)
{
    const struct expression_place place = {
        .command = r->script->text + line->name, .command_length = (int)line->name_length, .at = at, .end = line->end};

    return expression_read(r->set, r->script, &place, r->diag);
}

static bool
read_set(struct script_reader *r, const struct line *line)
{
    size_t at = line->rest;
    const int variable = read_variable(r, line, &at);
    const int expression = variable < 0 ? -1 : read_expression(r, line, at);

    if (expression < 0)
        return false;
    struct script_command *const command = reader_add(r, VERB_SET, line->at);
    if (!command)
        return false;
    command->variable = variable;
    command->expression = expression;
    return true;
}

static int
add_branch(struct script_reader *r, const struct line *line)
{
    const int expression = read_expression(r, line, line->rest);
    struct script_command *const command = expression < 0 ? NULL : reader_add(r, VERB_BRANCH, line->at);

    if (!command)
        return -1;
    command->expression = expression;
    return r->set->command_count - 1;
}

static bool
read_if(struct script_reader *r, const struct line *line)
{
    if (r->condition_count == CONDITION_DEPTH_MAX)
        return reader_refuse(r, line->at, "\\if stands in others too deep");
    const int branch = add_branch(r, line);
    if (branch < 0)
        return false;
    r->conditions[r->condition_count++] = (struct condition){.at = line->at, .branch = branch, .jumps = -1};
    return true;
}

/* The part before ends: from there to \endif, and from the condition before to here. */
static bool
end_part(struct script_reader *r, const struct line *line, struct condition *condition)
{
    struct script_command *const jump = reader_add(r, VERB_JUMP, line->at);

    if (!jump)
        return false;
    jump->target = condition->jumps;
    condition->jumps = r->set->command_count - 1;
    r->set->commands[condition->branch].target = r->set->command_count;
    condition->branch = -1;
    return true;
}

static struct condition *
open_condition(struct script_reader *r, const struct line *line)
{
    char what[40];

    if (r->condition_count == 0) {
        snprintf(what, sizeof what, "\\%.*s without matching \\if", (int)line->name_length, r->script->text + line->name);
        reader_refuse(r, line->at, what);
        return NULL;
    }
    return &r->conditions[r->condition_count - 1];
}

static bool
read_elif(struct script_reader *r, const struct line *line)
{
    struct condition *const condition = open_condition(r, line);

    if (!condition)
        return false;
    if (condition->has_else)
        return reader_refuse(r, line->at, "\\elif after \\else");
    if (!end_part(r, line, condition))
        return false;
    condition->branch = add_branch(r, line);
    return condition->branch >= 0;
}

static bool
read_else(struct script_reader *r, const struct line *line)
{
    struct condition *const condition = open_condition(r, line);

    if (!condition || !read_nothing(r, line))
        return false;
    if (condition->has_else)
        return reader_refuse(r, line->at, "\\else after \\else");
    condition->has_else = true;
    return end_part(r, line, condition);
}

static bool
read_endif(struct script_reader *r, const struct line *line)
{
    const struct condition *const condition = open_condition(r, line);

    if (!condition || !read_nothing(r, line))
        return false;
    if (condition->branch >= 0)
        r->set->commands[condition->branch].target = r->set->command_count;
    for (int jump = condition->jumps; jump >= 0;) {
        const int before = r->set->commands[jump].target;
        r->set->commands[jump].target = r->set->command_count;
        jump = before;
    }
    r->condition_count--;
    return true;
}

/* 0: there is no unit of time of that name. */
static int64_t
unit_ns(const char *name, size_t length)
{
    static const struct {
        const char *name;
        int64_t ns;
    } units[] = {{"us", NS_PER_US}, {"ms", NS_PER_MS}, {"s", NS_PER_S}};

    for (size_t i = 0; i < ARRAY_LENGTH(units); i++)
        if (length == strlen(units[i].name) && strncasecmp(name, units[i].name, length) == 0)
            return units[i].ns;
    return 0;
}

/* `ns` of a variable, whose name is at `name`, are those of its unit; without one (`name_length` 0) those of the whole sleep. */
static bool
add_sleep(struct script_reader *r, const struct line *line, int64_t ns, const char *name, size_t name_length)
{
    struct script_command *const command = reader_add(r, VERB_SLEEP, line->at);

    if (!command)
        return false;
    command->sleep_ns = ns;
    if (name_length == 0)
        return true;
    command->variable = script_variable(r->set, name, name_length);
    return command->variable >= 0 || reader_fail_memory(r);
}

/* "100ms", "100 ms", ":pause us"; seconds where no unit is given. */
static bool
read_sleep(struct script_reader *r, const struct line *line)
{
    const char *const text = r->script->text;
    size_t at = line->rest, word, more;
    const size_t length = next_word(r, &at, line->end, &word);
    const bool is_variable = length > 1 && text[word] == ':' && script_is_name(text + word + 1, length - 1);
    const size_t amount_length = is_variable ? length : strspn(text + word, "0123456789");
    size_t unit = word + amount_length, unit_length = length - amount_length;
    int64_t amount = 1;

    if (length == 0)
        return reader_refuse(r, line->end, "missing argument: how long, as in \\sleep 10 ms");
    if (unit_length == 0)
        unit_length = next_word(r, &at, line->end, &unit);
    if (next_word(r, &at, line->end, &more) > 0)
        return reader_refuse(r, more, "too many arguments: nothing more is expected in this line");
    if (!is_variable && (amount_length == 0 || !scalar_read_integer(text + word, amount_length, &amount)))
        return reader_refuse(r, word, "a whole number or a variable is expected");
    const int64_t ns = unit_length == 0 ? NS_PER_S : unit_ns(text + unit, unit_length);
    if (ns == 0)
        return reader_refuse(r, unit, "unrecognized time unit: it is us, ms or s");
    if (__builtin_mul_overflow(amount, ns, &amount))
        return reader_refuse(r, word, "so long a time does not fit");
    return add_sleep(r, line, amount, text + word + 1, is_variable ? length - 1 : 0);
}

/* The answer of the statement before it. */
static bool
read_store(struct script_reader *r, const struct line *line, enum script_store store)
{
    const struct script_set *const set = r->set;
    struct script_command *const before = set->command_count > r->script->first_command ? &set->commands[set->command_count - 1]
                                                                                        : NULL;
    size_t at = line->rest, word, more;
    const size_t length = next_word(r, &at, line->end, &word);

    r->ordinal--; /* It is counted with its statement. */
    if (!before || before->verb != VERB_STATEMENT || before->store != STORE_NOTHING || before->rows)
        return reader_refuse(r, line->at, "\\gset must follow an SQL command, without another one between them");
    if (length > 0 && !script_is_name(r->script->text + word, length))
        return reader_refuse(r, word, "a prefix of variables has letters, digits and _ only");
    if (next_word(r, &at, line->end, &more) > 0)
        return reader_refuse(r, more, "too many arguments: nothing more is expected in this line");
    before->prefix = reader_copy(r, word, length);
    before->store = store;
    r->set->stores_text = true;
    script_statement_stores(before);
    return before->prefix != NULL;
}

static bool
read_gset(struct script_reader *r, const struct line *line)
{
    return read_store(r, line, STORE_ONE_ROW);
}

static bool
read_aset(struct script_reader *r, const struct line *line)
{
    return read_store(r, line, STORE_ALL);
}

static bool
read_pipeline(struct script_reader *r, const struct line *line, enum script_verb verb)
{
    if (r->set->protocol == SCRIPT_SIMPLE)
        return reader_refuse(r, line->at, "the simple protocol has no pipelines: --protocol=extended or prepared");
    if (r->set->has_copy)
        return reader_refuse(r, line->at, COPY_IN_PIPELINE);
    r->set->has_pipeline = true;
    return read_nothing(r, line) && reader_add(r, verb, line->at);
}

static bool
read_startpipeline(struct script_reader *r, const struct line *line)
{
    return read_pipeline(r, line, VERB_START_PIPELINE);
}

static bool
read_syncpipeline(struct script_reader *r, const struct line *line)
{
    return read_pipeline(r, line, VERB_SYNC_PIPELINE);
}

static bool
read_endpipeline(struct script_reader *r, const struct line *line)
{
    return read_pipeline(r, line, VERB_END_PIPELINE);
}

/* The words of a program and its arguments, from `at` on. */
static bool
add_shell(struct script_reader *r, const struct line *line, size_t at, int variable)
{
    enum { WORD_COUNT_MAX = 256 };
    struct script_command *const command = reader_add(r, VERB_SHELL, line->at);
    size_t word, length;
    int count = 0;

    if (!command)
        return false;
    if (!r->set->allows_shell)
        return reader_refuse(r, line->at, "it runs a program on this computer: --allow-shell lets it");
    r->set->runs_shell = true;
    command->variable = variable;
    command->words = calloc(WORD_COUNT_MAX + 1, sizeof *command->words);
    if (!command->words)
        return reader_fail_memory(r);
    while ((length = next_word(r, &at, line->end, &word)) > 0) {
        if (count == WORD_COUNT_MAX)
            return reader_refuse(r, word, "a command has at most 256 words");
        command->words[count] = reader_copy(r, word, length);
        if (!command->words[count++])
            return false;
    }
    return count > 0 ||
           reader_refuse(r, line->end,
                         variable >= 0 ? "missing argument of \\setshell: the command" : "missing command of \\shell");
}

static bool
read_shell(struct script_reader *r, const struct line *line)
{
    return add_shell(r, line, line->rest, -1);
}

static bool
read_setshell(struct script_reader *r, const struct line *line)
{
    size_t at = line->rest;
    const int variable = read_variable(r, line, &at);

    return variable >= 0 && add_shell(r, line, at, variable);
}

static bool
read_copy(struct script_reader *r, const struct line *line)
{
    if (r->set->has_pipeline)
        return reader_refuse(r, line->at, COPY_IN_PIPELINE);
    r->set->has_copy = true;
    return copy_read(r, line->at, line->rest, line->end);
}

static const struct {
    const char *name;
    bool (*read)(struct script_reader *r, const struct line *line);
} commands[] = {
    {"set", read_set},
    {"if", read_if},
    {"elif", read_elif},
    {"else", read_else},
    {"endif", read_endif},
    {"sleep", read_sleep},
    {"gset", read_gset},
    {"aset", read_aset},
    {"startpipeline", read_startpipeline},
    {"syncpipeline", read_syncpipeline},
    {"endpipeline", read_endpipeline},
    {"copy", read_copy},
    {"shell", read_shell},
    {"setshell", read_setshell},
};

static bool
read_command(struct script_reader *r, const struct line *line)
{
    const char *const name = r->script->text + line->name;
    char what[120];

    r->ordinal++;
    for (size_t i = 0; i < ARRAY_LENGTH(commands); i++)
        if (strlen(commands[i].name) == line->name_length && strncasecmp(name, commands[i].name, line->name_length) == 0)
            return commands[i].read(r, line);
    snprintf(what, sizeof what, "invalid command name \"%.*s\"", line->name_length < 40 ? (int)line->name_length : 40, name);
    return reader_refuse(r, line->at, what);
}

size_t
line_read(struct script_reader *r, size_t at)
{
    const char *const text = r->script->text;
    struct line line = {.at = at, .name = at + 1, .end = line_end(text, at)};

    line.rest = line.name;
    line.name_length = next_word(r, &line.rest, line.end, &line.name);
    return read_command(r, &line) ? line.end : r->script->length;
}
