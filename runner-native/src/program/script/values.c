#include "program/script/values.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "program/script/split.h"
#include "program/script/state.h"

void
values_draw(const struct script_set *set, struct generator *g, int number)
{
    const struct script_values *const v = &set->values[number];
    struct script_state *const state = script_state_of(g);
    const int target = v->query ? state->target : 0;
    const struct value_rows *const rows = &v->rows[target];
    int64_t row;

    if (rows->count == 0) /* No server was asked: this is no run. */
        return;
    if (v->order == VALUES_SEQUENTIAL)
        row = (g->connection + (*script_state_turns(set, state, number))++ * set->lane_count) % rows->count;
    else
        row = dist_draw(&v->dists[target], &g->rng);
    for (int i = 0; i < v->variable_count; i++)
        script_state_set_drawn(state, v->variables[i], value_rows_at(rows, row, i));
}

/* Asking for them. */

char *
values_write_question(const char *query, size_t length)
{
    char *question;

    return asprintf(&question, "%.*s LIMIT %d", (int)length, query, VALUES_ASKED_MAX + 1) < 0 ? NULL : question;
}

const char *
values_question(const struct script_set *set, int number, int target, char *what, size_t size)
{
    const struct script_values *const v = &set->values[number];
    const struct script_range *const range = &set->ranges[target];
    struct diag ignored = DIAG_NONE;
    char place[400];

    if (!v->query || v->script < range->first || v->script >= range->first + range->count)
        return NULL;
    script_place(&set->scripts[v->script], v->at, place, sizeof place, &ignored);
    snprintf(what, size, "%s: values on connection 1", place);
    return v->query;
}

/* Does the query, in its parentheses, say in which order its rows come? */
static bool
is_ordered(const char *query)
{
    bool is_order = false;
    int depth = 0;

    for (size_t at = 0; query[at];) {
        const size_t after = sql_skip_piece(query, at), length = after - at;
        if (depth == 1 && is_order && length == 2 && strncasecmp(query + at, "by", 2) == 0)
            return true;
        if (length > 0)
            is_order = length == 5 && strncasecmp(query + at, "order", 5) == 0;
        depth += query[at] == '(';
        depth -= query[at] == ')';
        at = after > at ? after : at + 1;
    }
    return false;
}

static enum err
refuse(const struct script_set *set, const struct script_values *v, struct diag *d, const char *what, const char *hint)
{
    script_fail(&set->scripts[v->script], v->at, ERR_USAGE, d, "%s", what);
    fail_hint(d, "%s", hint);
    return d->code;
}

static enum err
check_answer(const struct script_set *set, const struct script_values *v, const struct reply *reply, struct diag *d)
{
    char what[160];

    if (reply_row_count(reply) == 0)
        return refuse(set, v, d, "the query of values has no row",
                      "fill its table before the run, or ask for rows that are there");
    if (reply_row_count(reply) > VALUES_ASKED_MAX) {
        snprintf(what, sizeof what, "the query of values has more than %d rows", VALUES_ASKED_MAX);
        return refuse(set, v, d, what,
                      "let it answer some of them: TABLESAMPLE BERNOULLI (1) REPEATABLE (1), or LIMIT in a subquery");
    }
    snprintf(what, sizeof what, "the query of values has %d columns, and the script names %d variables for them",
             reply_column_count(reply), v->variable_count);
    if (reply_column_count(reply) != v->variable_count)
        return refuse(set, v, d, what, "name a variable for each column");
    return ERR_OK;
}

/* Their bytes, NULs included. 0 with a diag: a value is too long. */
static size_t
measure(const struct script_set *set, const struct script_values *v, const struct reply *reply, struct diag *d)
{
    size_t size = 1;
    char what[160];
    int length;

    for (int row = 0; row < reply_row_count(reply); row++) {
        for (int column = 0; column < v->variable_count; column++) {
            reply_value(reply, row, column, &length);
            size += (size_t)length + 1;
            if ((size_t)length <= v->value_size_max)
                continue;
            snprintf(what, sizeof what, "a value of %d bytes is longer than variables are, %zu", length, v->value_size_max);
            refuse(set, v, d, what, "raise --variable-size, or select less");
            return 0;
        }
    }
    if (size <= VALUE_BYTES_MAX)
        return size;
    refuse(set, v, d, "the values of the query have more than 64 MiB", "select less");
    return 0;
}

enum err
values_take_answer(struct script_set *set, int number, int target, const struct reply *reply, struct diag *d)
{
    struct script_values *const v = &set->values[number];
    struct value_rows *const rows = &v->rows[target];
    const size_t size = check_answer(set, v, reply, d) == ERR_OK ? measure(set, v, reply, d) : 0;
    int length;

    if (d->code != ERR_OK)
        return d->code;
    value_rows_free(rows);
    bool is_complete = value_rows_init(rows, v->variable_count, size);
    for (int row = 0; row < reply_row_count(reply) && is_complete; row++) {
        for (int column = 0; column < v->variable_count && is_complete; column++) {
            const char *const text = reply_value(reply, row, column, &length);
            is_complete = value_rows_add(rows, reply_is_null(reply, row, column) ? NULL : text, (size_t)length);
        }
    }
    if (!is_complete) {
        value_rows_free(rows);
        return fail(d, ERR_INTERNAL, "out of memory for the values of %s", set->scripts[v->script].path);
    }
    if (!is_ordered(v->query)) /* The server's own order is another each time, and so would be what zipfian likes best. */
        value_rows_sort(rows);
    dist_init(&v->dists[target], &v->draws, 0, rows->count - 1);
    return ERR_OK;
}
