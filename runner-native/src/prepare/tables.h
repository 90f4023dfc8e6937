#ifndef PLUMBLINE_PREPARE_TABLES_H
#define PLUMBLINE_PREPARE_TABLES_H

/*
 * The statements that make, finish and drop the tables of a workload, over one connection.
 */

#include "base/diag.h"
#include "catalog/table.h"
#include "cli/options.h"
#include "machine/client.h"

struct table_work {
    const struct options *options;
    struct client *client; /* Its first connection. */
};

/* Statement `number`, from 0, of a stage of a table; false: it has no such. */
bool tables_statement(const struct workload_options *o, enum stage stage, int table, int64_t number, char *out, size_t size);

/* Creates all tables or none. */
enum err tables_create(const struct table_work *w, struct diag *d);

/* Drops all; those that do not exist are no failure. */
enum err tables_drop(const struct table_work *w, struct diag *d);

/* Checks that a table is there, without rows. It may have no key yet: rows that are there already would be there twice. */
enum err tables_check_empty(const struct table_work *w, int table, struct diag *d);

/* How the next attempt gets tables that are whole and empty. */
const char *tables_fresh_hint(const struct options *o);

#endif
