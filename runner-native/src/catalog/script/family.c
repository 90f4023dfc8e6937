#include "catalog/script/script.h"

/* As pgbench does where -s is not given: so many branches, so large a scale. */
static const char *
question(const struct workload_options *o)
{
    const bool has_builtin = script(o)->builtins.count > 0 || script(o)->files.count == 0;

    return script(o)->scale == 0 && has_builtin ? "SELECT count(*) FROM pgbench_branches" : NULL;
}

static void
take_answer(struct workload_options *o, int64_t answer)
{
    ((struct script_options *)(void *)o->family)->scale = answer;
}

const struct family script_family = {
    .name = "script",
    .loader = "script",
    .workloads = script_workloads,
    .schema = &script_schema,
    .option_groups = script_option_groups,
    .option_group_count = ARRAY_LENGTH(script_option_groups),
    .way_to_text = "--protocol=simple",
    .settle = script_settle,
    .check = script_check,
    .build = script_build,
    .question = question,
    .take_answer = take_answer,
};
