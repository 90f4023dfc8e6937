
#include <inttypes.h>
#include <stdio.h>

#include "catalog/family.h"
#include "machine/engine.h"
#include "math/search.h"
#include "report/report.h"

/* The speed of a server is not known before it was tried. */
enum { RATE_START = 100, RATE_MAX = 100000000 };

/* What is made larger and smaller. */
struct load_size {
    struct options *options;
    bool is_rate; /* --rate; otherwise what the family sets. */
    const char *unit;
    int64_t threads; /* As they were asked for. */
};

static void
set_size(const struct load_size *size, int64_t value)
{
    struct options *const o = size->options;

    o->load.threads = size->threads;
    if (size->is_rate)
        o->run.rate_per_s = (double)value;
    else
        o->load.workload->family->set_size(&o->load, value);
}

static void
begin(struct search *search, struct load_size *size, struct options *o)
{
    const struct capacity_terms terms = o->load.workload->family->capacity(&o->load);
    const bool is_rate = terms.most == 0;
    const int64_t rate = o->run.rate_per_s > 0 ? (int64_t)o->run.rate_per_s : RATE_START;
    const int64_t guess = is_rate ? rate : terms.most;

    *size = (struct load_size){.options = o,
                               .is_rate = is_rate,
                               .unit = is_rate ? "transactions per second" : "warehouses",
                               .threads = o->load.threads};
    search_begin(search, terms.start > 0 ? terms.start : guess, is_rate ? RATE_MAX : terms.most, terms.precision,
                 (int)terms.trials);
}

static void
tell_trial(struct report *r, const struct load_size *size, int64_t value, bool holds, const struct outcome *outcome)
{
    if (r->options->report.output == OUTPUT_NDJSON) {
        printf("{\"v\":1,\"type\":\"capacity_trial\",\"value\":%" PRId64 ",\"unit\":\"%s\",\"holds\":%s", value, size->unit,
               holds ? "true" : "false");
        results_print_json(size->options, outcome, 0);
        printf("}\n");
    } else {
        printf("%" PRId64 " %s: %s: ", value, size->unit, holds ? "holds" : "TOO MUCH");
        results_print_short(size->options, outcome, 0);
        printf("%s\n", outcome->blocks[0].is_sustained ? "" : ", not sustained");
    }
    report_flush(r);
}

static void
tell_number(const char *name, int64_t value)
{
    if (value > 0)
        printf(",\"%s\":%" PRId64, name, value);
    else
        printf(",\"%s\":null", name);
}

static void
tell_answer_in_words(const struct search *s, const char *unit)
{
    if (s->holds > 0 && s->fails > 0)
        printf("capacity: %" PRId64 " %s hold, %" PRId64 " do not\n", s->holds, unit, s->fails);
    else if (s->holds > 0 && s->holds == s->most)
        printf("capacity: all %" PRId64 " %s hold: prepare more of them\n", s->holds, unit);
    else if (s->holds > 0)
        printf("capacity: %" PRId64 " %s hold; what does not was not met\n", s->holds, unit);
    else if (s->fails > 0)
        printf("capacity: less than %" PRId64 " %s\n", s->fails, unit);
    else
        printf("capacity: nothing is known yet\n");
}

static void
tell_answer(struct report *r, const struct load_size *size, const struct search *s, bool is_interrupted)
{
    if (r->options->report.output == OUTPUT_NDJSON) {
        printf("{\"v\":1,\"type\":\"capacity\",\"unit\":\"%s\"", size->unit);
        tell_number("holds", s->holds);
        tell_number("fails", s->fails);
        printf(",\"trials_left\":%d,\"interrupted\":%s}\n", s->trials_left, is_interrupted ? "true" : "false");
    } else {
        tell_answer_in_words(s, size->unit);
    }
    report_flush(r);
}

/* A run whose events fail says nothing of the load that it could bear. */
static bool
is_borne(const struct options *o, const struct outcome *outcome)
{
    const struct block *const b = &outcome->blocks[0];

    return results_hold(o, outcome, 0) && b->is_sustained && b->tally->events > 0 &&
           b->tally->failed_events * 100 <= b->tally->events;
}

static enum err
try_size(struct report *r, const struct load_size *size, int64_t value, const struct target *targets, int signal_fd,
         struct search *search, struct diag *d)
{
    struct engine *engine = NULL;
    const struct outcome *outcome = NULL;

    set_size(size, value);
    engine_run(&engine, size->options, targets, report_observer(r), signal_fd, &outcome, d);
    if (d->code == ERR_OK) {
        const bool holds = is_borne(size->options, outcome);
        search_tell(search, value, holds);
        tell_trial(r, size, value, holds, outcome);
    }
    engine_free(engine);
    return d->code;
}

enum err
capacity_run(struct report *r, struct options *o, const struct target *targets, int signal_fd, struct diag *d)
{
    struct load_size size;
    struct search search;
    int64_t value;

    begin(&search, &size, o);
    r->is_quiet = true; /* Runs are told of when they end. */
    while (d->code == ERR_OK && r->failure == 0 && (value = search_next(&search)) != 0)
        try_size(r, &size, value, targets, signal_fd, &search, d);
    tell_answer(r, &size, &search, d->code == ERR_INTERRUPTED);
    return d->code;
}
