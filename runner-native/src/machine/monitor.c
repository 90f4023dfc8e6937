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

void
monitor_deliver(struct monitor *m, struct monitor_standing standing)
{
    const uint64_t one = 1;

    pthread_mutex_lock(&m->lock);
    m->backlog += standing.backlog;
    m->in_flight += standing.in_flight;
    if (standing.waiting_ns > m->waiting_ns)
        m->waiting_ns = standing.waiting_ns;
    m->delivered_count++;
    const bool is_complete = m->delivered_count >= m->worker_count;
    if (is_complete)
        m->delivered_count = 0;
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
    sample->backlog = m->backlog;
    sample->in_flight = m->in_flight;
    sample->waiting_ns = m->waiting_ns;
    m->backlog = 0;
    m->in_flight = 0;
    m->waiting_ns = 0;
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
    m->delivered_count = 0;
    m->backlog = 0;
    m->in_flight = 0;
    m->waiting_ns = 0;
    pthread_mutex_unlock(&m->lock);
}
