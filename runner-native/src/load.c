#include "load.h"

#include <assert.h>
#include <endian.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rng.h"
#include "text.h"
#include "workload.h"

enum {
    CHUNK_ROW_COUNT = 10000, /* Rows of one COPY, and of one random stream: changing it changes the tables. */
    LOAD_THREAD_COUNT_MAX = 256,
    WATCH_INTERVAL_NS = 100000000,
    COPY_BUFFER_SIZE = 64 * 1024,
    /* One row of binary COPY: number of fields, then length and value of id, k, c and pad. */
    ROW_SIZE = 2 + (4 + 4) + (4 + 4) + (4 + TEXT_C_LENGTH) + (4 + TEXT_PAD_LENGTH),
    ROWS_PER_BUFFER = COPY_BUFFER_SIZE / ROW_SIZE,
};

/* Signature, flags, and length of the header extension: PostgreSQL's documentation of COPY, "Binary Format". */
static const char copy_header[] = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0";
static const char copy_trailer[] = "\377\377";

struct loader;

/* A thread and its connection. The connection lives through all phases, the thread through one. */
struct load_worker {
    struct loader *loader;
    pthread_t thread;
    PGconn *pg;
    struct diag diag;
    char buffer[COPY_BUFFER_SIZE];
};

/* One phase is a number of tasks that the workers take one by one. `run_task` does one and returns the units it has done. */
struct phase {
    const char *name;
    const char *unit;
    int64_t task_count;
    int64_t unit_count;
    enum err (*run_task)(struct load_worker *w, int64_t task, int64_t *units_done);
};

struct loader {
    const struct options *options;
    const struct target *target;
    const struct load_watch *watch;
    int table_count;
    int64_t chunk_count; /* Of one table. */
    struct dist k_values;
    struct load_worker *workers;
    int worker_count;
    const struct phase *phase;
    atomic_llong next_task;
    atomic_llong units_done;
    atomic_int last_table;
    atomic_bool is_stopping; /* A worker failed, or the caller wants to end. */
    bool is_interrupted;     /* The caller wants to end; for the calling thread only. */

    pthread_mutex_t mutex; /* Guards running_count. */
    pthread_cond_t one_ended;
    int running_count;
};

/* Tables. */

static enum err
execute(struct load_worker *w, const char *sql)
{
    return target_execute(w->loader->target, w->pg, sql, &w->diag);
}

/* Creates all tables or none: what a failure finds half way was made here, and goes again. */
static enum err
create_tables(struct loader *l, PGconn *pg, struct diag *d)
{
    char sql[SQL_SIZE_MAX];

    for (int table = 0; table < l->table_count; table++) {
        sbtest_create_table(l->options, table, sql, sizeof sql);
        if (target_execute(l->target, pg, sql, d) == ERR_OK)
            continue;
        while (--table >= 0) {
            struct diag ignored = DIAG_NONE;
            sbtest_drop_table(l->options, table, sql, sizeof sql);
            target_execute(l->target, pg, sql, &ignored);
        }
        break;
    }
    return d->code;
}

/* Rows. */

static char *
put_u16(char *out, uint16_t value)
{
    const uint16_t big_endian = htobe16(value);
    memcpy(out, &big_endian, sizeof big_endian);
    return out + sizeof big_endian;
}

static char *
put_u32(char *out, uint32_t value)
{
    const uint32_t big_endian = htobe32(value);
    memcpy(out, &big_endian, sizeof big_endian);
    return out + sizeof big_endian;
}

/* One row in COPY's binary format; returns the place behind it. */
static char *
put_row(char *out, int32_t id, const struct dist *k_values, struct rng *r)
{
    char *const start = out;

    out = put_u16(out, 4);
    out = put_u32(out, 4);
    out = put_u32(out, (uint32_t)id);
    out = put_u32(out, 4);
    out = put_u32(out, (uint32_t)dist_draw(k_values, r));
    out = put_u32(out, TEXT_C_LENGTH);
    text_fill_c(r, out);
    out = put_u32(out + TEXT_C_LENGTH, TEXT_PAD_LENGTH);
    text_fill_pad(r, out);
    out += TEXT_PAD_LENGTH;
    assert(out - start == ROW_SIZE);
    return out;
}

static enum err
fail_copy(struct load_worker *w, const PGresult *result)
{
    return target_fail_result(w->loader->target, w->pg, result, "connection", &w->diag);
}

/* Sends the rows of a chunk over a connection in COPY mode. False when the connection is lost. */
static bool
send_rows(struct load_worker *w, int table, int64_t first_id, int64_t row_count)
{
    const struct loader *l = w->loader;
    struct rng r;

    rng_init(&r, (uint64_t)l->options->rand_seed,
             rng_mix((uint64_t)table + 1) + (uint64_t)(first_id / CHUNK_ROW_COUNT));
    if (PQputCopyData(w->pg, copy_header, sizeof copy_header - 1) != 1)
        return false;
    for (int64_t row = 0; row < row_count;) {
        char *out = w->buffer;
        for (int i = 0; i < ROWS_PER_BUFFER && row < row_count; i++, row++)
            out = put_row(out, (int32_t)(first_id + row), &l->k_values, &r);
        if (PQputCopyData(w->pg, w->buffer, (int)(out - w->buffer)) != 1)
            return false;
    }
    return PQputCopyData(w->pg, copy_trailer, sizeof copy_trailer - 1) == 1 && PQputCopyEnd(w->pg, NULL) == 1;
}

/* Reads what the server says after the rows, to the last result. */
static enum err
finish_copy(struct load_worker *w)
{
    PGresult *result;

    while ((result = PQgetResult(w->pg))) {
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            fail_copy(w, result);
        PQclear(result);
        if (PQstatus(w->pg) == CONNECTION_BAD)
            break;
    }
    return w->diag.code;
}

/* Consecutive tasks belong to different tables, so that the workers spread over the tables before they share one. */
static enum err
load_chunk(struct load_worker *w, int64_t task, int64_t *units_done)
{
    struct loader *l = w->loader;
    const int table = (int)(task % l->table_count);
    const int64_t first_id = task / l->table_count * CHUNK_ROW_COUNT + 1;
    const int64_t rows_left = l->options->table_size - first_id + 1;
    const int64_t row_count = rows_left < CHUNK_ROW_COUNT ? rows_left : CHUNK_ROW_COUNT;
    char sql[SQL_SIZE_MAX];

    sbtest_copy(l->options, table, sql, sizeof sql);
    PGresult *const result = PQexec(w->pg, sql);
    if (PQresultStatus(result) != PGRES_COPY_IN)
        fail_copy(w, result);
    PQclear(result);
    if (w->diag.code != ERR_OK)
        return w->diag.code;
    if (!send_rows(w, table, first_id, row_count))
        return fail_copy(w, NULL);
    if (finish_copy(w) == ERR_OK) {
        *units_done = row_count;
        atomic_store(&l->last_table, table);
    }
    return w->diag.code;
}

static enum err
index_table(struct load_worker *w, int64_t task, int64_t *units_done)
{
    static size_t (*const texts[])(const struct options *, int, char *, size_t) = {sbtest_create_key, sbtest_create_index,
                                                                                   sbtest_set_sequence};
    struct loader *l = w->loader;
    char sql[SQL_SIZE_MAX];

    for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
        if (texts[i](l->options, (int)task, sql, sizeof sql) > 0 && execute(w, sql) != ERR_OK)
            return w->diag.code;
    }
    *units_done = 1;
    atomic_store(&l->last_table, (int)task);
    return ERR_OK;
}

static enum err
vacuum_table(struct load_worker *w, int64_t task, int64_t *units_done)
{
    char sql[64];

    snprintf(sql, sizeof sql, "VACUUM ANALYZE sbtest%d", (int)task + 1);
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
                                     .unit = l->phase->unit};

    if (!l->watch->on_progress)
        return;
    if (l->phase->run_task)
        snprintf(progress.what, sizeof progress.what, "sbtest%d", atomic_load(&l->last_table) + 1);
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

/* Ends the phase soon: no new tasks, and the statements under way are cancelled. */
static void
interrupt(struct loader *l)
{
    char ignored[256];

    l->is_interrupted = true;
    atomic_store(&l->is_stopping, true);
    for (int i = 0; i < l->worker_count; i++) {
        PGcancel *const cancel = PQgetCancel(l->workers[i].pg);
        if (cancel)
            PQcancel(cancel, ignored, sizeof ignored);
        PQfreeCancel(cancel);
    }
}

/* Reports and looks for an interruption until no worker runs. */
static void
watch_workers(struct loader *l)
{
    pthread_mutex_lock(&l->mutex);
    while (l->running_count > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += WATCH_INTERVAL_NS;
        until.tv_sec += until.tv_nsec / NS_PER_S;
        until.tv_nsec %= NS_PER_S;
        if (pthread_cond_timedwait(&l->one_ended, &l->mutex, &until) == 0)
            continue;
        pthread_mutex_unlock(&l->mutex);
        report(l);
        if (!l->is_interrupted && l->watch->is_interrupted && l->watch->is_interrupted(l->watch->context))
            interrupt(l);
        pthread_mutex_lock(&l->mutex);
    }
    pthread_mutex_unlock(&l->mutex);
}

/* Runs one phase to its end on all workers, or to the first failure. */
static enum err
run_phase(struct loader *l, const struct phase *phase, struct diag *d)
{
    int started = 0;

    if (d->code != ERR_OK)
        return d->code;
    l->phase = phase;
    atomic_store(&l->next_task, 0);
    atomic_store(&l->units_done, 0);
    atomic_store(&l->last_table, 0);
    report(l);
    l->running_count = l->worker_count;
    for (; started < l->worker_count; started++) {
        if (pthread_create(&l->workers[started].thread, NULL, worker_main, &l->workers[started]) == 0)
            continue;
        fail(d, ERR_INTERNAL, "cannot start thread %d of %d", started + 1, l->worker_count);
        fail_hint(d, "lower --threads");
        atomic_store(&l->is_stopping, true);
        pthread_mutex_lock(&l->mutex);
        l->running_count -= l->worker_count - started;
        pthread_mutex_unlock(&l->mutex);
        break;
    }
    watch_workers(l);
    if (l->is_interrupted) { /* Cancelled statements fail too, but they are not the cause. */
        fail(d, ERR_INTERRUPTED, "interrupted in phase %s of prepare", phase->name);
        fail_hint(d, "the tables are half made: run `cleanup` before the next `prepare`");
    }
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
    PGresult *const result = PQexec(pg, "CHECKPOINT");
    if (PQresultStatus(result) != PGRES_COMMAND_OK) {
        const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
        if (sqlstate && strcmp(sqlstate, "42501") == 0)
            warn(l, "no-checkpoint", "the server refused CHECKPOINT: what prepare wrote may still be flushed during the run",
                 "grant the role pg_checkpoint to the user, or wait for a checkpoint before the run");
        else
            target_fail_result(l->target, pg, result, "connection", d);
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
        PQfinish(l->workers[i].pg);
    free(l->workers);
    pthread_cond_destroy(&l->one_ended);
    pthread_mutex_destroy(&l->mutex);
}

/*
 * Connects as many workers as there is work for. Their COPYs need not wait for the disk one by one: making the indexes waits
 * for all of them (see await_commits()).
 */
static enum err
connect_workers(struct loader *l, struct diag *d)
{
    const int64_t wanted = l->options->threads;
    const int64_t useful = l->table_count * l->chunk_count;
    int64_t count = wanted < useful ? wanted : useful;

    if (count > LOAD_THREAD_COUNT_MAX)
        count = LOAD_THREAD_COUNT_MAX;
    l->workers = calloc((size_t)count, sizeof *l->workers);
    if (!l->workers)
        return fail(d, ERR_INTERNAL, "out of memory for %lld loading threads", (long long)count);
    for (; l->worker_count < count; l->worker_count++) {
        struct load_worker *w = &l->workers[l->worker_count];
        *w = (struct load_worker){.loader = l, .diag = DIAG_NONE};
        w->pg = target_connect(l->target, d);
        if (!w->pg)
            return d->code;
        target_execute(l->target, w->pg, LOAD_SQL_COMMIT_ASYNC, d);
    }
    return d->code;
}

/* From here on commits wait for the disk, and the next one of any worker does for all before it: VACUUM cannot mark a page as
 * all-visible whose rows are not committed there. */
static enum err
await_commits(struct loader *l, struct diag *d)
{
    for (int i = 0; i < l->worker_count && d->code == ERR_OK; i++)
        target_execute(l->target, l->workers[i].pg, LOAD_SQL_COMMIT_SYNC, d);
    return d->code;
}

enum err
load_prepare(const struct options *o, const struct target *t, const struct load_watch *watch, struct diag *d)
{
    struct loader l = {.options = o, .target = t, .watch = watch, .table_count = workload_table_count(o)};

    assert(o->table_size > 0);
    if (!o->dialect->has_copy_binary)
        return fail(d, ERR_USAGE, "prepare needs COPY in binary format, which %s does not have", o->dialect->name);
    l.chunk_count = (o->table_size + CHUNK_ROW_COUNT - 1) / CHUNK_ROW_COUNT;
    dist_init(&l.k_values, &o->dist, 1, o->table_size);
    pthread_mutex_init(&l.mutex, NULL);
    pthread_cond_init(&l.one_ended, NULL);

    const struct phase load = {"load", "rows", l.table_count * l.chunk_count, l.table_count * o->table_size, load_chunk};
    const struct phase index = {"index", "tables", l.table_count, l.table_count, index_table};
    const struct phase vacuum = {"vacuum", "tables", l.table_count, l.table_count, vacuum_table};
    if (connect_workers(&l, d) == ERR_OK && create_tables(&l, l.workers[0].pg, d) == ERR_OK) {
        run_phase(&l, &load, d);
        await_commits(&l, d);
        run_phase(&l, &index, d);
        if (o->dialect->has_vacuum)
            run_phase(&l, &vacuum, d);
        if (o->dialect->has_checkpoint && d->code == ERR_OK)
            checkpoint(&l, l.workers[0].pg, d);
    }
    loader_free(&l);
    return d->code;
}

enum err
load_cleanup(const struct options *o, const struct target *t, struct diag *d)
{
    PGconn *const pg = target_connect(t, d);
    char sql[SQL_SIZE_MAX];

    if (!pg)
        return d->code;
    /* No notice for each table that does not exist. */
    target_execute(t, pg, "SET client_min_messages = warning", d);
    for (int table = 0; table < workload_table_count(o) && d->code == ERR_OK; table++) {
        sbtest_drop_table(o, table, sql, sizeof sql);
        target_execute(t, pg, sql, d);
    }
    PQfinish(pg);
    return d->code;
}
