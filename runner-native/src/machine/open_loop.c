#include "machine/open_loop.h"

void
open_loop_begin(struct loop *l)
{
    struct open_loop *const open = &l->open;

    pacer_begin(&open->begun);
    open->due = open->begun;
    open->begun_count = 0;
    open->due_count = 0;
    open->resting_first = 0;
    open->resting_count = 0;
    open->is_planned_time_over = false;
}

void
open_loop_rest(struct loop *l, struct conn *c)
{
    struct open_loop *const open = &l->open;

    open->resting[(open->resting_first + open->resting_count++) % l->conn_count] = c;
}

struct conn *
open_loop_take_rested(struct loop *l)
{
    struct open_loop *const open = &l->open;
    struct conn *const c = open->resting[open->resting_first];

    open->resting_first = (open->resting_first + 1) % l->conn_count;
    open->resting_count--;
    return c;
}

void
open_loop_forget_rested(struct loop *l, const struct conn *gone)
{
    for (int left = l->open.resting_count; left > 0; left--) {
        struct conn *const c = open_loop_take_rested(l);
        if (c == gone)
            continue;
        open_loop_rest(l, c);
    }
}

int64_t
open_loop_record_lateness(struct loop *l, const struct conn *c, int64_t intended_ns, int64_t now_ns)
{
    struct detail *const d = l->env.detail[l->plan.target];
    const struct open_loop *const open = &l->open;
    const int64_t free_ns = open->resting_count > 0 && open->resting[open->resting_first]->free_ns < c->free_ns
                                ? open->resting[open->resting_first]->free_ns
                                : c->free_ns;
    const int64_t possible_ns = intended_ns > free_ns ? intended_ns : free_ns;
    const int64_t late_ns = now_ns > possible_ns ? now_ns - possible_ns : 0;

    if (d)
        hist_record(d->lateness, late_ns);
    return late_ns;
}

void
open_loop_count_due(struct loop *l, int64_t now_ns)
{
    struct open_loop *const open = &l->open;
    const int64_t left = l->plan.is_measured ? l->events_left[l->plan.target] : INT64_MAX;
    const int64_t limit = left == INT64_MAX ? INT64_MAX : open->begun_count + left;

    while (open->due_count < limit && l->origin_ns + pacer_next_ns(&open->due) <= now_ns &&
           l->origin_ns + pacer_next_ns(&open->due) < l->deadline_ns) {
        pacer_advance(&open->due);
        open->due_count++;
    }
    if (open_loop_backlog(open) > l->slice.backlog_max)
        l->slice.backlog_max = open_loop_backlog(open);
    if (!open->is_planned_time_over && now_ns >= l->deadline_ns) {
        open->is_planned_time_over = true;
        l->slice.backlog_end = open_loop_backlog(open);
    }
}

int64_t
open_loop_tell_backlog(struct loop *l, int64_t backlog)
{
    const int64_t more = backlog - l->open.told_backlog;

    l->open.told_backlog = backlog;
    return atomic_fetch_add_explicit(&l->conductor->backlog, more, memory_order_relaxed) + more;
}

void
open_loop_end(struct loop *l, int64_t now_ns)
{
    const int64_t planned_until_ns = l->deadline_ns < now_ns ? l->deadline_ns : now_ns;

    open_loop_count_due(l, now_ns);
    l->slice.offered = l->open.due_count;
    l->slice.offered_ns = planned_until_ns - l->origin_ns;
    l->slice.unstarted = open_loop_backlog(&l->open);
    if (l->open.told_backlog > 0) /* It is dropped. */
        open_loop_tell_backlog(l, 0);
    if (l->slice.end_ns < planned_until_ns)
        l->slice.end_ns = planned_until_ns; /* Time without a planned start is time as well. */
}
