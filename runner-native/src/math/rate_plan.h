#ifndef PLUMBLINE_MATH_RATE_PLAN_H
#define PLUMBLINE_MATH_RATE_PLAN_H

/*
 * A load that changes while it runs (--stages): the rate over time, piece by piece linear. How many events are due until a moment is the
 * area below it, so that planned starts of one event per unit of that area, taken back to time, have the rate of each moment: Lewis and
 * Shedler, "Simulation of Nonhomogeneous Poisson Processes by Thinning" (1979), section 1, inversion of the integrated rate.
 */

#include "base/base.h"

enum { RATE_STAGE_MAX = 32 };

struct rate_stage {
    double from_per_s, to_per_s;
    int64_t duration_ns;
};

/* The last rate goes on for ever. */
struct rate_plan {
    int count; /* 0: there is none. */
    struct rate_stage stages[RATE_STAGE_MAX];
};

int64_t rate_plan_duration_ns(const struct rate_plan *plan);

/* Events that are due until a moment, from 0. */
double rate_plan_events(const struct rate_plan *plan, double until_ns);

/* When so many events are due, at the earliest; RATE_PLAN_NEVER: they never are. */
#define RATE_PLAN_NEVER 2e18
double rate_plan_time_ns(const struct rate_plan *plan, double events);

/* The number of the stage of a moment, from 0. */
int rate_plan_stage(const struct rate_plan *plan, int64_t at_ns);

#endif
