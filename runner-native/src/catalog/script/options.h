#ifndef PLUMBLINE_CATALOG_SCRIPT_OPTIONS_H
#define PLUMBLINE_CATALOG_SCRIPT_OPTIONS_H

/*
 * The options of script: which scripts, and what they find.
 */

#include "base/base.h"
#include "base/diag.h"
#include "base/option.h"
#include "catalog/options.h"
#include "program/script/script.h"

enum { DEFINITION_COUNT_MAX = 64 };

/* What is given several times: an option that adds to it. */
struct script_files {
    int count;
    const char *items[SCRIPT_COUNT_MAX];
};

struct script_definitions {
    int count;
    const char *items[DEFINITION_COUNT_MAX];
};

enum partition_method { PARTITION_RANGE, PARTITION_HASH };

struct script_options {
    struct script_files files; /* "checkout.sql@3" */
    struct script_files builtins; /* "select-only@9" */
    struct script_files against_files; /* Of the second target alone; none: it has those of the first. */
    struct script_definitions definitions; /* "name=value" */
    enum script_protocol protocol;
    int64_t variable_size;
    bool allow_shell;
    int64_t scale; /* 0: not given. */
    int64_t fillfactor;
    int64_t partitions; /* 0: pgbench_accounts is one table. */
    enum partition_method partition_method;
    bool foreign_keys;
    bool unlogged_tables;
    const char *tablespace, *index_tablespace; /* NULL: the database's. */
};
_Static_assert(sizeof(struct script_options) <= FAMILY_OPTIONS_SIZE, "a family's options have their room");

static inline const struct script_options *
script(const struct workload_options *o)
{
    return (const struct script_options *)(const void *)o->family;
}

/* Of the tables that prepare makes. */
static inline int64_t
script_scale(const struct workload_options *o)
{
    return script(o)->scale > 0 ? script(o)->scale : 1;
}

extern const struct option_group script_option_groups[2];

/* What follows from --protocol. */
void script_settle(struct workload_options *o);

/* ERR_USAGE with the reason and the way out when the options do not go together. */
enum err script_check(const struct workload_options *o, struct diag *d);

#endif
