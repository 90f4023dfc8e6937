#include "cli/compat.h"

#include "base/base.h"
#include "cli/options.h"

/* Facts of docs/workloads.md sections 1.1, 1.4, 1.7, 1.8 and 1.9. sysbench tries again without end. */
#define SYSBENCH_DEFAULTS                                                                                                      \
    {"integer-type", "int8"}, {"index-timing", "key-first"}, {"retry", "40001,40P01,23505"}, {"max-tries", "1000000"},         \
        {"batch-insert-bytes", "524288"}, {"if-not-exists", "on"}, {"queue-limit", "131072"},                                  \
    {                                                                                                                          \
        NULL, NULL                                                                                                             \
    }
static const struct option_default sysbench_1_0_20_defaults[] = {{"rand-type", "special"}, SYSBENCH_DEFAULTS};
static const struct option_default sysbench_1_1_defaults[] = {{"rand-type", "uniform"}, SYSBENCH_DEFAULTS};
static const struct option_default yugabyte_defaults[] = {
    {"rand-type", "uniform"},      {"integer-type", "int4"},       {"index-timing", "first"}, {"auto-inc", "on"},
    {"serial-cache-size", "1000"}, {"retry", "40001,40P01,23505"}, {"max-tries", "1000000"},  {NULL, NULL}};
static const struct option_default risingwave_defaults[] = {{"rand-type", "uniform"},
                                                            {"integer-type", "int4"},
                                                            {"index-timing", "key-first"},
                                                            {"create-covered-secondary", "on"},
                                                            {"retry", "40001,40P01,23505,XX000"},
                                                            {"max-tries", "1000000"},
                                                            {"reconnect-on-loss", "on"},
                                                            {NULL, NULL}};

static const struct sysbench_text sysbench_1_0_20_text = {"1.0.20", false};
static const struct sysbench_text sysbench_1_1_text = {"1.1.0", true};

static const struct compat_mode modes[] = {
    [COMPAT_NONE] = {"none", NULL, NULL, NULL},
    [COMPAT_SYSBENCH_1_0_20] = {"sysbench-1.0.20", NULL, sysbench_1_0_20_defaults, &sysbench_1_0_20_text},
    [COMPAT_SYSBENCH_1_1] = {"sysbench-1.1", NULL, sysbench_1_1_defaults, &sysbench_1_1_text},
    [COMPAT_YUGABYTE] = {"yugabyte", "yugabytedb", yugabyte_defaults, NULL},
    [COMPAT_RISINGWAVE] = {"risingwave", "risingwave", risingwave_defaults, NULL},
};

const char *const compat_names[] = {
    [COMPAT_NONE] = "none",         [COMPAT_SYSBENCH_1_0_20] = "sysbench-1.0.20", [COMPAT_SYSBENCH_1_1] = "sysbench-1.1",
    [COMPAT_YUGABYTE] = "yugabyte", [COMPAT_RISINGWAVE] = "risingwave",           NULL};

const struct compat_mode *
compat_at(size_t index)
{
    return index < ARRAY_LENGTH(modes) ? &modes[index] : NULL;
}

static const struct old_name old_names[] = {
    {"num-threads", "threads"}, {"max-requests", "events"}, {"max-time", "time"}, {"tx-rate", "rate"}, {"test", NULL},
};

const struct old_name *
old_name_at(size_t index)
{
    return index < ARRAY_LENGTH(old_names) ? &old_names[index] : NULL;
}

static const char *const ignored_options[] = {"debug", "db-debug", "validate", "luajit-cmd", "thread-stack-size"};

const char *
ignored_option_at(size_t index)
{
    return index < ARRAY_LENGTH(ignored_options) ? ignored_options[index] : NULL;
}

const struct absent_option absent_options[] = {
    {"report-checkpoints", "the histograms of the threads are joined once, at the end",
     "--report-interval=S tells what happens meanwhile; for parts of a run give several runs"},
    {"pgsql-variant", "its one value is for Redshift", "leave it out; --dialect=NAME says what the database is"},
    {NULL, NULL, NULL},
};
