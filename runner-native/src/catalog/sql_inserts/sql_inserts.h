#ifndef PLUMBLINE_CATALOG_SQL_INSERTS_SQL_INSERTS_H
#define PLUMBLINE_CATALOG_SQL_INSERTS_SQL_INSERTS_H

/*
 * sql_inserts: YugabyteDB's SqlInserts, single rows of text by text keys, from docs/workloads.md section 1.12. Every value that
 * comes back is checked.
 */

#include "catalog/family.h"
#include "catalog/schema.h"
#include "catalog/sql_inserts/options.h"

enum { KEY_TEXT_MAX = 64 };

/* Key and value of a number: UUID:N and val:N, filled up to --value-size. Return their length; `out` has room for KEY_TEXT_MAX
 * bytes, and for the value's size. */
int sql_inserts_key(const struct workload_options *o, int64_t number, char *out);
int sql_inserts_value(const struct workload_options *o, int64_t number, char *out);

/* The name of its one table. */
size_t sql_inserts_write_name(const struct workload_options *o, int table, char *out, size_t out_size);

extern const struct family sql_inserts_family;
extern const struct statement sql_inserts_statements[];
extern const struct workload sql_inserts_workloads[];
extern const struct schema sql_inserts_schema;

#endif
