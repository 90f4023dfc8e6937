/*
 * kv: reads and writes of single keys, from docs/workloads.md section 1.11. KV95 is --read-percent=95.
 */

#include <endian.h>
#include <string.h>

#include "catalog/kv/kv.h"
#include "catalog/lane.h"
#include "catalog/workload.h"
#include "program/program.h"

/* Kinds of events. */
enum { SCRIPT_READ, SCRIPT_FOLLOWER_READ, SCRIPT_WRITE, SCRIPT_DELETE, SCRIPT_SPAN };

/* Texts. */

#define OF_KEYS "WHERE k IN ({$|, })"

/* Skipping the read before a write would leave old entries in an index on the value. */
static enum upsert
upsert_of(const struct workload_options *o)
{
    return o->dialect->upsert_session && kv(o)->secondary_index ? UPSERT_ON_CONFLICT : o->dialect->upsert;
}

static const char *
write_text_of(const struct workload_options *o)
{
#define ROWS " INTO kv (k, v) VALUES {($, $)|, }"
    switch (upsert_of(o)) {
    case UPSERT_ON_CONFLICT: return "INSERT" ROWS " ON CONFLICT (k) DO UPDATE SET v = excluded.v";
    case UPSERT_KEYWORD: return "UPSERT" ROWS;
    case UPSERT_INSERT: break;
    }
    return "INSERT" ROWS;
}

static const char *
span_text(const struct workload_options *o)
{
    return kv(o)->span_limit == 0 ? "SELECT count(v) FROM kv"
                                  : "SELECT count(v) FROM (SELECT v FROM kv WHERE k >= $1 ORDER BY k LIMIT {count}) AS span";
}

COUNT_OF(span_limit, kv(o)->span_limit)
COUNT_OF(batch, kv(o)->batch)

/* Draws. */

/* Numbers whose keys were there before the run. */
static int64_t
known_count(const struct kv_options *k)
{
    const int64_t inserted = k->insert_evenly ? 0 : k->insert_count;

    return inserted > k->written_count ? inserted : k->written_count;
}

static struct lane
lane_of(const struct program *p, const struct generator *g)
{
    return (struct lane){.prepared_count = kv(p->options)->stationary ? 0 : known_count(kv(p->options)),
                         .lane_count = options_lane_count(p->options),
                         .lane = g->connection,
                         .taken_count = g->sequence};
}

/* Numbers begin again after so many. */
static int64_t
cycle_of(const struct workload_options *o)
{
    return kv(o)->stationary && kv(o)->insert_count < kv(o)->cycle_length ? kv(o)->insert_count : kv(o)->cycle_length;
}

/* The number of a key that is there, or, where numbers are drawn and not counted, may be. */
static int64_t
pick_number(const struct program *p, struct generator *g)
{
    const struct workload_options *const o = p->options;

    if (kv(o)->zipfian)
        return dist_draw(&kv_source(p->source)->zipf, &g->rng) - 1;
    if (kv(o)->stationary)
        return (int64_t)rng_below(&g->rng, (uint64_t)kv(o)->insert_count);
    const struct lane lane = lane_of(p, g);
    if (lane_readable(&lane) == 0)
        return 0;
    return lane_pick(&lane, &g->rng) % cycle_of(o);
}

/* May a read find nothing though all is well? */
static bool
may_miss(const struct workload_options *o)
{
    return kv(o)->zipfian || kv(o)->del_percent > 0;
}

/* Different keys among the first `count` parameters: so many rows a read of keys that are there must give. */
static int
count_distinct(const struct params *params, int count)
{
    int distinct = 0;

    for (int i = 0; i < count; i++) {
        bool is_new = true;
        for (int j = 0; j < i && is_new; j++)
            is_new = memcmp(params->integers[i], params->integers[j], sizeof params->integers[i]) != 0;
        distinct += is_new;
    }
    return distinct;
}

static void
draw_keys(const struct program *p, struct generator *g, struct params *params)
{
    const int count = (int)kv(p->options)->batch;

    for (int i = 0; i < count; i++)
        params_put_bigint(params, i, kv_key(p->options, pick_number(p, g)));
    params->count = count;
    g->expected_count = may_miss(p->options) ? 0 : count_distinct(params, count);
}

static int64_t
next_number(const struct program *p, struct generator *g)
{
    if (kv(p->options)->zipfian)
        return pick_number(p, g);
    const struct lane lane = lane_of(p, g);
    g->sequence++;
    return lane_next(&lane) % cycle_of(p->options);
}

/* The keys of one statement must differ: PostgreSQL refuses to update a row twice. */
static int64_t
differ_from(const struct program *p, const struct params *params, int count, int64_t number)
{
    const int64_t cycle = cycle_of(p->options);
    int64_t key = kv_key(p->options, number);

    for (int i = 0; i < count;) {
        const uint64_t wide = htobe64((uint64_t)key);
        if (memcmp(params->integers[i * 2], &wide, sizeof wide) != 0) {
            i++;
            continue;
        }
        number = (number + 1) % cycle;
        key = kv_key(p->options, number);
        i = 0;
    }
    return key;
}

static void
draw_write(const struct program *p, struct generator *g, struct params *params)
{
    const struct workload_options *const o = p->options;
    const int count = (int)kv(o)->batch;

    for (int i = 0; i < count; i++) {
        const int64_t length = rng_between(&g->rng, kv(o)->min_block_bytes, kv(o)->max_block_bytes);
        params_put_bigint(params, i * 2, differ_from(p, params, i, next_number(p, g)));
        params_put_text(params, i * 2 + 1, pool_slice(&kv_source(p->source)->pool, &g->rng, (size_t)length), (int)length);
    }
    params->count = count * 2;
}

/* The keys of the write that follows: it will draw the same again. */
static void
draw_lock(const struct program *p, struct generator *g, struct params *params)
{
    struct generator ahead = *g;

    draw_write(p, &ahead, params);
    params->count /= 2;
    for (int i = 0; i < params->count; i++) {
        memmove(params->integers[i], params->integers[i * 2], sizeof params->integers[i]);
        params_put_text(params, i, params->integers[i], sizeof params->integers[i]);
    }
}

static void
draw_span(const struct program *p, struct generator *g, struct params *params)
{
    if (kv(p->options)->span_limit == 0)
        return;
    params_put_bigint(params, 0, kv_key(p->options, pick_number(p, g)));
    params->count = 1;
}

static const char *
find_missing(const struct program *p, struct generator *g, const struct reply *reply)
{
    return reply_row_count(reply) < g->expected_count ? FAULT_MISSING : NULL;
}

enum {
    KV_READ,
    KV_FOLLOWER_READ,
    KV_WRITE,
    KV_DELETE,
    KV_SPAN,
    KV_LOCK,
};

/* clang-format off */
const struct statement kv_statements[] = {
    [KV_READ] = {.name = "kv_read", .letter = 'z', .text = "SELECT k, v FROM kv " OF_KEYS, .count = batch, .types = "b",
                 .draw = draw_keys, .take_reply = find_missing},
    [KV_FOLLOWER_READ] = {.name = "kv_follower_read", .letter = 'A',
                          .text = "SELECT k, v FROM kv AS OF SYSTEM TIME follower_read_timestamp() " OF_KEYS, .count = batch,
                          .types = "b", .draw = draw_keys},
    [KV_WRITE] = {.name = "kv_write", .letter = 'B', .pick_text = write_text_of, .count = batch, .types = "by",
                  .draw = draw_write, .is_write = true},
    [KV_DELETE] = {.name = "kv_delete", .letter = 'C', .text = "DELETE FROM kv " OF_KEYS, .count = batch, .types = "b",
                   .draw = draw_keys, .is_write = true},
    [KV_SPAN] = {.name = "kv_span", .letter = 'D', .pick_text = span_text, .count = span_limit, .types = "b",
                 .draw = draw_span},
    [KV_LOCK] = {.name = "kv_lock", .letter = 'H', .text = "SELECT k, v FROM kv " OF_KEYS " FOR UPDATE", .count = batch,
                 .types = "b", .draw = draw_lock},
    {.name = NULL},
};
/* clang-format on */

/* Events. */

/* Is this read one of --follower-read-percent? */
static bool
looks_back(const struct workload_options *o, struct rng *r)
{
    return kv(o)->follower_read_percent > 0 && (int64_t)rng_below(r, 100) < kv(o)->follower_read_percent;
}

static int
choose(const struct program *p, struct generator *g)
{
    const struct workload_options *const o = p->options;
    const struct lane lane = lane_of(p, g);
    int64_t left = (int64_t)rng_below(&g->rng, 100);

    if (left >= kv(o)->read_percent + kv(o)->del_percent + kv(o)->span_percent)
        return SCRIPT_WRITE;
    /* As long as there is nothing, an event that would use it makes something. */
    if (lane_readable(&lane) == 0 && !kv(o)->stationary && !kv(o)->zipfian && p->has_event[SCRIPT_WRITE])
        return SCRIPT_WRITE;
    if ((left -= kv(o)->read_percent) < 0)
        return looks_back(o, &g->rng) ? SCRIPT_FOLLOWER_READ : SCRIPT_READ;
    return left < kv(o)->del_percent ? SCRIPT_DELETE : SCRIPT_SPAN;
}

COUNT_OF(if_reads, kv(o)->read_percent > 0 && kv(o)->follower_read_percent < 100)
COUNT_OF(if_follower_reads, kv(o)->read_percent > 0 && kv(o)->follower_read_percent > 0)
COUNT_OF(if_deletes, kv(o)->del_percent > 0)
COUNT_OF(if_spans, kv(o)->span_percent > 0)
COUNT_OF(if_writes, kv(o)->read_percent + kv(o)->del_percent + kv(o)->span_percent < 100)
COUNT_OF(if_locks, if_writes(o) && kv(o)->sfu_writes)

static const char *
drift(const struct workload_options *o)
{
    if (!if_writes(o) && kv(o)->del_percent == 0)
        return NULL;
    if (kv(o)->del_percent > 0)
        return "deleted keys are only now and then written again";
    if (cycle_of(o) <= known_count(kv(o)))
        return NULL;
    return "each write makes a new key, up to --cycle-length; --stationary=on writes the keys of prepare again";
}

static const char *const events[] = {[SCRIPT_READ] = "read",   [SCRIPT_FOLLOWER_READ] = "follower_read",
                                     [SCRIPT_WRITE] = "write", [SCRIPT_DELETE] = "delete",
                                     [SCRIPT_SPAN] = "span",   NULL};

#define EVENT(script_, statement, rounds_)                                                                                     \
    {.script = script_, .statements = {statement}, .statement_count = 1, .rounds = rounds_}

const struct workload kv_workloads[] = {
    {
        .name = "kv",
        .summary = "reads and writes of single keys; KV95 is --read-percent=95 (CockroachDB)",
        .details = "One event is one statement of --batch keys, autocommit: a SELECT with --read-percent, a DELETE with\n"
                   "--del-percent, a count with --span-percent, otherwise an upsert of a new key; with --sfu-writes a\n"
                   "transaction that locks the keys before it writes them. Keys are scattered over all\n"
                   "of BIGINT unless --sequential or --zipfian; values are random bytes, with --target-compression-ratio\n"
                   "in part. Of the reads, --follower-read-percent look into the past; a run waits until there is one.\n"
                   "prepare makes --insert-count rows, which are read; CockroachDB's lie evenly over the keys and are never\n"
                   "read: --insert-evenly. --timeout is the server's, CockroachDB's is the client's. Zipfian numbers end at\n"
                   "--cycle-length, there at 2^63; --write-seq is of runs of plumbline-load, whose keys are not theirs.\n"
                   "Each connection writes every N-th key of its own, and reads keys of prepare and of its own, so that a row\n"
                   "that does not come back is a failure and counted as one (SQLSTATE 02000), except with --zipfian or\n"
                   "--del-percent, where it may be missing.",
        .family = &kv_family,
        .choose = choose,
        .events = events,
        .drift = drift,
        .groups = {EVENT(SCRIPT_READ, &kv_statements[KV_READ], if_reads),
                   EVENT(SCRIPT_FOLLOWER_READ, &kv_statements[KV_FOLLOWER_READ], if_follower_reads),
                   EVENT(SCRIPT_WRITE, &transaction_begin, if_locks), EVENT(SCRIPT_WRITE, &kv_statements[KV_LOCK], if_locks),
                   EVENT(SCRIPT_WRITE, &kv_statements[KV_WRITE], if_writes), EVENT(SCRIPT_WRITE, &transaction_commit, if_locks),
                   EVENT(SCRIPT_DELETE, &kv_statements[KV_DELETE], if_deletes),
                   EVENT(SCRIPT_SPAN, &kv_statements[KV_SPAN], if_spans)},
    },
    {.name = NULL},
};
