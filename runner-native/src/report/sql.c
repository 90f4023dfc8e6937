#include "report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/schema.h"
#include "catalog/workload.h"
#include "cli/echo.h"
#include "program/program.h"

enum { SHOWN_ROW_COUNT = 2 }; /* Rows shown of an INSERT of many rows. */

static bool
print_statement(void *context, const char *sql)
{
    printf("%s;\n", sql);
    return true;
}

static void
print_stage(const struct options *o, enum stage stage)
{
    for (int table = 0; table < schema_table_count(&o->load); table++)
        schema_visit(&o->load, stage, table, print_statement, NULL);
}

/* COPY as it is; an INSERT with its first rows, which must be a whole statement. */
static void
print_load(const struct options *o, const struct row_source *source, int table)
{
    const struct table_kind *const kind = schema_table(&o->load, table).kind;
    static struct row row;
    char sql[SQL_SIZE_MAX];
    struct rng r;

    if (schema_group_count(&o->load, table) == 0)
        return;
    schema_write_load(&o->load, o->load.load_method, table, sql, sizeof sql);
    if (o->load.load_method != LOAD_INSERT) {
        printf("%s;\n", sql);
        return;
    }
    char *const text = malloc(row_room(kind, &o->load));
    if (!text)
        return;
    printf("-- The first rows; one INSERT has about 256 KiB.\n%s", sql);
    rng_init(&r, 1, (uint64_t)table);
    for (int i = 0; i < SHOWN_ROW_COUNT && i < schema_group_count(&o->load, table); i++) {
        row_fill(kind, source, i, &r, &row);
        const char *const end = row_put_values(kind, &row, text);
        printf("%s%.*s", i == 0 ? "" : ", ", (int)(end - text), text);
    }
    printf(";\n");
    free(text);
}

static void
print_settle(const struct options *o)
{
    char name[TABLE_NAME_SIZE];

    if (o->load.dialect->flush)
        printf("%s;\n", o->load.dialect->flush);
    for (int table = 0; table < schema_table_count(&o->load) && o->load.dialect->settle; table++) {
        schema_write_name(&o->load, table, name, sizeof name);
        printf("%s %s;\n", o->load.dialect->settle, name);
    }
    if (o->load.dialect->has_checkpoint)
        printf("CHECKPOINT;\n");
}

static void
print_prepare(const struct options *o, const struct row_source *source)
{
    printf("-- prepare\n");
    if (o->prepare.recreate && !o->prepare.skip_ddl)
        print_stage(o, STAGE_DROP);
    if (!o->prepare.skip_ddl)
        print_stage(o, STAGE_CREATE);
    if (o->load.dialect->load_begin)
        printf("%s;\n", o->load.dialect->load_begin);
    for (int table = 0; table < schema_table_count(&o->load); table++)
        print_load(o, source, table);
    if (o->load.dialect->load_end)
        printf("%s;\n", o->load.dialect->load_end);
    if (!o->prepare.skip_ddl)
        print_stage(o, STAGE_FINISH);
    print_settle(o);
}

/* An INSERT of many rows, of which the first are shown. */
static void
print_rows(const struct program *p, const struct statement *statement)
{
    const int64_t row_count = statement->row_count(p->options);
    const int64_t shown = row_count < SHOWN_ROW_COUNT ? row_count : SHOWN_ROW_COUNT;
    struct generator g = {0};
    char sql[SQL_SIZE_MAX];

    rng_init(&g.rng, 1, 0);
    printf("; %" PRId64 " rows, sent as text; the first %" PRId64 " are shown\n", row_count, shown);
    for (int table = 0; table < p->table_count; table++) {
        g.table = g.connection = table;
        g.sequence = 0;
        statement->write_rows(p, &g, shown, sql, sizeof sql);
        printf("%s;\n", sql);
    }
}

static void
print_execution(const struct program *p, int index)
{
    const struct program_statement *const ps = &p->statements[index];
    const struct statement *const statement = ps->statement;
    const int table_count = statement->is_per_table ? p->table_count : 1;
    char sql[SQL_SIZE_MAX];
    size_t times = 0;

    for (int i = 0; i < p->op_count; i++)
        times += p->ops[i].kind != STEP_END && p->ops[i].statement == index;
    printf("-- %s: %zu in one event", statement->name, times);
    if (p->options->workload->choose)
        printf(" of its kind");
    if (statement->write_rows) {
        print_rows(p, statement);
        return;
    }
    for (int i = 0; i < ps->param_count; i++)
        printf("%s$%d %s", i == 0 ? "; " : ", ", i + 1,
               options_param_type_name(p->options, statement_param_type(statement, ps->param_count, i)));
    printf("%s\n", ps->is_text ? "; sent as text" : "");
    for (int table = 0; table < table_count; table++) {
        statement_write(statement, p->options, table, sql, sizeof sql);
        printf("%s;\n", sql);
    }
}

/* Is the statement of operation `at` that of an earlier one? */
static bool
is_before(const struct program *p, int at)
{
    for (int i = 0; i < at; i++)
        if (p->ops[i].kind != STEP_END && p->ops[i].statement == p->ops[at].statement)
            return true;
    return false;
}

/* Prints a program that is no list: each kind of event with its statements, whichever of them are sent. */
static void
print_events(const struct program *p)
{
    char sql[SQL_SIZE_MAX];

    for (int kind = 0; kind < p->event_kind_count; kind++) {
        printf("-- %s%s\n", p->event_names[kind], p->has_event[kind] ? "" : ", which is never drawn");
        for (int i = 0; i < p->statement_count; i++) {
            const struct program_statement *const ps = &p->statements[i];
            if (ps->event_kind != kind)
                continue;
            statement_write(ps->statement, p->options, 0, sql, sizeof sql);
            printf("-- %s: %s\n%s;\n", ps->statement->name,
                   ps->is_text       ? "sent as text"
                   : ps->is_prepared ? "prepared"
                                     : "parsed at each execution",
                   sql);
        }
    }
}

static void
print_run(const struct program *p)
{
    const char *const drift = program_drift(p);

    printf("-- run\n");
    if (drift)
        printf("-- Not stationary: %s.\n", drift);
    for (int i = 0; p->session_sql[i]; i++)
        printf("%s;\n", p->session_sql[i]);
    if (p->next)
        print_events(p);
    for (int i = 0; i < p->op_count; i++)
        if (p->ops[i].kind != STEP_END && !is_before(p, i))
            print_execution(p, p->ops[i].statement);
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

    if (workload_program(&p, &o->load, d) != ERR_OK)
        return d->code;
    if (!workload_row_source(&source, &o->load)) {
        program_free(&p);
        return fail(d, ERR_INTERNAL, "out of memory for the rows");
    }
    printf("-- %s on %s\n", o->load.workload->name, o->load.dialect->title);
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
