#ifndef PLUMBLINE_SCHEDULE_H
#define PLUMBLINE_SCHEDULE_H

/*
 * Which target is driven when: docs/method.md section 3A. A pure function of its arguments, so the same seed gives the same
 * schedule.
 *
 * With one target: one slice of warm-up, then one slice of measuring, or, when slices are asked for, many.
 * With two: pairs of slices, each pair one slice of each target in random order. The two slices of a pair are planned equally
 * long; from pair to pair the length varies by up to a quarter, so that no periodic disturbance of the host can keep step.
 */

#include "base.h"
#include "rng.h"

struct slice_plan {
    int target;
    bool is_measured;    /* False: warm-up. */
    int64_t start_ns;    /* Set by the conductor, the same for all workers. */
    int64_t duration_ns; /* Events may start for so long; INT64_MAX: until the events are used up. */
};

struct schedule {
    struct rng rng;
    int target_count;
    int64_t slice_ns; /* 0: one slice for the whole phase; only with one target. */
    int64_t warmup_left_ns;
    int64_t measure_left_ns; /* INT64_MAX: no end. */
    struct slice_plan queue[TARGET_COUNT_MAX];
    int queue_length;
};

/* `warmup_ns` and `measure_ns` are over all targets; `measure_ns` 0: no end. */
void schedule_init(struct schedule *s, int target_count, int64_t slice_ns, int64_t warmup_ns, int64_t measure_ns,
                   uint64_t seed);

/* False when everything has been measured. */
bool schedule_next(struct schedule *s, struct slice_plan *plan);

#endif
