#include "machine/progress.h"

static int64_t
total_ns(const struct progress *p, enum phase phase)
{
    switch (phase) {
    case PHASE_WARMUP: return p->options->run.warmup_time_ns;
    case PHASE_MEASURE: return p->options->run.time_ns;
    case PHASE_CONNECT:
    case PHASE_OVER: return 0;
    }
    return 0;
}

enum err
progress_init(struct progress *p, const struct options *o, struct observer observer, struct monitor *monitor, struct diag *d)
{
    *p = (struct progress){.observer = observer, .options = o, .monitor = monitor, .told_phase = PHASE_OVER};
    for (int t = 0; t < TARGET_COUNT_MAX; t++) {
        p->sample.tallies[t] = tally_create();
        if (!p->sample.tallies[t])
            return fail(d, ERR_INTERNAL, "out of memory for the progress");
    }
    return ERR_OK;
}

void
progress_free(struct progress *p)
{
    for (int t = 0; t < TARGET_COUNT_MAX; t++)
        tally_destroy(p->sample.tallies[t]);
    *p = (struct progress){0};
}

void
progress_phase(struct progress *p, enum phase phase, int64_t began_ns)
{
    if (phase == p->told_phase || phase == PHASE_OVER)
        return;
    p->told_phase = phase;
    p->observer.ops->phase_began(p->observer.context, phase, began_ns, total_ns(p, phase));
}

static void
tell(struct progress *p, enum phase phase, int64_t elapsed_ns)
{
    if (phase == PHASE_MEASURE)
        p->told_ns = elapsed_ns;
    p->observer.ops->interval(p->observer.context, phase, elapsed_ns, total_ns(p, phase), &p->sample);
}

void
progress_interval(struct progress *p, enum phase phase, int64_t elapsed_ns)
{
    if (phase == PHASE_OVER)
        return; /* progress_end() has it. */
    monitor_take(p->monitor, &p->sample);
    if (phase == p->told_phase)
        tell(p, phase, elapsed_ns);
}

void
progress_end(struct progress *p, int64_t measured_ns)
{
    const int64_t interval_ns = p->options->report.report_interval_ns;

    if (interval_ns == 0 || p->told_phase != PHASE_MEASURE || measured_ns / interval_ns == p->told_ns / interval_ns)
        return;
    monitor_take(p->monitor, &p->sample);
    tell(p, PHASE_MEASURE, measured_ns);
}
