#include "report_sql.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "schema.h"
#include "workload.h"

enum { SHOWN_ROW_COUNT = 2 }; /* Of an INSERT of many rows. */

static bool
print_statement(void *context, const char *sql)
{
    (void)context;
    printf("%s;\n", sql);
    return true;
}

static void
print_stage(const struct options *o, enum stage stage)
{
    for (int table = 0; table < workload_table_count(o); table++)
        schema_visit(o, stage, table, print_statement, NULL);
}

/* COPY as it is; an INSERT with its first rows, which must be a whole statement. */
static void
print_load(const struct options *o, const struct row_source *source, int table)
{
    const struct schema *const schema = o->workload->schema;
    static struct row row;
    char sql[SQL_SIZE_MAX];
    struct rng r;

    if (workload_row_count(o) == 0)
        return;
    schema_write_load(o, o->load_method, table, sql, sizeof sql);
    if (o->load_method != LOAD_INSERT) {
        printf("%s;\n", sql);
        return;
    }
    char *const text = malloc(row_room(o));
    if (!text)
        return;
    printf("-- The first rows; one INSERT has about 256 KiB.\n%s", sql);
    rng_init(&r, 1, (uint64_t)table);
    for (int i = 0; i < SHOWN_ROW_COUNT && i < workload_row_count(o); i++) {
        schema->fill_row(source, i, &r, &row);
        const char *const end = row_put_values(schema, &row, text);
        printf("%s%.*s", i == 0 ? "" : ", ", (int)(end - text), text);
    }
    printf(";\n");
    free(text);
}

static void
print_settle(const struct options *o)
{
    char name[TABLE_NAME_SIZE];

    if (o->dialect->flush)
        printf("%s;\n", o->dialect->flush);
    for (int table = 0; table < workload_table_count(o) && o->dialect->settle; table++) {
        schema_write_name(o, table, name, sizeof name);
        printf("%s %s;\n", o->dialect->settle, name);
    }
    if (o->dialect->has_checkpoint)
        printf("CHECKPOINT;\n");
}

static void
print_prepare(const struct options *o, const struct row_source *source)
{
    printf("-- prepare\n");
    if (o->recreate && !o->skip_ddl)
        print_stage(o, STAGE_DROP);
    if (!o->skip_ddl)
        print_stage(o, STAGE_CREATE);
    if (o->dialect->load_begin)
        printf("%s;\n", o->dialect->load_begin);
    for (int table = 0; table < workload_table_count(o); table++)
        print_load(o, source, table);
    if (o->dialect->load_end)
        printf("%s;\n", o->dialect->load_end);
    if (!o->skip_ddl)
        print_stage(o, STAGE_FINISH);
    print_settle(o);
}

static const char *
type_name(const struct options *o, enum param_type type)
{
    switch (type) {
    case PARAM_INT: return options_integer_oid(o) == 20 ? "int8" : "int4";
    case PARAM_BIGINT: return "int8";
    case PARAM_TEXT: return "varchar";
    case PARAM_BYTES: return "bytea";
    }
    return "";
}

/* An INSERT of many rows, of which the first are shown. */
static void
print_rows(const struct program *p, const struct statement *statement)
{
    const int64_t row_count = statement->row_count(p->options);
    const int64_t shown = row_count < SHOWN_ROW_COUNT ? row_count : SHOWN_ROW_COUNT;
    struct draws draws = {0};
    char sql[SQL_SIZE_MAX];

    rng_init(&draws.rng, 1, 0);
    printf("; %" PRId64 " rows, sent as text; the first %" PRId64 " are shown\n", row_count, shown);
    for (int table = 0; table < p->table_count; table++) {
        draws.table = draws.lane = table;
        draws.sequence = 0;
        statement->write_rows(p, &draws, shown, sql, sizeof sql);
        printf("%s;\n", sql);
    }
}

static void
print_kind(const struct program *p, enum statement_kind kind)
{
    const struct statement *const statement = statement_of(kind);
    const int table_count = statement->is_per_table ? p->table_count : 1;
    char sql[SQL_SIZE_MAX];
    size_t times = 0;

    for (size_t i = 0; i < p->op_count; i++)
        times += p->ops[i].kind == kind;
    printf("-- %s: %zu in one event", statement->name, times);
    if (p->options->workload->choose)
        printf(" of its kind");
    if (statement->write_rows) {
        print_rows(p, statement);
        return;
    }
    for (int i = 0; i < p->param_count[kind]; i++)
        printf("%s$%d %s", i == 0 ? "; " : ", ", i + 1, type_name(p->options, statement->param_type(p->options, i)));
    printf("%s\n", p->is_prepared[kind] ? "" : "; sent as text");
    for (int table = 0; table < table_count; table++) {
        statement->write_sql(p->options, table, sql, sizeof sql);
        printf("%s;\n", sql);
    }
}

static void
print_run(const struct program *p)
{
    bool is_printed[STATEMENT_KIND_COUNT] = {false};
    const char *const drift = workload_drift(p->options);

    printf("-- run\n");
    if (drift)
        printf("-- Not stationary: %s.\n", drift);
    if (p->session_sql)
        printf("%s;\n", p->session_sql);
    for (size_t i = 0; i < p->op_count; i++) {
        if (!is_printed[p->ops[i].kind])
            print_kind(p, p->ops[i].kind);
        is_printed[p->ops[i].kind] = true;
    }
}

static void
print_options(const struct options *o)
{
    printf("-- Effective options:\n");
    options_print(stdout, o, "--   ");
}

enum err
report_sql(const struct options *o, struct diag *d)
{
    struct program p;
    struct row_source source;

    if (program_init(&p, o, d) != ERR_OK)
        return d->code;
    if (!row_source_init(&source, o)) {
        program_free(&p);
        return fail(d, ERR_INTERNAL, "out of memory for the rows");
    }
    printf("-- %s on %s\n", o->workload->name, o->dialect->title);
    print_prepare(o, &source);
    print_run(&p);
    printf("-- cleanup\n");
    print_stage(o, STAGE_DROP);
    print_options(o);
    row_source_free(&source);
    program_free(&p);
    if (fflush(stdout) != 0)
        return fail(d, ERR_INTERNAL, "standard output: %s", strerror(errno));
    return ERR_OK;
}
