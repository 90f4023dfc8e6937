#include "machine/monitor.h"

#include <errno.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum err
monitor_init(struct monitor *m, int worker_count, int64_t interval_ns, struct diag *d)
{
    *m = (struct monitor){.worker_count = worker_count, .interval_ns = interval_ns};
    pthread_mutex_init(&m->lock, NULL);
    m->event_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (m->event_fd < 0)
        return fail(d, ERR_INTERNAL, "no file descriptor for the progress: %s", strerror(errno));
    for (int t = 0; t < TARGET_COUNT_MAX; t++) {
        m->tallies[t] = tally_create();
        if (!m->tallies[t])
            return fail(d, ERR_INTERNAL, "out of memory for the progress");
    }
    return ERR_OK;
}

void
monitor_free(struct monitor *m)
{
    if (m->worker_count == 0)
        return;
    for (int t = 0; t < TARGET_COUNT_MAX; t++)
        tally_destroy(m->tallies[t]);
    if (m->event_fd >= 0)
        close(m->event_fd);
    pthread_mutex_destroy(&m->lock);
    *m = (struct monitor){.event_fd = -1};
}

void
monitor_add(struct monitor *m, int target, const struct tally *t, int64_t driven_ns)
{
    pthread_mutex_lock(&m->lock);
    tally_merge(m->tallies[target], t);
    m->driven_ns[target] += driven_ns;
    pthread_mutex_unlock(&m->lock);
}

static struct monitor_standing
all_standings(const struct monitor *m)
{
    struct monitor_standing all = {0};

    for (int i = 0; i < m->worker_count; i++) {
        if (m->standings[i].backlog > all.backlog) /* It is one queue, which each of them has seen at its own moment. */
            all.backlog = m->standings[i].backlog;
        all.in_flight += m->standings[i].in_flight;
        if (m->standings[i].waiting_ns > all.waiting_ns)
            all.waiting_ns = m->standings[i].waiting_ns;
    }
    return all;
}

static void
begin_interval(struct monitor *m)
{
    memset(m->has_delivered, 0, sizeof m->has_delivered);
    memset(m->standings, 0, sizeof m->standings);
    m->delivered_count = 0;
}

void
monitor_deliver(struct monitor *m, int worker, struct monitor_standing standing)
{
    const uint64_t one = 1;

    pthread_mutex_lock(&m->lock);
    const bool is_again = m->has_delivered[worker];
    m->has_delivered[worker] = true;
    m->standings[worker] = standing;
    m->delivered_count += !is_again;
    const bool is_complete = is_again || m->delivered_count >= m->worker_count;
    if (is_complete) {
        m->complete = all_standings(m);
        m->is_complete = true;
        begin_interval(m);
    }
    pthread_mutex_unlock(&m->lock);
    if (is_complete) {
        const ssize_t written = write(m->event_fd, &one, sizeof one);
        (void)written; /* A full counter wakes as well. */
    }
}

void
monitor_take(struct monitor *m, struct monitor_sample *sample)
{
    pthread_mutex_lock(&m->lock);
    for (int t = 0; t < TARGET_COUNT_MAX; t++) {
        struct tally *const taken = m->tallies[t];
        m->tallies[t] = sample->tallies[t];
        sample->tallies[t] = taken;
        tally_reset(m->tallies[t]);
        sample->driven_ns[t] = m->driven_ns[t] / m->worker_count;
        m->driven_ns[t] = 0;
    }
    const struct monitor_standing all = m->is_complete ? m->complete : all_standings(m);
    sample->backlog = all.backlog;
    sample->in_flight = all.in_flight;
    sample->waiting_ns = all.waiting_ns;
    if (!m->is_complete)
        memset(m->standings, 0, sizeof m->standings);
    m->is_complete = false;
    pthread_mutex_unlock(&m->lock);
}

void
monitor_reset(struct monitor *m)
{
    pthread_mutex_lock(&m->lock);
    for (int t = 0; t < TARGET_COUNT_MAX; t++) {
        tally_reset(m->tallies[t]);
        m->driven_ns[t] = 0;
    }
    begin_interval(m);
    m->is_complete = false;
    pthread_mutex_unlock(&m->lock);
}
