#include "catalog/sql_inserts/sql_inserts.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#define FIELD(field) .offset = offsetof(struct sql_inserts_options, field)

/* clang-format off */
static const struct option_row rows[] = {
    {.name = "read-percent", .type = OPTION_INT, FIELD(read_percent), .fallback = "0", .low = 0, .high = 100,
     .argument = "P",
     .help = "kv, sql_inserts: per cent of the events that read; oltp_read_write_pct: point selects of an event"},
    {.name = "table-name", .type = OPTION_TEXT, FIELD(table_name), .fallback = "postgresqlkeyvalue", .argument = "NAME",
     .shapes = SHAPES_DATA, .help = "the table"},
    {.name = "num-unique-keys", .type = OPTION_INT, FIELD(num_unique_keys), .fallback = "2000000", .low = 1,
     .high = 1e15, .argument = "N", .shapes = SHAPES_DATA, .help = "keys to insert; when all are there, writes update"},
    {.name = "max-written-key", .type = OPTION_INT, FIELD(max_written_key), .fallback = "0", .low = 0, .high = 1e15,
     .argument = "N", .shapes = SHAPES_DATA, .help = "keys that exist already, or that prepare makes: 0 ... N - 1"},
    {.name = "read-only", .type = OPTION_BOOL, FIELD(read_only), .fallback = "off",
     .help = "the same as --read-percent=100"},
    {.name = "uuid", .type = OPTION_TEXT, FIELD(uuid), .fallback = "00000000-0000-0000-0000-000000000000",
     .argument = "UUID", .shapes = SHAPES_DATA, .help = "prefix of the keys: give each machine its own"},
    {.name = "nouuid", .type = OPTION_BOOL, FIELD(nouuid), .fallback = "off", .shapes = SHAPES_DATA,
     .help = "prefix of the keys is the word key"},
    {.name = "value-size", .type = OPTION_INT, FIELD(value_size), .fallback = "0", .low = 0, .high = 8192,
     .argument = "N", .shapes = SHAPES_DATA, .help = "bytes of a value, at least"},
    {.name = "upsert", .type = OPTION_BOOL, FIELD(upsert), .fallback = "off",
     .help = "INSERT overwrites, in the dialect's way"},
};
/* clang-format on */

const struct option_group sql_inserts_option_groups[1] = {
    {"The workload sql_inserts (give prepare and run the same)", PLACE_EVENTS, rows, ARRAY_LENGTH(rows)}};

/* yb-sample-apps': docs/workloads.md section 1.12. */
#define ITS_THREADS "connections read and write, by a share, and have no threads of their own for each"
#define ITS_END "a run ends by time or by events, whatever they do"
#define ITS_DRIVER "it is a setting of YugabyteDB's driver for Java"
const struct absent_option sql_inserts_absent_options[] = {
    {"workload", "the workload is a word of its own",
     "for SqlInserts: plumbline-load [options] sql_inserts run; its tables are made by `prepare`, dropped by `cleanup`"},
    {"nodes", "servers are named as libpq has them", "--pgsql-host=h1,h2 --pgsql-port=5433: connections go round them"},
    {"num-threads-read", ITS_THREADS, "--threads=N of both together, --read-percent=P of them reads"},
    {"num-threads-write", ITS_THREADS, "--threads=N of both together, --read-percent=P of them reads"},
    {"num-reads", ITS_END, "--events=N --time=0, with --read-only"},
    {"num-writes", ITS_END, "--events=N --time=0; --num-unique-keys says after how many keys writes update"},
    {"run-time", "it is called as in sysbench", "--time=S"},
    {"batch-size", "SqlInserts writes single rows, whatever it says", "oltp_multi_value_insert inserts many rows at once"},
    {"read-rate", ITS_THREADS, "--rate=N of all events, with planned starts that latency counts from"},
    {"write-rate", ITS_THREADS, "--rate=N of all events, with planned starts that latency counts from"},
    {"create-table-name", "it is called --table-name", "--table-name=NAME"},
    {"default-table-name", "it is called --table-name", "--table-name=NAME"},
    {"drop-table-name", "`cleanup` drops the table", "--table-name=NAME sql_inserts cleanup"},
    {"truncate", "a run does not empty the table", "--recreate sql_inserts prepare"},
    {"keep-table", "a run does not drop the table", "leave it out"},
    {"username", "it is called as in sysbench", "--pgsql-user=NAME"},
    {"password", "it is called as in sysbench", "--pgsql-password, or better PGPASSWORD or ~/.pgpass"},
    {"ssl-cert", "certificates are libpq's", "--pgsql-url='postgres://...?sslmode=verify-full&sslcert=FILE&sslkey=FILE'"},
    {"ssl-key", "certificates are libpq's", "--pgsql-url='postgres://...?sslmode=verify-full&sslcert=FILE&sslkey=FILE'"},
    {"load-balance", ITS_DRIVER, "--pgsql-host=h1,h2 goes round the servers"},
    {"topology-keys", ITS_DRIVER, "--pgsql-host=h1,h2 names those that are to be driven"},
    {"lock-step", "writes and reads are mixed, by a share", "give two runs: writes, then --read-only"},
    {"sanity-check-at-end", "every value that comes back is checked anyway", "`sql_inserts check` counts the rows of prepare"},
    {"output-json-metrics", "it is one of the formats of the report", "--output=ndjson"},
    {NULL, NULL, NULL},
};

void
sql_inserts_settle(struct workload_options *o)
{
    struct sql_inserts_options *const s = (struct sql_inserts_options *)(void *)o->family;

    if (s->read_only)
        s->read_percent = 100;
}

/* Names go into statements as they are. */
static bool
is_plain_name(const char *text)
{
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");

    return length > 0 && text[length] == '\0' && length < 48 && !isdigit((unsigned char)text[0]);
}

static enum err
check_texts(const struct sql_inserts_options *s, struct diag *d)
{
    if (!is_plain_name(s->table_name)) {
        fail(d, ERR_USAGE, "--table-name=%s: must be of small letters, digits and _", s->table_name);
        fail_hint(d, "begin with a letter and keep it below 48 bytes, for example --table-name=postgresqlkeyvalue");
    } else if (strlen(s->uuid) > 36 || strspn(s->uuid, "0123456789abcdefABCDEF-") != strlen(s->uuid)) {
        fail(d, ERR_USAGE, "--uuid=%s: must be of hexadecimal digits and -, at most 36", s->uuid);
        fail_hint(d, "for example --uuid=$(cat /proc/sys/kernel/random/uuid)");
    }
    return d->code;
}

enum err
sql_inserts_check(const struct workload_options *o, struct diag *d)
{
    const struct sql_inserts_options *const s = sql_inserts(o);

    if (check_texts(s, d) != ERR_OK)
        return d->code;
    if (s->read_percent == 100 && s->max_written_key == 0) {
        fail(d, ERR_USAGE, "sql_inserts has nothing to read: --max-written-key is 0");
        fail_hint(d, "give the number of keys that are there already; prepare makes them with the same option");
    }
    if (s->max_written_key > s->num_unique_keys) {
        fail(d, ERR_USAGE, "--max-written-key=%" PRId64 " is above --num-unique-keys=%" PRId64, s->max_written_key,
             s->num_unique_keys);
        fail_hint(d, "raise --num-unique-keys");
    }
    return d->code;
}
