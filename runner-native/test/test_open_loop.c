/*
 * The open loop of a worker, moment by moment: which connection is next, with which start, and how late this program is. No socket
 * and no clock has a part in it.
 */

#include "machine/open_loop.h"

#include <string.h>

#include "base/clock.h"
#include "check_values.h"

enum { CONN_COUNT = 3, ORIGIN_NS = 1000000, GAP_NS = 10 * NS_PER_MS };

/* A slice of 100 ms with a start every 10 ms. */
struct plan {
    struct program program;
    struct start_queue queue;
    struct conn conns[CONN_COUNT];
    struct conn *ring[CONN_COUNT];
    struct loop loop;
    int64_t first_ns;
};

static struct plan *
new_plan(void)
{
    static struct plan p;
    static const int64_t events[TARGET_COUNT_MAX] = {INT64_MAX, INT64_MAX};
    struct loop *const l = &p.loop;
    struct pacer pacer;

    memset(&p, 0, sizeof p);
    p.program = (struct program){.event_kind_count = 1, .statement_count = 1};
    l->conn_count = CONN_COUNT;
    l->conns[0] = p.conns;
    l->open.resting = p.ring;
    l->open.is_on = true;
    l->open.queue = &p.queue;
    l->plan = (struct slice_plan){.is_measured = true, .start_ns = ORIGIN_NS, .duration_ns = 10 * GAP_NS};
    l->origin_ns = ORIGIN_NS;
    l->deadline_ns = ORIGIN_NS + 10 * GAP_NS;
    l->give_up_ns = l->deadline_ns + 10 * GAP_NS;
    l->env.detail[0] = detail_create(&p.program, 1, true, 0);
    pacer_init(&pacer, ARRIVALS_FIXED, 100, 0, 1, 42);
    CHECK(start_queue_init(&p.queue, &pacer, CONN_COUNT, events), "out of memory");
    start_queue_begin(&p.queue, &l->plan);
    open_loop_begin(l);
    p.first_ns = ORIGIN_NS + pacer_next_ns(&p.queue.next);
    return &p;
}

static void
end_plan(struct plan *p)
{
    detail_destroy(p->loop.env.detail[0]);
    start_queue_free(&p->queue);
}

static void
rest_all(struct plan *p)
{
    for (int i = 0; i < CONN_COUNT; i++) {
        CHECK(!open_loop_take_start(&p->loop, &p->conns[i], ORIGIN_NS), "a start is due before its time");
        open_loop_rest(&p->loop, &p->conns[i]);
    }
}

static void
who_has_rested_longest_is_next_when_its_start_is_due(void)
{
    struct plan *const p = new_plan();
    struct loop *const l = &p->loop;

    rest_all(p);
    for (int i = 0; i < CONN_COUNT; i++) {
        const int64_t due_ns = p->first_ns + i * GAP_NS;
        CHECK_INT(open_loop_next_ns(l), due_ns);
        CHECK(open_loop_take_rested(l, due_ns - 1) == NULL, "a nanosecond early");
        CHECK(open_loop_take_rested(l, due_ns) == &p->conns[i], "another was first");
        CHECK_INT(p->conns[i].intended_ns, due_ns);
    }
    CHECK_INT(open_loop_next_ns(l), INT64_MAX);
    CHECK(open_loop_take_rested(l, l->deadline_ns - 1) == NULL, "nobody rests");
    end_plan(p);
}

/* What it waited for is for those behind it, and the last of them leaves a start for whoever is free, here or on another worker. */
static void
who_is_gone_leaves_its_start_to_the_next(void)
{
    for (int gone = 0; gone < CONN_COUNT; gone++) {
        struct plan *const p = new_plan();
        struct loop *const l = &p->loop;
        int next = 0;

        rest_all(p);
        open_loop_forget_rested(l, &p->conns[gone]);
        CHECK_INT(l->open.resting_count, CONN_COUNT - 1);
        CHECK_INT(p->queue.returned_count, 1);
        CHECK_INT(p->queue.returned[0], p->first_ns + 2 * GAP_NS);
        for (int i = 0; i < CONN_COUNT; i++) {
            if (i == gone)
                continue;
            CHECK(open_loop_take_rested(l, p->first_ns + next * GAP_NS) == &p->conns[i], "another was first");
            CHECK_INT(p->conns[i].intended_ns, p->first_ns + next++ * GAP_NS);
        }
        open_loop_forget_rested(l, &p->conns[gone]); /* It rests no more. */
        CHECK_INT(p->queue.returned_count, 1);
        end_plan(p);
    }
}

static void
a_start_that_was_given_back_goes_to_who_has_rested_longest(void)
{
    struct plan *const p = new_plan();
    struct loop *const l = &p->loop;
    const int64_t early_ns = start_queue_take(&p->queue, ORIGIN_NS); /* By another worker. */

    for (int i = 0; i < CONN_COUNT; i++) {
        if (i == CONN_COUNT - 1)
            start_queue_return(&p->queue, early_ns);
        open_loop_take_start(l, &p->conns[i], ORIGIN_NS);
        open_loop_rest(l, &p->conns[i]);
    }
    for (int i = 0; i < CONN_COUNT; i++)
        CHECK_INT(p->conns[i].intended_ns, early_ns + i * GAP_NS);
    end_plan(p);
}

/* At its moment, which is before the end of the slice, and as long as a backlog is worked off. */
static void
a_start_is_begun_to_the_nanosecond(void)
{
    static const struct {
        int64_t deadline_ns, give_up_ns;
        bool is_begun;
    } cases[] = {{1, 1, true}, {0, 1, false}, {1, 0, false}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct plan *const p = new_plan();
        struct loop *const l = &p->loop;
        l->deadline_ns = p->first_ns + cases[i].deadline_ns;
        l->give_up_ns = p->first_ns + cases[i].give_up_ns;
        CHECK_INT(open_loop_take_start(l, &p->conns[0], p->first_ns), cases[i].is_begun);
        end_plan(p);
    }
}

/* Due, and on a connection that was free: whatever is later of the two. */
static void
a_start_is_late_by_the_time_since_it_was_due_and_its_connection_free(void)
{
    static const struct {
        int64_t free_ns, late_ns;
    } cases[] = {{0, 50}, {70, 30}, {100, 0}, {120, 0}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) { /* Meant for 50, begun at 100. */
        struct plan *const p = new_plan();
        const struct hist *const lateness = p->loop.env.detail[0]->lateness;
        p->conns[0].free_ns = cases[i].free_ns;
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

/* With its plan, or where it was cut short; what nobody began is given back. */
static void
a_slice_lasts_as_long_as_its_plan(void)
{
    static const struct {
        int64_t end_ns, now_ns, offered_ns, expected_end_ns;
    } cases[] = {
        {10 * GAP_NS - 1, 10 * GAP_NS + 5, 10 * GAP_NS, 10 * GAP_NS},
        {10 * GAP_NS + 3, 10 * GAP_NS + 5, 10 * GAP_NS, 10 * GAP_NS + 3}, /* The last event ended after it. */
        {0, 3 * GAP_NS, 3 * GAP_NS, 3 * GAP_NS},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct plan *const p = new_plan();
        struct loop *const l = &p->loop;
        rest_all(p);
        l->slice.end_ns = ORIGIN_NS + cases[i].end_ns;
        open_loop_end(l, ORIGIN_NS + cases[i].now_ns);
        CHECK_INT(l->slice.offered_ns, cases[i].offered_ns);
        CHECK_INT(l->slice.end_ns, ORIGIN_NS + cases[i].expected_end_ns);
        CHECK_INT(l->open.resting_count, 0);
        CHECK_INT(p->queue.returned_count, CONN_COUNT);
        end_plan(p);
    }
}

int
main(void)
{
    who_has_rested_longest_is_next_when_its_start_is_due();
    who_is_gone_leaves_its_start_to_the_next();
    a_start_that_was_given_back_goes_to_who_has_rested_longest();
    a_start_is_begun_to_the_nanosecond();
    a_start_is_late_by_the_time_since_it_was_due_and_its_connection_free();
    warming_up_keeps_no_lateness();
    a_slice_lasts_as_long_as_its_plan();
    return check_result("open_loop");
}
