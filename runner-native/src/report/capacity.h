#ifndef PLUMBLINE_REPORT_CAPACITY_H
#define PLUMBLINE_REPORT_CAPACITY_H

/*
 * The command `capacity`: the largest load of a server whose limits hold, by runs one after the other. Each is told when it ends, and
 * what is known by then when the search ends, or is interrupted.
 */

#include "base/diag.h"
#include "machine/target.h"
#include "report/report.h"

/* `o` is what each run is made of: its size or --rate changes from run to run. `signal_fd` as of engine_run(). */
enum err capacity_run(struct report *r, struct options *o, const struct target *targets, int signal_fd, struct diag *d);

#endif
