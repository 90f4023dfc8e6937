#ifndef PLUMBLINE_REPORT_REPORT_H
#define PLUMBLINE_REPORT_REPORT_H

/*
 * Output of the commands, while they run and at their end: one table of functions for each --output. Only these files and the help
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
    int64_t started_at_ns; /* Moments are printed as offsets from it. */
    bool is_quiet; /* True for runs that print nothing while they go on. */
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
    /* A change of phase of a run; `total_ns` is its planned length, 0 when unknown. NULL: it is not told. */
    void (*phase_began)(struct report *r, enum phase phase, int64_t began_ns, int64_t total_ns);
    /* An interval of a run. */
    void (*interval)(struct report *r, enum phase phase, int64_t elapsed_ns, int64_t total_ns,
                     const struct monitor_sample *sample);
    /* The error that ended the command. It is on standard error already. */
    void (*error)(struct report *r, const struct diag *d);
    /* Attempts that ended in this SQLSTATE, and may have been tried again. NULL: they are not told. */
    void (*retried)(struct report *r, int target, const char *sqlstate, int64_t attempts);
    /* The outcome of a run. */
    void (*outcome)(struct report *r, const struct outcome *o);
    /* The last call. `o` is NULL when there was no run, `tables` when nothing was loaded. */
    void (*summary)(struct report *r, enum err code, const struct outcome *o, const struct loaded_table *tables,
                    size_t table_count, const struct warning *warnings, size_t warning_count);
};

extern const struct report_ops report_sysbench;
extern const struct report_ops report_ndjson;
extern const struct report_ops report_pgbench;

void report_init(struct report *r, const struct options *o);

/* Prints, on standard error as pgbench does, the text of one of its own scripts, or with "list" their names. */
enum err report_pgbench_script(const char *name, struct diag *d);

/* Passes on what was written so far, and notes where that fails. */
void report_flush(struct report *r);

/* Does standard output take no more, or would it take no more because its reader has gone? */
bool report_is_lost(struct report *r);

/* Puts lost output, if there was any, in the place of an interruption that only came of it: a reader that went away interrupts a
 * command, a full disk fails it. */
void report_explain_loss(const struct report *r, struct diag *d);

/* An observer that passes the progress of a run to the report. */
struct observer report_observer(struct report *r);

/* The command `sql`: prints every statement that prepare, run and cleanup would send, each ended by a semicolon, so that the
 * database's own parser can read it. Connects to nothing. */
enum err report_sql(const struct options *o, struct diag *d);

/* Prints fields of the line hello: `,"compiler":...,"libc":...,"static":...`. Another build of this program, or of the C library that it
 * stands on, is another client: histories tell them apart. */
void build_put(void);

/* A run in the words of its workload (results() of struct family): on standard output, nothing for families without such words. */

/* Prints target `t`: lines, each number next to its limit. */
void results_print_text(const struct options *o, const struct outcome *out, int t);

/* Do all bounds of target `t` hold that limit its capacity? */
bool results_hold(const struct options *o, const struct outcome *out, int t);

/* Prints a run of a search in a few words: the first number, and each bound of the capacity, with those marked that do not
 * hold. */
void results_print_short(const struct options *o, const struct outcome *out, int t);

/* The fields `counters` and `results` of a block, each behind a comma. */
void results_print_json(const struct options *o, const struct outcome *out, int t);

/* The command `capacity`: the largest load of a server whose limits hold, by runs one after the other. Each is told when it ends,
 * and what is known by then when the search ends, or is interrupted. `o` is what each run is made of: its size or --rate changes
 * from run to run. `signal_fd` as of engine_run(). */
enum err capacity_run(struct report *r, struct options *o, const struct target *targets, int signal_fd, struct diag *d);

#endif
