#ifndef PLUMBLINE_SCHEMA_H
#define PLUMBLINE_SCHEMA_H

/*
 * The tables of a family of workloads: the statements that make and drop them in each dialect, and their rows
 * (docs/workloads.md sections 1.3, 1.5, 1.11 and 1.12). Tables count from 0; sbtest1 is table 0.
 *
 * A row depends on its table, its number and the stream of its chunk alone, so it comes out the same however it is loaded.
 */

#include "base.h"
#include "dist.h"
#include "options.h"
#include "pool.h"
#include "rng.h"

enum {
    DDL_SIZE_MAX = 32 * 1024, /* The longest statement of a schema, its final NUL included. */
    COLUMN_COUNT_MAX = 4,
    STAGE_STATEMENT_MAX = 8,
    TABLE_NAME_SIZE = 64,
};

enum stage {
    STAGE_CREATE, /* Before the rows. */
    STAGE_FINISH, /* After them: keys, indexes, sequences. */
    STAGE_DROP,
    STAGE_COUNT,
};

enum column_type { COLUMN_INT, COLUMN_BIGINT, COLUMN_TEXT, COLUMN_BYTES };

struct value {
    int64_t number;
    const char *text; /* Of COLUMN_TEXT and COLUMN_BYTES. */
    int length;
};

struct row {
    struct value values[COLUMN_COUNT_MAX];
    char scratch[8704]; /* Where fill_row() may put text; it is gone with the next row. */
};

/* What rows are drawn from. */
struct row_source {
    const struct options *options;
    struct dist k_values;
    struct pool pool;
};

struct schema {
    const char *columns; /* As in INSERT and COPY: "id, k, c, pad". */
    int column_count;
    enum column_type types[COLUMN_COUNT_MAX];
    size_t (*write_name)(const struct options *o, int table, char *out, size_t out_size);
    int64_t (*row_count)(const struct options *o);
    /* The most bytes that the values of a row have, as the longest text of their columns. */
    size_t (*row_size_max)(const struct options *o);
    void (*fill_row)(const struct row_source *source, int64_t number, struct rng *r, struct row *row);
    /* The statements of a stage in their order, NULL after the last. Each is called with n = 0, 1, 2 ... until it returns 0. */
    size_t (*stages[STAGE_COUNT][STAGE_STATEMENT_MAX])(const struct options *o, int table, int n, char *out, size_t out_size);
};

/* Calls `visit` with each statement of a stage of one table, in order, until it answers false. False: it did. */
bool schema_visit(const struct options *o, enum stage stage, int table, bool (*visit)(void *context, const char *sql),
                  void *context);

/* Writes the head of the statement that takes rows, up to and with VALUES or STDIN, for a load method but LOAD_AUTO. */
size_t schema_write_load(const struct options *o, enum load_method method, int table, char *out, size_t out_size);

/* The name of a table of the workload of `o`. */
size_t schema_write_name(const struct options *o, int table, char *out, size_t out_size);

/* ERR_INTERNAL when out of memory. */
bool row_source_init(struct row_source *source, const struct options *o);
void row_source_free(struct row_source *source);

/*
 * Rows as the server takes them. Each writes one row and returns the place behind it; `out` must have row_room() bytes.
 */
size_t row_room(const struct options *o);
char *row_put_copy_binary(const struct schema *schema, const struct row *row, char *out);
char *row_put_copy_text(const struct schema *schema, const struct row *row, char *out);
/* In parentheses, for INSERT. */
char *row_put_values(const struct schema *schema, const struct row *row, char *out);

extern const struct schema sbtest_schema; /* id, k, c, pad */
extern const struct schema bulk_schema;   /* sbtestN with id and k alone, for bulk_insert */
extern const struct schema kv_schema;
extern const struct schema sql_inserts_schema;

/* What values of kv are cut from; of no other workload's, so that it is empty there. False: out of memory. */
bool kv_pool_init(struct pool *p, const struct options *o);

#endif
