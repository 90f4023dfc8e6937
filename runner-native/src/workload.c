#include "workload.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OID_VARCHAR = 1043 };

int
workload_table_count(const struct options *o)
{
    return o->workload && o->workload->is_single_table ? 1 : (int)o->tables;
}

void
params_init(struct params *params, const struct dialect *dialect)
{
    *params = (struct params){.integer_size = dialect->integer_oid == 20 ? 8 : 4};
    for (size_t i = 0; i < PARAM_COUNT_MAX; i++)
        params->formats[i] = 1;
}

static size_t
count_ops(const struct options *o)
{
    size_t count = 0;

    for (int g = 0; g < o->workload->group_count; g++) {
        const struct workload_group *const group = &o->workload->groups[g];
        count += (size_t)group->rounds(o) * (size_t)group->statement_count;
    }
    return count;
}

static void
fill_ops(struct program *p)
{
    const struct workload *const workload = p->options->workload;
    size_t at = 0;

    for (int g = 0; g < workload->group_count; g++) {
        const struct workload_group *const group = &workload->groups[g];
        const int64_t rounds = group->rounds(p->options);
        for (int64_t round = 0; round < rounds; round++) {
            for (int s = 0; s < group->statement_count; s++) {
                const enum statement_kind kind = group->statements[s];
                const bool is_first = round == 0 && s == 0;
                p->ops[at++] = (struct op){
                    .kind = (uint8_t)kind,
                    .starts_group = is_first && statement_of(kind)->is_per_table,
                };
                p->uses[kind] = true;
            }
        }
    }
    assert(at == p->op_count);
}

static void
fill_params(struct program *p)
{
    char sql[SQL_SIZE_MAX];

    for (int kind = 0; kind < STATEMENT_KIND_COUNT; kind++) {
        if (!p->uses[kind])
            continue;
        const struct statement *const statement = statement_of((enum statement_kind)kind);
        const int count = statement->write_sql(p->options, 0, sql, sizeof sql);
        assert(count <= PARAM_COUNT_MAX);
        p->param_count[kind] = count;
        for (int i = 0; i < count; i++)
            p->oids[kind][i] =
                statement->param_type(i) == PARAM_INT ? p->options->dialect->integer_oid : (uint32_t)OID_VARCHAR;
    }
}

/* The names are short because each execution sends one. */
static void
fill_names(struct program *p)
{
    for (int kind = 0; kind < STATEMENT_KIND_COUNT; kind++)
        for (int table = 0; table < p->table_count; table++)
            snprintf(p->names[(size_t)kind * (size_t)p->table_count + (size_t)table], sizeof p->names[0], "%c%d",
                     'a' + kind, table + 1);
}
_Static_assert(STATEMENT_KIND_COUNT <= 26, "a statement's name begins with one letter for its kind");

static bool
has_content(const struct program *p)
{
    for (size_t i = 0; i < p->op_count; i++)
        if (p->ops[i].kind != STATEMENT_BEGIN && p->ops[i].kind != STATEMENT_COMMIT)
            return true;
    return false;
}

enum err
program_init(struct program *p, const struct options *o, struct diag *d)
{
    *p = (struct program){.options = o, .table_count = workload_table_count(o)};
    dist_init(&p->ids, &o->dist, 1, o->table_size);
    p->op_count = count_ops(o);
    p->ops = calloc(p->op_count + 1, sizeof *p->ops);
    p->names = calloc((size_t)STATEMENT_KIND_COUNT * (size_t)p->table_count, sizeof *p->names);
    if (!p->ops || !p->names) {
        program_free(p);
        return fail(d, ERR_INTERNAL, "out of memory for the statements of %s", o->workload->name);
    }
    fill_ops(p);
    fill_params(p);
    fill_names(p);
    p->has_transaction = p->uses[STATEMENT_BEGIN];
    if (!has_content(p)) {
        program_free(p);
        fail(d, ERR_USAGE, "the options leave no statement in an event of %s", o->workload->name);
        fail_hint(d, "set one of the counts above 0; see plumbline-load --help %s", o->workload->name);
        return d->code;
    }
    return ERR_OK;
}

void
program_free(struct program *p)
{
    free(p->ops);
    free(p->names);
    *p = (struct program){0};
}
