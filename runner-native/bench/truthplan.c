#include "truthplan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRATUM_COUNT = 16, NS_PER_US = 1000, NS_PER_MS = 1000000 };

struct truthplan plan = {.latency_ns = 1000 * NS_PER_US, .tail_factor = 1, .seed = 1};

/* Time. */

double
plan_working_time(double ns)
{
    if (plan.stall_ns == 0)
        return ns;
    const double working = plan.stall_every_ns - plan.stall_ns;
    const double whole = floor(ns / plan.stall_every_ns);
    return whole * working + fmin(ns - whole * plan.stall_every_ns, working);
}

double
plan_moment_of(double working_ns)
{
    if (plan.stall_ns == 0)
        return working_ns;
    const double working = plan.stall_every_ns - plan.stall_ns;
    const double whole = floor(working_ns / working);
    return whole * plan.stall_every_ns + (working_ns - whole * working);
}

/* Chance: splitmix64 (Steele, Lea & Flood 2014). */

static double
draw(void)
{
    uint64_t z = plan.seed += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* Draws of one kind, of which each STRATUM_COUNT have one in each stratum. */
struct strata {
    int order[STRATUM_COUNT];
    int left;
};

/* From 0 to 1, the strata in random order: distributed as chance would have it, with less scatter to wait out. */
static double
draw_stratified(struct strata *s)
{
    if (s->left == 0) {
        for (; s->left < STRATUM_COUNT; s->left++) { /* Fisher & Yates, inside out. */
            const int other = (int)(draw() * (s->left + 1));
            s->order[s->left] = s->order[other];
            s->order[other] = s->left;
        }
    }
    return (s->order[--s->left] + draw()) / (double)STRATUM_COUNT;
}

/* The same for the tail: of each 1/share draws one, at a random place. */
static bool
draw_tail(void)
{
    static int64_t left, until_tail;

    if (plan.tail_share == 0)
        return false;
    if (left == 0) {
        left = llround(1 / plan.tail_share);
        until_tail = (int64_t)(draw() * (double)left);
    }
    left--;
    return until_tail-- == 0;
}

double
plan_draw_service_ns(void)
{
    static struct strata bulk, tail;

    if (draw_tail())
        return plan.latency_ns * plan.tail_factor * (0.95 + 0.1 * draw_stratified(&tail));
    if (plan.random == RANDOM_UNIFORM)
        return plan.latency_ns * (0.5 + draw_stratified(&bulk));
    if (plan.random == RANDOM_EXPONENTIAL)
        return plan.latency_ns * -log1p(-draw_stratified(&bulk));
    return plan.latency_ns;
}

/* The command line. */

static bool
take_random(const char *name)
{
    static const char *const names[] = {"fixed", "uniform", "exponential"};

    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0) {
            plan.random = (enum random)i;
            return true;
        }
    return false;
}

bool
plan_take_option(const char *option)
{
    const char *const value = strchr(option, '=');
    double every_ms, length_ms;

    if (!value)
        return false;
#define IS(name) (strncmp(option, name "=", sizeof name) == 0)
    if (IS("--latency"))
        return (plan.latency_ns = strtod(value + 1, NULL) * (double)NS_PER_US) > 0;
    if (IS("--random"))
        return take_random(value + 1);
    if (IS("--tail"))
        return sscanf(value + 1, "%lf:%lf", &plan.tail_share, &plan.tail_factor) == 2;
    if (IS("--stall")) {
        if (sscanf(value + 1, "%lf:%lf", &every_ms, &length_ms) != 2 || every_ms <= length_ms)
            return false;
        plan.stall_every_ns = every_ms * (double)NS_PER_MS;
        plan.stall_ns = length_ms * (double)NS_PER_MS;
        return true;
    }
    if (IS("--servers"))
        return (plan.server_count = (int)strtol(value + 1, NULL, 10)) > 0 && plan.server_count <= PLAN_SERVER_COUNT_MAX;
    if (IS("--discipline")) {
        plan.discipline = strcmp(value + 1, "sharing") == 0 ? DISCIPLINE_SHARING : DISCIPLINE_FIFO;
        return true;
    }
    if (IS("--burn"))
        return (plan.burn_share = strtod(value + 1, NULL)) <= 1;
    if (IS("--seed"))
        return (plan.seed = strtoull(value + 1, NULL, 10)) > 0;
#undef IS
    return false;
}
