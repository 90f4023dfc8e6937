#include "cli/pgbench_table.h"

#include <stdlib.h>
#include <string.h>

#include "program/script/scalar.h"

static bool
is_definition(const char *value)
{
    return strchr(value, '=') != NULL && value[0] != '=';
}

static bool
is_protocol(const char *value)
{
    return strcmp(value, "simple") == 0 || strcmp(value, "extended") == 0 || strcmp(value, "prepared") == 0;
}

static bool
is_method(const char *value)
{
    return strcmp(value, "range") == 0 || strcmp(value, "hash") == 0;
}

static bool
is_above_zero(const char *value)
{
    char *end;

    return strtod(value, &end) > 0 && end != value && *end == '\0';
}

static bool
is_share(const char *value)
{
    return is_above_zero(value) && strtod(value, NULL) <= 1;
}

static bool
is_count(const char *value)
{
    int64_t count;

    return scalar_read_integer(value, strlen(value), &count) && count >= 0;
}

static bool
is_seed(const char *value)
{
    return strcmp(value, "time") == 0 || strcmp(value, "rand") == 0 || is_count(value);
}

#define COUNT_MAX ((int64_t)1 << 40)

/* clang-format off */
static const struct pgbench_meaning meanings[] = {
    {'i', "initialize", .fate = FATE_NOTED, .noted = NOTED_INITIALIZE},
    {'I', "init-steps", true, MODE_INITIALIZE, FATE_NOTED, .noted = NOTED_STEPS},
    {'F', "fillfactor", true, MODE_INITIALIZE, FATE_OPTION, .name = "fillfactor", .shown = "-F/--fillfactor", .low = 10, .high = 100},
    {'s', "scale", true, MODE_ANY, FATE_NOTED, .noted = NOTED_SCALE, .shown = "-s/--scale", .low = 1, .high = 1000000},
    {'q', "quiet", false, MODE_INITIALIZE, .fate = FATE_NOTHING},
    {'n', "no-vacuum", .fate = FATE_NOTED, .noted = NOTED_NO_VACUUM},
    {'v', "vacuum-all", false, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_VACUUM_ALL},
    {0, "foreign-keys", false, MODE_INITIALIZE, FATE_NOTED, .noted = NOTED_FOREIGN_KEYS},
    {0, "index-tablespace", true, MODE_INITIALIZE, FATE_OPTION, .name = "index-tablespace"},
    {0, "partition-method", true, MODE_INITIALIZE, FATE_NOTED, .noted = NOTED_PARTITION_METHOD,
     .is_value = is_method, .fault = "invalid partition method, expecting \"range\" or \"hash\", got:"},
    {0, "partitions", true, MODE_INITIALIZE, FATE_NOTED, .noted = NOTED_PARTITIONS, .shown = "--partitions", .high = 10000},
    {0, "tablespace", true, MODE_INITIALIZE, FATE_OPTION, .name = "tablespace"},
    {0, "unlogged-tables", false, MODE_INITIALIZE, FATE_SWITCH, .name = "unlogged-tables=on"},
    {'b', "builtin", true, MODE_BENCHMARK, FATE_OPTION, .name = "builtin"},
    {'S', "select-only", false, MODE_BENCHMARK, FATE_SWITCH, .name = "builtin=select-only"},
    {'N', "skip-some-updates", false, MODE_BENCHMARK, FATE_SWITCH, .name = "builtin=simple-update"},
    {'f', "file", true, MODE_BENCHMARK, FATE_OPTION, .name = "file"},
    {'D', "define", true, MODE_BENCHMARK, FATE_OPTION, .name = "define", .is_value = is_definition, .fault = "invalid variable definition:",
     .hint = "write -D NAME=VALUE"},
    {'M', "protocol", true, MODE_BENCHMARK, FATE_OPTION, .name = "protocol", .is_value = is_protocol, .fault = "invalid query mode (-M):",
     .hint = "simple, extended or prepared"},
    {'c', "client", true, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_CLIENTS, .shown = "-c/--clients", .low = 1, .high = COUNT_MAX},
    {'j', "jobs", true, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_JOBS, .shown = "-j/--jobs", .low = 1, .high = COUNT_MAX},
    {'t', "transactions", true, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_TRANSACTIONS, .shown = "-t/--transactions", .low = 1,
     .high = COUNT_MAX},
    {'T', "time", true, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_TIME, .shown = "-T/--time", .low = 1, .high = COUNT_MAX},
    {'R', "rate", true, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_RATE, .is_value = is_above_zero, .fault = "invalid rate limit:",
     .hint = "transactions a second, for example -R 500"},
    {'L', "latency-limit", true, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_LATENCY_LIMIT, .is_value = is_above_zero,
     .fault = "invalid latency limit:", .hint = "milliseconds, for example -L 20"},
    {'P', "progress", true, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_PROGRESS, .shown = "-P/--progress", .low = 1, .high = 10000000},
    {0, "progress-timestamp", false, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_TIMESTAMP},
    {'C', "connect", false, MODE_BENCHMARK, FATE_SWITCH, .name = "reconnect=1"},
    {'r', "report-per-command", false, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_PER_COMMAND},
    {0, "report-latencies", false, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_PER_COMMAND},
    {'l', "log", false, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_LOG},
    {0, "log-prefix", true, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_LOG_PREFIX},
    {0, "aggregate-interval", true, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_AGGREGATE, .shown = "--aggregate-interval", .low = 1,
     .high = 10000000},
    {0, "sampling-rate", true, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_SAMPLING, .is_value = is_share,
     .fault = "invalid sampling rate:", .hint = "a share above 0 and up to 1, for example 0.01"},
    {0, "failures-detailed", false, MODE_BENCHMARK, FATE_SWITCH, .name = "failures-detailed=on"},
    {0, "verbose-errors", false, MODE_BENCHMARK, .fate = FATE_NOTHING},
    {0, "exit-on-abort", false, MODE_BENCHMARK, .fate = FATE_NOTHING},
    {0, "continue-on-error", false, MODE_BENCHMARK, FATE_SWITCH, .name = "on-error=continue"},
    {0, "max-tries", true, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_MAX_TRIES, .is_value = is_count,
     .fault = "invalid number of maximum tries:", .hint = "a whole number; 0: without end"},
    {0, "random-seed", true, MODE_BENCHMARK, FATE_NOTED, .noted = NOTED_SEED, .is_value = is_seed,
     .fault = "error while setting random seed from --random-seed option: unrecognized random seed option",
     .hint = "Expecting an unsigned integer, \"time\" or \"rand\""},
    {'h', "host", true, MODE_ANY, FATE_NOTED, .noted = NOTED_HOST},
    {'p', "port", true, MODE_ANY, FATE_NOTED, .noted = NOTED_PORT},
    {'U', "username", true, MODE_ANY, FATE_NOTED, .noted = NOTED_USER},
    {'d', "debug", .fate = FATE_NOTHING}, /* From pgbench 17 on it names the database, which a word behind it does anyway. */
    {0, "dbname", true, MODE_ANY, FATE_NOTED, .noted = NOTED_DATABASE},
    {0, "show-script", true, MODE_ANY, FATE_NOTED, .noted = NOTED_SHOW},
};
/* clang-format on */

const struct pgbench_meaning *
pgbench_find_word(const char *word, size_t length)
{
    for (size_t i = 0; i < ARRAY_LENGTH(meanings); i++)
        if (meanings[i].word && strlen(meanings[i].word) == length && strncmp(meanings[i].word, word, length) == 0)
            return &meanings[i];
    return NULL;
}

const struct pgbench_meaning *
pgbench_find_letter(char letter)
{
    for (size_t i = 0; i < ARRAY_LENGTH(meanings); i++)
        if (meanings[i].letter == letter)
            return &meanings[i];
    return NULL;
}

static enum err
check_number(const struct pgbench_meaning *m, const char *value, struct diag *d)
{
    int64_t number;

    if (!scalar_read_integer(value, strlen(value), &number))
        fail(d, ERR_USAGE, "invalid value \"%s\" for option %s: must be a whole number", value, m->shown);
    else if (number < m->low || number > m->high)
        fail(d, ERR_USAGE, "%s must be in range %lld..%lld", m->shown, (long long)m->low, (long long)m->high);
    if (d->code != ERR_OK)
        fail_hint(d, "for example %lld", (long long)(m->low > 0 ? m->low : 1));
    return d->code;
}

enum err
pgbench_check_value(const struct pgbench_meaning *m, const char *value, struct diag *d)
{
    if (m->shown)
        return check_number(m, value, d);
    if (!m->is_value || m->is_value(value))
        return ERR_OK;
    fail(d, ERR_USAGE, "%s \"%s\"", m->fault, value);
    fail_hint(d, "%s", m->hint ? m->hint : "`pgbench --help` says what it takes");
    return d->code;
}
