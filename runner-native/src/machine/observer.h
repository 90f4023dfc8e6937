#ifndef PLUMBLINE_MACHINE_OBSERVER_H
#define PLUMBLINE_MACHINE_OBSERVER_H

/*
 * Who is told how a run goes. The engine knows no format.
 *
 * Threads: that of the engine alone.
 */

#include "machine/conductor.h"
#include "machine/monitor.h"

struct observer_ops {
    /* A change of phase, and when that was; `total_ns` is its planned length, 0 when unknown. */
    void (*phase_began)(void *context, enum phase phase, int64_t began_ns, int64_t total_ns);
    void (*interval)(void *context, enum phase phase, int64_t elapsed_ns, int64_t total_ns,
                     const struct monitor_sample *sample);
    /* Attempts that ended in this SQLSTATE, and may have been tried again. */
    void (*retried)(void *context, int target, const char *sqlstate, int64_t attempts);
    /* The run is to end, and waits for what program->runs_shell says. Once. */
    void (*awaits_shell)(void *context);
    /* Does it listen no more? Then the run stops. */
    bool (*is_gone)(void *context);
};

struct observer {
    const struct observer_ops *ops;
    void *context;
};

#endif
