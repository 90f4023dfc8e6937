#include "machine/fates.h"

#include "base/clock.h"
#include "machine/event_log.h"
#include "machine/open_loop.h"

static void
put_in_log(struct loop *l, const struct log_entry *entry)
{
    if (!l->log || event_log_add(l->log, entry, l->origin_ns, &l->diag))
        return;
    conductor_fail(l->conductor, &l->diag);
    loop_stop_beginning(l, clock_now_ns());
}

static struct log_entry
entry_of(const struct conn *c)
{
    return (struct log_entry){
        .client = c->index,
        .number = c->event_count,
        .script = c->event_kind,
        .ended_ns = c->ended_ns,
        .latency_ns = c->ended_ns - c->intended_ns,
        .lag_ns = c->started_ns - c->intended_ns,
        .tries = c->tries,
    };
}

void
fates_note_success(struct loop *l, const struct conn *c, struct detail *d, int64_t latency_ns)
{
    const struct log_entry entry = entry_of(c);

    if (d->event_kind_count > 1) { /* A single kind is what the tally counts. */
        d->events[c->event_kind].count++;
        hist_record(d->events[c->event_kind].latency, latency_ns);
        if (l->env.program->count)
            l->env.program->count(l->env.program, &c->generator, d->counters);
    }
    d->fates[c->event_kind].late += l->env.latency_limit_ns > 0 && latency_ns > l->env.latency_limit_ns;
    put_in_log(l, &entry);
}

void
fates_note_retries(struct loop *l, const struct conn *c, struct detail *d)
{
    d->fates[c->event_kind].retried++;
    d->fates[c->event_kind].retries += c->tries - 1;
    l->tally[c->target]->retried_events++;
}

void
fates_note_failure(struct loop *l, const struct conn *c, struct detail *d)
{
    struct log_entry entry = entry_of(c);

    entry.is_failed = true;
    entry.failure = c->failure;
    d->fates[c->event_kind].failures[c->failure]++;
    if (c->failed_statement >= 0)
        d->statement_failures[c->failed_statement]++;
    if (l->open.stages)
        d->stages[open_loop_stage(l, c)].errors++;
    if (c->tries > 1)
        fates_note_retries(l, c, d);
    put_in_log(l, &entry);
}

void
fates_note_skipped(struct loop *l, struct conn *c, int64_t now_ns)
{
    const struct log_entry entry = {.client = c->index, .number = ++c->event_count, .is_skipped = true, .ended_ns = now_ns};

    if (!l->env.detail[c->target])
        return;
    l->tally[c->target]->skipped_events++;
    put_in_log(l, &entry);
}
