#include "prepare/tables.h"

#include <stdio.h>
#include <string.h>

#include "catalog/schema.h"

/* Client that executes, and place of its failures, for schema_visit(). */
struct executor {
    struct client *client;
    struct diag *diag;
    int done_count; /* Statements that succeeded. */
};

static bool
execute_one(void *context, const char *sql)
{
    struct executor *const e = context;

    if (client_execute(e->client, 0, sql, e->diag) != ERR_OK)
        return false;
    e->done_count++;
    return true;
}

/* The statement that is looked for, and where it goes. */
struct place {
    int64_t left;
    char *out;
    size_t size;
};

static bool
copy_one(void *context, const char *sql)
{
    struct place *const p = context;

    if (p->left-- > 0)
        return true;
    snprintf(p->out, p->size, "%s", sql);
    return false;
}

bool
tables_statement(const struct workload_options *o, enum stage stage, int table, int64_t number, char *out, size_t size)
{
    return !schema_visit(o, stage, table, copy_one, &(struct place){.left = number, .out = out, .size = size});
}

static void
drop(const struct table_work *w, int table, struct diag *d)
{
    struct executor e = {.client = w->client, .diag = d};

    schema_visit(&w->options->load, STAGE_DROP, table, execute_one, &e);
}

/* Creates all tables or none: what a failure finds half way was made here, and goes again. The table that the failure is about
 * was made here when its CREATE TABLE succeeded, the first statement of its stage; else one of that name is not ours. Who
 * interrupts does not want to wait for that. */
enum err
tables_create(const struct table_work *w, struct diag *d)
{
    const int table_count = schema_table_count(&w->options->load);
    struct executor e = {.client = w->client, .diag = d};
    int made_count = 0;

    for (int table = 0; table < table_count && d->code == ERR_OK; table++) {
        e.done_count = 0;
        schema_visit(&w->options->load, STAGE_CREATE, table, execute_one, &e);
        made_count += e.done_count > 0;
    }
    while (d->code != ERR_OK && d->code != ERR_INTERRUPTED && made_count > 0) {
        struct diag ignored = DIAG_NONE;
        drop(w, --made_count, &ignored);
    }
    return d->code;
}

enum err
tables_drop(const struct table_work *w, struct diag *d)
{
    const int table_count = schema_table_count(&w->options->load);

    /* No notice for each table that does not exist. */
    if (w->options->load.dialect->has_notices)
        client_execute(w->client, 0, "SET client_min_messages = warning", d);
    for (int table = 0; table < table_count && d->code == ERR_OK; table++)
        drop(w, table, d);
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

enum err
tables_check_empty(const struct table_work *w, int table, struct diag *d)
{
    const struct target *const t = w->client->target;
    const bool skips = w->options->prepare.skip_ddl;
    char name[TABLE_NAME_SIZE], sql[TABLE_NAME_SIZE + 32];
    struct request_answer answer;
    const struct request request = {
        .sql = sql,
        .answer = &answer,
        .undefined_hint = skips ? "make the tables, or leave out --skip-ddl"
                                : "run `create` first, with the same --tables and connection options"};

    schema_write_name(&w->options->load, table, name, sizeof name);
    snprintf(sql, sizeof sql, "SELECT 1 FROM %s LIMIT 1", name);
    if (client_ask(w->client, 0, &request, d) == ERR_OK && answer.row_count > 0) {
        fail(d, ERR_TARGET, "%s on %s:%s has rows already: %s is for empty tables", name, t->host, t->port,
             skips ? "--skip-ddl" : command_name(w->options->command));
        fail_at(d, t->index, NULL);
        fail_hint(d, "%s", tables_fresh_hint(w->options));
    }
    return d->code;
}
