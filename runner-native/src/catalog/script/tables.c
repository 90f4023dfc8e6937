/*
 * The tables of pgbench: docs/workloads.md section 1.14.
 */

#include "catalog/script/script.h"

const struct schema script_schema = {.kind_count = 0};
