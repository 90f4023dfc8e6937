#ifndef PLUMBLINE_CATALOG_SQL_INSERTS_SQL_INSERTS_H
#define PLUMBLINE_CATALOG_SQL_INSERTS_SQL_INSERTS_H

/*
 * sql_inserts: YugabyteDB's SqlInserts, single rows of text by text keys, from docs/workloads.md section 1.12. Every value that
 * comes back is checked.
 */

#include "catalog/family.h"
#include "catalog/schema.h"

/* Options. */

struct sql_inserts_options {
    const char *table_name;
    int64_t num_unique_keys;
    int64_t max_written_key;
    int64_t read_percent; /* 100 with read_only. */
    bool read_only;
    const char *uuid;
    bool nouuid;
    int64_t value_size; /* Bytes at least. */
    bool upsert;
};
_Static_assert(sizeof(struct sql_inserts_options) <= FAMILY_OPTIONS_SIZE, "a family's options have their room");

static inline const struct sql_inserts_options *
sql_inserts(const struct workload_options *o)
{
    return (const struct sql_inserts_options *)(const void *)o->family;
}

extern const struct option_group sql_inserts_option_groups[1];
extern const struct absent_option sql_inserts_absent_options[];

/* Settles what follows from other options, once all are known. */
void sql_inserts_settle(struct workload_options *o);

/* ERR_USAGE with the reason and the way out when the options do not go together. */
enum err sql_inserts_check(const struct workload_options *o, struct diag *d);

/* Tables, statements and workloads. */

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
