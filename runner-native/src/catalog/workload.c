#include "catalog/workload.h"

#include <string.h>

#include "catalog/schema.h"
#include "program/list.h"

/* The tables. */

static const struct statement *const transactions[] = {&transaction_begin, &transaction_commit};

const struct statement *
statement_at(size_t index)
{
    if (index < ARRAY_LENGTH(transactions))
        return transactions[index];
    index -= ARRAY_LENGTH(transactions);
    for (size_t i = 0; family_at(i); i++)
        for (const struct statement *statement = family_at(i)->statements; statement && statement->name; statement++)
            if (index-- == 0)
                return statement;
    return NULL;
}

const struct statement *
statement_named(const char *name)
{
    const struct statement *statement;

    for (size_t i = 0; (statement = statement_at(i)); i++)
        if (strcmp(statement->name, name) == 0)
            return statement;
    return NULL;
}

const struct workload *
workload_at(size_t index)
{
    for (size_t i = 0; family_at(i); i++)
        for (const struct workload *workload = family_at(i)->workloads; workload && workload->name; workload++)
            if (index-- == 0)
                return workload;
    return NULL;
}

const struct workload *
workload_find(const char *name)
{
    const struct workload *workload;

    for (size_t i = 0; (workload = workload_at(i)); i++)
        if (strcmp(workload->name, name) == 0)
            return workload;
    return NULL;
}

/* --pipeline needs the extended protocol, and a family with an option of its own for text was told what to send. */
bool
workload_may_send_text(const struct workload_options *o)
{
    return o->ps_mode == PS_MODE_AUTO && !o->pipeline && !o->workload->family->way_to_text;
}

const char *
workload_way_to_text(const struct workload_options *o)
{
    if (o->workload->family->way_to_text)
        return o->workload->family->way_to_text;
    return o->pipeline ? "--db-ps-mode=disable without --pipeline" : "--db-ps-mode=disable";
}

const char *
workload_drift(const struct workload_options *o)
{
    return o->workload->drift ? o->workload->drift(o) : NULL;
}

const char *
program_drift(const struct program *p)
{
    for (int i = 0; i < p->statement_count; i++)
        if (p->statements[i].statement->is_write)
            return workload_drift(p->options);
    return NULL;
}

bool
workload_row_source(struct row_source *source, const struct workload_options *o)
{
    const struct family *const family = o->workload->family;

    *source = (struct row_source){.options = o, .free_own = family->free_source};
    source->user_data = family->make_source ? family->make_source(o) : NULL;
    return !family->make_source || source->user_data;
}

/* Transactions. */

static bool
writes_nothing(const struct workload_options *o)
{
    for (const struct workload_group *group = o->workload->groups; group->statement_count > 0; group++)
        for (int i = 0; i < group->statement_count; i++)
            if (group->statements[i]->is_write)
                return false;
    return true;
}

static const char *
begin_text(const struct workload_options *o)
{
    return writes_nothing(o) ? o->dialect->begin_read_only : "BEGIN";
}

const struct statement transaction_begin = {.name = "begin", .letter = 'a', .pick_text = begin_text};
const struct statement transaction_commit = {.name = "commit", .letter = 'b', .text = "COMMIT"};

bool
workload_writes_in_transaction(const struct workload_options *o)
{
    bool begins = false, writes = false;

    for (const struct workload_group *group = o->workload->groups; group->statement_count > 0; group++) {
        if (group->rounds(o) == 0)
            continue;
        begins = begins || group->statements[0] == &transaction_begin;
        for (int s = 0; s < group->statement_count; s++)
            writes = writes || group->statements[s]->is_write;
    }
    return begins && writes;
}

/* Programs. */

/* The list of event kind `kind`; false when out of memory. */
static bool
add_event(struct program *p, const struct workload_options *o, int kind)
{
    const struct workload *const workload = o->workload;
    const char *const name = workload->events ? workload->events[kind] : workload->name;
    struct list_group groups[WORKLOAD_GROUP_MAX];
    int count = 0;

    for (const struct workload_group *group = workload->groups; group->statement_count > 0; group++) {
        if (group->script != kind)
            continue;
        groups[count++] = (struct list_group){.statements = {group->statements[0], group->statements[1]},
                                              .statement_count = group->statement_count,
                                              .rounds = group->rounds(o)};
    }
    return list_add_event(p, name, groups, count, o->pipeline);
}

static bool
has_content(const struct program *p)
{
    for (int i = 0; i < p->statement_count; i++)
        if (p->statements[i].statement != &transaction_begin && p->statements[i].statement != &transaction_commit)
            return true;
    return false;
}

/* Its kinds of events, and what it needs for them. False when out of memory. */
static bool
fill_program(struct program *p, const struct workload_options *o)
{
    const struct family *const family = o->workload->family;
    int kind_count = 1;

    program_init(p, o, family->text_count ? family->text_count(o) : schema_table_count(o));
    p->begin = o->workload->choose;
    for (int i = 0; family->session_sql && i < SESSION_STATEMENT_MAX; i++)
        p->session_sql[i] = family->session_sql(o, i);
    p->free_source = family->free_source;
    p->source = family->make_source ? family->make_source(o) : NULL;
    bool is_complete = !family->make_source || p->source;
    while (o->workload->events && o->workload->events[kind_count])
        kind_count++;
    for (int kind = 0; kind < kind_count && is_complete; kind++)
        is_complete = add_event(p, o, kind);
    return is_complete;
}

/* Builds the program of a family whose events are no lists. */
static enum err
build_program(struct program *p, const struct workload_options *o, const struct program_setup *setup, struct diag *d)
{
    const int table_count = schema_table_count(o);

    program_init(p, o, table_count > 0 ? table_count : 1);
    if (o->workload->family->build(p, o, d) == ERR_OK)
        return program_finish(p, setup, d);
    program_free(p);
    return d->code;
}

enum err
workload_program(struct program *p, const struct workload_options *o, struct diag *d)
{
    const struct family *const family = o->workload->family;
    const struct program_setup setup = {.integer_oid = options_integer_oid(o),
                                        .is_text = o->ps_mode == PS_MODE_DISABLE,
                                        .value_size_max = family->value_size_max ? family->value_size_max(o) : 0};

    if (family->build)
        return build_program(p, o, &setup, d);
    if (!fill_program(p, o)) {
        program_free(p);
        return fail(d, ERR_INTERNAL, "out of memory for the statements of %s", o->workload->name);
    }
    if (!has_content(p)) {
        program_free(p);
        fail(d, ERR_USAGE, "the options leave no statement in an event of %s", o->workload->name);
        fail_hint(d, "set one of the counts above 0; see plumbline-load --help %s", o->workload->name);
        return d->code;
    }
    return program_finish(p, &setup, d);
}
