#ifndef PLUMBLINE_CATALOG_SCRIPT_SCRIPT_H
#define PLUMBLINE_CATALOG_SCRIPT_SCRIPT_H

/*
 * script: what the user has written in the language of pgbench, and pgbench's own scripts, from docs/workloads.md section 1.14.
 */

#include "catalog/family.h"
#include "catalog/schema.h"
#include "catalog/script/options.h"

/* A script of pgbench's. */
struct builtin {
    const char *name;
    const char *title; /* In reports: "select only". */
    const char *text;
};

/* NULL after the last. */
const struct builtin *builtin_at(size_t index);

/* By its name, or by how that begins. NULL with a diag: there is none, or there are several. */
const struct builtin *builtin_find(const char *name, struct diag *d);

/* Reads the scripts that the options name into an empty program. ERR_USAGE with the place of what is wrong. */
enum err script_build(struct program *p, const struct workload_options *o, struct diag *d);

/* Are there such scripts, as far as that shows without reading them? ERR_USAGE with the reason. */
enum err script_check_names(const struct workload_options *o, struct diag *d);

extern const struct family script_family;
extern const struct workload script_workloads[];
extern const struct schema script_schema;

#endif
