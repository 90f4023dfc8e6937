#ifndef PLUMBLINE_MACHINE_OBSERVER_H
#define PLUMBLINE_MACHINE_OBSERVER_H

/*
 * An observer of how a run goes. The engine knows no format.
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
    /* Events are in flight though their slice was planned to end `late_ns` ago. They are waited for until --forced-shutdown, for
     * another `left_ns`; -1: until they end. Once. */
    void (*overdue)(void *context, int64_t late_ns, int64_t left_ns);
    /* The run is to stop, and waits for `count` of program->children, which are killed after another `left_ns`. Once. */
    void (*awaits_shell)(void *context, int count, int64_t left_ns);
    /* They were killed. */
    void (*killed_shell)(void *context, int count);
    /* Does it listen no more? Then the run stops. */
    bool (*is_gone)(void *context);
};

struct observer {
    const struct observer_ops *ops;
    void *context;
};

#endif
