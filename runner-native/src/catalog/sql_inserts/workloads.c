/*
 * sql_inserts: YugabyteDB's SqlInserts, single rows of text by text keys, from docs/workloads.md section 1.12. Every value
 * that comes back is checked.
 */

#include <string.h>

#include "catalog/sql_inserts/sql_inserts.h"
#include "catalog/lane.h"
#include "catalog/workload.h"
#include "program/program.h"

enum { SCRIPT_READ, SCRIPT_INSERT, SCRIPT_UPDATE };

enum { VALUE_COLUMN = 1 }; /* Column v of SELECT k, v. */

_Static_assert(PARAM_TEXT_SIZE >= 8192 + KEY_TEXT_MAX, "key and value share params.text");

static const char *
insert_text(const struct workload_options *o)
{
#define ROW " INTO {table} (k, v) VALUES ($1, $2)"
    if (!sql_inserts(o)->upsert || o->dialect->upsert == UPSERT_INSERT)
        return "INSERT" ROW;
    return o->dialect->upsert == UPSERT_KEYWORD ? "UPSERT" ROW : "INSERT" ROW " ON CONFLICT (k) DO UPDATE SET v = excluded.v";
}

static struct lane
lane_of(const struct program *p, const struct generator *g)
{
    return (struct lane){.prepared_count = sql_inserts(p->options)->max_written_key,
                         .lane_count = options_lane_count(p->options),
                         .lane = g->connection,
                         .taken_count = g->sequence};
}

static void
put_key(const struct program *p, struct generator *g, struct params *params, int64_t number)
{
    g->row = number;
    params_put_text(params, 0, params->text, sql_inserts_key(p->options, number, params->text));
    params->count = 1;
}

static void
put_key_and_value(const struct program *p, struct generator *g, struct params *params, int64_t number)
{
    char *const value = params->text + KEY_TEXT_MAX;

    put_key(p, g, params, number);
    params_put_text(params, 1, value, sql_inserts_value(p->options, number, value));
    params->count = 2;
}

static void
draw_select(const struct program *p, struct generator *g, struct params *params)
{
    const struct lane lane = lane_of(p, g);

    put_key(p, g, params, lane_pick(&lane, &g->rng));
}

static void
draw_insert(const struct program *p, struct generator *g, struct params *params)
{
    const struct lane lane = lane_of(p, g);

    g->sequence++;
    put_key_and_value(p, g, params, lane_next(&lane));
}

static void
draw_update(const struct program *p, struct generator *g, struct params *params)
{
    const struct lane lane = lane_of(p, g);

    put_key_and_value(p, g, params, lane_pick(&lane, &g->rng));
}

static const char *
find_wrong_value(const struct program *p, struct generator *g, const struct reply *reply)
{
    char expected[PARAM_TEXT_SIZE];
    int value_length;

    if (reply_row_count(reply) == 0)
        return FAULT_MISSING;
    const int length = sql_inserts_value(p->options, g->row, expected);
    const char *const value = reply_value(reply, 0, VALUE_COLUMN, &value_length);
    const bool is_right = reply_row_count(reply) == 1 && value_length == length && memcmp(value, expected, (size_t)length) == 0;
    return is_right ? NULL : FAULT_WRONG;
}

enum {
    KEY_SELECT,
    KEY_INSERT,
    KEY_UPDATE,
};

#define ON_TABLE .write_table = sql_inserts_write_name, .types = "t"

/* clang-format off */
const struct statement sql_inserts_statements[] = {
    [KEY_SELECT] = {.name = "key_select", .letter = 'E', ON_TABLE, .text = "SELECT k, v FROM {table} WHERE k = $1",
                    .draw = draw_select, .column_count = VALUE_COLUMN + 1, .take_reply = find_wrong_value},
    [KEY_INSERT] = {.name = "key_insert", .letter = 'F', ON_TABLE, .pick_text = insert_text, .draw = draw_insert,
                    .is_write = true},
    [KEY_UPDATE] = {.name = "key_update", .letter = 'G', ON_TABLE, .text = "UPDATE {table} SET v = $2 WHERE k = $1",
                    .draw = draw_update, .is_write = true},
    {.name = NULL},
};
/* clang-format on */

static int
choose(const struct program *p, struct generator *g)
{
    const struct workload_options *const o = p->options;
    const struct lane lane = lane_of(p, g);
    const bool reads = (int64_t)rng_below(&g->rng, 100) < sql_inserts(o)->read_percent;

    if (reads && lane_readable(&lane) > 0)
        return SCRIPT_READ;
    if (lane_next(&lane) < sql_inserts(o)->num_unique_keys)
        return SCRIPT_INSERT;
    /* A connection that never had a key of its own reads or updates nothing: it inserts beyond. */
    return lane_readable(&lane) > 0 ? SCRIPT_UPDATE : SCRIPT_INSERT;
}

COUNT_OF(if_reads, sql_inserts(o)->read_percent > 0)
COUNT_OF(if_writes, sql_inserts(o)->read_percent < 100)

static const char *
drift(const struct workload_options *o)
{
    if (sql_inserts(o)->read_percent == 100 || sql_inserts(o)->max_written_key >= sql_inserts(o)->num_unique_keys)
        return NULL;
    return "each write makes a new key, up to --num-unique-keys, after which they update; the same --max-written-key makes them "
           "update from the start";
}

static const char *const events[] = {[SCRIPT_READ] = "read", [SCRIPT_INSERT] = "insert", [SCRIPT_UPDATE] = "update", NULL};

#define EVENT(script_, statement, rounds_)                                                                                     \
    {.script = script_, .statements = {statement}, .statement_count = 1, .rounds = rounds_}

const struct workload sql_inserts_workloads[] = {
    {
        .name = "sql_inserts",
        .summary = "INSERTs and SELECTs of single rows by a text key, with values checked (YugabyteDB)",
        .details =
            "One event is one statement, autocommit: with --read-percent (or --read-only) a SELECT, otherwise an INSERT\n"
            "of a new key UUID:N with the value val:N, and an UPDATE once --num-unique-keys are there. Each connection\n"
            "writes every N-th key of its own from --max-written-key on, and reads those below it and its own. A row that\n"
            "does not come back (SQLSTATE 02000) or has another value (XX001) is a failed event. prepare makes the keys\n"
            "0 ... --max-written-key - 1. Give each machine its own --uuid.",
        .family = &sql_inserts_family,
        .choose = choose,
        .events = events,
        .drift = drift,
        .groups = {EVENT(SCRIPT_READ, &sql_inserts_statements[KEY_SELECT], if_reads),
                   EVENT(SCRIPT_INSERT, &sql_inserts_statements[KEY_INSERT], if_writes),
                   EVENT(SCRIPT_UPDATE, &sql_inserts_statements[KEY_UPDATE], if_writes)},
    },
    {.name = NULL},
};
