#include "machine/start_queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

bool
start_queue_init(struct start_queue *q, const struct pacer *pacer, int conn_count, const int64_t events[TARGET_COUNT_MAX])
{
    *q = (struct start_queue){.next = *pacer, .returned_max = conn_count};
    memcpy(q->events_left, events, sizeof q->events_left);
    q->returned = calloc((size_t)conn_count, sizeof *q->returned);
    if (q->returned)
        pthread_mutex_init(&q->lock, NULL);
    return q->returned != NULL;
}

enum err
start_queue_init_for(struct start_queue *q, const struct options *o, struct diag *d)
{
    struct pacer pacer;
    int64_t events[TARGET_COUNT_MAX];

    pacer_init(&pacer, o->run.arrivals, o->run.rate_per_s, o->load.shard.index, o->load.shard.count,
               (uint64_t)o->load.rand_seed);
    if (o->run.stages.count > 0)
        pacer_follow(&pacer, &o->run.stages);
    for (int t = 0; t < TARGET_COUNT_MAX; t++)
        events[t] = options_events(o, t, 0, (int)o->load.threads);
    if (!start_queue_init(q, &pacer, (int)o->load.threads, events))
        return fail(d, ERR_INTERNAL, "out of memory for the queue of --rate");
    return ERR_OK;
}

void
start_queue_free(struct start_queue *q)
{
    if (q->returned)
        pthread_mutex_destroy(&q->lock);
    free(q->returned);
    *q = (struct start_queue){0};
}

void
start_queue_begin(struct start_queue *q, const struct slice_plan *plan)
{
    pacer_begin_at(&q->next, plan->elapsed_ns);
    q->due = q->next;
    q->passed_count = q->due_count = 0;
    q->returned_count = 0;
    q->target = plan->target;
    q->is_measured = plan->is_measured;
    q->count_max = plan->is_measured ? q->events_left[plan->target] : INT64_MAX;
    q->origin_ns = plan->start_ns;
    q->deadline_ns = clock_later_ns(plan->start_ns, plan->duration_ns);
    q->backlog_max = 0;
    q->backlog_end = -1;
    atomic_store(&q->is_used_up, false);
}

static int64_t
start_of(const struct start_queue *q, const struct pacer *p)
{
    return q->origin_ns + pacer_next_ns(p);
}

/* Walks up to `now_ns`; returns how many starts wait then. */
static int64_t
count_due(struct start_queue *q, int64_t now_ns)
{
    int64_t backlog;

    while (q->due_count < q->count_max && start_of(q, &q->due) <= now_ns && start_of(q, &q->due) < q->deadline_ns) {
        pacer_advance(&q->due);
        q->due_count++;
    }
    backlog = q->due_count > q->passed_count ? q->due_count - q->passed_count : 0;
    for (int i = 0; i < q->returned_count && q->returned[i] <= now_ns; i++)
        backlog++;
    if (backlog > q->backlog_max)
        q->backlog_max = backlog;
    if (q->backlog_end < 0 && now_ns >= q->deadline_ns)
        q->backlog_end = backlog;
    return backlog;
}

static int64_t
take_planned(struct start_queue *q)
{
    const int64_t start_ns = start_of(q, &q->next);

    if (q->passed_count == q->count_max)
        atomic_store_explicit(&q->is_used_up, true, memory_order_relaxed);
    if (q->passed_count == q->count_max || start_ns >= q->deadline_ns)
        return START_NONE;
    pacer_advance(&q->next);
    q->passed_count++;
    return start_ns;
}

/* A start that was returned is earlier than all that are still planned. */
static int64_t
take_returned(struct start_queue *q)
{
    const int64_t start_ns = q->returned[0];

    memmove(q->returned, q->returned + 1, (size_t)--q->returned_count * sizeof *q->returned);
    return start_ns;
}

int64_t
start_queue_take(struct start_queue *q, int64_t now_ns)
{
    pthread_mutex_lock(&q->lock);
    count_due(q, now_ns);
    const int64_t start_ns = q->returned_count > 0 ? take_returned(q) : take_planned(q);
    pthread_mutex_unlock(&q->lock);
    return start_ns;
}

void
start_queue_return(struct start_queue *q, int64_t start_ns)
{
    pthread_mutex_lock(&q->lock);
    assert(q->returned_count < q->returned_max);
    int at = q->returned_count++;
    for (; at > 0 && q->returned[at - 1] > start_ns; at--)
        q->returned[at] = q->returned[at - 1];
    q->returned[at] = start_ns;
    atomic_store_explicit(&q->is_used_up, false, memory_order_relaxed);
    pthread_mutex_unlock(&q->lock);
}

int64_t
start_queue_backlog(struct start_queue *q, int64_t now_ns)
{
    pthread_mutex_lock(&q->lock);
    const int64_t backlog = count_due(q, now_ns);
    pthread_mutex_unlock(&q->lock);
    return backlog;
}

struct start_account
start_queue_end(struct start_queue *q, int64_t offered_ns)
{
    const int64_t begun_count = q->passed_count - q->returned_count;
    const int64_t backlog = count_due(q, q->origin_ns + offered_ns);

    assert(begun_count <= q->due_count);
    if (q->is_measured && q->events_left[q->target] != INT64_MAX)
        q->events_left[q->target] -= begun_count;
    return (struct start_account){
        .offered = q->due_count,
        .unstarted = q->due_count - begun_count,
        .backlog_max = q->backlog_max,
        .backlog_end = q->backlog_end < 0 ? backlog : q->backlog_end,
    };
}
