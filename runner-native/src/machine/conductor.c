#include "machine/conductor.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"

enum { RECORDS_FIRST = 1024 };

enum err
conductor_init(struct conductor *c, int worker_count, const struct schedule *schedule, size_t record_limit,
               struct conductor_hooks hooks, struct diag *d)
{
    *c = (struct conductor){.worker_count = worker_count, .schedule = *schedule, .hooks = hooks, .diag = DIAG_NONE};
    for (int i = 0; i < WORKER_COUNT_MAX; i++)
        c->wake_fds[i] = -1;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->turned, NULL);
    c->record_limit = record_limit;
    for (int i = 0; i < worker_count; i++) {
        c->wake_fds[i] = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
        if (c->wake_fds[i] < 0)
            return fail(d, ERR_INTERNAL, "no file descriptor for worker %d: %s", i + 1, strerror(errno));
    }
    return ERR_OK;
}

void
conductor_free(struct conductor *c)
{
    if (c->worker_count == 0)
        return;
    for (int i = 0; i < c->worker_count; i++)
        if (c->wake_fds[i] >= 0)
            close(c->wake_fds[i]);
    free(c->records);
    pthread_cond_destroy(&c->turned);
    pthread_mutex_destroy(&c->lock);
    *c = (struct conductor){0};
}

/* A worker that is done waits for the others. In an open loop that is part of the plan. */
static void
add_rests(struct slice_record *all, const struct slice_record *part)
{
    all->rest_ns += part->rest_ns;
    if (all->is_open)
        return;
    if (part->end_ns > all->end_ns)
        all->rest_ns += all->connections * (part->end_ns - all->end_ns);
    else
        all->rest_ns += part->connections * (all->end_ns - part->end_ns);
}

static void
add_to_current(struct conductor *c, const struct slice_record *part)
{
    struct slice_record *const all = &c->current;

    if (!c->has_current) {
        *all = *part;
        c->has_current = true;
        return;
    }
    if (part->start_ns < all->start_ns)
        all->start_ns = part->start_ns;
    add_rests(all, part);
    if (part->end_ns > all->end_ns)
        all->end_ns = part->end_ns;
    all->connections += part->connections;
    all->events += part->events;
    all->queries += part->queries;
    all->failures += part->failures;
    all->latency_sum_ns += part->latency_sum_ns;
    if (part->latency_max_ns > all->latency_max_ns)
        all->latency_max_ns = part->latency_max_ns;
    if (part->tail_ns > all->tail_ns)
        all->tail_ns = part->tail_ns;
    if (part->offered_ns > all->offered_ns)
        all->offered_ns = part->offered_ns;
}

static void
add_to_totals(struct slice_totals *all, const struct slice_record *slice)
{
    all->slice_count++;
    all->duration_ns += slice->end_ns - slice->start_ns;
    all->rest_ns += slice->rest_ns;
    all->offered += slice->offered;
    all->offered_ns += slice->offered_ns;
    all->backlog_end += slice->backlog_end;
    all->unstarted += slice->unstarted;
    if (slice->backlog_max > all->backlog_max)
        all->backlog_max = slice->backlog_max;
}

/* Makes room for one more record. False when there is none to be had. */
static bool
grow_records(struct conductor *c)
{
    const size_t doubled = c->record_capacity > 0 ? c->record_capacity * 2 : RECORDS_FIRST;
    const size_t capacity = doubled < c->record_limit ? doubled : c->record_limit;

    if (c->record_count < c->record_capacity)
        return true;
    struct slice_record *const grown = capacity > c->record_count ? reallocarray(c->records, capacity, sizeof *grown) : NULL;
    if (!grown)
        return false;
    c->records = grown;
    c->record_capacity = capacity;
    return true;
}

static void
note_starts(struct slice_record *slice, struct start_account a)
{
    slice->offered = a.offered;
    slice->unstarted = a.unstarted;
    slice->backlog_max = a.backlog_max;
    slice->backlog_end = a.backlog_end;
}

/* Files the slice that all workers have just left. */
static void
close_slice(struct conductor *c)
{
    if (!c->has_current)
        return;
    if (c->starts)
        note_starts(&c->current, start_queue_end(c->starts, c->current.offered_ns));
    if (!c->plan.is_measured) {
        if (c->current.connections > 0)
            schedule_note(
                &c->schedule, c->current.target,
                (struct slice_traits){.rest_ns = c->current.rest_ns / c->current.connections, .tail_ns = c->current.tail_ns});
        return;
    }
    if (c->hooks.slice_ended)
        c->hooks.slice_ended(c->hooks.ctx, &c->current);
    add_to_totals(&c->totals[c->current.target], &c->current);
    if (!grow_records(c)) {
        c->lost_record_count++;
        return;
    }
    c->current.index = (int64_t)c->record_count;
    c->records[c->record_count++] = c->current;
}

static void
enter(struct conductor *c, enum phase phase)
{
    if (c->phase == phase)
        return;
    c->phase = phase;
    c->hooks.phase_began(c->hooks.ctx, phase);
}

static bool
is_any_left(const struct conductor *c)
{
    for (int t = 0; t < c->schedule.target_count; t++)
        if (c->any_left[t])
            return true;
    return false;
}

/* Calls the hook without the lock, for it may ask servers, and a signal must not wait for their answers. All workers are here, so that
 * none can turn meanwhile. */
static void
tell_connected(struct conductor *c)
{
    struct diag d = DIAG_NONE;

    if (!c->hooks.connected || conductor_stopping(c) != STOP_NOT)
        return;
    pthread_mutex_unlock(&c->lock);
    if (c->hooks.connected(c->hooks.ctx, &d) != ERR_OK)
        conductor_fail(c, &d);
    pthread_mutex_lock(&c->lock);
}

void
conductor_keep_step(struct conductor *c, int64_t start_ns)
{
    c->planned_until_ns = start_ns;
}

void
conductor_pace(struct conductor *c, struct start_queue *starts)
{
    c->starts = starts;
}

static bool
is_in_step(const struct conductor *c)
{
    return c->planned_until_ns != 0 && c->plan.duration_ns != INT64_MAX;
}

static bool
plan_next(struct conductor *c)
{
    if (!schedule_next(&c->schedule, &c->plan))
        return false;
    if (is_in_step(c))
        c->planned_until_ns += c->plan.duration_ns;
    return true;
}

static void
begin_now(struct conductor *c)
{
    c->plan.start_ns = clock_now_ns(); /* The time of the hooks is in no latency. */
    if (!is_in_step(c))
        return;
    if (c->starts && c->round == 0)
        c->plan.start_ns = c->planned_until_ns - c->plan.duration_ns;
    c->plan.duration_ns = c->planned_until_ns > c->plan.start_ns ? c->planned_until_ns - c->plan.start_ns : 0;
}

/* The last worker to arrive decides this for all. */
static void
turn(struct conductor *c)
{
    close_slice(c);
    if (c->phase == PHASE_CONNECT)
        tell_connected(c);
    do {
        c->is_over = conductor_stopping(c) != STOP_NOT || !is_any_left(c) || !plan_next(c);
    } while (!c->is_over && !c->any_left[c->plan.target]);
    enter(c, c->is_over ? PHASE_OVER : c->plan.is_measured ? PHASE_MEASURE : PHASE_WARMUP);
    begin_now(c);
    if (c->starts && !c->is_over)
        start_queue_begin(c->starts, &c->plan);
    c->has_current = false;
    c->arrived_count = 0;
    memset(c->any_left, 0, sizeof c->any_left);
    c->round++;
    pthread_cond_broadcast(&c->turned);
}

bool
conductor_next(struct conductor *c, const struct slice_record *done, const bool has_left[TARGET_COUNT_MAX],
               struct slice_plan *plan)
{
    pthread_mutex_lock(&c->lock);
    const uint64_t round = c->round;
    if (done)
        add_to_current(c, done);
    for (int t = 0; t < TARGET_COUNT_MAX; t++)
        c->any_left[t] |= has_left[t];
    c->arrived_count++;
    assert(c->arrived_count + c->missing_count <= c->worker_count);
    if (c->arrived_count + c->missing_count == c->worker_count)
        turn(c);
    while (c->round == round)
        pthread_cond_wait(&c->turned, &c->lock);
    const bool goes_on = !c->is_over;
    *plan = c->plan;
    pthread_mutex_unlock(&c->lock);
    return goes_on;
}

void
conductor_withdraw(struct conductor *c, int count)
{
    pthread_mutex_lock(&c->lock);
    c->missing_count += count;
    if (c->arrived_count > 0 && c->arrived_count + c->missing_count == c->worker_count)
        turn(c);
    pthread_mutex_unlock(&c->lock);
}

int64_t
conductor_planned_end_ns(struct conductor *c)
{
    pthread_mutex_lock(&c->lock);
    const bool ends = c->phase == PHASE_MEASURE && c->plan.duration_ns != INT64_MAX;
    const int64_t end_ns = ends ? c->plan.start_ns + c->plan.duration_ns : INT64_MAX;
    pthread_mutex_unlock(&c->lock);
    return end_ns;
}

void
conductor_stop(struct conductor *c, enum stop stop)
{
    const uint64_t one = 1;
    int seen = atomic_load(&c->stop);

    while (seen < (int)stop && !atomic_compare_exchange_weak(&c->stop, &seen, (int)stop))
        ;
    for (int i = 0; i < c->worker_count; i++) {
        const ssize_t written = write(c->wake_fds[i], &one, sizeof one);
        (void)written; /* A full counter wakes as well. */
    }
}

void
conductor_fail(struct conductor *c, const struct diag *d)
{
    pthread_mutex_lock(&c->lock);
    if (c->diag.code == ERR_OK)
        c->diag = *d;
    pthread_mutex_unlock(&c->lock);
    conductor_stop(c, STOP_DRAIN);
}
