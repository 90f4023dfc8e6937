#include "catalog/script/script.h"

const struct family script_family = {
    .name = "script",
    .loader = "script",
    .workloads = script_workloads,
    .schema = &script_schema,
    .option_groups = script_option_groups,
    .option_group_count = ARRAY_LENGTH(script_option_groups),
    .settle = script_settle,
    .check = script_check,
    .build = script_build,
};
