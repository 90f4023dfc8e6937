#include "machine/detail.h"

#include <stdlib.h>
#include <sys/mman.h>

/* The histograms next to those of the parts: first those of open loops. */
enum { OPEN_LOOP_COUNT = 3, REST_COUNT = 5 };

static struct hist **
rest_of(struct detail *d, int index)
{
    struct hist **const rest[REST_COUNT] = {&d->service, &d->lateness, &d->punctual, &d->retried, &d->last_attempt};

    return rest[index];
}

/* Room for the histograms of the parts, all 0: memory where values fall. Huge pages would take all of it at the first touch. */
static bool
take_room(struct detail *d, int count)
{
    const size_t size = (size_t)count * sizeof *d->of_parts;
    void *const room = count > 0 ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : NULL;

    if (room == MAP_FAILED)
        return false;
    d->of_parts = room;
    d->of_parts_count = (size_t)count;
    if (room)
        madvise(room, size, MADV_NOHUGEPAGE);
    return true;
}

/* Histograms for the first `count` parts, from there on. Returns where the next ones are. */
static struct hist *
record_parts(struct part *parts, int count, struct hist *room)
{
    for (int i = 0; i < count; i++) {
        hist_begin(room);
        parts[i].latency = room++;
    }
    return room;
}

static bool
allocate(struct detail *d, const struct program *program, int host_count, bool is_open_loop, int stage_count)
{
    const int kinds = program->event_kind_count > 1 ? program->event_kind_count : 0;
    const int statements = program->is_pipelined ? 0 : program->statement_count;
    const int hosts = host_count > 1 ? host_count : 0;

    d->event_kind_count = program->event_kind_count;
    d->statement_count = program->statement_count;
    d->stage_count = stage_count;
    d->is_close = kinds > 0;
    d->stages = calloc((size_t)stage_count + 1, sizeof *d->stages);
    d->fates = calloc((size_t)d->event_kind_count, sizeof *d->fates);
    d->statement_failures = calloc((size_t)d->statement_count, sizeof *d->statement_failures);
    d->events = calloc((size_t)d->event_kind_count, sizeof *d->events);
    d->statements = calloc((size_t)d->statement_count, sizeof *d->statements);
    if (!d->events || !d->statements || !d->fates || !d->statement_failures || !d->stages ||
        !take_room(d, kinds + statements + hosts + stage_count))
        return false;
    struct hist *const of_hosts = record_parts(d->statements, statements, record_parts(d->events, kinds, d->of_parts));
    record_parts(d->stages, stage_count, record_parts(d->hosts, hosts, of_hosts));
    for (int i = is_open_loop ? 0 : OPEN_LOOP_COUNT; i < REST_COUNT; i++) {
        *rest_of(d, i) = hist_create();
        if (!*rest_of(d, i))
            return false;
    }
    return true;
}

struct detail *
detail_create(const struct program *program, int host_count, bool is_open_loop, int stage_count)
{
    struct detail *const d = calloc(1, sizeof *d);

    if (d && !allocate(d, program, host_count, is_open_loop, stage_count)) {
        detail_destroy(d);
        return NULL;
    }
    return d;
}

void
detail_destroy(struct detail *d)
{
    if (!d)
        return;
    if (d->of_parts)
        munmap(d->of_parts, d->of_parts_count * sizeof *d->of_parts);
    for (int i = 0; i < REST_COUNT; i++)
        hist_destroy(*rest_of(d, i));
    free(d->events);
    free(d->fates);
    free(d->statement_failures);
    free(d->statements);
    free(d->stages);
    free(d);
}

static void
merge_hist(struct hist *into, const struct hist *from)
{
    if (into)
        hist_merge(into, from);
}

static void
merge_parts(struct part *into, const struct part *from, int count)
{
    for (int i = 0; i < count; i++) {
        into[i].count += from[i].count;
        into[i].errors += from[i].errors;
        into[i].misses += from[i].misses;
        merge_hist(into[i].latency, from[i].latency);
    }
}

static void
add_fate(struct fate *into, const struct fate *from)
{
    for (int f = 0; f < FAILURE_COUNT; f++)
        into->failures[f] += from->failures[f];
    into->retried += from->retried;
    into->retries += from->retries;
    into->late += from->late;
}

int64_t
detail_fate(const struct detail *d, struct fate *all)
{
    int64_t failed = 0;

    *all = (struct fate){0};
    for (int i = 0; i < d->event_kind_count; i++)
        add_fate(all, &d->fates[i]);
    for (int f = 0; f < FAILURE_COUNT; f++)
        failed += all->failures[f];
    return failed;
}

static void
merge_fates(struct detail *into, const struct detail *from)
{
    for (int i = 0; i < into->event_kind_count; i++)
        add_fate(&into->fates[i], &from->fates[i]);
    for (int i = 0; i < into->statement_count; i++)
        into->statement_failures[i] += from->statement_failures[i];
}

void
detail_merge(struct detail *into, const struct detail *from)
{
    merge_parts(into->events, from->events, from->event_kind_count);
    merge_parts(into->statements, from->statements, from->statement_count);
    merge_parts(into->hosts, from->hosts, HOST_COUNT_MAX);
    merge_parts(into->stages, from->stages, from->stage_count);
    merge_fates(into, from);
    for (int i = 0; i < COUNTER_MAX; i++)
        into->counters[i] += from->counters[i];
    merge_hist(into->service, from->service);
    merge_hist(into->lateness, from->lateness);
    merge_hist(into->punctual, from->punctual);
    merge_hist(into->retried, from->retried);
    merge_hist(into->last_attempt, from->last_attempt);
}
