#ifndef PLUMBLINE_CLI_ENVIRONMENT_H
#define PLUMBLINE_CLI_ENVIRONMENT_H

/*
 * libpq's environment goes before sysbench's defaults: who sets PGHOST means it.
 */

#include "cli/connection_options.h"
#include "cli/option_table.h"

/* Takes host, port, user and database that were not given from PGHOST and its kin. Where PGSERVICE names a service it is NULL: libpq
 * asks that first. */
void environment_settle(struct option_table *t, struct connection_options *c);

#endif
