#ifndef PLUMBLINE_PREPARE_CHECK_H
#define PLUMBLINE_PREPARE_CHECK_H

#include "base/diag.h"
#include "catalog/options.h"
#include "machine/target_query.h"

/* The command `check`: every table of the workload is there and has --table-size rows. ERR_TARGET with the remedy when not.
 * `on_table` and `interrupt` may be NULL; `on_table` is called after each table. */
enum err check_tables(const struct workload_options *o, const struct target *t,
                      void (*on_table)(void *context, int64_t done, int64_t total, const char *name), void *context,
                      const struct interrupt *interrupt, struct diag *d);

#endif
