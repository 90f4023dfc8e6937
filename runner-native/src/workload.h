#ifndef PLUMBLINE_WORKLOAD_H
#define PLUMBLINE_WORKLOAD_H

/*
 * What a workload is: a list of groups of statements, and how the parameters of each statement are drawn. Workloads and
 * statements are tables (workload_sbtest.c); the texts, defaults and draws are those of docs/workloads.md sections 1.4, 1.5.
 *
 * A program is a workload with its options applied: read-only after program_init(), so all threads share one.
 */

#include "base.h"
#include "diag.h"
#include "dialect.h"
#include "dist.h"
#include "options.h"
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
    STATEMENT_KIND_COUNT,
};

enum param_type {
    PARAM_INT,  /* The dialect's integer. */
    PARAM_TEXT, /* varchar (OID 1043). */
};

/* The parameters of one statement, as libpq wants them: binary, in network order. One per worker, used again for each
 * statement: libpq has copied them when the send function returns. */
struct params {
    const char *values[PARAM_COUNT_MAX];
    int lengths[PARAM_COUNT_MAX];
    int formats[PARAM_COUNT_MAX]; /* All 1. */
    int count;
    int integer_size; /* 4 or 8 bytes, by the dialect. */
    char integers[PARAM_COUNT_MAX][8];
    char c[128];
    char pad[64];
};

/* Where the draws of one connection stand. Copy it back to replay an event. */
struct draws {
    struct rng rng;
    int table;          /* From 0; drawn once for each group of statements. */
    int64_t row;        /* The id that a DELETE drew; its INSERT uses it again. */
};

struct program;

struct statement {
    const char *name;      /* As in --help and in per-statement reports: "point_select". */
    bool is_per_table;     /* False: one text whatever the table (BEGIN, COMMIT). */
    /* Writes the text for table `table` (from 0) with $1, $2 ... Returns how many parameters it has. */
    int (*write_sql)(const struct options *o, int table, char *out, size_t out_size);
    /* The type of parameter `index`, from 0. */
    enum param_type (*param_type)(int index);
    /* Draws the parameters of one execution. NULL: it has none. */
    void (*draw)(const struct program *p, struct draws *draws, struct params *params);
    /* A SQLSTATE that says no more than that two events met on the same row, so that the event is tried again; NULL: none. */
    const char *conflict;
};

/* One row of the table of statements. */
const struct statement *statement_of(enum statement_kind kind);

/* One line of a workload: `statements` in turn, as often as an option says. */
struct workload_group {
    enum statement_kind statements[2];
    int statement_count;                         /* 1 or 2. */
    int64_t (*rounds)(const struct options *o);  /* How often in one event. */
};

enum { WORKLOAD_GROUP_MAX = 12 };

struct workload {
    const char *name;
    const char *summary;   /* One line for --help. */
    const char *details;   /* For --help NAME: what one event does, and what differs from sysbench. */
    bool is_single_table;  /* Uses sbtest1 alone, whatever --tables says. */
    int group_count;
    struct workload_group groups[WORKLOAD_GROUP_MAX];
};

/* NULL when there is no such workload. */
const struct workload *workload_find(const char *name);

/* The workloads in their order of --help; NULL after the last. */
const struct workload *workload_at(size_t index);

/* How many of the tables a workload uses: 1 or --tables. Also what prepare, check and cleanup are about. */
int workload_table_count(const struct options *o);

/* One statement of an event. */
struct op {
    uint8_t kind;       /* enum statement_kind */
    bool starts_group;  /* Draw a table first. */
};

/* A workload with its options applied. */
struct program {
    const struct options *options;
    int table_count;
    struct dist ids;      /* --rand-type over 1 .. table_size */
    struct op *ops;       /* One event. */
    size_t op_count;
    bool has_transaction;                 /* The event is more than one statement under BEGIN. */
    bool uses[STATEMENT_KIND_COUNT];
    int param_count[STATEMENT_KIND_COUNT];
    uint32_t oids[STATEMENT_KIND_COUNT][PARAM_COUNT_MAX];
    char (*names)[16]; /* Of prepared statements: [kind * table_count + table]. */
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

/* Readies `params` for a dialect. */
void params_init(struct params *params, const struct dialect *dialect);

/*
 * The tables of the sysbench family (docs/workloads.md section 1.3). `table` counts from 0; sbtest1 is table 0. Each function
 * writes one statement without a semicolon and returns its length.
 */
size_t sbtest_create_table(const struct options *o, int table, char *out, size_t out_size);
/* With --secondary=on: the plain index xid; otherwise the primary key, as ALTER TABLE, to be added after the rows. */
size_t sbtest_create_key(const struct options *o, int table, char *out, size_t out_size);
/* The index k_N; 0 and an empty text with --create-secondary=off. */
size_t sbtest_create_index(const struct options *o, int table, char *out, size_t out_size);
size_t sbtest_drop_table(const struct options *o, int table, char *out, size_t out_size);
/* COPY sbtestN (id, k, c, pad) FROM STDIN, binary where the dialect has it. */
size_t sbtest_copy(const struct options *o, int table, char *out, size_t out_size);
/* setval() of the sequence after explicit ids; 0 and an empty text with --auto-inc=off. */
size_t sbtest_set_sequence(const struct options *o, int table, char *out, size_t out_size);

#endif
