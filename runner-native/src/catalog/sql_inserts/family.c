#include "catalog/sql_inserts/sql_inserts.h"

static const char *
session_sql(const struct workload_options *o, int i)
{
    return i == 0 && sql_inserts(o)->upsert ? o->dialect->upsert_session : NULL;
}

const struct family sql_inserts_family = {
    .name = "sql_inserts",
    .loader = "sql_inserts",
    .workloads = sql_inserts_workloads,
    .statements = sql_inserts_statements,
    .schema = &sql_inserts_schema,
    .option_groups = sql_inserts_option_groups,
    .option_group_count = ARRAY_LENGTH(sql_inserts_option_groups),
    .absent_options = sql_inserts_absent_options,
    .settle = sql_inserts_settle,
    .check = sql_inserts_check,
    .session_sql = session_sql,
};
