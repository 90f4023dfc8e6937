#ifndef PLUMBLINE_MACHINE_PROGRESS_H
#define PLUMBLINE_MACHINE_PROGRESS_H

/*
 * Messages to an observer while a run goes on: its phases, and its intervals, each once.
 *
 * Threads: the engine's alone.
 */

#include "base/diag.h"
#include "cli/options.h"
#include "machine/monitor.h"
#include "machine/observer.h"

struct progress {
    struct observer observer;
    const struct options *options;
    struct monitor *monitor;
    struct monitor_sample sample;
    enum phase told_phase;
    int64_t told_ns; /* Length of the measurement, by its last interval. */
};

/* `monitor` may be initialised later. */
enum err progress_init(struct progress *p, const struct options *o, struct observer observer, struct monitor *monitor,
                       struct diag *d);

/* Accepts a half-built or zeroed one. */
void progress_free(struct progress *p);

/* On a busy machine this is told long after the workers have begun with it. */
void progress_phase(struct progress *p, enum phase phase, int64_t began_ns);

/* An interval is over, this long after the phase has begun. */
void progress_interval(struct progress *p, enum phase phase, int64_t elapsed_ns);

/* The workers are gone, after this long a measurement: the interval that ends with it is told. */
void progress_end(struct progress *p, int64_t measured_ns);

#endif
