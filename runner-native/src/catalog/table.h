#ifndef PLUMBLINE_CATALOG_TABLE_H
#define PLUMBLINE_CATALOG_TABLE_H

/*
 * A kind of table: its columns, the statements that make and drop it in each dialect, and its rows, in every format in which a
 * server takes them.
 *
 * A row depends on its table, its number and the stream of its chunk alone, so it comes out the same however it is loaded.
 */

#include "base/base.h"
#include "catalog/options.h"
#include "math/rng.h"

enum {
    DDL_SIZE_MAX = 32 * 1024, /* The longest statement of a table, its final NUL included. */
    COLUMN_COUNT_MAX = 32,
    STAGE_STATEMENT_MAX = 8,
    TABLE_NAME_SIZE = 64,
};

enum stage {
    STAGE_CREATE, /* Before the rows. */
    STAGE_FINISH, /* After them: keys, indexes, sequences. */
    STAGE_DROP,
    STAGE_COUNT,
};

enum column_type {
    COLUMN_INT,       /* int4 */
    COLUMN_BIGINT,    /* int8 */
    COLUMN_DECIMAL,   /* numeric: the number, its last `scale` digits after the point. */
    COLUMN_TIMESTAMP, /* Without time zone: microseconds since 2000-01-01. */
    COLUMN_TEXT,      /* Text of any length. */
    COLUMN_BYTES,     /* bytea */
    COLUMN_TYPE_COUNT
};

struct column {
    const char *name;
    enum column_type type;
    int scale; /* Digits after the point of COLUMN_DECIMAL: 0 to 18. */
    const char *sql; /* Its type in CREATE TABLE, where the family makes that of the columns. */
};

struct value {
    bool is_null;
    int64_t number;
    const char *text; /* Text of COLUMN_TEXT and COLUMN_BYTES. */
    int length;
};

struct row {
    int part; /* Part of the group whose number is filled, from 0: see group_size. */
    int column_count; /* Number of its values; 0: all columns of its kind. */
    struct value values[COLUMN_COUNT_MAX];
    char scratch[8704]; /* Room for text of fill_row(); it is gone with the next row. */
};

/* Source of rows. */
struct row_source {
    const struct workload_options *options;
    void *user_data; /* See make_source() of struct family. */
    void (*free_own)(void *own);
};

/* Accepts one that was not made. */
void row_source_free(struct row_source *source);

struct table_kind;

/* A table: the number that it has among those of its kind, from 0. */
struct table {
    const struct table_kind *kind;
    int n;
};

/* A statement of a stage, or several. 0: there is none. */
struct stage_statement {
    size_t (*once)(const struct workload_options *o, const struct table *t, char *out, size_t out_size);
    /* Called with i = 0, 1, 2 ... until it answers 0. */
    size_t (*each)(const struct workload_options *o, const struct table *t, int i, char *out, size_t out_size);
};

/* Tables of one shape. */
struct table_kind {
    const char *name; /* Name of the only table; NULL: write_name() writes it. */
    size_t (*write_name)(const struct workload_options *o, int n, char *out, size_t out_size);
    /* Parts of CREATE TABLE: the columns, and the primary key, for YugabyteDB sharded by the hash of its first columns. */
    const char *definition, *key, *hash_key;
    const struct column *columns; /* Those that rows are loaded with. */
    int column_count;
    /* How many of them rows have, from the first; NULL: all. */
    int (*used_column_count)(const struct workload_options *o);
    int (*count)(const struct workload_options *o); /* NULL: one. */
    int64_t (*row_count)(const struct workload_options *o); /* Rows of each table. */
    /* Where rows come in groups, as the lines of orders do: how many groups there are, and of how many rows group `number` is, from
     * 0. NULL: each row is a group of its own. */
    int64_t (*group_count)(const struct workload_options *o);
    int (*group_size)(const struct workload_options *o, int64_t number);
    bool is_changed; /* Runs add rows or take some away, and check knows better than to count them. */
    /* The most bytes that the texts and numbers of a row have together. */
    size_t (*row_size_max)(const struct workload_options *o);
    /* Fills row `number`, from 0, or row->part of that group; its values are all zero before. */
    void (*fill_row)(const struct row_source *source, int64_t number, struct rng *r, struct row *row);
    /* Stages in their order. At the end of STAGE_DROP comes the table itself. */
    struct stage_statement stages[STAGE_COUNT][STAGE_STATEMENT_MAX];
};

/* How many of the columns of a kind rows have. */
int table_column_count(const struct table_kind *kind, const struct workload_options *o);

/* How many rows group `number` has, from 0. */
int row_group_size(const struct table_kind *kind, const struct workload_options *o, int64_t number);

/* Fills row `number`, from 0, or row->part of that group. */
void row_fill(const struct table_kind *kind, const struct row_source *source, int64_t number, struct rng *r, struct row *row);

/* Room for a row in any format. */
size_t row_room(const struct table_kind *kind, const struct workload_options *o);

/*
 * Rows as the server takes them. Each writes one row and returns the place behind it; `out` must have row_room() bytes.
 */
char *row_put_copy_binary(const struct table_kind *kind, const struct row *row, char *out);
char *row_put_copy_text(const struct table_kind *kind, const struct row *row, char *out);
/* Puts values in parentheses, for INSERT. */
char *row_put_values(const struct table_kind *kind, const struct row *row, char *out);

#endif
