#include "machine/event_log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "math/rng.h"

enum {
    BUFFER_SIZE = 64 * 1024,
    LINE_SIZE_MAX = 512, /* Room for 15 numbers, each of at most 26 characters. */
    PATH_SIZE = 4096,
};

/* Stream of the sampling, apart from those of the connections. */
#define SAMPLE_STREAM UINT64_C(0x5a3b1e0000000000)

/* Microseconds, as pgbench sums them up. */
struct sums {
    double sum, squares, least, most;
};

/* The events of one interval. */
struct aggregate {
    int64_t since_ns; /* 0: none has begun. */
    int64_t done, skipped, retried, retries;
    int64_t failures[FAILURE_COUNT];
    struct sums latency, lag;
};

struct event_log {
    int fd;
    size_t used;
    int64_t wall_ahead_ns;
    bool has_lag, has_retries, is_detailed;
    double sampling_rate; /* 1: all. */
    struct rng sampling;
    int64_t interval_ns; /* 0: a line for each event. */
    struct aggregate aggregate;
    char path[PATH_SIZE];
    char buffer[BUFFER_SIZE];
};

/* Writing. */

static bool
fail_write(const struct event_log *log, const char *what, int cause, struct diag *d)
{
    fail(d, ERR_INTERNAL, "the log %s cannot be %s: %s", log->path, what, strerror(cause));
    fail_hint(d, cause == ENOSPC || cause == EFBIG || cause == EDQUOT
                     ? "there is no room for it: --sampling-rate or --aggregate-interval make it smaller, --log-prefix puts it "
                       "elsewhere"
                     : "--log-prefix=FOLDER/NAME puts it elsewhere");
    return false;
}

static bool
flush(struct event_log *log, struct diag *d)
{
    const char *rest = log->buffer;

    while (log->used > 0) {
        const ssize_t written = write(log->fd, rest, log->used);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            log->used = 0; /* It is told once. */
            return fail_write(log, "written", written < 0 ? errno : ENOSPC, d);
        }
        rest += written;
        log->used -= (size_t)written;
    }
    return true;
}

/* printf() would take most of the time of a line. */
static void
put_number(struct event_log *log, int64_t number)
{
    char digits[20];
    size_t count = 0;
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;

    if (number < 0)
        log->buffer[log->used++] = '-';
    do {
        digits[count++] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    while (count > 0)
        log->buffer[log->used++] = digits[--count];
}

static void
put_next(struct event_log *log, int64_t number)
{
    log->buffer[log->used++] = ' ';
    put_number(log, number);
}

static void
put_word(struct event_log *log, const char *word)
{
    log->buffer[log->used++] = ' ';
    while (*word)
        log->buffer[log->used++] = *word++;
}

static bool
end_line(struct event_log *log, struct diag *d)
{
    log->buffer[log->used++] = '\n';
    assert(log->used <= BUFFER_SIZE);
    return log->used <= BUFFER_SIZE - LINE_SIZE_MAX || flush(log, d);
}

/* To the nearest, as pgbench prints them. */
static int64_t
microseconds(int64_t ns)
{
    return (ns + NS_PER_US / 2) / NS_PER_US;
}

/* A line for each event. */

static const char *
name_of_failure(const struct event_log *log, enum failure failure)
{
    if (!log->is_detailed)
        return "failed";
    switch (failure) {
    case FAILURE_SERIALIZATION: return "serialization";
    case FAILURE_DEADLOCK: return "deadlock";
    case FAILURE_OTHER:
    case FAILURE_COUNT: break;
    }
    return "other";
}

static bool
put_entry(struct event_log *log, const struct log_entry *e, struct diag *d)
{
    const int64_t wall_us = (e->ended_ns + log->wall_ahead_ns) / NS_PER_US;

    if (log->sampling_rate < 1 && rng_unit(&log->sampling) > log->sampling_rate)
        return true;
    put_number(log, e->client);
    put_next(log, e->number);
    if (e->is_skipped)
        put_word(log, "skipped");
    else if (e->is_failed)
        put_word(log, name_of_failure(log, e->failure));
    else
        put_next(log, microseconds(e->latency_ns));
    put_next(log, e->script);
    put_next(log, wall_us / 1000000);
    put_next(log, wall_us % 1000000);
    if (log->has_lag)
        put_next(log, microseconds(e->lag_ns));
    if (log->has_retries)
        put_next(log, e->tries > 0 ? e->tries - 1 : 0);
    return end_line(log, d);
}

/* A line for each interval. */

static void
sums_add(struct sums *s, int64_t ns, bool is_first)
{
    const double us = (double)ns / NS_PER_US;

    s->sum += us;
    s->squares += us * us;
    s->least = is_first || us < s->least ? us : s->least;
    s->most = is_first || us > s->most ? us : s->most;
}

static void
put_sums(struct event_log *log, const struct sums *s)
{
    char *const at = log->buffer + log->used;

    log->used += (size_t)snprintf(at, BUFFER_SIZE - log->used, " %.0f %.0f %.0f %.0f", s->sum, s->squares, s->least, s->most);
}

static bool
put_aggregate(struct event_log *log, struct diag *d)
{
    struct aggregate *const a = &log->aggregate;

    put_number(log, (a->since_ns + log->wall_ahead_ns) / NS_PER_S);
    put_next(log, a->done);
    put_sums(log, &a->latency);
    put_sums(log, &a->lag);
    put_next(log, a->skipped);
    put_next(log, a->retried);
    put_next(log, a->retries);
    put_next(log, a->failures[FAILURE_SERIALIZATION]);
    put_next(log, a->failures[FAILURE_DEADLOCK]);
    *a = (struct aggregate){.since_ns = a->since_ns + log->interval_ns};
    return end_line(log, d);
}

static bool
add_up(struct event_log *log, const struct log_entry *e, int64_t since_ns, struct diag *d)
{
    struct aggregate *const a = &log->aggregate;

    if (a->since_ns == 0)
        a->since_ns = since_ns;
    while (e->ended_ns >= a->since_ns + log->interval_ns)
        if (!put_aggregate(log, d))
            return false;
    if (e->is_skipped) {
        a->skipped++;
        return true;
    }
    if (e->tries > 1) {
        a->retried++;
        a->retries += e->tries - 1;
    }
    if (e->is_failed) {
        a->failures[e->failure]++;
        return true;
    }
    sums_add(&a->latency, e->latency_ns, a->done == 0);
    if (log->has_lag)
        sums_add(&a->lag, e->lag_ns, a->done == 0);
    a->done++;
    return true;
}

/* A log. */

struct event_log *
event_log_open(const struct options *o, int worker, struct diag *d)
{
    struct event_log *const log = malloc(sizeof *log);

    if (!log) {
        fail(d, ERR_INTERNAL, "out of memory for the log of worker %d", worker + 1);
        return NULL;
    }
    log->used = 0;
    log->wall_ahead_ns = clock_wall_ahead_ns();
    log->has_lag = o->run.rate_per_s > 0;
    log->has_retries = o->run.max_tries != 1;
    log->is_detailed = o->run.log.is_detailed;
    log->sampling_rate = o->run.log.sampling_rate;
    log->interval_ns = o->run.log.aggregate_interval_ns;
    log->aggregate = (struct aggregate){0};
    rng_init(&log->sampling, (uint64_t)o->load.rand_seed, SAMPLE_STREAM + (uint64_t)worker);
    const int length = worker == 0 ? snprintf(log->path, PATH_SIZE, "%s.%d", o->run.log.prefix, (int)getpid())
                                   : snprintf(log->path, PATH_SIZE, "%s.%d.%d", o->run.log.prefix, (int)getpid(), worker);
    log->fd = length < PATH_SIZE ? open(log->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    if (log->fd >= 0)
        return log;
    fail_write(log, "opened", length < PATH_SIZE ? errno : ENAMETOOLONG, d);
    free(log);
    return NULL;
}

bool
event_log_add(struct event_log *log, const struct log_entry *entry, int64_t since_ns, struct diag *d)
{
    return log->interval_ns > 0 ? add_up(log, entry, since_ns, d) : put_entry(log, entry, d);
}

bool
event_log_close(struct event_log *log, struct diag *d)
{
    bool is_written = true;

    if (!log)
        return true;
    if (log->aggregate.since_ns != 0)
        is_written = put_aggregate(log, d);
    is_written = flush(log, d) && is_written;
    if (close(log->fd) != 0 && is_written) /* Some file systems tell only now that a disk is full. */
        is_written = fail_write(log, "written", errno, d);
    free(log);
    return is_written;
}
