#include "machine/open_loop.h"

#include <assert.h>

void
open_loop_begin(struct loop *l)
{
    l->open.resting_first = 0;
    l->open.resting_count = 0;
    l->open.is_planned_time_over = false;
}

static struct conn **
resting_at(const struct loop *l, int place)
{
    return &l->open.resting[(l->open.resting_first + place) % l->conn_count];
}

static void
give_back(const struct loop *l, int64_t start_ns)
{
    if (start_ns != START_NONE)
        start_queue_return(l->open.queue, start_ns);
}

static bool
may_begin(const struct loop *l, int64_t start_ns, int64_t now_ns)
{
    return start_ns <= now_ns && start_ns < l->deadline_ns && now_ns < l->give_up_ns;
}

bool
open_loop_take_start(struct loop *l, struct conn *c, int64_t now_ns)
{
    c->intended_ns = now_ns < l->give_up_ns ? start_queue_take(l->open.queue, now_ns) : START_NONE;
    return may_begin(l, c->intended_ns, now_ns);
}

void
open_loop_rest(struct loop *l, struct conn *c)
{
    *resting_at(l, l->open.resting_count) = c;
    /* The connection that has rested longest is next: a start that another connection gave back may be earlier than those that the others
     * wait for, and goes to the first of them. */
    for (int place = l->open.resting_count++; place > 0; place--) {
        struct conn *const before = *resting_at(l, place - 1), *const here = *resting_at(l, place);
        if (before->intended_ns <= here->intended_ns)
            break;
        const int64_t start_ns = before->intended_ns;
        before->intended_ns = here->intended_ns;
        here->intended_ns = start_ns;
    }
}

static struct conn *
take_first(struct loop *l)
{
    struct conn *const c = *resting_at(l, 0);

    l->open.resting_first = (l->open.resting_first + 1) % l->conn_count;
    l->open.resting_count--;
    return c;
}

struct conn *
open_loop_take_rested(struct loop *l, int64_t now_ns)
{
    const bool is_any = l->open.resting_count > 0 && may_begin(l, (*resting_at(l, 0))->intended_ns, now_ns);

    return is_any ? take_first(l) : NULL;
}

int64_t
open_loop_next_ns(const struct loop *l)
{
    const int64_t start_ns = l->open.resting_count > 0 ? (*resting_at(l, 0))->intended_ns : START_NONE;

    return start_ns < l->deadline_ns ? start_ns : INT64_MAX;
}

void
open_loop_forget_rested(struct loop *l, const struct conn *gone)
{
    int place = 0;

    while (place < l->open.resting_count && *resting_at(l, place) != gone)
        place++;
    if (place == l->open.resting_count)
        return;
    int64_t start_ns = gone->intended_ns;
    for (; place + 1 < l->open.resting_count; place++) { /* Each moves up; what the last one waited for is left. */
        struct conn *const c = *resting_at(l, place + 1);
        const int64_t own_ns = c->intended_ns;
        c->intended_ns = start_ns;
        start_ns = own_ns;
        *resting_at(l, place) = c;
    }
    l->open.resting_count--;
    give_back(l, start_ns);
}

int
open_loop_stage(const struct loop *l, const struct conn *c)
{
    return rate_plan_stage(l->open.stages, l->plan.elapsed_ns + c->intended_ns - l->origin_ns);
}

int64_t
open_loop_record_lateness(struct loop *l, const struct conn *c, int64_t intended_ns, int64_t now_ns)
{
    struct detail *const d = l->env.detail[l->plan.target];
    const int64_t possible_ns = intended_ns > c->free_ns ? intended_ns : c->free_ns;
    const int64_t late_ns = now_ns > possible_ns ? now_ns - possible_ns : 0;

    if (d)
        hist_record(d->lateness, late_ns);
    return late_ns;
}

void
open_loop_end(struct loop *l, int64_t now_ns)
{
    const int64_t planned_until_ns = l->deadline_ns < now_ns ? l->deadline_ns : now_ns;

    for (int64_t last_ns = 0; l->open.resting_count > 0;) {
        const int64_t start_ns = take_first(l)->intended_ns;
        assert(start_ns >= last_ns); /* The connection that has rested longest is next. */
        give_back(l, start_ns);
        last_ns = start_ns;
    }
    l->slice.offered_ns = planned_until_ns - l->origin_ns;
    if (l->slice.end_ns < planned_until_ns)
        l->slice.end_ns = planned_until_ns; /* Time without a planned start is time as well. */
}
