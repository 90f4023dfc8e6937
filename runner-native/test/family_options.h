#ifndef PLUMBLINE_TEST_FAMILY_OPTIONS_H
#define PLUMBLINE_TEST_FAMILY_OPTIONS_H

/*
 * The options of a workload, and those of its family to be set by a test: the program itself reads them alone.
 */

#include "catalog/kv/kv.h"
#include "catalog/sbtest/sbtest.h"
#include "catalog/sql_inserts/sql_inserts.h"
#include "catalog/workload.h"
#include "cli/option_set.h"
#include "cli/options.h"

#define SBTEST(options) ((struct sbtest_options *)(void *)(options).load.family)
#define KV(options) ((struct kv_options *)(void *)(options).load.family)
#define SQL_INSERTS(options) ((struct sql_inserts_options *)(void *)(options).load.family)

/* The defaults of a workload. */
static inline struct options
options_for(const char *workload)
{
    struct options o;

    options_default(&o, workload_find(workload));
    return o;
}

#endif
