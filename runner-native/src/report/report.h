#ifndef PLUMBLINE_REPORT_REPORT_H
#define PLUMBLINE_REPORT_REPORT_H

/*
 * How a command tells what it does and what came out: one table of functions for each --output. Only these files and the help
 * print. A report notes when standard output takes no more; the engine then stops.
 *
 * Threads: the main thread only.
 */

#include "base/base.h"
#include "base/diag.h"
#include "cli/options.h"
#include "machine/conductor.h"
#include "machine/monitor.h"
#include "machine/observer.h"
#include "machine/outcome.h"
#include "machine/target.h"

struct report {
    const struct report_ops *ops;
    const struct options *options;
    int target_count;
    int64_t started_at_ns; /* Moments are told as offsets of it. */
    int failure; /* errno of the first time that standard output took no more; 0: never. */
};

/* A table that was loaded. */
struct loaded_table {
    char name[64];
    int64_t rows;
};

struct report_ops {
    /* Before the first connection. */
    void (*hello)(struct report *r, const struct target *targets);
    /* A step of prepare; `left_ns` is how long the phase will still take, -1 when that is unknown. */
    void (*load_progress)(struct report *r, const char *phase, int64_t done, int64_t total, const char *unit, const char *what,
                          int64_t left_ns);
    /* A change of phase of a run; `total_ns` is its planned length, 0 when unknown. */
    void (*phase_began)(struct report *r, enum phase phase, int64_t began_ns, int64_t total_ns);
    /* An interval of a run. */
    void (*interval)(struct report *r, enum phase phase, int64_t elapsed_ns, int64_t total_ns,
                     const struct monitor_sample *sample);
    /* What ended the command. It is on standard error already. */
    void (*error)(struct report *r, const struct diag *d);
    /* Attempts that ended in this SQLSTATE, and may have been tried again. */
    void (*retried)(struct report *r, int target, const char *sqlstate, int64_t attempts);
    /* What a run has measured. */
    void (*outcome)(struct report *r, const struct outcome *o);
    /* The last call. `o` is NULL when there was no run, `tables` when nothing was loaded. */
    void (*summary)(struct report *r, enum err code, const struct outcome *o, const struct loaded_table *tables,
                    size_t table_count, const struct warning *warnings, size_t warning_count);
};

extern const struct report_ops report_sysbench;
extern const struct report_ops report_ndjson;
extern const struct report_ops report_pgbench;

void report_init(struct report *r, const struct options *o);

/* On standard error, as pgbench does: the text of one of its own scripts, or with "list" their names. */
enum err report_pgbench_script(const char *name, struct diag *d);

/* Passes on what was written so far, and notes where that fails. */
void report_flush(struct report *r);

/* For an observer: say on standard error what a run waits for that is to end, and what was done about it. */
void report_overdue(void *context, int64_t late_ns, int64_t left_ns);
void report_awaits_shell(void *context, int count, int64_t left_ns);
void report_killed_shell(void *context, int count);

/* Does standard output take no more, or would it take no more because its reader has gone? */
bool report_is_lost(struct report *r);

/* Where output was lost, puts that in the place of an interruption that only came of it: a reader that went away interrupts a
 * command, a full disk fails it. */
void report_explain_loss(const struct report *r, struct diag *d);

/* To be told how a run goes. */
struct observer report_observer(struct report *r);

#endif
