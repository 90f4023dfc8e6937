#ifndef PLUMBLINE_CATALOG_SCHEMA_H
#define PLUMBLINE_CATALOG_SCHEMA_H

/*
 * The tables of a family of workloads (docs/workloads.md sections 1.3, 1.5, 1.11 and 1.12): one or more kinds, and one or more
 * tables of each. Over all kinds tables count from 0; sbtest1 is table 0.
 */

#include "catalog/options.h"
#include "catalog/table.h"

enum { TABLE_KIND_MAX = 16 };

struct schema {
    int kind_count;
    const struct table_kind *kinds[TABLE_KIND_MAX];
};

/* How many tables the workload of `o` has. Also what prepare, check and cleanup are about. */
int schema_table_count(const struct workload_options *o);

/* Table `table`, from 0, of the workload of `o`. */
struct table schema_table(const struct workload_options *o, int table);

/* How many rows prepare puts into it. */
int64_t schema_row_count(const struct workload_options *o, int table);

/* Number of groups: as many as rows, unless the kind of table says otherwise. */
int64_t schema_group_count(const struct workload_options *o, int table);

/* Calls `visit` with each statement of a stage of one table, in order, until it answers false. False: it did. */
bool schema_visit(const struct workload_options *o, enum stage stage, int table, bool (*visit)(void *context, const char *sql),
                  void *context);

/* Writes the head of the statement that takes rows, up to and with VALUES or STDIN, for a load method but LOAD_AUTO. */
size_t schema_write_load(const struct workload_options *o, enum load_method method, int table, char *out, size_t out_size);

/* The name of a table of the workload of `o`. */
size_t schema_write_name(const struct workload_options *o, int table, char *out, size_t out_size);

/* Room for a row of any table of the workload, in any format. */
size_t schema_row_room(const struct workload_options *o);

#endif
