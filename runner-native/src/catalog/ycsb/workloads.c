/*
 * YCSB's core workloads: what its JDBC binding sends for them (docs/workloads.md section 1.15).
 */

#include "catalog/workload.h"
#include "catalog/ycsb/ycsb.h"
#include "program/program.h"

/* How many fields a statement writes. */

COUNT_OF(field_count, ycsb(o)->field_count)
COUNT_OF(updated_field_count, ycsb(o)->write_all_fields ? ycsb(o)->field_count : 1)

/* Draws. */

static struct lane
lane_of(const struct program *p, const struct generator *g)
{
    return (struct lane){.prepared_count = ycsb_loaded_count(p->options),
                         .lane_count = options_lane_count(p->options),
                         .lane = g->connection,
                         .taken_count = g->sequence};
}

static void
put_key(const struct program *p, struct params *params, int index, int64_t number)
{
    params_put_text(params, index, params->text, ycsb_key(p->options, number, params->text));
}

static void
put_values(const struct program *p, struct generator *g, struct params *params, int first, int count)
{
    for (int i = 0; i < count; i++) {
        int length;
        const char *const value = ycsb_value(ycsb_source(p->source), &g->rng, &length);
        params_put_text(params, first + i, value, length);
    }
}

/* The record of the next request. Those before it are counted in g->row where they come in turn; otherwise that is the record. */
static int64_t
next_record(const struct program *p, struct generator *g)
{
    const struct lane lane = lane_of(p, g);
    const bool is_counted = ycsb(p->options)->requests == REQUESTS_SEQUENTIAL;
    const int64_t record = ycsb_pick(p->options, ycsb_source(p->source), &lane, g->row, &g->rng);

    g->row = is_counted ? g->row + 1 : record;
    return record;
}

/* The record of the last request. */
static int64_t
same_record(const struct program *p, struct generator *g)
{
    const struct lane lane = lane_of(p, g);

    if (ycsb(p->options)->requests != REQUESTS_SEQUENTIAL)
        return g->row;
    return ycsb_pick(p->options, ycsb_source(p->source), &lane, g->row - 1, &g->rng);
}

static void
draw_read(const struct program *p, struct generator *g, struct params *params)
{
    put_key(p, params, 0, next_record(p, g));
    params->count = 1;
}

static void
put_update(const struct program *p, struct generator *g, struct params *params, int64_t record)
{
    const int count = (int)updated_field_count(p->options);

    put_values(p, g, params, 0, count);
    put_key(p, params, count, record);
    params->count = count + 1;
}

static void
draw_update(const struct program *p, struct generator *g, struct params *params)
{
    put_update(p, g, params, next_record(p, g));
}

static void
draw_rmw_update(const struct program *p, struct generator *g, struct params *params)
{
    put_update(p, g, params, same_record(p, g));
}

static void
draw_insert(const struct program *p, struct generator *g, struct params *params)
{
    const struct lane lane = lane_of(p, g);
    const int count = (int)ycsb(p->options)->field_count;

    g->sequence++;
    put_key(p, params, 0, lane_next(&lane));
    put_values(p, g, params, 1, count);
    params->count = count + 1;
}

static void
draw_scan(const struct program *p, struct generator *g, struct params *params)
{
    put_key(p, params, 0, next_record(p, g));
    params_put_int(params, 1, dist_draw(&ycsb_source(p->source)->scan_lengths, &g->rng));
    params->count = 2;
}

/* Answers. */

/* The record of the last request is surely there; where only a flush shows what a run has written, those of prepare are. */
static bool
must_be_there(const struct program *p, const struct generator *g)
{
    return !p->options->dialect->flush || ycsb(p->options)->requests == REQUESTS_SEQUENTIAL ||
           g->row < ycsb_loaded_count(p->options);
}

static const char *
find_missing(const struct program *p, struct generator *g, const struct reply *reply)
{
    return reply_row_count(reply) == 0 && must_be_there(p, g) ? FAULT_MISSING : NULL;
}

/* An UPDATE says how many rows it has changed. */
static const char *
find_unchanged(const struct program *p, struct generator *g, const struct reply *reply)
{
    return reply_changed_count(reply) == 0 && must_be_there(p, g) ? FAULT_MISSING : NULL;
}

enum { READ, UPDATE, INSERT, SCAN, SCAN_TEXT, RMW_READ, RMW_UPDATE };

/* An UPDATE of one field has a text for each: what is called a table elsewhere. */
#define UPDATE_OF(draw_)                                                                                                       \
    .is_per_table = true, .is_write = true, .text = "UPDATE usertable SET{ FIELD# = $|,} WHERE YCSB_KEY = $",                  \
    .count = updated_field_count, .types = "t", .draw = (draw_), .takes_rowless = true, .take_reply = find_unchanged
#define SCAN_OF                                                                                                                \
    .text = "SELECT * FROM usertable WHERE YCSB_KEY >= $1 ORDER BY YCSB_KEY LIMIT $2", .types = "ti", .draw = draw_scan,       \
    .take_reply = find_missing
#define READ_OF                                                                                                                \
    .text = "SELECT * FROM usertable WHERE YCSB_KEY = $1", .types = "t", .draw = draw_read, .take_reply = find_missing

const struct statement ycsb_statements[] = {
    [READ] = {.name = "ycsb_read", .letter = 'I', READ_OF},
    [UPDATE] = {.name = "ycsb_update", .letter = 'J', UPDATE_OF(draw_update)},
    [INSERT] = {.name = "ycsb_insert",
                .letter = 'K',
                .text = "INSERT INTO usertable (YCSB_KEY{, FIELD#|}) VALUES ($1{, $|})",
                .count = field_count,
                .types = "t",
                .draw = draw_insert,
                .is_write = true},
    [SCAN] = {.name = "ycsb_scan", .letter = 'L', SCAN_OF},
    [SCAN_TEXT] = {.name = "ycsb_scan_text", .letter = 'M', SCAN_OF, .is_always_text = true},
    [RMW_READ] = {.name = "ycsb_rmw_read", .letter = 'N', READ_OF},
    [RMW_UPDATE] = {.name = "ycsb_rmw_update", .letter = 'O', UPDATE_OF(draw_rmw_update)},
    {.name = NULL},
};

/* Events. */

static int
choose(const struct program *p, struct generator *g)
{
    const double *const proportions = ycsb(p->options)->proportions;
    double sum = 0;
    int last = 0;

    for (int i = 0; i < YCSB_OPERATION_COUNT; i++)
        sum += proportions[i];
    double left = rng_unit(&g->rng) * sum;
    for (int i = 0; i < YCSB_OPERATION_COUNT; i++) {
        if (proportions[i] == 0)
            continue;
        last = i;
        if ((left -= proportions[i]) < 0)
            return i;
    }
    return last; /* Rounding. */
}

static int64_t
does(const struct workload_options *o, enum ycsb_operation operation)
{
    return ycsb(o)->proportions[operation] > 0;
}

COUNT_OF(if_reads, does(o, YCSB_READ))
COUNT_OF(if_updates, does(o, YCSB_UPDATE))
COUNT_OF(if_inserts, does(o, YCSB_INSERT))
COUNT_OF(if_modifies, does(o, YCSB_RMW))
COUNT_OF(if_scans, does(o, YCSB_SCAN) && o->dialect->has_limit_parameter)
COUNT_OF(if_scans_by_text, does(o, YCSB_SCAN) && !o->dialect->has_limit_parameter)
COUNT_OF(if_transaction, if_modifies(o) && ycsb(o)->rmw_transaction)

static const char *
drift(const struct workload_options *o)
{
    if (!if_inserts(o))
        return NULL;
    return "each insert makes a new record, and another run would make it again: `prepare` with --recreate makes the tables again";
}

static const char *const events[] = {[YCSB_READ] = "read", [YCSB_UPDATE] = "update", [YCSB_INSERT] = "insert",
                                     [YCSB_SCAN] = "scan", [YCSB_RMW] = "rmw",       NULL};

#define EVENT(script_, statement, rounds_)                                                                                     \
    {.script = script_, .statements = {statement}, .statement_count = 1, .rounds = rounds_}

/* One list for all of them: proportions say which events there are. */
/* clang-format off */
#define ROWS                                                                                                                   \
    .family = &ycsb_family, .choose = choose, .events = events, .drift = drift,                                                \
    .groups = {EVENT(YCSB_READ, &ycsb_statements[READ], if_reads),                                                             \
               EVENT(YCSB_UPDATE, &ycsb_statements[UPDATE], if_updates),                                                       \
               EVENT(YCSB_INSERT, &ycsb_statements[INSERT], if_inserts),                                                       \
               EVENT(YCSB_SCAN, &ycsb_statements[SCAN], if_scans),                                                             \
               EVENT(YCSB_SCAN, &ycsb_statements[SCAN_TEXT], if_scans_by_text),                                                \
               EVENT(YCSB_RMW, &transaction_begin, if_transaction),                                                            \
               EVENT(YCSB_RMW, &ycsb_statements[RMW_READ], if_modifies),                                                       \
               EVENT(YCSB_RMW, &ycsb_statements[RMW_UPDATE], if_modifies),                                                     \
               EVENT(YCSB_RMW, &transaction_commit, if_transaction)}

/* clang-format on */

static const char details[] =
    "One event is one operation, drawn by the proportions: a SELECT of a record by its key, an UPDATE of one field,\n"
    "an INSERT of a new record, a SELECT of some records from a key on, or a SELECT and then an UPDATE of a record;\n"
    "each statement commits by itself, as in YCSB's JDBC binding. Keys are YCSB's own (user6284781860667377211), so\n"
    "that tables which YCSB has loaded will do. Which records are used is --request-distribution's: uniform,\n"
    "sequential and hotspot are about those of prepare; zipfian, latest and exponential about those of the run, too.\n"
    "A connection uses what prepare made and what it has inserted itself, so that the record must be there; one that\n"
    "is not, is a failed event (SQLSTATE 02000). Hot records are the same on all machines of a --shard.\n"
    "What differs from YCSB: ranks are exactly zipfian; a new record takes its share of the ranks of zipfian, where\n"
    "YCSB guesses from its operation count how many there will be; `prepare` loads in the dialect's fastest way.";

/* clang-format off */
#define PROPORTIONS(read, update, insert, scan, rmw)                                                                           \
    {"read-proportion", read}, {"update-proportion", update}, {"insert-proportion", insert}, {"scan-proportion", scan},        \
    {"readmodifywrite-proportion", rmw}

static const struct option_default defaults_a[] = {PROPORTIONS("0.5", "0.5", "0", "0", "0"), {NULL, NULL}};
static const struct option_default defaults_b[] = {PROPORTIONS("0.95", "0.05", "0", "0", "0"), {NULL, NULL}};
static const struct option_default defaults_c[] = {PROPORTIONS("1", "0", "0", "0", "0"), {NULL, NULL}};
static const struct option_default defaults_d[] = {
    PROPORTIONS("0.95", "0", "0.05", "0", "0"), {"request-distribution", "latest"}, {NULL, NULL}};
static const struct option_default defaults_e[] = {
    PROPORTIONS("0", "0", "0.05", "0.95", "0"), {"max-scan-length", "100"}, {NULL, NULL}};
static const struct option_default defaults_f[] = {PROPORTIONS("0.5", "0", "0", "0", "0.5"), {NULL, NULL}};

const struct workload ycsb_workloads[] = {
    {.name = "ycsb_a", .summary = "YCSB A: 50 % reads, 50 % updates of single records", .details = details,
     .defaults = defaults_a, ROWS},
    {.name = "ycsb_b", .summary = "YCSB B: 95 % reads, 5 % updates", .details = details, .defaults = defaults_b, ROWS},
    {.name = "ycsb_c", .summary = "YCSB C: reads alone", .details = details, .defaults = defaults_c, ROWS},
    {.name = "ycsb_d", .summary = "YCSB D: 95 % reads of the latest records, 5 % inserts", .details = details,
     .defaults = defaults_d, ROWS},
    {.name = "ycsb_e", .summary = "YCSB E: 95 % scans of up to 100 records, 5 % inserts", .details = details,
     .defaults = defaults_e, ROWS},
    {.name = "ycsb_f", .summary = "YCSB F: 50 % reads, 50 % reads that are followed by an update", .details = details,
     .defaults = defaults_f, ROWS},
    {.name = NULL},
};
/* clang-format on */
