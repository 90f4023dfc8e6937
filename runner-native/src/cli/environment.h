#ifndef PLUMBLINE_CLI_ENVIRONMENT_H
#define PLUMBLINE_CLI_ENVIRONMENT_H

/*
 * libpq's environment goes before sysbench's defaults: who sets PGHOST means it.
 */

#include "cli/connection_options.h"
#include "cli/option_table.h"

/* What was not given of host, port, user and database is what PGHOST and its kin say. Where PGSERVICE names a service it is NULL: libpq
 * asks that first. */
void environment_settle(struct option_table *t, struct connection_options *c);

#endif
