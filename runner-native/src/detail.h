#ifndef PLUMBLINE_DETAIL_H
#define PLUMBLINE_DETAIL_H

/*
 * What was measured, broken down: by kind of statement, by host, with and without what is not the server's. Of measured slices
 * alone, and no line of progress needs it, so that it is written in place and added up once, after the workers are joined.
 */

#include "base.h"
#include "hist.h"
#include "target.h"
#include "workload.h"

/* One kind of statement, or one host. */
struct part {
    int64_t count;  /* Statements that were answered without an error; events that succeeded. */
    int64_t errors; /* Statements or events that failed, once for each attempt. */
    int64_t misses; /* Statements that found or changed no row. */
    struct hist *latency; /* NULL where nothing of it is recorded. */
};

struct detail {
    struct part statements[STATEMENT_KIND_COUNT]; /* Histograms of those that the program uses; none with --pipeline. */
    struct part hosts[HOST_COUNT_MAX];            /* Only with several hosts. */
    struct hist *service;  /* Open loop: from the actual start of an event to its end. NULL otherwise. */
    struct hist *lateness; /* Open loop: from the moment when an event was due and a connection free, to its start. */
    struct hist *retried;      /* Events that took several attempts, with all of them. */
    struct hist *last_attempt; /* The same events, their last attempt alone. */
};

/* NULL when out of memory. `host_count` is that of the target. */
struct detail *detail_create(const struct program *program, int host_count, bool is_open_loop, bool is_pipelined);

void detail_destroy(struct detail *d); /* NULL is fine. */

/* Adds `from`, which was created with the same arguments. */
void detail_merge(struct detail *into, const struct detail *from);

#endif
