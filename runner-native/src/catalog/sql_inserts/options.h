#ifndef PLUMBLINE_CATALOG_SQL_INSERTS_OPTIONS_H
#define PLUMBLINE_CATALOG_SQL_INSERTS_OPTIONS_H

/*
 * The options of sql_inserts.
 */

#include "base/base.h"
#include "base/diag.h"
#include "base/option.h"
#include "catalog/options.h"

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

/* What follows from other options, once all are known. */
void sql_inserts_settle(struct workload_options *o);

/* ERR_USAGE with the reason and the way out when the options do not go together. */
enum err sql_inserts_check(const struct workload_options *o, struct diag *d);

#endif
