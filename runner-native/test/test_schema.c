/*
 * The tables of each family in each dialect, as docs/workloads.md sections 1.3, 1.8, 1.9, 1.11
 * and 1.12 state them.
 */

#include <stdlib.h>

#include "base/text.h"
#include "catalog/schema.h"
#include "catalog/workload.h"
#include "check_values.h"
#include "cli/command_line.h"
#include "cli/option_set.h"
#include "family_options.h"

enum { ARGUMENT_MAX = 16, TEXT_SIZE = 8192 };

static struct options
parse(const char *const words[])
{
    char *argv[ARGUMENT_MAX] = {(char *)"plumbline-load"};
    struct options o;
    struct diag d = DIAG_NONE;
    int argc = 1;

    for (; words[argc - 1]; argc++)
        argv[argc] = (char *)words[argc - 1];
    CHECK(options_parse(&o, argc, argv, NULL, &d) == ERR_OK, "%s", d.text);
    return o;
}

#define PARSE(...) parse((const char *const[]){__VA_ARGS__, "prepare", NULL})

static bool
append(void *context, const char *sql)
{
    char *const text = context;
    const size_t used = strlen(text);

    CHECK(used + strlen(sql) + 2 < TEXT_SIZE, "the text fits");
    snprintf(text + used, TEXT_SIZE - used, "%s\n", sql);
    return true;
}

/* All statements of a stage of table 0, one a line. */
static const char *
stage(const struct options *o, enum stage which)
{
    static char text[TEXT_SIZE];

    text[0] = '\0';
    schema_visit(&o->load, which, 0, append, text);
    return text;
}

static void
postgres_gets_the_tables_of_sysbench(void)
{
    struct options o = PARSE("--table-size=500", "oltp_read_write");

    CHECK_TEXT(stage(&o, STAGE_CREATE), "CREATE TABLE sbtest1 (id SERIAL, k INTEGER DEFAULT '0' NOT NULL, "
                                        "c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL)\n");
    CHECK_TEXT(stage(&o, STAGE_FINISH), "ALTER TABLE sbtest1 ADD PRIMARY KEY (id)\nCREATE INDEX k_1 ON sbtest1 (k)\n"
                                        "SELECT setval('sbtest1_id_seq', 500)\n");
    CHECK_TEXT(stage(&o, STAGE_DROP), "DROP TABLE IF EXISTS sbtest1\n");

    o = PARSE("--auto-inc=off", "--secondary", "--create-secondary=off", "--create-table-options=WITH (fillfactor = 90)",
              "oltp_read_write");
    CHECK_HAS(stage(&o, STAGE_CREATE), "(id INTEGER NOT NULL, ");
    CHECK_HAS(stage(&o, STAGE_CREATE), "NOT NULL) WITH (fillfactor = 90)\n");
    CHECK_TEXT(stage(&o, STAGE_FINISH), "CREATE INDEX xid_1 ON sbtest1 (id)\n");
}

static void
index_timing_moves_the_key_and_the_indexes(void)
{
    struct options o = PARSE("--index-timing=key-first", "--auto-inc=off", "oltp_read_write");

    CHECK_HAS(stage(&o, STAGE_CREATE), "NOT NULL, PRIMARY KEY (id))\n");
    CHECK_TEXT(stage(&o, STAGE_FINISH), "CREATE INDEX k_1 ON sbtest1 (k)\n");
    o = PARSE("--index-timing=first", "--auto-inc=off", "--create-covered-secondary", "oltp_read_write");
    CHECK_HAS(stage(&o, STAGE_CREATE), "PRIMARY KEY (id))\nCREATE INDEX k_1 ON sbtest1 (k)\n"
                                       "CREATE INDEX ck_1 ON sbtest1 (k) INCLUDE (id, c, pad)\n");
    CHECK_TEXT(stage(&o, STAGE_FINISH), "");
    o = PARSE("--index-timing=first", "--auto-inc=off", "--secondary", "oltp_read_write");
    CHECK_HAS(stage(&o, STAGE_CREATE), "NOT NULL)\nCREATE INDEX xid_1 ON sbtest1 (id)\nCREATE INDEX k_1");
}

static void
yugabytedb_splits_in_the_table(void)
{
    struct options o = PARSE("--dialect=yugabytedb", "--range-key-partitioning", "--table-size=100000", "--num-table-splits=4",
                             "oltp_read_write");

    CHECK_HAS(stage(&o, STAGE_CREATE), "PRIMARY KEY (id ASC)) SPLIT AT VALUES ((25000),(50000),(75000))\n"
                                       "ALTER SEQUENCE sbtest1_id_seq CACHE 1000\n");
    o = PARSE("--dialect=yugabytedb", "oltp_read_write");
    CHECK_HAS(stage(&o, STAGE_CREATE), "PRIMARY KEY (id))\n");
    o = PARSE("--dialect=yugabytedb", "--range-key-partitioning", "--manual-range-splitting=off", "oltp_read_write");
    CHECK_HAS(stage(&o, STAGE_CREATE), "PRIMARY KEY (id ASC))\n");
    o = PARSE("--dialect=yugabytedb", "--range-key-partitioning", "--splits=3", "kv");
    CHECK_TEXT(stage(&o, STAGE_CREATE), "CREATE TABLE kv (k BIGINT NOT NULL, v BYTEA NOT NULL, PRIMARY KEY (k ASC)) "
                                        "SPLIT AT VALUES ((-4611686018427387905),(-1),(4611686018427387903))\n");
    o = PARSE("--dialect=yugabytedb", "--splits=9", "kv");
    CHECK_TEXT(stage(&o, STAGE_CREATE), "CREATE TABLE kv (k BIGINT NOT NULL, v BYTEA NOT NULL, PRIMARY KEY (k)) "
                                        "SPLIT INTO 10 TABLETS\n");
}

/* Of the fork's own example: 100000 rows in 24 parts. */
static void
split_points_are_those_of_the_fork(void)
{
    struct options o = PARSE("--compat=yugabyte", "--range_key_partitioning=true", "--table_size=100000", "oltp_read_write");

    CHECK_TEXT(o.load.dialect->name, "yugabytedb");
    CHECK_HAS(stage(&o, STAGE_CREATE), "SPLIT AT VALUES ((4166),(8333),(12500),");
    CHECK_HAS(stage(&o, STAGE_CREATE),
              ",(95833))\nALTER SEQUENCE sbtest1_id_seq CACHE 1000\nCREATE INDEX k_1 ON sbtest1 (k)\n");
}

static void
cockroachdb_splits_by_alter(void)
{
    struct options o = PARSE("--dialect=cockroachdb", "--range-key-partitioning", "--num-table-splits=3", "oltp_read_write");

    CHECK_HAS(stage(&o, STAGE_CREATE), "(id INTEGER NOT NULL, ");
    CHECK_HAS(stage(&o, STAGE_CREATE), "PRIMARY KEY (id))\nALTER TABLE sbtest1 SPLIT AT VALUES (3333),(6666)\n"
                                       "ALTER TABLE sbtest1 SCATTER\n");
    o = PARSE("--dialect=cockroachdb", "--splits=3", "--scatter", "--secondary-index", "kv");
    CHECK_TEXT(stage(&o, STAGE_CREATE), "CREATE TABLE kv (k BIGINT NOT NULL, v BYTES NOT NULL, PRIMARY KEY (k))\n"
                                        "ALTER TABLE kv SPLIT AT VALUES (-4611686018427387905)\n"
                                        "ALTER TABLE kv SPLIT AT VALUES (-1)\n"
                                        "ALTER TABLE kv SPLIT AT VALUES (4611686018427387903)\n"
                                        "ALTER TABLE kv SCATTER\n");
    CHECK_TEXT(stage(&o, STAGE_FINISH), "CREATE INDEX kv_v_idx ON kv (v)\n");
    /* The primary key is in every index. */
    o = PARSE("--dialect=cockroachdb", "--create-covered-secondary", "oltp_read_write");
    CHECK_HAS(stage(&o, STAGE_FINISH), "CREATE INDEX ck_1 ON sbtest1 (k) INCLUDE (c, pad)\n");
    o = PARSE("--dialect=cockroachdb", "--create-covered-secondary", "--secondary", "oltp_read_write");
    CHECK_HAS(stage(&o, STAGE_FINISH), "CREATE INDEX ck_1 ON sbtest1 (k) INCLUDE (id, c, pad)\n");
    o = PARSE("--dialect=cockroachdb", "--splits=1", "--sequential", "--cycle-length=1000", "kv");
    CHECK_HAS(stage(&o, STAGE_CREATE), "ALTER TABLE kv SPLIT AT VALUES (500)\n");
}

static void
risingwave_has_plain_columns_and_drops_indexes_first(void)
{
    struct options o = PARSE("--dialect=risingwave", "oltp_point_select");

    CHECK_TEXT(stage(&o, STAGE_CREATE),
               "CREATE TABLE sbtest1 (id INTEGER, k INTEGER, c VARCHAR, pad VARCHAR, PRIMARY KEY (id))\n");
    CHECK_TEXT(stage(&o, STAGE_FINISH), "CREATE INDEX k_1 ON sbtest1 (k)\n"
                                        "CREATE INDEX ck_1 ON sbtest1 (k) INCLUDE (id, c, pad)\n");
    CHECK_TEXT(stage(&o, STAGE_DROP), "DROP INDEX IF EXISTS k_1\nDROP INDEX IF EXISTS ck_1\nDROP TABLE IF EXISTS sbtest1\n");
}

static void
sql_inserts_names_its_table(void)
{
    struct options o = PARSE("--table-name=mine", "sql_inserts");

    CHECK_TEXT(stage(&o, STAGE_CREATE), "CREATE TABLE mine (k TEXT PRIMARY KEY, v TEXT)\n");
    CHECK_TEXT(stage(&o, STAGE_DROP), "DROP TABLE IF EXISTS mine\n");
}

static void
rows_are_as_many_as_the_workload_needs(void)
{
    struct options o = PARSE("--table-size=70", "oltp_insert");

    CHECK_INT(schema_row_count(&o.load, 0), 70);
    o = PARSE("--table-size=70", "--auto-inc=off", "oltp_insert");
    CHECK_INT(schema_row_count(&o.load, 0), 0); /* As sysbench. */
    o = PARSE("--table-size=70", "--auto-inc=off", "oltp_multi_insert");
    CHECK_INT(schema_row_count(&o.load, 0), 70);
    o = PARSE("--table-size=70", "--auto-inc=off", "--stationary", "oltp_insert");
    CHECK_INT(schema_row_count(&o.load, 0), 70);
    o = PARSE("--compat=sysbench-1.1", "bulk_insert");
    CHECK_HAS(stage(&o, STAGE_CREATE), "CREATE TABLE IF NOT EXISTS sbtest1 (id INTEGER NOT NULL, ");
    o = PARSE("--threads=5", "bulk_insert");
    CHECK_INT(schema_row_count(&o.load, 0), 0);
    CHECK_INT(schema_table_count(&o.load), 5);
    o = PARSE("--threads=5", "--shard=2/3", "bulk_insert");
    CHECK_INT(schema_table_count(&o.load), 15); /* prepare makes the tables of all shards. */
    o = PARSE("--insert-count=30", "--cycle-length=20", "kv");
    CHECK_INT(schema_row_count(&o.load, 0), 20);
    o = PARSE("--max-written-key=30", "sql_inserts");
    CHECK_INT(schema_row_count(&o.load, 0), 30);
}

/* The longest row of each family must have room in each format. */
static void
rows_fit_where_they_are_written(void)
{
    static struct options all[4];
    static struct row row;

    all[0] = PARSE("--table-size=2147483647", "oltp_read_write");
    all[1] = PARSE("--threads=3", "--stationary", "--table-size=2147483647", "bulk_insert");
    all[2] = PARSE("--min-block-bytes=5000", "--max-block-bytes=5000", "--insert-count=10", "kv");
    all[3] = PARSE("--value-size=8192", "--uuid=01234567-89ab-cdef-0123-456789abcdef", "--num-unique-keys=1000000000000000",
                   "--max-written-key=1000000000000000", "sql_inserts");
    for (size_t i = 0; i < ARRAY_LENGTH(all); i++) {
        const struct workload_options *const o = &all[i].load;
        const struct table_kind *const kind = schema_table(o, 0).kind;
        const size_t room = schema_row_room(o);
        struct row_source source;
        struct rng r;
        char *const out = malloc(room);
        CHECK(workload_row_source(&source, o), "memory");
        rng_init(&r, 1, 1);
        row_fill(kind, &source, schema_row_count(o, 0) - 1, &r, &row);
        CHECK(row_put_copy_binary(kind, &row, out) <= out + room, "binary");
        CHECK(row_put_copy_text(kind, &row, out) <= out + room, "text");
        CHECK(row_put_values(kind, &row, out) <= out + room, "values");
        free(out);
        row_source_free(&source);
    }
}

/* A family of two kinds of tables: one district for each warehouse, and orders, of which there are more. */

static int
two_warehouses(const struct workload_options *o)
{
    return 2;
}

static size_t
write_district(const struct workload_options *o, int n, char *out, size_t out_size)
{
    return write_text(out, out_size, "district%d", n + 1);
}

static int64_t
ten(const struct workload_options *o)
{
    return 10;
}

static int64_t
thirty_thousand(const struct workload_options *o)
{
    return 30000;
}

static size_t
row_size(const struct workload_options *o)
{
    return 64;
}

static size_t
create_district(const struct workload_options *o, const struct table *t, char *out, size_t out_size)
{
    return write_text(out, out_size, "CREATE TABLE district%d (id INTEGER)", t->n + 1);
}

/* Two statements. */
static size_t
create_orders(const struct workload_options *o, const struct table *t, int i, char *out, size_t out_size)
{
    static const char *const texts[] = {"CREATE TABLE orders (id INTEGER, total NUMERIC(12, 2), at TIMESTAMP)",
                                        "CREATE INDEX at ON orders (at)"};

    return i < 2 ? write_text(out, out_size, "%s", texts[i]) : 0;
}

static void
fill_district(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    row->values[0].number = number;
}

static void
fill_orders(const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    row->values[0].number = number;
    row->values[1].number = 1999;
    row->values[2].is_null = number % 2 == 1;
}

static const struct column district_columns[] = {{.name = "id", .type = COLUMN_INT}};
static const struct column orders_columns[] = {{.name = "id", .type = COLUMN_INT},
                                               {.name = "total", .type = COLUMN_DECIMAL, .scale = 2},
                                               {.name = "at", .type = COLUMN_TIMESTAMP}};
static const struct table_kind district = {.columns = district_columns,
                                           .column_count = ARRAY_LENGTH(district_columns),
                                           .count = two_warehouses,
                                           .write_name = write_district,
                                           .row_count = ten,
                                           .row_size_max = row_size,
                                           .fill_row = fill_district,
                                           .stages = {[STAGE_CREATE] = {{create_district}}}};
static const struct table_kind orders = {.columns = orders_columns,
                                         .column_count = ARRAY_LENGTH(orders_columns),
                                         .name = "orders",
                                         .row_count = thirty_thousand,
                                         .row_size_max = row_size,
                                         .fill_row = fill_orders,
                                         .stages = {[STAGE_CREATE] = {{.each = create_orders}}}};
static const struct schema two_kinds = {.kind_count = 2, .kinds = {&district, &orders}};
static const struct family two_kinds_family = {.name = "two_kinds", .schema = &two_kinds};
static const struct workload two_kinds_workload = {.name = "two_kinds", .family = &two_kinds_family};

static void
a_family_may_have_tables_of_several_kinds(void)
{
    static struct options o;
    static struct row row;
    struct row_source source;
    char text[256];
    struct rng r;

    options_default(&o, &two_kinds_workload);
    CHECK_INT(schema_table_count(&o.load), 3);
    CHECK_INT(schema_row_count(&o.load, 1), 10);
    CHECK_INT(schema_row_count(&o.load, 2), 30000);
    schema_write_name(&o.load, 1, text, sizeof text);
    CHECK_TEXT(text, "district2");
    schema_write_name(&o.load, 2, text, sizeof text);
    CHECK_TEXT(text, "orders");
    text[0] = '\0';
    for (int table = 0; table < 3; table++)
        schema_visit(&o.load, STAGE_CREATE, table, append, text);
    CHECK_TEXT(text, "CREATE TABLE district1 (id INTEGER)\nCREATE TABLE district2 (id INTEGER)\n"
                     "CREATE TABLE orders (id INTEGER, total NUMERIC(12, 2), at TIMESTAMP)\nCREATE INDEX at ON orders (at)\n");
    text[0] = '\0';
    schema_visit(&o.load, STAGE_DROP, 1, append, text);
    CHECK_TEXT(text, "DROP TABLE IF EXISTS district2\n");
    schema_write_load(&o.load, LOAD_COPY_TEXT, 1, text, sizeof text);
    CHECK_TEXT(text, "COPY district2 (id) FROM STDIN");
    schema_write_load(&o.load, LOAD_INSERT, 2, text, sizeof text);
    CHECK_TEXT(text, "INSERT INTO orders (id, total, at) VALUES ");
    CHECK(workload_row_source(&source, &o.load), "a family may need none");
    const struct table_kind *const kind = schema_table(&o.load, 2).kind;
    row_fill(kind, &source, 1, &r, &row);
    *row_put_values(kind, &row, text) = '\0';
    CHECK_TEXT(text, "(1, 19.99, NULL)");
    row_fill(kind, &source, 2, &r, &row);
    *row_put_values(kind, &row, text) = '\0';
    CHECK_TEXT(text, "(2, 19.99, '2000-01-01 00:00:00.000000')"); /* Nothing is left of the row before. */
    row_source_free(&source);
}

static void
a_tablespace_is_the_name_that_was_given(void)
{
    const struct options o = PARSE("--tablespace=Fast \"SSD\"", "--index-tablespace=Keys", "script");
    char text[TEXT_SIZE] = "";

    CHECK_HAS(stage(&o, STAGE_CREATE), "filler CHAR(22)) TABLESPACE \"Fast \"\"SSD\"\"\"\n");
    schema_visit(&o.load, STAGE_FINISH, 1, append, text);
    CHECK_HAS(text, "ADD PRIMARY KEY (tid) USING INDEX TABLESPACE \"Keys\"\n");
}

int
main(void)
{
    postgres_gets_the_tables_of_sysbench();
    index_timing_moves_the_key_and_the_indexes();
    yugabytedb_splits_in_the_table();
    split_points_are_those_of_the_fork();
    cockroachdb_splits_by_alter();
    risingwave_has_plain_columns_and_drops_indexes_first();
    sql_inserts_names_its_table();
    rows_are_as_many_as_the_workload_needs();
    rows_fit_where_they_are_written();
    a_family_may_have_tables_of_several_kinds();
    a_tablespace_is_the_name_that_was_given();
    return check_result("schema");
}
