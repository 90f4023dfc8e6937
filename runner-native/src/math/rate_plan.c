#include "math/rate_plan.h"

#include <math.h>

int64_t
rate_plan_duration_ns(const struct rate_plan *plan)
{
    int64_t sum_ns = 0;

    for (int i = 0; i < plan->count; i++)
        sum_ns += plan->stages[i].duration_ns;
    return sum_ns;
}

static double
per_ns(double per_s)
{
    return per_s / (double)NS_PER_S;
}

/* Events of one stage, until `ns` of it. */
static double
events_of(const struct rate_stage *s, double ns)
{
    const double slope = per_ns(s->to_per_s - s->from_per_s) / (double)s->duration_ns;

    return per_ns(s->from_per_s) * ns + slope * ns * ns / 2;
}

double
rate_plan_events(const struct rate_plan *plan, double until_ns)
{
    double sum = 0;

    for (int i = 0; i < plan->count; i++) {
        const struct rate_stage *const s = &plan->stages[i];
        if (until_ns <= (double)s->duration_ns)
            return sum + events_of(s, until_ns);
        sum += events_of(s, (double)s->duration_ns);
        until_ns -= (double)s->duration_ns;
    }
    return sum + per_ns(plan->stages[plan->count - 1].to_per_s) * until_ns;
}

/* When `events` of a stage are due: the root of the quadratic in the form that loses no digits where the slope is small. */
static double
time_of(const struct rate_stage *s, double events)
{
    const double from = per_ns(s->from_per_s), slope = per_ns(s->to_per_s - s->from_per_s) / (double)s->duration_ns;
    const double square = fmax(0, from * from + 2 * slope * events), sum = from + sqrt(square);

    return sum > 0 ? fmin(2 * events / sum, (double)s->duration_ns) : 0;
}

double
rate_plan_time_ns(const struct rate_plan *plan, double events)
{
    const double last = per_ns(plan->stages[plan->count - 1].to_per_s);
    double began_ns = 0;

    for (int i = 0; i < plan->count; i++) {
        const struct rate_stage *const s = &plan->stages[i];
        const double all = events_of(s, (double)s->duration_ns);
        if (events <= all)
            return began_ns + time_of(s, events);
        events -= all;
        began_ns += (double)s->duration_ns;
    }
    return last > 0 ? fmin(began_ns + events / last, RATE_PLAN_NEVER) : RATE_PLAN_NEVER;
}

int
rate_plan_stage(const struct rate_plan *plan, int64_t at_ns)
{
    int i = 0;

    for (; i < plan->count - 1 && at_ns >= plan->stages[i].duration_ns; i++)
        at_ns -= plan->stages[i].duration_ns;
    return i;
}
