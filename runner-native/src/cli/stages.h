#ifndef PLUMBLINE_CLI_STAGES_H
#define PLUMBLINE_CLI_STAGES_H

/*
 * --stages: "100 for 10s, 500 in 20s" keeps 100 events a second for 10 s, and raises them to 500 within 20 s.
 */

#include "cli/option_table.h"
#include "cli/run_options.h"

extern const struct option_kind stages_kind;

/* What follows from the stages, if there are some: the mean rate, and the time where none is given. ERR_USAGE where they contradict
 * another option. */
enum err stages_settle(struct run_options *run, struct option_table *given, struct diag *d);

/* What a report calls stage `number`, from 0: "1: 100/s for 10 s", "2: 100 to 500/s in 20 s". Returns `out`. */
const char *stages_write_name(const struct rate_plan *plan, int number, char *out, size_t out_size);

#endif
