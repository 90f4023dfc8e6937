#ifndef PLUMBLINE_PREPARE_LOAD_H
#define PLUMBLINE_PREPARE_LOAD_H

/*
 * The commands prepare (create, load) and cleanup: making the tables of a workload (schema.h), and dropping them.
 *
 * The rows depend on the seed, the number of the table, --table-size and --rand-type alone: rows are made in chunks, each with a random
 * stream of its own, so however many connections share the work and by whatever --load-method, the same rows come out. Where they lie as
 * they came (PostgreSQL's heaps) each table is filled by one connection at a time, so that they lie alike, too. Memory does not grow with
 * the number of rows. Connections are spread over several hosts as those of a run are.
 *
 * The calling thread drives up to --threads connections, and calls the callbacks.
 */

#include "base/base.h"
#include "base/diag.h"
#include "catalog/schema.h"
#include "cli/options.h"
#include "machine/client.h"

/* One thing that prepare has done so far; the phases follow each other. */
struct load_progress {
    const char *phase; /* "load", "index", "flush", "vacuum", "checkpoint" */
    int64_t done;
    int64_t total;
    const char *unit;  /* "rows", "tables", "flushes" or "checkpoints" */
    char what[TABLE_NAME_SIZE]; /* The table that was worked on last; empty for flush and checkpoint. */
    int64_t left_ns;   /* How long the phase will still take, by what it has done so far; -1: unknown. */
};

/* How the caller follows prepare. Each member may be NULL. */
struct load_watch {
    /* At the start and the end of each phase, and about ten times a second in between. */
    void (*on_progress)(void *context, const struct load_progress *progress);
    /* Something that does not stop prepare, but the numbers may suffer from. */
    void (*on_warning)(void *context, const char *code, const char *message, const char *remedy);
    void *context;
    const struct interrupt *interrupt; /* When it is wanted, prepare ends with ERR_INTERRUPTED. NULL: never. */
};

/*
 * The commands prepare, create (the tables alone) and load (all but the tables).
 *
 * Creates the tables, brings the rows in, adds keys and indexes, sets the sequences, then FLUSH, VACUUM ANALYZE and
 * CHECKPOINT where the dialect has them, so that a run starts from a settled server. Fails without having changed anything
 * when one of the tables exists, or, where they are not made here (load, --skip-ddl), is missing or has rows. A failure later
 * leaves the tables half made; cleanup, or --recreate=on of prepare and create, removes them.
 */
enum err load_prepare(const struct options *o, const struct target *t, const struct load_watch *watch, struct diag *d);

/* Drops the tables 1 to --tables; those that do not exist are no failure. `interrupt` may be NULL. */
enum err load_cleanup(const struct options *o, const struct target *t, const struct interrupt *interrupt, struct diag *d);

#endif
