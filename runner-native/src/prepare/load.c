#include "prepare/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "catalog/schema.h"
#include "catalog/workload.h"
#include "prepare/rows.h"
#include "prepare/tables.h"

enum { LOAD_CONNECTION_COUNT_MAX = 256 };

/* A connection, and how far it is with its task. */
struct load_conn {
    bool has_task;
    int table;
    int64_t step; /* Step of the task: a chunk, or a statement; from 0. */
    int64_t counted; /* Rows of the chunk that are in `units_done`. */
    struct row_sender rows;
};

struct loader;

/* One phase is a number of tasks that the connections take one by one, each of one statement after the other. */
struct load_phase {
    const char *name;
    const char *unit;
    int64_t task_count;
    int64_t unit_count;
    bool is_serial; /* One connection does all. */
    /* Takes up a task. */
    void (*begin_task)(struct loader *l, struct load_conn *conn, int64_t task);
    /* Gives the next request; false: nothing. */
    bool (*next)(struct loader *l, struct load_conn *conn, struct request *request);
};

struct loader {
    const struct options *options;
    const struct target *target;
    const struct load_watch *watch;
    int table_count;
    int64_t row_count;     /* Rows of all tables. */
    int64_t chunk_count;   /* The same. */
    int64_t chunks_max;    /* Most chunks of one table. */
    struct row_source source;
    struct client *client;
    struct load_conn *conns;
    int conn_count;
    const struct load_phase *phase;
    int64_t phase_began_ns;
    int64_t next_task;
    int64_t units_done;
    int last_table;
};

/* Tasks. */

/* A chunk. Consecutive tasks belong to different tables, so that the connections spread over the tables before they share one. A table of
 * fewer rows than others has tasks with nothing to do. */
static void
begin_chunk(struct loader *l, struct load_conn *conn, int64_t task)
{
    conn->table = (int)(task % l->table_count);
    conn->counted = 0;
    rows_begin(&conn->rows, conn->table, task / l->table_count);
}

static bool
next_of_chunk(struct loader *l, struct load_conn *conn, struct request *request)
{
    const int64_t sent = rows_sent(&conn->rows);

    if (sent > conn->counted)
        l->last_table = conn->table;
    l->units_done += sent - conn->counted;
    conn->counted = sent;
    return rows_next(&conn->rows, request);
}

/*
 * A table, its chunks in order. Parallel COPYs of one table extend it in turns that are left to chance: no two loads would lay its
 * rows down alike, and base and head would differ in more than their builds.
 */
static void
begin_table(struct loader *l, struct load_conn *conn, int64_t task)
{
    conn->step = 0;
    begin_chunk(l, conn, task);
}

static bool
next_of_table(struct loader *l, struct load_conn *conn, struct request *request)
{
    while (!next_of_chunk(l, conn, request)) {
        if (++conn->step >= l->chunks_max)
            return false;
        begin_chunk(l, conn, conn->step * l->table_count + conn->table);
    }
    return true;
}

static void
begin_ddl(struct loader *l, struct load_conn *conn, int64_t task)
{
    conn->table = (int)task;
    conn->step = 0;
}

/* Its statements in order, then one more that the table is done. */
static bool
end_ddl(struct loader *l, const struct load_conn *conn)
{
    l->units_done++;
    l->last_table = conn->table;
    return false;
}

static bool
next_of_index(struct loader *l, struct load_conn *conn, struct request *request)
{
    char *const sql = conn->rows.sql;

    if (!tables_statement(&l->options->load, STAGE_FINISH, conn->table, conn->step++, sql, sizeof conn->rows.sql))
        return end_ddl(l, conn);
    *request = (struct request){.sql = sql};
    return true;
}

static bool
next_of_settling(struct loader *l, struct load_conn *conn, struct request *request)
{
    char name[TABLE_NAME_SIZE];

    if (conn->step++ > 0)
        return end_ddl(l, conn);
    schema_write_name(&l->options->load, conn->table, name, sizeof name);
    snprintf(conn->rows.sql, sizeof conn->rows.sql, "%s %s", l->options->load.dialect->settle, name);
    *request = (struct request){.sql = conn->rows.sql};
    return true;
}

/* Phases. */

static void
report(void *context)
{
    struct loader *const l = context;
    struct load_progress progress = {.phase = l->phase ? l->phase->name : NULL, .left_ns = -1};

    if (!l->watch->on_progress || !l->phase)
        return;
    progress.done = l->units_done;
    progress.total = l->phase->unit_count;
    progress.unit = l->phase->unit;
    if (l->phase->next)
        schema_write_name(&l->options->load, l->last_table, progress.what, sizeof progress.what);
    if (progress.done > 0 && progress.done < progress.total)
        progress.left_ns = (int64_t)((double)(clock_now_ns() - l->phase_began_ns) / (double)progress.done *
                                     (double)(progress.total - progress.done));
    l->watch->on_progress(l->watch->context, &progress);
}

static bool
next_request(void *context, int number, struct request *request)
{
    struct loader *const l = context;
    struct load_conn *const conn = &l->conns[number];

    for (;;) {
        conn->has_task = conn->has_task && l->phase->next(l, conn, request);
        if (conn->has_task)
            return true;
        if ((l->phase->is_serial && number > 0) || l->next_task >= l->phase->task_count)
            return false;
        l->phase->begin_task(l, conn, l->next_task++);
        conn->has_task = true;
    }
}

static void
begin_phase(struct loader *l, const struct load_phase *phase)
{
    l->phase = phase;
    l->phase_began_ns = clock_now_ns();
    l->next_task = l->units_done = l->last_table = 0;
    report(l);
}

/* Runs one phase to its end, or to the first failure. */
static enum err
run_phase(struct loader *l, const struct load_phase *phase, struct diag *d)
{
    struct diag own = DIAG_NONE;

    if (d->code != ERR_OK)
        return d->code;
    begin_phase(l, phase);
    client_work(l->client, next_request, l, &own);
    if (own.code == ERR_INTERRUPTED)
        fail(d, ERR_INTERRUPTED, "interrupted in phase %s of %s", phase->name, command_name(l->options->command));
    else
        *d = own;
    report(l);
    return d->code;
}

/* The same of a phase of one statement, whose failure `user_data` has. */
static void
run_single(struct loader *l, const struct load_phase *phase, const char *sql, struct diag *own)
{
    begin_phase(l, phase);
    client_execute(l->client, 0, sql, own);
    l->units_done = 1;
    report(l);
}

static void
warn(struct loader *l, const char *code, const char *message, const char *remedy)
{
    if (l->watch->on_warning)
        l->watch->on_warning(l->watch->context, code, message, remedy);
}

/* The only step that may be forbidden: it settles the server, but the tables are complete without it. */
static enum err
checkpoint(struct loader *l, struct diag *d)
{
    static const struct load_phase phase = {.name = "checkpoint", .unit = "checkpoints", .unit_count = 1};
    struct diag own = DIAG_NONE;

    run_single(l, &phase, "CHECKPOINT", &own);
    if (strcmp(own.sqlstate, "42501") == 0)
        warn(l, "no-checkpoint", "the server refused CHECKPOINT: what was loaded may still be flushed during the run",
             "grant the role pg_checkpoint to the user, or wait for a checkpoint before the run");
    else
        *d = own;
    return d->code;
}

/* The whole work. */

static void
loader_free(struct loader *l)
{
    client_free(l->client);
    free(l->conns);
    row_source_free(&l->source);
}

/* DDL goes over one connection; rows over as many as there are tables, or chunks. */
static int64_t
useful_count(const struct loader *l)
{
    if (l->options->command == COMMAND_CREATE)
        return 1;
    if (l->options->load.dialect->keeps_order)
        return l->table_count;
    return l->chunk_count > l->table_count ? l->chunk_count : l->table_count;
}

/* Executes it on every connection. NULL: nothing is to be said. */
static enum err
execute_everywhere(struct loader *l, const char *sql, struct diag *d)
{
    for (int i = 0; sql && i < l->conn_count && d->code == ERR_OK; i++)
        client_execute(l->client, i, sql, d);
    return d->code;
}

/*
 * As many connections as there is work for. Their COPYs need not wait for the disk one by one: making the indexes waits for all of
 * them (see fill_tables()).
 */
static enum err
open_connections(struct loader *l, struct diag *d)
{
    const struct options *const o = l->options;
    const int64_t wanted = o->load.threads, useful = useful_count(l);
    int64_t count = wanted < useful ? wanted : useful;

    if (count > LOAD_CONNECTION_COUNT_MAX)
        count = LOAD_CONNECTION_COUNT_MAX;
    l->conn_count = (int)count;
    l->conns = calloc((size_t)count, sizeof *l->conns);
    if (!l->conns)
        return fail(d, ERR_INTERNAL, "out of memory for %d loading connections", l->conn_count);
    for (int i = 0; i < l->conn_count; i++)
        l->conns[i].rows = (struct row_sender){.options = o, .source = &l->source};
    l->client = client_open(l->target, 0, l->conn_count, rows_text_size(o), l->watch->interrupt, d);
    if (!l->client)
        return d->code;
    l->client->on_tick = report;
    l->client->context = l;
    return execute_everywhere(l, o->load.dialect->load_begin, d);
}

/* Makes the rows visible to others, where they are not at once. */
static enum err
flush_rows(struct loader *l, struct diag *d)
{
    static const struct load_phase phase = {.name = "flush", .unit = "flushes", .unit_count = 1};

    if (!l->options->load.dialect->flush || d->code != ERR_OK)
        return d->code;
    run_single(l, &phase, l->options->load.dialect->flush, d);
    return d->code;
}

/* Makes the tables, or finds them there and empty. */
static enum err
ready_tables(struct loader *l, struct diag *d)
{
    const struct table_work work = {.options = l->options, .client = l->client};

    if (l->options->prepare.skip_ddl || l->options->command == COMMAND_LOAD) {
        for (int table = 0; table < l->table_count && d->code == ERR_OK; table++)
            tables_check_empty(&work, table, d);
        return d->code;
    }
    if (l->options->prepare.recreate && tables_drop(&work, d) != ERR_OK)
        return d->code;
    return tables_create(&work, d);
}

/* Does everything from the tables to the settled server; create: the tables alone. */
static enum err
fill_tables(struct loader *l, struct diag *d)
{
    const struct options *const o = l->options;
    const bool in_order = o->load.dialect->keeps_order;
    const bool is_serial = o->load.dialect->has_serial_ddl;
    const int64_t tables = l->table_count;
    const struct load_phase load = in_order ? (struct load_phase){"load", "rows",      tables,       l->row_count,
                                                                  false,  begin_table, next_of_table}
                                            : (struct load_phase){"load", "rows",      tables * l->chunks_max, l->row_count,
                                                                  false,  begin_chunk, next_of_chunk};
    const struct load_phase index = {"index", "tables", tables, tables, is_serial, begin_ddl, next_of_index};
    const struct load_phase vacuum = {"vacuum", "tables", tables, tables, is_serial, begin_ddl, next_of_settling};

    if (ready_tables(l, d) != ERR_OK || o->command == COMMAND_CREATE)
        return d->code;
    run_phase(l, &load, d);
    /* From here on commits wait for the disk, and the next one of any connection does for all before it: VACUUM cannot mark a page as
     * all-visible whose rows are not committed there. */
    execute_everywhere(l, o->load.dialect->load_end, d);
    if (!o->prepare.skip_ddl)
        run_phase(l, &index, d);
    flush_rows(l, d);
    if (o->load.dialect->settle)
        run_phase(l, &vacuum, d);
    if (o->load.dialect->has_checkpoint && d->code == ERR_OK)
        checkpoint(l, d);
    return d->code;
}

static void
count_rows(struct loader *l)
{
    for (int table = 0; table < l->table_count; table++) {
        const int64_t chunks = rows_chunk_count(l->options, table);
        l->row_count += schema_row_count(&l->options->load, table);
        l->chunk_count += chunks;
        l->chunks_max = chunks > l->chunks_max ? chunks : l->chunks_max;
    }
}

enum err
load_prepare(const struct options *o, const struct target *t, const struct load_watch *watch, struct diag *d)
{
    struct loader l = {.options = o, .target = t, .watch = watch, .table_count = schema_table_count(&o->load)};

    if (l.table_count == 0)
        return ERR_OK; /* A client that is driven brings its own. */
    count_rows(&l);
    if (!workload_row_source(&l.source, &o->load))
        fail(d, ERR_INTERNAL, "out of memory for the rows");

    if (d->code == ERR_OK && open_connections(&l, d) == ERR_OK && fill_tables(&l, d) == ERR_INTERRUPTED)
        fail_hint(d, "the tables are half made: %s", tables_fresh_hint(o));
    loader_free(&l);
    return d->code;
}

enum err
load_cleanup(const struct options *o, const struct target *t, const struct interrupt *interrupt, struct diag *d)
{
    struct client *const c = client_open(t, ANY_HOST, 1, 0, interrupt, d);
    const struct table_work work = {.options = o, .client = c};

    if (c && tables_drop(&work, d) == ERR_INTERRUPTED)
        fail_hint(d, "some of the tables may be gone: run `cleanup` again");
    client_free(c);
    return d->code;
}
