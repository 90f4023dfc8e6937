#include "workload.h"

#include <assert.h>
#include <endian.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "literal.h"
#include "schema.h"

enum { OID_BYTEA = 17, OID_INT8 = 20, OID_VARCHAR = 1043 };

/* The exponent of kv's --zipfian: docs/workloads.md section 1.11. */
#define KV_ZIPF_EXPONENT 1.1

/* The tables. */

static const struct statement *const families[] = {sbtest_statements, kv_statements, sql_inserts_statements};
static const struct workload *const workload_lists[] = {sbtest_workloads, kv_workloads, sql_inserts_workloads};

const struct statement *
statement_of(enum statement_kind kind)
{
    assert(kind < STATEMENT_KIND_COUNT);
    for (size_t i = 0; i < ARRAY_LENGTH(families); i++)
        if (families[i][kind].name)
            return &families[i][kind];
    assert(false && "a statement kind without a statement");
    return NULL;
}

const struct workload *
workload_at(size_t index)
{
    for (size_t i = 0; i < ARRAY_LENGTH(workload_lists); i++)
        for (const struct workload *workload = workload_lists[i]; workload->name; workload++)
            if (index-- == 0)
                return workload;
    return NULL;
}

const struct workload *
workload_find(const char *name)
{
    for (size_t i = 0; workload_at(i); i++)
        if (strcmp(workload_at(i)->name, name) == 0)
            return workload_at(i);
    return NULL;
}

int
workload_table_count(const struct options *o)
{
    if (o->workload && o->workload->is_single_table)
        return 1;
    if (o->workload && o->workload->is_table_per_connection)
        return (int)options_lane_count(o);
    return (int)o->tables;
}

int64_t
workload_row_count(const struct options *o)
{
    return o->workload->schema->row_count(o);
}

const char *
workload_drift(const struct options *o)
{
    return o->workload->drift ? o->workload->drift(o) : NULL;
}

/* Texts and parameters. */

size_t
write_text(char *out, size_t out_size, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    const int length = vsnprintf(out, out_size, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    assert((size_t)length < out_size);
    return (size_t)length;
}

enum param_type
param_all_int(const struct options *o, int index)
{
    (void)o, (void)index;
    return PARAM_INT;
}

enum param_type
param_all_bigint(const struct options *o, int index)
{
    (void)o, (void)index;
    return PARAM_BIGINT;
}

enum param_type
param_all_text(const struct options *o, int index)
{
    (void)o, (void)index;
    return PARAM_TEXT;
}

void
params_init(struct params *params, const struct options *o)
{
    *params = (struct params){.integer_size = options_integer_oid(o) == OID_INT8 ? 8 : 4};
    for (size_t i = 0; i < PARAM_COUNT_MAX; i++)
        params->formats[i] = 1;
}

void
params_put_bigint(struct params *params, int index, int64_t value)
{
    const uint64_t wide = htobe64((uint64_t)value);

    memcpy(params->integers[index], &wide, sizeof wide);
    params->values[index] = params->integers[index];
    params->lengths[index] = sizeof wide;
}

void
params_put_int(struct params *params, int index, int64_t value)
{
    if (params->integer_size == 8) {
        params_put_bigint(params, index, value);
        return;
    }
    const uint32_t narrow = htobe32((uint32_t)value);
    memcpy(params->integers[index], &narrow, sizeof narrow);
    params->values[index] = params->integers[index];
    params->lengths[index] = sizeof narrow;
}

void
params_put_text(struct params *params, int index, const char *text, int length)
{
    params->values[index] = text;
    params->lengths[index] = length;
}

/* Programs. */

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
fill_group(struct program *p, const struct workload_group *group, size_t *at)
{
    const bool is_text = p->options->ps_mode == PS_MODE_DISABLE;
    const int64_t rounds = group->rounds(p->options);

    for (int64_t round = 0; round < rounds; round++) {
        for (int s = 0; s < group->statement_count; s++) {
            const enum statement_kind kind = group->statements[s];
            const struct statement *const statement = statement_of(kind);
            const bool is_first = round == 0 && s == 0;
            struct op *const op = &p->ops[(*at)++];
            *op = (struct op){
                .statement = statement,
                .kind = (uint8_t)kind,
                .starts_group = is_first && statement->is_per_table,
                .is_text = is_text || statement->is_always_text,
            };
            p->uses[kind] = true;
            p->is_prepared[kind] = !op->is_text;
        }
    }
}

static void
fill_ops(struct program *p)
{
    const struct workload *const workload = p->options->workload;
    size_t at = 0;

    for (int script = 0; script < SCRIPT_COUNT_MAX; script++) {
        p->script_start[script] = at;
        for (int g = 0; g < workload->group_count; g++)
            if (workload->groups[g].script == script)
                fill_group(p, &workload->groups[g], &at);
        p->has_script[script] = at > p->script_start[script];
        if (p->has_script[script])
            p->ops[at - 1].ends_event = true;
    }
    assert(at == p->op_count);
}

static uint32_t
oid_of(const struct options *o, enum param_type type)
{
    switch (type) {
    case PARAM_INT: return options_integer_oid(o);
    case PARAM_BIGINT: return OID_INT8;
    case PARAM_TEXT: return OID_VARCHAR;
    case PARAM_BYTES: return OID_BYTEA;
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
text_size_of(const struct options *o, const struct statement *statement, int param_count)
{
    if (statement->write_rows)
        return SQL_SIZE_MAX + (size_t)statement->row_count(o) * statement->row_size_max;
    const size_t values = o->max_block_bytes > PARAM_TEXT_SIZE ? (size_t)o->max_block_bytes : PARAM_TEXT_SIZE;
    size_t size = SQL_SIZE_MAX;
    for (int i = 0; i < param_count; i++)
        size += is_integer(statement->param_type(o, i)) ? 32 : values * 2 + 32;
    return size;
}

static void
fill_params(struct program *p)
{
    char sql[SQL_SIZE_MAX];

    p->text_size = SQL_SIZE_MAX;
    for (int kind = 0; kind < STATEMENT_KIND_COUNT; kind++) {
        if (!p->uses[kind])
            continue;
        const struct statement *const statement = statement_of((enum statement_kind)kind);
        const int count = statement->write_rows ? 0 : statement->write_sql(p->options, 0, sql, sizeof sql);
        assert(count <= PARAM_COUNT_MAX);
        p->param_count[kind] = count;
        for (int i = 0; i < count; i++)
            p->oids[kind][i] = oid_of(p->options, statement->param_type(p->options, i));
        const size_t text_size = p->is_prepared[kind] ? 0 : text_size_of(p->options, statement, count);
        if (text_size > p->text_size)
            p->text_size = text_size;
    }
}

/* The names are short because each execution sends one. */
static void
fill_names(struct program *p)
{
    for (int kind = 0; kind < STATEMENT_KIND_COUNT; kind++)
        for (int table = 0; table < p->table_count; table++)
            snprintf(p->names[(size_t)kind * (size_t)p->table_count + (size_t)table], sizeof p->names[0], "%c%d",
                     kind < 26 ? 'a' + kind : 'A' + kind - 26, table + 1);
}
_Static_assert(STATEMENT_KIND_COUNT <= 52, "a statement's name begins with one letter for its kind");

static bool
has_content(const struct program *p)
{
    for (size_t i = 0; i < p->op_count; i++)
        if (p->ops[i].kind != STATEMENT_BEGIN && p->ops[i].kind != STATEMENT_COMMIT)
            return true;
    return false;
}

static const char *
session_sql(const struct options *o)
{
    const bool is_kv = o->workload->schema == &kv_schema;
    const bool overwrites = is_kv ? !o->secondary_index : o->upsert && o->workload->schema == &sql_inserts_schema;

    return overwrites ? o->dialect->upsert_session : NULL;
}

/* The ids that this process draws: with --shard its part of them where all are as likely. A skewed distribution would have a hot
 * spot in each part, so its shards share the whole; so do more shards than there are rows. */
static void
init_ids(struct dist *ids, const struct options *o)
{
    const struct shard *const s = &o->shard;
    const bool is_split = o->dist.kind == DIST_UNIFORM && o->table_size >= s->count;
    const int64_t before = is_split ? o->table_size * s->index / s->count : 0;
    const int64_t last = is_split ? o->table_size * (s->index + 1) / s->count : o->table_size;

    dist_init(ids, &o->dist, before + 1, last);
}

enum err
program_init(struct program *p, const struct options *o, struct diag *d)
{
    struct dist_options zipf = o->dist;

    *p = (struct program){.options = o, .table_count = workload_table_count(o), .session_sql = session_sql(o)};
    zipf.kind = DIST_ZIPFIAN;
    zipf.zipfian_exponent = KV_ZIPF_EXPONENT;
    init_ids(&p->ids, o);
    dist_init(&p->zipf, &zipf, 1, o->cycle_length);
    p->op_count = count_ops(o);
    p->ops = calloc(p->op_count + 1, sizeof *p->ops);
    p->names = calloc((size_t)STATEMENT_KIND_COUNT * (size_t)p->table_count, sizeof *p->names);
    const bool has_pool = kv_pool_init(&p->pool, o);
    if (!p->ops || !p->names || !has_pool) {
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
    pool_free(&p->pool);
    free(p->ops);
    free(p->names);
    *p = (struct program){0};
}

size_t
program_write_text(const struct program *p, const struct op *op, struct draws *draws, const struct params *params, char *out)
{
    if (op->statement->write_rows)
        return op->statement->write_rows(p, draws, op->statement->row_count(p->options), out, p->text_size);
    return literal_sql(p->options, op->kind, draws->table, params, out, p->text_size);
}
