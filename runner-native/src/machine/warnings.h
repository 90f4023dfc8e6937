#ifndef PLUMBLINE_MACHINE_WARNINGS_H
#define PLUMBLINE_MACHINE_WARNINGS_H

/*
 * What speaks against the figures of a run, as warnings with their remedy.
 */

#include "cli/options.h"
#include "machine/outcome.h"

/* What an outcome does not say itself. */
struct warning_facts {
    const struct options *options;
    int64_t started_late_ns;       /* After --start-at. */
    const struct diag *server_cpu; /* Why the CPU time of a server is not known, if it is not. */
    int64_t lost_record_count;     /* Slices without a record. */
};

/* Adds the warnings to `out`, which is complete but for them. */
void warnings_add(struct outcome *out, const struct warning_facts *facts);

#endif
