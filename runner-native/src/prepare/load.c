#include "prepare/load.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "catalog/schema.h"
#include "catalog/workload.h"
#include "machine/target_failure.h"
#include "prepare/rows.h"
#include "prepare/tables.h"

enum {
    LOAD_THREAD_COUNT_MAX = 256,
    WATCH_INTERVAL_NS = 100000000,
};

struct loader;

/* A thread and its connection. The connection lives through all phases, the thread through one. */
struct load_worker {
    struct loader *loader;
    pthread_t thread;
    struct row_sender rows; /* Its connection is the worker's. */
    struct diag diag;
};

/* One phase is a number of tasks that the workers take one by one. `run_task` does one and returns the units it has done. */
struct phase {
    const char *name;
    const char *unit;
    int64_t task_count;
    int64_t unit_count;
    bool is_serial; /* One worker does all. */
    enum err (*run_task)(struct load_worker *w, int64_t task, int64_t *units_done);
};

struct loader {
    const struct options *options;
    const struct target *target;
    const struct load_watch *watch;
    int table_count;
    int64_t row_count;     /* Of all tables. */
    int64_t chunk_count;   /* The same. */
    int64_t chunks_max;    /* Of one table. */
    struct row_source source;
    struct load_worker *workers;
    int worker_count;
    char *buffers; /* Of all workers, one after the other. */
    const struct phase *phase;
    int64_t phase_began_ns;
    atomic_llong next_task;
    atomic_llong units_done;
    atomic_int last_table;
    atomic_bool is_stopping; /* A worker failed, or the caller wants to end. */
    atomic_bool is_interrupted; /* The caller wants to end. */
    struct interrupt interrupt; /* The same, for the workers. */

    pthread_mutex_t mutex; /* Guards running_count. */
    pthread_cond_t one_ended;
    int running_count;
};

static enum err
execute(struct load_worker *w, const char *sql)
{
    return target_execute(w->loader->target, w->rows.pg, sql, &w->loader->interrupt, &w->diag);
}

/* Consecutive tasks belong to different tables, so that the workers spread over the tables before they share one. A table of fewer
 * rows than others has tasks with nothing to do. */
static enum err
load_chunk(struct load_worker *w, int64_t task, int64_t *units_done)
{
    struct loader *const l = w->loader;
    const int table = (int)(task % l->table_count);

    if (rows_send_chunk(&w->rows, table, task / l->table_count, units_done, &w->diag) == ERR_OK && *units_done > 0)
        atomic_store(&l->last_table, table);
    return w->diag.code;
}

/*
 * A table, its chunks in order. Parallel COPYs of one table extend it in turns that are left to chance: no two loads would lay its
 * rows down alike, and base and head would differ in more than their builds.
 */
static enum err
load_table(struct load_worker *w, int64_t task, int64_t *units_done)
{
    struct loader *const l = w->loader;

    for (int64_t i = 0; i < l->chunks_max && w->diag.code == ERR_OK && !atomic_load(&l->is_stopping); i++) {
        int64_t row_count = 0;
        load_chunk(w, i * l->table_count + task, &row_count);
        atomic_fetch_add(&l->units_done, row_count); /* A table takes long: it is told as it grows. */
    }
    *units_done = 0;
    return w->diag.code;
}

static enum err
index_table(struct load_worker *w, int64_t task, int64_t *units_done)
{
    const struct table_work work = {
        .options = w->loader->options, .target = w->loader->target, .interrupt = &w->loader->interrupt};

    if (tables_stage(&work, w->rows.pg, STAGE_FINISH, (int)task, &w->diag) != ERR_OK)
        return w->diag.code;
    *units_done = 1;
    atomic_store(&w->loader->last_table, (int)task);
    return ERR_OK;
}

static enum err
settle_table(struct load_worker *w, int64_t task, int64_t *units_done)
{
    char name[TABLE_NAME_SIZE], sql[SQL_SIZE_MAX];

    schema_write_name(&w->loader->options->load, (int)task, name, sizeof name);
    snprintf(sql, sizeof sql, "%s %s", w->loader->options->load.dialect->settle, name);
    if (execute(w, sql) != ERR_OK)
        return w->diag.code;
    *units_done = 1;
    atomic_store(&w->loader->last_table, (int)task);
    return ERR_OK;
}

/* Phases. */

static void
report(struct loader *l)
{
    struct load_progress progress = {.phase = l->phase->name,
                                     .done = atomic_load(&l->units_done),
                                     .total = l->phase->unit_count,
                                     .unit = l->phase->unit,
                                     .left_ns = -1};

    if (!l->watch->on_progress)
        return;
    if (l->phase->run_task)
        schema_write_name(&l->options->load, atomic_load(&l->last_table), progress.what, sizeof progress.what);
    if (progress.done > 0 && progress.done < progress.total)
        progress.left_ns = (int64_t)((double)(clock_now_ns() - l->phase_began_ns) / (double)progress.done *
                                     (double)(progress.total - progress.done));
    l->watch->on_progress(l->watch->context, &progress);
}

static void *
worker_main(void *arg)
{
    struct load_worker *w = arg;
    struct loader *l = w->loader;

    while (!atomic_load(&l->is_stopping)) {
        const int64_t task = atomic_fetch_add(&l->next_task, 1);
        int64_t units_done = 0;
        if (task >= l->phase->task_count)
            break;
        if (l->phase->run_task(w, task, &units_done) != ERR_OK)
            atomic_store(&l->is_stopping, true);
        atomic_fetch_add(&l->units_done, units_done);
    }
    pthread_mutex_lock(&l->mutex);
    l->running_count--;
    pthread_cond_signal(&l->one_ended);
    pthread_mutex_unlock(&l->mutex);
    return NULL;
}

/* Of the caller, asked by a worker, who ends the statement that it is at. */
static bool
is_interrupted(void *context)
{
    return atomic_load(&((struct loader *)context)->is_interrupted);
}

/* Reports and looks for an interruption until no worker runs. */
static void
watch_workers(struct loader *l)
{
    const struct interrupt *const interrupt = l->watch->interrupt;

    pthread_mutex_lock(&l->mutex);
    while (l->running_count > 0) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += WATCH_INTERVAL_NS;
        until.tv_sec += until.tv_nsec / NS_PER_S;
        until.tv_nsec %= NS_PER_S;
        if (pthread_cond_timedwait(&l->one_ended, &l->mutex, &until) == 0)
            continue;
        pthread_mutex_unlock(&l->mutex);
        report(l);
        if (interrupt && interrupt->is_wanted(interrupt->context)) {
            atomic_store(&l->is_interrupted, true);
            atomic_store(&l->is_stopping, true);
        }
        pthread_mutex_lock(&l->mutex);
    }
    pthread_mutex_unlock(&l->mutex);
}

/* Runs one phase to its end on all workers, or to the first failure. */
static enum err
run_phase(struct loader *l, const struct phase *phase, struct diag *d)
{
    const int wanted = phase->is_serial ? 1 : l->worker_count;
    int started = 0;

    if (d->code != ERR_OK)
        return d->code;
    l->phase = phase;
    l->phase_began_ns = clock_now_ns();
    atomic_store(&l->next_task, 0);
    atomic_store(&l->units_done, 0);
    atomic_store(&l->last_table, 0);
    report(l);
    l->running_count = wanted;
    for (; started < wanted; started++) {
        if (pthread_create(&l->workers[started].thread, NULL, worker_main, &l->workers[started]) == 0)
            continue;
        fail(d, ERR_INTERNAL, "cannot start thread %d of %d", started + 1, wanted);
        fail_hint(d, "lower --threads");
        atomic_store(&l->is_stopping, true);
        pthread_mutex_lock(&l->mutex);
        l->running_count -= wanted - started;
        pthread_mutex_unlock(&l->mutex);
        break;
    }
    watch_workers(l);
    if (atomic_load(&l->is_interrupted)) /* Cancelled statements fail too, but they are not the cause. */
        fail(d, ERR_INTERRUPTED, "interrupted in phase %s of %s", phase->name, command_name(l->options->command));
    for (int i = 0; i < started; i++) {
        pthread_join(l->workers[i].thread, NULL);
        if (d->code == ERR_OK && l->workers[i].diag.code != ERR_OK)
            *d = l->workers[i].diag;
    }
    report(l);
    return d->code;
}

static void
warn(struct loader *l, const char *code, const char *message, const char *remedy)
{
    if (l->watch->on_warning)
        l->watch->on_warning(l->watch->context, code, message, remedy);
}

/* The only step that may be forbidden: it settles the server, but the tables are complete without it. */
static enum err
checkpoint(struct loader *l, PGconn *pg, struct diag *d)
{
    static const struct phase phase = {.name = "checkpoint", .unit = "checkpoints", .unit_count = 1};

    l->phase = &phase;
    atomic_store(&l->units_done, 0);
    report(l);
    PGresult *const result = target_query(l->target, pg, "CHECKPOINT", l->watch->interrupt, d);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) {
        const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
        if (sqlstate && strcmp(sqlstate, "42501") == 0)
            warn(l, "no-checkpoint", "the server refused CHECKPOINT: what was loaded may still be flushed during the run",
                 "grant the role pg_checkpoint to the user, or wait for a checkpoint before the run");
        else
            target_fail_statement(l->target, pg, result, "CHECKPOINT", d);
    }
    PQclear(result);
    atomic_store(&l->units_done, 1);
    report(l);
    return d->code;
}

/* The whole work. */

static void
loader_free(struct loader *l)
{
    for (int i = 0; i < l->worker_count; i++)
        PQfinish(l->workers[i].rows.pg);
    free(l->workers);
    free(l->buffers);
    row_source_free(&l->source);
    pthread_cond_destroy(&l->one_ended);
    pthread_mutex_destroy(&l->mutex);
}

/* DDL goes over one connection; rows over as many as there are tables, or chunks. */
static int64_t
useful_worker_count(const struct loader *l)
{
    if (l->options->command == COMMAND_CREATE)
        return 1;
    if (l->options->load.dialect->keeps_order)
        return l->table_count;
    return l->chunk_count > l->table_count ? l->chunk_count : l->table_count;
}

/*
 * Connects as many workers as there is work for. Their COPYs need not wait for the disk one by one: making the indexes waits
 * for all of them (see await_commits()).
 */
static enum err
connect_workers(struct loader *l, struct diag *d)
{
    const int64_t wanted = l->options->load.threads;
    const int64_t useful = useful_worker_count(l);
    int64_t count = wanted < useful ? wanted : useful;

    if (count > LOAD_THREAD_COUNT_MAX)
        count = LOAD_THREAD_COUNT_MAX;
    const size_t buffer_size = rows_buffer_size(l->options);
    l->workers = calloc((size_t)count, sizeof *l->workers);
    l->buffers = malloc((size_t)count * buffer_size);
    if (!l->workers || !l->buffers)
        return fail(d, ERR_INTERNAL, "out of memory for %lld loading threads", (long long)count);
    while (l->worker_count < count) {
        /* Counted first: loader_free() takes a half-built one. */
        struct load_worker *w = &l->workers[l->worker_count++];
        *w = (struct load_worker){
            .loader = l,
            .rows = {.options = l->options,
                     .target = l->target,
                     .source = &l->source,
                     .interrupt = &l->interrupt,
                     .buffer = l->buffers + (size_t)(l->worker_count - 1) * buffer_size},
            .diag = DIAG_NONE,
        };
        w->rows.pg = target_connect(l->target, l->worker_count - 1, l->watch->interrupt, d);
        if (!w->rows.pg)
            return d->code;
        if (l->options->load.dialect->load_begin)
            target_execute(l->target, w->rows.pg, l->options->load.dialect->load_begin, l->watch->interrupt, d);
    }
    return d->code;
}

/* From here on commits wait for the disk, and the next one of any worker does for all before it: VACUUM cannot mark a page as
 * all-visible whose rows are not committed there. */
static enum err
await_commits(struct loader *l, struct diag *d)
{
    for (int i = 0; i < l->worker_count && d->code == ERR_OK && l->options->load.dialect->load_end; i++)
        target_execute(l->target, l->workers[i].rows.pg, l->options->load.dialect->load_end, l->watch->interrupt, d);
    return d->code;
}

/* Where a row is not visible to others at once. */
static enum err
flush_rows(struct loader *l, struct diag *d)
{
    static const struct phase phase = {.name = "flush", .unit = "flushes", .unit_count = 1};

    if (!l->options->load.dialect->flush || d->code != ERR_OK)
        return d->code;
    l->phase = &phase;
    atomic_store(&l->units_done, 0);
    report(l);
    target_execute(l->target, l->workers[0].rows.pg, l->options->load.dialect->flush, l->watch->interrupt, d);
    atomic_store(&l->units_done, 1);
    report(l);
    return d->code;
}

/* Made here, or there and empty. */
static enum err
ready_tables(struct loader *l, struct diag *d)
{
    const struct table_work work = {.options = l->options, .target = l->target, .interrupt = l->watch->interrupt};
    PGconn *const pg = l->workers[0].rows.pg;

    if (l->options->prepare.skip_ddl || l->options->command == COMMAND_LOAD) {
        for (int table = 0; table < l->table_count && d->code == ERR_OK; table++)
            tables_check_empty(&work, pg, table, d);
        return d->code;
    }
    if (l->options->prepare.recreate && tables_drop(&work, pg, d) != ERR_OK)
        return d->code;
    return tables_create(&work, pg, d);
}

/* From the tables to the settled server; create: the tables alone. */
static enum err
fill_tables(struct loader *l, struct diag *d)
{
    const struct options *const o = l->options;
    const bool in_order = o->load.dialect->keeps_order;
    const bool is_serial = o->load.dialect->has_serial_ddl;
    const struct phase load = {"load",       "rows", l->table_count * (in_order ? 1 : l->chunks_max),
                               l->row_count, false,  in_order ? load_table : load_chunk};
    const struct phase index = {"index", "tables", l->table_count, l->table_count, is_serial, index_table};
    const struct phase vacuum = {"vacuum", "tables", l->table_count, l->table_count, is_serial, settle_table};

    if (ready_tables(l, d) != ERR_OK || o->command == COMMAND_CREATE)
        return d->code;
    run_phase(l, &load, d);
    await_commits(l, d);
    if (!o->prepare.skip_ddl)
        run_phase(l, &index, d);
    flush_rows(l, d);
    if (o->load.dialect->settle)
        run_phase(l, &vacuum, d);
    if (o->load.dialect->has_checkpoint && d->code == ERR_OK)
        checkpoint(l, l->workers[0].rows.pg, d);
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
    pthread_condattr_t attributes;

    if (l.table_count == 0)
        return ERR_OK; /* What is driven brings its own. */
    count_rows(&l);
    pthread_mutex_init(&l.mutex, NULL);
    l.interrupt = (struct interrupt){.is_wanted = is_interrupted, .context = &l};
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&l.one_ended, &attributes);
    pthread_condattr_destroy(&attributes);
    if (!workload_row_source(&l.source, &o->load))
        fail(d, ERR_INTERNAL, "out of memory for the rows");

    if (d->code == ERR_OK && connect_workers(&l, d) == ERR_OK && fill_tables(&l, d) == ERR_INTERRUPTED)
        fail_hint(d, "the tables are half made: %s", tables_fresh_hint(o));
    loader_free(&l);
    return d->code;
}

enum err
load_cleanup(const struct options *o, const struct target *t, const struct interrupt *interrupt, struct diag *d)
{
    const struct table_work work = {.options = o, .target = t, .interrupt = interrupt};
    PGconn *const pg = target_connect(t, ANY_HOST, interrupt, d);

    if (!pg)
        return d->code;
    if (tables_drop(&work, pg, d) == ERR_INTERRUPTED)
        fail_hint(d, "some of the tables may be gone: run `cleanup` again");
    PQfinish(pg);
    return d->code;
}
