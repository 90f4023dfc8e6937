#ifndef PLUMBLINE_WORKLOAD_H
#define PLUMBLINE_WORKLOAD_H

/*
 * What a workload is: a list of groups of statements, and how the parameters of each statement are drawn. Workloads and
 * statements are tables (workload_sbtest.c, workload_kv.c, workload_sql_inserts.c); their texts, defaults and draws are those
 * of docs/workloads.md section 1.
 *
 * A program is a workload with its options applied: read-only after program_init(), so all threads share one. What changes
 * from event to event is in struct draws, one for each connection; so the statements of a connection depend on the seed and
 * its number alone.
 */

#include "base.h"
#include "diag.h"
#include "dialect.h"
#include "dist.h"
#include "options.h"
#include "pool.h"
#include "rng.h"

enum statement_kind {
    STATEMENT_BEGIN,
    STATEMENT_COMMIT,
    STATEMENT_POINT_SELECT,
    STATEMENT_SIMPLE_RANGE,
    STATEMENT_SUM_RANGE,
    STATEMENT_ORDER_RANGE,
    STATEMENT_DISTINCT_RANGE,
    STATEMENT_INDEX_UPDATE,
    STATEMENT_NON_INDEX_UPDATE,
    STATEMENT_DELETE,
    STATEMENT_INSERT,
    STATEMENT_RANDOM_POINTS,
    STATEMENT_RANDOM_RANGES,
    STATEMENT_INSERT_ROW,
    STATEMENT_INSERT_PREPARED,
    STATEMENT_INSERT_ROWS,
    STATEMENT_RING_DELETE,
    STATEMENT_BULK_DELETE,
    STATEMENT_BULK_INSERT,
    STATEMENT_SEQUENTIAL_SCAN,
    STATEMENT_JOIN,
    STATEMENT_SELECT_ONE,
    STATEMENT_COUNT_ALL,
    STATEMENT_SELF_JOIN,
    STATEMENT_RANDOM_LIMITS,
    STATEMENT_KV_READ,
    STATEMENT_KV_FOLLOWER_READ,
    STATEMENT_KV_WRITE,
    STATEMENT_KV_DELETE,
    STATEMENT_KV_SPAN,
    STATEMENT_KEY_SELECT,
    STATEMENT_KEY_INSERT,
    STATEMENT_KEY_UPDATE,
    STATEMENT_KV_LOCK,
    STATEMENT_KIND_COUNT,
};

enum param_type {
    PARAM_INT,    /* --integer-type. */
    PARAM_BIGINT, /* int8 (OID 20), whatever --integer-type says. */
    PARAM_TEXT,   /* varchar (OID 1043). */
    PARAM_BYTES,  /* bytea (OID 17). */
};

enum {
    SCRIPT_COUNT_MAX = 8,
    PARAM_TEXT_SIZE = 8448, /* --value-size and what stands around it. */
};

/* The parameters of one statement, as libpq wants them: binary, in network order. One per worker, used again for each
 * statement: libpq has copied them when the send function returns. */
struct params {
    const char *values[PARAM_COUNT_MAX];
    int lengths[PARAM_COUNT_MAX];
    int formats[PARAM_COUNT_MAX]; /* All 1. */
    int count;
    int integer_size; /* 4 or 8 bytes, by --integer-type. */
    char integers[PARAM_COUNT_MAX][8];
    char c[128];
    char pad[64];
    char text[PARAM_TEXT_SIZE];
};

/* Where the draws of one connection stand. Copy it back to replay an event. */
struct draws {
    struct rng rng;
    int lane;           /* The connection's number among those of its target and all shards, from 0: what it owns. */
    int table;          /* From 0; drawn once for each group of statements. */
    int64_t row;        /* What a statement drew and a later one, or the check of its answer, uses again. */
    int64_t sequence;   /* How many rows or keys of its lane the connection has taken. */
    int expected_count; /* Rows that the answer must have. */
};

/* Rows that came back: how many, and the last column of the first one. */
struct reply {
    int row_count;
    const char *value; /* NULL: no row. */
    int length;
};

/* Faults of an answer, in the words of SQLSTATE: no_data, data_corrupted. */
#define FAULT_MISSING "02000"
#define FAULT_WRONG "XX001"

/* A key is there already. */
#define UNIQUE_VIOLATION "23505"

struct program;

struct statement {
    const char *name;      /* As in --help and in per-statement reports: "point_select". */
    bool is_per_table;     /* False: one text whatever the table (BEGIN, COMMIT). */
    bool is_write;         /* Changes rows. */
    /* Writes the text for table `table` (from 0) with $1, $2 ... Returns how many parameters it has. */
    int (*write_sql)(const struct options *o, int table, char *out, size_t out_size);
    /* The type of parameter `index`, from 0. */
    enum param_type (*param_type)(const struct options *o, int index);
    /* The table of a group that begins with this statement. NULL: uniformly drawn. */
    int (*pick_table)(const struct program *p, const struct draws *draws);
    /* Draws the parameters of one execution. NULL: it has none. */
    void (*draw)(const struct program *p, struct draws *draws, struct params *params);
    /* A SQLSTATE that says no more than that two events met on the same row, so that the event is tried again; NULL: none. */
    const char *conflict;
    /* Sent as text by the simple protocol even where other statements are prepared. */
    bool is_always_text;
    /* What is wrong with the answer, as one of FAULT_*; NULL: nothing. NULL: any answer is right. */
    const char *(*find_fault)(const struct program *p, const struct draws *draws, const struct reply *reply);
    /* Of an INSERT of many rows, instead of write_sql and draw: writes the whole text for `row_count` rows, and returns its
     * length; is_always_text holds. */
    size_t (*write_rows)(const struct program *p, struct draws *draws, int64_t row_count, char *out, size_t out_size);
    /* The row count of one execution and the most bytes that one row takes. */
    int64_t (*row_count)(const struct options *o);
    size_t row_size_max;
};

/* One row of the table of statements. */
const struct statement *statement_of(enum statement_kind kind);

/* One line of a workload: `statements` in turn, as often as an option says. */
struct workload_group {
    enum statement_kind statements[2];
    int statement_count;                         /* 1 or 2. */
    int64_t (*rounds)(const struct options *o);  /* How often in one event. */
    int script;                                  /* Of a workload with several kinds of events, which one. */
};

enum { WORKLOAD_GROUP_MAX = 12 };

struct schema;

struct workload {
    const char *name;
    const char *summary;   /* One line for --help. */
    const char *details;   /* For --help NAME: what one event does, and what differs from its source. */
    const struct schema *schema; /* The tables it runs on. */
    bool is_single_table;  /* Uses the first table alone, whatever --tables says. */
    bool needs_auto_inc;   /* The server makes the ids. */
    bool is_table_per_connection; /* Table N is that of connection N. */
    const struct option_default *defaults; /* Where they differ from those of the table of options. NULL: nowhere. */
    int group_count;
    struct workload_group groups[WORKLOAD_GROUP_MAX];
    /* Which script the next event is. NULL: there is one. */
    int (*choose)(const struct program *p, struct draws *draws);
    /* Why the tables are not after a run what they were before, as "grows with each INSERT"; NULL: they are, so that a run does
     * not depend on the one before. NULL: always so. */
    const char *(*drift)(const struct options *o);
};

/* NULL when there is no such workload. */
const struct workload *workload_find(const char *name);

/* The workloads in their order of --help; NULL after the last. */
const struct workload *workload_at(size_t index);

/* How many tables a workload uses. Also what prepare, check and cleanup are about. */
int workload_table_count(const struct options *o);

/* How many rows prepare puts into each of them. */
int64_t workload_row_count(const struct options *o);

/* See struct workload. NULL when the workload is stationary. */
const char *workload_drift(const struct options *o);

/* One statement of an event. */
struct op {
    const struct statement *statement;
    uint8_t kind;       /* enum statement_kind */
    bool starts_group;  /* Draw a table first. */
    bool is_text;       /* The values are written into the text. */
    bool ends_event;
};

/* A workload with its options applied. */
struct program {
    const struct options *options;
    int table_count;
    struct dist ids;      /* --rand-type over 1 .. table_size, or over the part of --shard */
    struct dist zipf;     /* Of kv --zipfian, over its numbers from 1. */
    struct pool pool;     /* What values of kv are cut from. */
    struct op *ops;       /* One event of each script. */
    size_t op_count;
    size_t script_start[SCRIPT_COUNT_MAX];
    bool has_script[SCRIPT_COUNT_MAX];
    bool has_transaction;                 /* The event is more than one statement under BEGIN. */
    bool uses[STATEMENT_KIND_COUNT];
    bool is_prepared[STATEMENT_KIND_COUNT]; /* Used, and not as text. */
    int param_count[STATEMENT_KIND_COUNT];
    uint32_t oids[STATEMENT_KIND_COUNT][PARAM_COUNT_MAX];
    char (*names)[16]; /* Of prepared statements: [kind * table_count + table]. */
    const char *session_sql; /* What each connection says before its first event; NULL: nothing. */
    size_t text_size;        /* Room for any statement of it that is sent as text. */
};

/* Applies the options. ERR_USAGE when they leave an event without any statement, ERR_INTERNAL when out of memory. */
enum err program_init(struct program *p, const struct options *o, struct diag *d);

/* Accepts a half-built or zeroed program. */
void program_free(struct program *p);

/* The name of a prepared statement. */
static inline const char *
program_statement_name(const struct program *p, enum statement_kind kind, int table)
{
    return p->names[(size_t)kind * (size_t)p->table_count + (size_t)table];
}

/* The first operation of the next event; the last one has ends_event. */
static inline size_t
program_begin(const struct program *p, struct draws *draws)
{
    const struct workload *const workload = p->options->workload;

    return workload->choose ? p->script_start[workload->choose(p, draws)] : 0;
}

/* The lane of connection `index` of this process: each shard has as many as the next. */
static inline int
program_lane(const struct program *p, int index)
{
    return (int)(p->options->shard.index * p->options->threads) + index;
}

/* Draws the table that a statement and those after it in its group are about. */
static inline void
program_draw_table(const struct program *p, const struct op *op, struct draws *draws)
{
    if (!op->starts_group)
        return;
    if (op->statement->pick_table)
        draws->table = op->statement->pick_table(p, draws);
    else
        draws->table = p->table_count == 1 ? 0 : (int)rng_below(&draws->rng, (uint64_t)p->table_count);
}

/* Draws the parameters of one statement, once its table is drawn. */
static inline void
program_draw(const struct program *p, const struct op *op, struct draws *draws, struct params *params)
{
    params->count = 0;
    if (op->statement->draw)
        op->statement->draw(p, draws, params);
}

/* Writes the text of a statement whose parameters have been drawn, with the values in place of $1, $2 ... Returns its length.
 * `out` has program->text_size bytes. */
size_t program_write_text(const struct program *p, const struct op *op, struct draws *draws, const struct params *params,
                          char *out);

/* The event has failed for good, and the server has forgotten it: what it took of its lane is free again. */
static inline void
draws_give_back(struct draws *draws, const struct draws *at_start)
{
    draws->sequence = at_start->sequence;
}

/* Readies `params` for the options. */
void params_init(struct params *params, const struct options *o);

/* For the draws of a workload: parameter `index` is `value` as --integer-type has it, as int8, or `length` bytes of text that
 * stay where they are until the statement is sent. */
void params_put_int(struct params *params, int index, int64_t value);
void params_put_bigint(struct params *params, int index, int64_t value);
void params_put_text(struct params *params, int index, const char *text, int length);

/* printf() into `out`, for texts that are known to fit. Returns the length. */
__attribute__((format(printf, 3, 4))) size_t write_text(char *out, size_t out_size, const char *format, ...);

/* Parameter types of statements with parameters of one type. */
enum param_type param_all_int(const struct options *o, int index);
enum param_type param_all_bigint(const struct options *o, int index);
enum param_type param_all_text(const struct options *o, int index);

/* The families, each in a file of its own: their statements (those of other families have no name) and workloads (a nameless
 * one at the end). */
extern const struct statement sbtest_statements[STATEMENT_KIND_COUNT];
extern const struct workload sbtest_workloads[];
extern const struct statement kv_statements[STATEMENT_KIND_COUNT];
extern const struct workload kv_workloads[];
extern const struct statement sql_inserts_statements[STATEMENT_KIND_COUNT];
extern const struct workload sql_inserts_workloads[];

#endif
