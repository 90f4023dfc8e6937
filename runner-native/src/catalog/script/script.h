#ifndef PLUMBLINE_CATALOG_SCRIPT_SCRIPT_H
#define PLUMBLINE_CATALOG_SCRIPT_SCRIPT_H

/*
 * script: what the user has written in the language of pgbench, and pgbench's own scripts, from docs/workloads.md section 1.14.
 */

#include "catalog/family.h"
#include "catalog/schema.h"
#include "program/script/script.h"

/* Options. */

enum { DEFINITION_COUNT_MAX = 64 };

/* Files of an option that may be given several times. */
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
    struct script_files against_files; /* Scripts of the second target alone; none: it has those of the first. */
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

/* Scale of the tables that prepare makes. */
static inline int64_t
script_scale(const struct workload_options *o)
{
    return script(o)->scale > 0 ? script(o)->scale : 1;
}

extern const struct option_group script_option_groups[2];

/* Settles what follows from --protocol. */
void script_settle(struct workload_options *o);

/* ERR_USAGE with the reason and the way out when the options do not go together. */
enum err script_check(const struct workload_options *o, struct diag *d);

/* Tables, statements and workloads. */

/* A script of pgbench's. */
struct builtin {
    const char *name;
    const char *title; /* Title in reports: "select only". */
    const char *text;
};

/* NULL after the last. */
const struct builtin *builtin_at(size_t index);

/* Finds it by its name, or by how that begins. NULL with a diag: there is none, or there are several. */
const struct builtin *builtin_find(const char *name, struct diag *d);

/* Reads the scripts that the options name into an empty program. ERR_USAGE with the place of what is wrong. */
enum err script_build(struct program *p, const struct workload_options *o, struct diag *d);

/* Are there such scripts, as far as that shows without reading them? ERR_USAGE with the reason. */
enum err script_check_names(const struct workload_options *o, struct diag *d);

extern const struct family script_family;
extern const struct workload script_workloads[];
extern const struct schema script_schema;

#endif
