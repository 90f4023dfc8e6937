/*
 * What holds up the end of a run is told of, and programs are asked to end and killed.
 */

#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "check_values.h"
#include "machine/ending.h"

/* What the observer was told. */
static struct {
    int overdue_count, awaits_count, killed_count; /* Times. */
    int waiting, killed;                           /* Programs. */
    int64_t late_ns, left_ns;
} told;

static void
note_overdue(void *context, int64_t late_ns, int64_t left_ns)
{
    told.overdue_count++;
    told.late_ns = late_ns;
    told.left_ns = left_ns;
}

static void
note_awaits(void *context, int count, int64_t left_ns)
{
    told.awaits_count++;
    told.waiting = count;
}

static void
note_killed(void *context, int count)
{
    told.killed_count++;
    told.killed = count;
}

static const struct observer_ops notes = {.overdue = note_overdue, .awaits_shell = note_awaits, .killed_shell = note_killed};

static struct ending
new_ending(struct children *children)
{
    struct ending e;

    told = (typeof(told)){0};
    ending_init(&e, (struct observer){.ops = &notes}, children);
    return e;
}

static void
overdue_events_are_told_once_with_the_time_that_is_left(void)
{
    struct ending e = new_ending(NULL);
    const int64_t planned_ns = clock_now_ns() - 3 * NS_PER_S;

    CHECK_INT(ending_wait_ms(&e, planned_ns, INT64_MAX), 0);
    ending_check(&e, planned_ns, planned_ns + 1000 * NS_PER_S);
    CHECK_INT(told.overdue_count, 1);
    CHECK(told.late_ns >= 3 * NS_PER_S, "%lld ns late", (long long)told.late_ns);
    CHECK_INT(told.late_ns + told.left_ns, 1000 * NS_PER_S);
    ending_check(&e, planned_ns, INT64_MAX);
    CHECK_INT(told.overdue_count, 1);
    e = new_ending(NULL);
    ending_check(&e, planned_ns, INT64_MAX);
    CHECK_INT(told.overdue_count, 1);
    CHECK_INT(told.left_ns, -1);
}

static void
nothing_is_told_without_need(void)
{
    struct ending e = new_ending(NULL);
    const int64_t long_ago_ns = clock_now_ns() - 3 * NS_PER_S, later_ns = clock_now_ns() + 1000 * NS_PER_S;

    ending_check(&e, INT64_MAX, INT64_MAX); /* No slice, or one that ends with its events. */
    ending_check(&e, later_ns, INT64_MAX);
    ending_check(&e, long_ago_ns, long_ago_ns + NS_PER_S); /* They are given up before. */
    ending_begin(&e, SIGINT);
    ending_check(&e, long_ago_ns, INT64_MAX); /* The run stops, which ends them soon. */
    ending_hurry(&e);
    CHECK_INT(told.overdue_count + told.awaits_count + told.killed_count, 0);
}

static void
the_engine_waits_until_something_is_due(void)
{
    const int64_t later_ns = clock_now_ns() + 1000 * NS_PER_S;
    struct children *const c = children_create();
    struct ending e = new_ending(NULL);

    CHECK_INT(ending_wait_ms(&e, INT64_MAX, INT64_MAX), 3600 * 1000 + 1);
    CHECK(ending_wait_ms(&e, later_ns, INT64_MAX) > 3600, "it is not due yet");
    CHECK_INT(ending_wait_ms(&e, later_ns, clock_now_ns()), 0);
    e = new_ending(c);
    CHECK_INT(ending_wait_ms(&e, INT64_MAX, INT64_MAX), 1001);
    ending_hurry(&e);
    CHECK(ending_wait_ms(&e, INT64_MAX, INT64_MAX) <= 5001, "for workers that do not end");
    children_free(c);
}

/* The moments are put forward here, too. */
static void
workers_that_do_not_end_are_left(void)
{
    struct children *const c = children_create();
    struct ending e = new_ending(NULL);

    CHECK(!ending_check(&e, clock_now_ns() - 100 * NS_PER_S, INT64_MAX), "the run is not to stop");
    ending_begin(&e, SIGINT);
    CHECK(!ending_check(&e, INT64_MAX, INT64_MAX), "they have their time");
    e.leave_ns = clock_now_ns();
    CHECK_INT(ending_wait_ms(&e, INT64_MAX, INT64_MAX), 0);
    CHECK(ending_check(&e, INT64_MAX, INT64_MAX), "it is over");
    e = new_ending(c);
    ending_begin(&e, SIGINT);
    CHECK(e.leave_ns > e.kill_ns, "programs are killed before");
    children_free(c);
}

static void
a_second_signal_is_impatient(void)
{
    struct ending e = new_ending(NULL);
    sigset_t both;

    sigemptyset(&both);
    sigaddset(&both, SIGINT);
    sigaddset(&both, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &both, NULL);
    const int fd = signalfd(-1, &both, SFD_NONBLOCK);
    CHECK_INT(ending_read_signal(&e, fd), STOP_NOT);
    raise(SIGINT);
    CHECK_INT(ending_read_signal(&e, fd), STOP_DRAIN);
    const int64_t first_ns = e.leave_ns;
    raise(SIGTERM);
    CHECK_INT(ending_read_signal(&e, fd), STOP_NOW);
    CHECK_INT(e.leave_ns, first_ns);
    raise(SIGINT);
    CHECK_INT(ending_read_signal(&e, fd), STOP_NOW);
    CHECK(e.leave_ns < first_ns, "the same signal again");
    close(fd);
}

static void *
run_lasting(void *children)
{
    char answer[16];
    int signal;

    children_run(children, "trap '' INT; echo; sleep 600 & while true; do sleep 0.1; done", answer, sizeof answer, &signal);
    return NULL;
}

/* The moments are put forward: what they are is not waited for. */
static void
programs_are_told_of_and_killed(void)
{
    struct children *const c = children_create();
    struct ending e = new_ending(c);
    pthread_t thread;

    pthread_create(&thread, NULL, run_lasting, c);
    while (children_count(c) == 0)
        usleep(1000);
    ending_begin(&e, 0); /* No signal: it may not yet have said which it ignores. */
    CHECK(e.word_ns < e.kill_ns && e.kill_ns < INT64_MAX, "first the word");
    const int64_t kill_ns = e.kill_ns;
    ending_begin(&e, SIGTERM);
    CHECK_INT(e.kill_ns, kill_ns);
    e.word_ns = clock_now_ns();
    e.kill_ns = INT64_MAX;
    ending_check(&e, INT64_MAX, INT64_MAX);
    CHECK_INT(told.awaits_count, 1);
    CHECK_INT(told.waiting, 1);
    CHECK_INT(told.killed_count, 0);
    e.kill_ns = clock_now_ns();
    ending_check(&e, INT64_MAX, INT64_MAX);
    pthread_join(thread, NULL);
    ending_check(&e, INT64_MAX, INT64_MAX);
    CHECK_INT(told.awaits_count, 1);
    CHECK_INT(told.killed_count, 1);
    CHECK_INT(told.killed, 1);
    children_free(c);
}

static void
none_that_runs_is_none_to_tell_of(void)
{
    struct children *const c = children_create();
    struct ending e = new_ending(c);

    ending_begin(&e, SIGINT);
    e.word_ns = e.kill_ns = clock_now_ns();
    ending_check(&e, INT64_MAX, INT64_MAX);
    CHECK_INT(told.awaits_count + told.killed_count, 0);
    children_free(c);
}

int
main(void)
{
    overdue_events_are_told_once_with_the_time_that_is_left();
    nothing_is_told_without_need();
    the_engine_waits_until_something_is_due();
    programs_are_told_of_and_killed();
    none_that_runs_is_none_to_tell_of();
    workers_that_do_not_end_are_left();
    a_second_signal_is_impatient();
    return check_result("test_ending");
}
