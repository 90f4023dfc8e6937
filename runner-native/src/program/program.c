#include "program/program.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OID_BYTEA = 17, OID_INT8 = 20, OID_VARCHAR = 1043 };

void
program_init(struct program *p, const struct workload_options *o, int table_count)
{
    *p = (struct program){.options = o, .table_count = table_count, .batch_max = 1};
}

int
program_add_event(struct program *p, const char *name)
{
    assert(p->event_kind_count < EVENT_KIND_MAX);
    p->event_names[p->event_kind_count] = name;
    p->has_event[p->event_kind_count] = true;
    p->event_targets[p->event_kind_count] = UINT8_MAX;
    return p->event_kind_count++;
}

int
program_event_count(const struct program *p, int target)
{
    int count = 0;

    for (int kind = 0; kind < p->event_kind_count; kind++)
        count += p->event_targets[kind] >> target & 1;
    return count;
}

/* a-z, then A-Z, then those without a letter. */
static int
rank_of(const struct statement *statement)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

    return statement->letter ? (int)(strchr(letters, statement->letter) - letters) : (int)sizeof letters;
}

bool
program_add_statement(struct program *p, const struct statement *statement)
{
    int at = 0;

    for (int i = 0; i < p->statement_count; i++)
        if (p->statements[i].statement == statement)
            return true;
    while (at < p->statement_count && rank_of(p->statements[at].statement) <= rank_of(statement))
        at++;
    assert(at == 0 || !statement->letter || p->statements[at - 1].statement->letter != statement->letter);
    struct program_statement *const grown = reallocarray(p->statements, (size_t)p->statement_count + 1, sizeof *p->statements);
    if (!grown)
        return false;
    p->statements = grown;
    memmove(&grown[at + 1], &grown[at], (size_t)(p->statement_count - at) * sizeof *grown);
    grown[at] = (struct program_statement){.statement = statement};
    p->statement_count++;
    for (int i = 0; i < p->op_count; i++)
        p->ops[i].statement += p->ops[i].kind != STEP_END && p->ops[i].statement >= at;
    return true;
}

static uint32_t
oid_of(enum param_type type, uint32_t integer_oid)
{
    switch (type) {
    case PARAM_INT: return integer_oid;
    case PARAM_BIGINT: return OID_INT8;
    case PARAM_TEXT: return OID_VARCHAR;
    case PARAM_BYTES: return OID_BYTEA;
    case PARAM_UNTYPED: return 0;
    }
    assert(false && "unreachable param_type");
    return 0;
}

static bool
is_integer(enum param_type type)
{
    return type == PARAM_INT || type == PARAM_BIGINT;
}

/* A byte as text takes two hexadecimal digits, and a quote is doubled; an integer has at most twenty characters. */
static size_t
text_size_of(const struct program *p, const struct program_statement *ps, size_t value_size_max)
{
    const struct statement *const statement = ps->statement;
    const size_t values = value_size_max > PARAM_TEXT_SIZE ? value_size_max : PARAM_TEXT_SIZE;
    size_t size = SQL_SIZE_MAX;

    if (statement->write_values)
        return statement->text_size_max;
    if (statement->write_rows)
        return size + (size_t)statement->row_count(p->options) * statement->row_size_max;
    for (int i = 0; i < ps->param_count; i++)
        size += is_integer(statement_param_type(statement, ps->param_count, i)) ? 32 : values * 2 + 32;
    return size;
}

static bool
fill_params(struct program *p, struct program_statement *ps, const struct program_setup *setup)
{
    const struct statement *const statement = ps->statement;
    char sql[SQL_SIZE_MAX];

    ps->is_text = setup->is_text || statement->is_always_text;
    ps->is_prepared = !ps->is_text && !statement->is_unnamed;
    ps->param_count = statement->write_rows ? 0 : statement_write(statement, p->options, 0, sql, sizeof sql);
    assert(ps->param_count <= PARAM_COUNT_MAX);
    uint32_t *const oids = calloc((size_t)ps->param_count + 1, sizeof *oids);
    if (!oids)
        return false;
    for (int i = 0; i < ps->param_count; i++)
        oids[i] = oid_of(statement_param_type(statement, ps->param_count, i), setup->integer_oid);
    ps->oids = oids;
    const size_t text_size = ps->is_text ? text_size_of(p, ps, setup->value_size_max) : 0;
    if (text_size > p->text_size)
        p->text_size = text_size;
    return true;
}

/* The names are short because each execution sends one. */
static bool
fill_names(struct program *p)
{
    p->names = calloc((size_t)p->statement_count * (size_t)p->table_count + 1, sizeof *p->names);
    for (int i = 0; p->names && i < p->statement_count; i++) {
        for (int table = 0; table < p->table_count; table++) {
            char *const name = p->names[(size_t)i * (size_t)p->table_count + (size_t)table];
            if (p->statements[i].statement->letter)
                snprintf(name, sizeof p->names[0], "%c%d", p->statements[i].statement->letter, table + 1);
            else
                snprintf(name, sizeof p->names[0], "%d_%d", (uint16_t)i, (uint16_t)table + 1);
        }
    }
    return p->names;
}

enum err
program_finish(struct program *p, const struct program_setup *setup, struct diag *d)
{
    bool is_complete = true;

    p->text_size = SQL_SIZE_MAX;
    for (int i = 0; is_complete && i < p->statement_count; i++)
        is_complete = fill_params(p, &p->statements[i], setup);
    if (is_complete && fill_names(p))
        return ERR_OK;
    program_free(p);
    return fail(d, ERR_INTERNAL, "out of memory for the statements");
}

void
program_free(struct program *p)
{
    for (int i = 0; i < p->statement_count; i++)
        free(p->statements[i].oids);
    if (p->source)
        p->free_source(p->source);
    free(p->statements);
    free(p->ops);
    free(p->names);
    *p = (struct program){0};
}

int
program_find(const struct program *p, const char *name)
{
    for (int i = 0; i < p->statement_count; i++)
        if (strcmp(p->statements[i].statement->name, name) == 0)
            return i;
    return -1;
}

bool
program_prepares(const struct program *p)
{
    for (int i = 0; i < p->statement_count; i++)
        if (p->statements[i].is_prepared)
            return true;
    return false;
}

void
program_draw_table(const struct program *p, const struct op *op, struct generator *g)
{
    const struct statement *const statement = p->statements[op->statement].statement;

    if (statement->pick_table)
        g->table = statement->pick_table(p, g);
    else
        g->table = (int)rng_below(&g->rng, (uint64_t)p->table_count);
}

size_t
program_write_text(const struct program *p, const struct step *step, struct generator *g, const struct params *params,
                   char *out)
{
    const struct statement *const statement = p->statements[step->statement].statement;

    if (statement->write_values)
        return statement->write_values(p, g, out);
    if (statement->write_rows)
        return statement->write_rows(p, g, statement->row_count(p->options), out, p->text_size);
    return statement_write_values(statement, p->options, g->table, params, out, p->text_size);
}
