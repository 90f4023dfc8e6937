#ifndef PLUMBLINE_MACHINE_ENGINE_H
#define PLUMBLINE_MACHINE_ENGINE_H

/*
 * The command `run`: starts the workers, follows them, stops them on a signal, adds up what they counted.
 */

#include <signal.h>

#include "base/diag.h"
#include "cli/options.h"
#include "machine/observer.h"
#include "machine/outcome.h"
#include "machine/target.h"

/* Runs the workload on `targets` and tells `observer` how it goes. What came out is in `out`, also after a failure, unless
 * nothing could be started: then it is NULL. It is valid until engine_free(). `signal_fd` is a signalfd of SIGINT and SIGTERM,
 * which must be blocked in the calling thread. Returns the exit code; the cause is in `d`. */
struct engine;
enum err engine_run(struct engine **engine, const struct options *o, const struct target *targets, struct observer observer,
                    int signal_fd, const struct outcome **out, struct diag *d);

/* NULL is fine. */
void engine_free(struct engine *engine);

#endif
