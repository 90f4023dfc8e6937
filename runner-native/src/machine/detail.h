#ifndef PLUMBLINE_MACHINE_DETAIL_H
#define PLUMBLINE_MACHINE_DETAIL_H

/*
 * A breakdown of what was measured: by kind of event and of statement, by host, with and without what is not the server's. Of
 * measured slices alone, and no line of progress needs it, so that it is written in place and added up once, after the workers
 * are joined.
 */

#include "base/base.h"
#include "machine/target.h"
#include "math/hist.h"
#include "program/program.h"

/* One kind of event or statement, or one host. */
struct part {
    int64_t count;        /* Statements that were answered without an error; events that succeeded. */
    int64_t errors;       /* Statements or events that failed, once for each attempt. */
    int64_t misses;       /* Statements that found or changed no row. */
    struct hist *latency; /* NULL where nothing of it is recorded. */
};

/* Why an event has failed for good. */
enum failure { FAILURE_OTHER, FAILURE_SERIALIZATION, FAILURE_DEADLOCK, FAILURE_COUNT };

/* Fate of the events of one kind, besides their latency. */
struct fate {
    int64_t failures[FAILURE_COUNT]; /* Failures on connections that went on, */
    int64_t retried; /* Events of several attempts, */
    int64_t retries; /* and their attempts after the first. */
    int64_t late;    /* Successful, and slower than --latency-limit. */
};

struct detail {
    bool is_close; /* Each event is looked at more closely than to count it: there are several kinds, a limit, or a log. */
    int event_kind_count, statement_count;
    struct part
        *events; /* Parts by the kinds of the program; histograms where there are several, a single one is the tally's. */
    struct fate *fates;  /* Fates by the same kinds. */
    int64_t *statement_failures; /* Events that failed for good, by the statement at which they did. */
    struct part *statements; /* Parts by the statements of the program; no histograms where they are sent in one go. */
    int64_t counters[COUNTER_MAX]; /* Counters of the program. */
    int stage_count; /* Stages of a load that changes. */
    struct part *stages; /* Parts by the stage in which their events were to start. */
    struct part hosts[HOST_COUNT_MAX]; /* Histograms only with several hosts. */
    struct hist *service; /* Open loop: from the actual start of an event to its end. NULL otherwise. */
    struct hist *lateness; /* Open loop: from the moment when an event was due and a connection free, to its start. */
    struct hist *punctual; /* Open loop: latency as it would have been without lateness. */
    struct hist *retried; /* Events that took several attempts, with all of them. */
    struct hist *last_attempt; /* The same events, their last attempt alone. */
    struct hist *of_parts; /* Those of all parts, in one piece. */
    size_t of_parts_count;
};

/* NULL when out of memory. `host_count` is that of the target; stages are of open loops. */
struct detail *detail_create(const struct program *program, int host_count, bool is_open_loop, int stage_count);

void detail_destroy(struct detail *d); /* NULL is fine. */

/* The fates of all kinds together; returns how many events have failed. */
int64_t detail_fate(const struct detail *d, struct fate *all);

/* Adds `from`, which was created with the same arguments. */
void detail_merge(struct detail *into, const struct detail *from);

#endif
