/*
 * The tables of each family in each dialect, and their rows in each format, as docs/workloads.md sections 1.3, 1.8, 1.9, 1.11
 * and 1.12 state them.
 */

#include <stdlib.h>

#include "check_values.h"
#include "schema.h"
#include "workload.h"

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
    schema_visit(o, which, 0, append, text);
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
    struct options o = PARSE("--dialect=yugabytedb", "--range-key-partitioning", "--table-size=100000",
                             "--num-table-splits=4", "oltp_read_write");

    CHECK_HAS(stage(&o, STAGE_CREATE), "PRIMARY KEY (id ASC)) SPLIT AT VALUES ((25000),(50000),(75000))\n"
                                       "ALTER SEQUENCE sbtest1_id_seq CACHE 1000\n");
    o = PARSE("--dialect=yugabytedb", "oltp_read_write");
    CHECK_HAS(stage(&o, STAGE_CREATE), "PRIMARY KEY (id))\n");
    o = PARSE("--dialect=yugabytedb", "--range-key-partitioning", "--manual-range-splitting=off", "oltp_read_write");
    CHECK_HAS(stage(&o, STAGE_CREATE), "PRIMARY KEY (id ASC))\n");
    o = PARSE("--dialect=yugabytedb", "--splits=9", "kv");
    CHECK_TEXT(stage(&o, STAGE_CREATE), "CREATE TABLE kv (k BIGINT NOT NULL, v BYTEA NOT NULL, PRIMARY KEY (k)) "
                                        "SPLIT INTO 10 TABLETS\n");
}

/* Of the fork's own example: 100000 rows in 24 parts. */
static void
split_points_are_those_of_the_fork(void)
{
    struct options o = PARSE("--compat=yugabyte", "--range_key_partitioning=true", "--table_size=100000", "oltp_read_write");

    CHECK_TEXT(o.dialect->name, "yugabytedb");
    CHECK_HAS(stage(&o, STAGE_CREATE), "SPLIT AT VALUES ((4166),(8333),(12500),");
    CHECK_HAS(stage(&o, STAGE_CREATE), ",(95833))\nALTER SEQUENCE sbtest1_id_seq CACHE 1000\nCREATE INDEX k_1 ON sbtest1 (k)\n");
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
    CHECK_TEXT(stage(&o, STAGE_DROP),
               "DROP INDEX IF EXISTS k_1\nDROP INDEX IF EXISTS ck_1\nDROP TABLE IF EXISTS sbtest1\n");
}

static void
sql_inserts_names_its_table(void)
{
    struct options o = PARSE("--table-name=mine", "sql_inserts");

    CHECK_TEXT(stage(&o, STAGE_CREATE), "CREATE TABLE mine (k VARCHAR PRIMARY KEY, v VARCHAR)\n");
    CHECK_TEXT(stage(&o, STAGE_DROP), "DROP TABLE IF EXISTS mine\n");
}

static void
rows_are_as_many_as_the_workload_needs(void)
{
    struct options o = PARSE("--table-size=70", "oltp_insert");

    CHECK_INT(workload_row_count(&o), 70);
    o = PARSE("--table-size=70", "--auto-inc=off", "oltp_insert");
    CHECK_INT(workload_row_count(&o), 0); /* As sysbench. */
    o = PARSE("--table-size=70", "--auto-inc=off", "oltp_multi_insert");
    CHECK_INT(workload_row_count(&o), 70);
    o = PARSE("--table-size=70", "--auto-inc=off", "--stationary", "oltp_insert");
    CHECK_INT(workload_row_count(&o), 70);
    o = PARSE("--threads=5", "bulk_insert");
    CHECK_INT(workload_row_count(&o), 0);
    CHECK_INT(workload_table_count(&o), 5);
    o = PARSE("--threads=5", "--shard=2/3", "bulk_insert");
    CHECK_INT(workload_table_count(&o), 15); /* prepare makes the tables of all shards. */
    o = PARSE("--insert-count=30", "--cycle-length=20", "kv");
    CHECK_INT(workload_row_count(&o), 20);
    o = PARSE("--max-written-key=30", "sql_inserts");
    CHECK_INT(workload_row_count(&o), 30);
}

static void
rows_are_written_in_three_formats(void)
{
    static const struct schema schema = {.column_count = 4,
                                         .types = {COLUMN_INT, COLUMN_BIGINT, COLUMN_TEXT, COLUMN_BYTES}};
    static struct row row;
    char out[256] = "";
    char *end;

    row.values[0].number = -7;
    row.values[1].number = INT64_MIN;
    row.values[2] = (struct value){.text = "ab-1", .length = 4};
    row.values[3] = (struct value){.text = "\0\xff'", .length = 3};
    end = row_put_copy_text(&schema, &row, out);
    *end = '\0';
    CHECK_TEXT(out, "-7\t-9223372036854775808\tab-1\t\\\\x00ff27\n");
    end = row_put_values(&schema, &row, out);
    *end = '\0';
    CHECK_TEXT(out, "(-7, -9223372036854775808, 'ab-1', '\\x00ff27')");
    end = row_put_copy_binary(&schema, &row, out);
    static const char expected[] = "\0\4"
                                   "\0\0\0\4\xff\xff\xff\xf9"
                                   "\0\0\0\10\x80\0\0\0\0\0\0\0"
                                   "\0\0\0\4ab-1"
                                   "\0\0\0\3\0\xff'";
    CHECK_INT(end - out, sizeof expected - 1);
    CHECK(memcmp(out, expected, sizeof expected - 1) == 0, "the bytes of the binary format");
}

/* The longest row of each family must have room in each format. */
static void
rows_fit_where_they_are_written(void)
{
    struct options all[] = {
        PARSE("--table-size=2147483647", "oltp_read_write"),
        PARSE("--threads=3", "--stationary", "--table-size=2147483647", "bulk_insert"),
        PARSE("--min-block-bytes=5000", "--max-block-bytes=5000", "--insert-count=10", "kv"),
        PARSE("--value-size=8192", "--uuid=01234567-89ab-cdef-0123-456789abcdef", "--num-unique-keys=1000000000000000",
              "--max-written-key=1000000000000000", "sql_inserts"),
    };
    static struct row row;

    for (size_t i = 0; i < ARRAY_LENGTH(all); i++) {
        const struct schema *const schema = all[i].workload->schema;
        struct row_source source;
        struct rng r;
        char *const out = malloc(row_room(&all[i]));
        CHECK(row_source_init(&source, &all[i]), "memory");
        rng_init(&r, 1, 1);
        schema->fill_row(&source, workload_row_count(&all[i]) - 1, &r, &row);
        CHECK(row_put_copy_binary(schema, &row, out) <= out + row_room(&all[i]), "binary");
        CHECK(row_put_copy_text(schema, &row, out) <= out + row_room(&all[i]), "text");
        CHECK(row_put_values(schema, &row, out) <= out + row_room(&all[i]), "values");
        free(out);
        row_source_free(&source);
    }
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
    rows_are_written_in_three_formats();
    rows_fit_where_they_are_written();
    return check_result("schema");
}
