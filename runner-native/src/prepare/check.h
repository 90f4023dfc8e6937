#ifndef PLUMBLINE_PREPARE_CHECK_H
#define PLUMBLINE_PREPARE_CHECK_H

#include "base/diag.h"
#include "catalog/options.h"
#include "machine/client.h"

/* Listeners to how far it is. */
struct check_watch {
    /* After each table and each condition; `what` is its name, or what was found. */
    void (*on_step)(void *context, int64_t done, int64_t total, const char *unit, const char *what);
    void *context;
    const struct interrupt *interrupt; /* May be NULL. */
};

/* The command `check`: every table of the workload is there, has the rows of prepare unless runs change them, and what its family
 * says of the tables holds. ERR_TARGET with the remedy when not. */
enum err check_tables(const struct workload_options *o, const struct target *t, const struct check_watch *watch,
                      struct diag *d);

#endif
