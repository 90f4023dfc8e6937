/*
 * The open loop of a slice, moment by moment: which connection is next, what is due, and how late this program is. No socket and no
 * clock has a part in it.
 */

#include "machine/open_loop.h"

#include <string.h>

#include "base/clock.h"
#include "check_values.h"

enum { CONN_COUNT = 3, ORIGIN_NS = 1000000 };

/* A slice of 100 ms with a start every 10 ms. */
struct plan {
    struct program program;
    struct conn conns[CONN_COUNT];
    struct conn *ring[CONN_COUNT];
    struct loop loop;
};

static struct plan *
new_plan(void)
{
    static struct plan p;
    const struct pacer_share share = {.worker_count = 1, .conn_count = 1, .conn_total = 1, .shard_count = 1};
    struct loop *const l = &p.loop;

    memset(&p, 0, sizeof p);
    p.program = (struct program){.event_kind_count = 1, .statement_count = 1};
    l->conn_count = CONN_COUNT;
    l->conns[0] = p.conns;
    l->open.resting = p.ring;
    l->open.is_on = true;
    l->plan.is_measured = true;
    l->events_left[0] = INT64_MAX;
    l->origin_ns = ORIGIN_NS;
    l->deadline_ns = ORIGIN_NS + 100 * NS_PER_MS;
    l->env.detail[0] = detail_create(&p.program, 1, true);
    pacer_init(&l->open.begun, ARRIVALS_FIXED, 100, &share, 42);
    open_loop_begin(l);
    return &p;
}

static void
end_plan(struct plan *p)
{
    detail_destroy(p->loop.env.detail[0]);
}

/* Whatever the last slice left. */
static void
a_slice_begins_without_a_backlog_and_with_nobody_at_rest(void)
{
    struct plan *const p = new_plan();
    struct open_loop *const open = &p->loop.open;

    for (int i = 0; i < 5; i++)
        pacer_advance(&open->begun);
    open_loop_count_due(&p->loop, p->loop.deadline_ns);
    open_loop_rest(&p->loop, &p->conns[1]);
    open->begun_count = 5;
    open_loop_begin(&p->loop);
    CHECK_INT(open->begun_count, 0);
    CHECK_INT(open->due_count, 0);
    CHECK_INT(open->resting_count, 0);
    CHECK(!open->is_planned_time_over, "its time begins");
    CHECK(pacer_next_ns(&open->begun) < 10 * NS_PER_MS, "the first start is in the first gap");
    CHECK_INT(pacer_next_ns(&open->due), pacer_next_ns(&open->begun));
    end_plan(p);
}

static void
who_has_rested_longest_is_next_and_who_is_gone_is_not(void)
{
    struct plan *const p = new_plan();
    struct loop *const l = &p->loop;

    for (int round = 0; round < 2; round++) { /* Round the ring. */
        for (int i = 0; i < CONN_COUNT; i++)
            open_loop_rest(l, &p->conns[i]);
        open_loop_forget_rested(l, &p->conns[1]);
        CHECK_INT(l->open.resting_count, 2);
        CHECK(open_loop_take_rested(l) == &p->conns[0], "the first has rested longest");
        CHECK(open_loop_take_rested(l) == &p->conns[2], "the second is gone");
        CHECK_INT(l->open.resting_count, 0);
    }
    end_plan(p);
}

/* Due, and on a connection that was free: whatever is later of the two. Another that has rested for longer was free, too. */
static void
a_start_is_late_by_the_time_since_it_was_due_and_a_connection_free(void)
{
    static const struct {
        int64_t free_ns, other_free_ns, late_ns; /* -1: no other rests. */
    } cases[] = {
        {0, -1, 50}, {70, -1, 30}, {100, -1, 0}, {120, -1, 0}, {90, 60, 40}, {60, 90, 40}, {90, 20, 50},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) { /* Meant for 50, begun at 100. */
        struct plan *const p = new_plan();
        const struct hist *const lateness = p->loop.env.detail[0]->lateness;
        p->conns[0].free_ns = cases[i].free_ns;
        p->conns[1].free_ns = cases[i].other_free_ns;
        if (cases[i].other_free_ns >= 0)
            open_loop_rest(&p->loop, &p->conns[1]);
        open_loop_record_lateness(&p->loop, &p->conns[0], 50, 100);
        CHECK_INT(lateness->count, 1);
        CHECK_INT(lateness->max_ns, cases[i].late_ns);
        end_plan(p);
    }
}

static void
warming_up_keeps_no_lateness(void)
{
    struct plan *const p = new_plan();
    struct detail *const d = p->loop.env.detail[0];

    p->loop.env.detail[0] = NULL;
    open_loop_record_lateness(&p->loop, &p->conns[0], 50, 100);
    CHECK_INT(d->lateness->count, 0);
    p->loop.env.detail[0] = d;
    end_plan(p);
}

/* A start is due at its moment and not before, and none is planned at the end of the slice or after it. */
static void
what_is_due_is_counted_to_the_nanosecond(void)
{
    struct plan *const p = new_plan();
    struct loop *const l = &p->loop;
    const int64_t first_ns = l->origin_ns + pacer_next_ns(&l->open.due);

    open_loop_count_due(l, first_ns - 1);
    CHECK_INT(l->open.due_count, 0);
    open_loop_count_due(l, first_ns);
    CHECK_INT(l->open.due_count, 1);
    open_loop_count_due(l, first_ns + 20 * NS_PER_MS);
    CHECK_INT(l->open.due_count, 3);
    CHECK_INT(l->slice.backlog_max, 3);
    CHECK(!l->open.is_planned_time_over, "the time is not over");
    l->deadline_ns = first_ns + 40 * NS_PER_MS; /* A stop. */
    open_loop_count_due(l, l->deadline_ns - 1);
    CHECK(!l->open.is_planned_time_over, "nor a nanosecond before its end");
    l->open.begun_count = 1;
    open_loop_count_due(l, l->deadline_ns);
    CHECK_INT(l->open.due_count, 4);
    CHECK(l->open.is_planned_time_over, "now it is");
    CHECK_INT(l->slice.backlog_end, 3);
    CHECK_INT(l->slice.backlog_max, 4); /* Before the first was begun. */
    l->open.begun_count = 2;
    open_loop_count_due(l, l->deadline_ns + NS_PER_S);
    CHECK_INT(l->open.due_count, 4);
    CHECK_INT(l->slice.backlog_end, 3); /* What waited then, not what is left. */
    end_plan(p);
}

/* --events: who may begin two more has no third start that waits. */
static void
no_more_is_due_than_may_begin(void)
{
    struct plan *const p = new_plan();
    struct loop *const l = &p->loop;

    l->events_left[0] = 2;
    l->open.begun_count = 1;
    open_loop_count_due(l, l->deadline_ns);
    CHECK_INT(l->open.due_count, 3);
    l->plan.is_measured = false; /* Their number is that of measured events. */
    open_loop_count_due(l, l->deadline_ns);
    CHECK_INT(l->open.due_count, 10);
    end_plan(p);
}

static void
a_slice_ends_with_its_plan_and_says_what_was_left_of_it(void)
{
    struct plan *const p = new_plan();
    struct loop *const l = &p->loop;

    l->open.begun_count = 4;
    l->slice.end_ns = l->deadline_ns - 1;
    open_loop_end(l, l->deadline_ns + 5);
    CHECK_INT(l->slice.offered, 10);
    CHECK_INT(l->slice.offered_ns, 100 * NS_PER_MS);
    CHECK_INT(l->slice.unstarted, 6);
    CHECK_INT(l->slice.end_ns, l->deadline_ns);
    l->slice.end_ns = l->deadline_ns + 3; /* The last event ended after it. */
    open_loop_end(l, l->deadline_ns + 5);
    CHECK_INT(l->slice.end_ns, l->deadline_ns + 3);
    end_plan(p);
}

/* Stopped in the middle: the plan was one of so much time. */
static void
a_slice_that_is_cut_short_was_planned_for_as_long_as_it_was(void)
{
    struct plan *const p = new_plan();
    struct loop *const l = &p->loop;

    open_loop_end(l, l->origin_ns + 30 * NS_PER_MS);
    CHECK_INT(l->slice.offered_ns, 30 * NS_PER_MS);
    CHECK_INT(l->slice.end_ns, l->origin_ns + 30 * NS_PER_MS);
    CHECK(l->slice.offered >= 3 && l->slice.offered <= 4, "%lld were due", (long long)l->slice.offered);
    end_plan(p);
}

int
main(void)
{
    a_slice_begins_without_a_backlog_and_with_nobody_at_rest();
    who_has_rested_longest_is_next_and_who_is_gone_is_not();
    a_start_is_late_by_the_time_since_it_was_due_and_a_connection_free();
    warming_up_keeps_no_lateness();
    what_is_due_is_counted_to_the_nanosecond();
    no_more_is_due_than_may_begin();
    a_slice_ends_with_its_plan_and_says_what_was_left_of_it();
    a_slice_that_is_cut_short_was_planned_for_as_long_as_it_was();
    return check_result("open_loop");
}
