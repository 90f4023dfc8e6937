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

bool
options_is_retryable(const struct workload_options *o, const char *sqlstate)
{
    const char *const list = o->retry ? o->retry : o->dialect->retryable;

    /* All have five characters: a match is a whole entry. */
    return strlen(sqlstate) == 5 && strstr(list, sqlstate);
}
