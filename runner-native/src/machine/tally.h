#ifndef PLUMBLINE_MACHINE_TALLY_H
#define PLUMBLINE_MACHINE_TALLY_H

/*
 * What was counted on one target over some time: events, statements, failures, latencies. One owner at a time; tallies of
 * several threads are added up after they are joined, or under a lock between two measurements.
 */

#include "base/base.h"
#include "math/hist.h"

/* Class of a statement by its result and not by its text, as sysbench counts. */
enum query_class {
    QUERY_READ,  /* Gave a result set. */
    QUERY_WRITE, /* Changed rows. */
    QUERY_OTHER, /* Anything else: BEGIN, COMMIT, an UPDATE that found no row. */
    QUERY_CLASS_COUNT,
};

struct queries {
    int64_t count[QUERY_CLASS_COUNT];
};

enum { SQLSTATE_COUNT_MAX = 32 };
#define SQLSTATE_NONE "none" /* SQLSTATE of an error that came without one, and of an answer that is none. */

/* Failed attempts by SQLSTATE, in the order of their first appearance. */
struct sqlstates {
    int count;
    struct {
        char sqlstate[6];
        int64_t attempts;
    } entry[SQLSTATE_COUNT_MAX];
    int64_t overflow; /* Attempts with a SQLSTATE for which there was no place left. */
};

struct tally {
    int64_t events;            /* Successful. */
    int64_t failed_events;     /* Events that were given up. */
    int64_t failed_attempts;   /* Failed attempts of all events, including those that succeeded later. */
    int64_t rollbacks;         /* Transactions that the program rolled back though nothing had failed. */
    int64_t retries;           /* Attempts after the first of an event. */
    int64_t retried_events;    /* Measured events with several attempts, whatever became of them. */
    int64_t skipped_events;    /* Open loop: those that were left out, as --latency-limit was over before they could begin. */
    int64_t lag_sum_ns, lag_max_ns; /* Open loop: from the planned start to the actual one, of successful measured events. */
    int64_t reconnects;
    int64_t reconnect_ns;      /* --reconnect: what opening them again took. */
    int64_t downtime_ns;       /* Summed over the connections: how long each was lost. */
    struct queries queries;    /* Statements of all attempts. */
    struct queries committed;  /* Statements of successful attempts. */
    struct sqlstates sqlstates;
    int64_t longest_wait_ns;   /* Longest wait for the answer to one statement, whatever it was. */
    struct hist latency;       /* Latency of successful events, with all their retries. */
};

/* NULL when out of memory. Its pages are touched. */
struct tally *tally_create(void);
void tally_destroy(struct tally *t); /* NULL is fine. */
void tally_reset(struct tally *t);
void tally_merge(struct tally *into, const struct tally *from);

void sqlstates_add(struct sqlstates *s, const char *sqlstate, int64_t attempts);

enum { SQLSTATES_TEXT_SIZE = 128 };

/* The one that most attempts ended in; NULL: none did. */
const char *sqlstates_most(const struct sqlstates *s);

/* The most frequent ones, the first of them first: "SQLSTATE 40001 (93), 57014 (4)". Empty where there are none. */
void sqlstates_write(const struct sqlstates *s, char out[SQLSTATES_TEXT_SIZE]);

static inline int64_t
queries_total(const struct queries *q)
{
    return q->count[QUERY_READ] + q->count[QUERY_WRITE] + q->count[QUERY_OTHER];
}

#endif
