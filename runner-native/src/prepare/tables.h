#ifndef PLUMBLINE_PREPARE_TABLES_H
#define PLUMBLINE_PREPARE_TABLES_H

/*
 * The statements that make, finish and drop the tables of a workload, over one connection.
 */

#include "base/diag.h"
#include "catalog/table.h"
#include "cli/options.h"
#include "machine/target_query.h"

struct table_work {
    const struct options *options;
    const struct target *target;
    const struct interrupt *interrupt; /* NULL: nothing interrupts it. */
};

/* The statements of a stage of one table, in their order. */
enum err tables_stage(const struct table_work *w, PGconn *pg, enum stage stage, int table, struct diag *d);

/* Creates all tables or none. */
enum err tables_create(const struct table_work *w, PGconn *pg, struct diag *d);

/* Drops all; those that do not exist are no failure. */
enum err tables_drop(const struct table_work *w, PGconn *pg, struct diag *d);

/* That a table is there, without rows. It may have no key yet: rows that are there already would be there twice. */
enum err tables_check_empty(const struct table_work *w, PGconn *pg, int table, struct diag *d);

/* How the next attempt gets tables that are whole and empty. */
const char *tables_fresh_hint(const struct options *o);

#endif
