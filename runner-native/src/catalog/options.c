#include "catalog/options.h"

#include <assert.h>
#include <string.h>

int64_t
options_lane_count(const struct workload_options *o)
{
    return o->shard.count > 1 ? o->threads * o->shard.count : o->threads;
}

uint32_t
options_integer_oid(const struct workload_options *o)
{
    switch (o->integer_type) {
    case INTEGER_AUTO: return o->dialect->integer_oid;
    case INTEGER_INT4: return 23;
    case INTEGER_INT8: return 20;
    }
    assert(false && "unreachable integer_type");
    return 0;
}

const char *
options_param_type_name(const struct workload_options *o, enum param_type type)
{
    switch (type) {
    case PARAM_INT: return options_integer_oid(o) == 20 ? "int8" : "int4";
    case PARAM_BIGINT: return "int8";
    case PARAM_TEXT: return "varchar";
    case PARAM_BYTES: return "bytea";
    case PARAM_UNTYPED: return "unknown";
    }
    assert(false && "unreachable param_type");
    return "";
}

bool
options_is_retryable(const struct workload_options *o, const char *sqlstate)
{
    const char *const list = o->retry ? o->retry : o->dialect->retryable;

    /* All have five characters: a match is a whole entry. */
    return strlen(sqlstate) == 5 && strstr(list, sqlstate);
}
