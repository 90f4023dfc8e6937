#include "prepare/tables.h"

#include <stdio.h>
#include <string.h>

#include "catalog/schema.h"
#include "machine/target_failure.h"

/* A connection, who may interrupt it, and where its failures go, for schema_visit(). */
struct executor {
    const struct target *target;
    PGconn *pg;
    const struct interrupt *interrupt;
    struct diag *diag;
    int done_count; /* Statements that succeeded. */
};

static bool
execute_one(void *context, const char *sql)
{
    struct executor *const e = context;

    if (target_execute(e->target, e->pg, sql, e->interrupt, e->diag) != ERR_OK)
        return false;
    e->done_count++;
    return true;
}

enum err
tables_stage(const struct table_work *w, PGconn *pg, enum stage stage, int table, struct diag *d)
{
    struct executor e = {.target = w->target, .pg = pg, .interrupt = w->interrupt, .diag = d};

    schema_visit(&w->options->load, stage, table, execute_one, &e);
    return d->code;
}

/* Creates all tables or none: what a failure finds half way was made here, and goes again. The table that the failure is about
 * was made here when its CREATE TABLE succeeded, the first statement of its stage; else one of that name is not ours. Who
 * interrupts does not want to wait for that. */
enum err
tables_create(const struct table_work *w, PGconn *pg, struct diag *d)
{
    const struct table_work to_the_end = {.options = w->options, .target = w->target};
    const int table_count = schema_table_count(&w->options->load);
    struct executor e = {.target = w->target, .pg = pg, .interrupt = w->interrupt, .diag = d};
    int made_count = 0;

    for (int table = 0; table < table_count && d->code == ERR_OK; table++) {
        e.done_count = 0;
        schema_visit(&w->options->load, STAGE_CREATE, table, execute_one, &e);
        made_count += e.done_count > 0;
    }
    while (d->code != ERR_OK && d->code != ERR_INTERRUPTED && made_count > 0) {
        struct diag ignored = DIAG_NONE;
        tables_stage(&to_the_end, pg, STAGE_DROP, --made_count, &ignored);
    }
    return d->code;
}

enum err
tables_drop(const struct table_work *w, PGconn *pg, struct diag *d)
{
    const int table_count = schema_table_count(&w->options->load);

    /* No notice for each table that does not exist. */
    if (w->options->load.dialect->has_notices)
        target_execute(w->target, pg, "SET client_min_messages = warning", w->interrupt, d);
    for (int table = 0; table < table_count && d->code == ERR_OK; table++)
        tables_stage(w, pg, STAGE_DROP, table, d);
    return d->code;
}

const char *
tables_fresh_hint(const struct options *o)
{
    if (o->command == COMMAND_LOAD)
        return "run `create` with --recreate first, which makes the tables again";
    if (o->prepare.skip_ddl)
        return "empty the tables (TRUNCATE), or leave out --skip-ddl";
    return "run `cleanup` before the next `prepare`, or give it --recreate";
}

static enum err
fail_unready(const struct table_work *w, PGconn *pg, const PGresult *result, const char *sql, struct diag *d)
{
    const char *const sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);

    if (sqlstate && strcmp(sqlstate, w->target->dialect->undefined_table) == 0)
        fail_hint(d, w->options->prepare.skip_ddl ? "make the tables, or leave out --skip-ddl"
                                                  : "run `create` first, with the same --tables and connection options");
    return target_fail_statement(w->target, pg, result, sql, d);
}

enum err
tables_check_empty(const struct table_work *w, PGconn *pg, int table, struct diag *d)
{
    char name[TABLE_NAME_SIZE], sql[SQL_SIZE_MAX];

    schema_write_name(&w->options->load, table, name, sizeof name);
    snprintf(sql, sizeof sql, "SELECT 1 FROM %s LIMIT 1", name);
    PGresult *const result = target_query(w->target, pg, sql, w->interrupt, d);
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        fail_unready(w, pg, result, sql, d);
    } else if (PQntuples(result) > 0) {
        fail(d, ERR_TARGET, "%s on %s:%s has rows already: %s is for empty tables", name, w->target->host, w->target->port,
             w->options->prepare.skip_ddl ? "--skip-ddl" : command_name(w->options->command));
        fail_at(d, w->target->index, NULL);
        fail_hint(d, "%s", tables_fresh_hint(w->options));
    }
    PQclear(result);
    return d->code;
}
