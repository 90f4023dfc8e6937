#ifndef PLUMBLINE_MATH_SCHEDULE_H
#define PLUMBLINE_MATH_SCHEDULE_H

/*
 * The order in which targets are driven: docs/method.md, "What is measured". A pure function of its arguments, so the same
 * seed gives the same schedule.
 *
 * With one target: one slice of warm-up, then one slice of measuring, or, when slices are asked for, many.
 * With two: pairs of slices, each pair one slice of each target in random order. The two slices of a pair are planned equally
 * long; from pair to pair the length varies by up to a quarter, so that no periodic disturbance of the host can keep step.
 *
 * A slice ends when its last event has; until then ever more connections rest. Slices whose length is left to the schedule
 * begin with SLICE_FIRST_NS and get, half way through the warm-up and at its end, the length at which rests are a fiftieth: then
 * the load is the one that was asked for, and the throughput of a slice that of the server (docs/decisions/025-throughput.md). And some
 * slow events must fit in, for at the start of a slice no connection waits for another.
 */

#include "base/base.h"
#include "math/rng.h"

struct slice_plan {
    int target;
    bool is_measured;    /* False: warm-up. */
    int64_t start_ns;    /* Set by the conductor, the same for all workers. */
    int64_t duration_ns; /* Events may start for so long; INT64_MAX: until the events are used up. */
    int64_t elapsed_ns;  /* Planned measuring before its round, so that the two of a pair are alike; -1: it is warm-up. */
};

#define SLICE_FIRST_NS (50 * NS_PER_MS)

/* Traits of slices that the length of the next ones follows from. */
struct slice_traits {
    int64_t rest_ns; /* Rest of a connection at the end, on average over the connections. */
    int64_t tail_ns; /* 99th percentile of latency. */
};

struct slice_sum {
    int64_t slice_count;
    struct slice_traits sum;
};

struct schedule {
    struct rng rng;
    int target_count;
    int64_t slice_ns; /* 0: one slice for the whole phase; only with one target. */
    bool chooses;     /* The length is its own choice. */
    int64_t choose_at_ns; /* When so much of the warm-up is left; -1: never again. */
    struct slice_sum seen[TARGET_COUNT_MAX]; /* Since the last choice. */
    int64_t warmup_left_ns;
    int64_t measure_left_ns; /* INT64_MAX: no end. */
    int64_t measured_ns;     /* Planned so far. */
    struct slice_plan queue[TARGET_COUNT_MAX];
    int queue_length;
};

/* A slice_ns that leaves the length to the schedule. */
#define SLICE_AUTO INT64_C(-1)

/* `warmup_ns` and `measure_ns` are over all targets; `measure_ns` 0: no end. */
void schedule_init(struct schedule *s, int target_count, int64_t slice_ns, int64_t warmup_ns, int64_t measure_ns,
                   uint64_t seed);

/* Tells what a slice of the warm-up was like. */
void schedule_note(struct schedule *s, int target, struct slice_traits traits);

/* The length of slices whose events are like that. */
int64_t slice_length_for(struct slice_traits traits);

/* False when everything has been measured. */
bool schedule_next(struct schedule *s, struct slice_plan *plan);

#endif
