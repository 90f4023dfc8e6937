/*
 * prepare, check and cleanup against a scripted server: in which order what is sent, and what a failure leaves behind.
 */

#include "check_values.h"
#include "built_program.h"

static bool
is(const char *sql, const char *beginning)
{
    return strncmp(sql, beginning, strlen(beginning)) == 0;
}

static void
everything_is_made_in_order(void)
{
    struct fake_server *const s = server_new(NULL, NULL);
    const struct said *const said = RUN(s, "--tables=2", "--table-size=3", "oltp_read_write", "prepare");

    CHECK_INT(said->code, 0);
    CHECK_TEXT(s->statements,
               "SET synchronous_commit = off\n"
               "CREATE TABLE sbtest1 (id SERIAL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, "
               "pad CHAR(60) DEFAULT '' NOT NULL)\n"
               "CREATE TABLE sbtest2 (id SERIAL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, "
               "pad CHAR(60) DEFAULT '' NOT NULL)\n"
               "COPY sbtest1 (id, k, c, pad) FROM STDIN (FORMAT binary)\n"
               "COPY sbtest2 (id, k, c, pad) FROM STDIN (FORMAT binary)\n"
               "SET synchronous_commit = local\n"
               "ALTER TABLE sbtest1 ADD PRIMARY KEY (id)\n"
               "CREATE INDEX k_1 ON sbtest1 (k)\n"
               "SELECT setval('sbtest1_id_seq', 3)\n"
               "ALTER TABLE sbtest2 ADD PRIMARY KEY (id)\n"
               "CREATE INDEX k_2 ON sbtest2 (k)\n"
               "SELECT setval('sbtest2_id_seq', 3)\n"
               "VACUUM ANALYZE sbtest1\n"
               "VACUUM ANALYZE sbtest2\n"
               "CHECKPOINT\n");
    CHECK(memcmp(s->copied, "PGCOPY\n\377\r\n\0", 11) == 0, "no signature");
    /* Header, three rows of four fields with their lengths, trailer; twice. */
    CHECK_INT((int64_t)s->copied_length, 2 * (19 + 3 * (2 + 4 * 4 + 4 + 4 + 119 + 59) + 2));
    server_free(s);
}

static int
count_of(char what, const char *text, size_t length)
{
    int count = 0;

    for (size_t i = 0; i < length; i++)
        count += text[i] == what;
    return count;
}

static void
rows_as_text_have_every_number_once(void)
{
    struct fake_server *const s = server_new(NULL, NULL);

    CHECK_INT(RUN(s, "--table-size=12", "--load-method=copy-text", "oltp_read_write", "prepare")->code, 0);
    CHECK_INT(count_of('\n', s->copied, s->copied_length), 12);
    CHECK_INT(count_of('\t', s->copied, s->copied_length), 3 * 12);
    CHECK(is(s->copied, "1\t"), "the first row is %.20s", s->copied);
    CHECK_HAS(s->copied, "\n12\t");
    server_free(s);
}

/* How often a table was begun to be filled, with so many rows. */
static int
chunk_count(const char *table_size)
{
    struct fake_server *const s = server_new(NULL, NULL);
    int count = 0;

    CHECK_INT(RUN(s, table_size, "--load-method=copy-text", "--stationary", "bulk_insert", "prepare")->code, 0);
    for (const char *at = s->statements; (at = strstr(at, "COPY sbtest1 (id, k) FROM STDIN\n")); at++)
        count++;
    server_free(s);
    return count;
}

static void
rows_come_in_chunks_of_ten_thousand(void)
{
    CHECK_INT(chunk_count("--table-size=9999"), 1);
    CHECK_INT(chunk_count("--table-size=10000"), 1);
    CHECK_INT(chunk_count("--table-size=10001"), 2);
    CHECK_INT(chunk_count("--table-size=20000"), 2);
}

static enum answer
second_table_is_there(const struct fake_server *s, const char *sql, int64_t number)
{
    return is(sql, "CREATE TABLE sbtest2 ") ? ANSWER_ERROR : ANSWER_OK;
}

static void
what_was_made_goes_again(void)
{
    struct fake_server *const s = server_new(second_table_is_there, "42P07");
    const struct said *const said = RUN(s, "--tables=3", "--table-size=3", "oltp_read_write", "prepare");

    CHECK_INT(said->code, 3);
    CHECK_HAS(said->err, "SQLSTATE 42P07");
    CHECK_HAS(s->statements, "NOT NULL)\nDROP TABLE IF EXISTS sbtest1\n");
    CHECK(!strstr(s->statements, "DROP TABLE IF EXISTS sbtest2"), "a table that is not ours was dropped");
    CHECK(!strstr(s->statements, "sbtest3"), "it went on: %s", s->statements);
    CHECK(!strstr(s->statements, "COPY"), "it went on: %s", s->statements);
    server_free(s);
}

static void
recreate_drops_first(void)
{
    struct fake_server *const s = server_new(NULL, NULL);

    CHECK_INT(RUN(s, "--table-size=1", "--recreate=on", "oltp_read_write", "prepare")->code, 0);
    CHECK_HAS(
        s->statements,
        "SET synchronous_commit = off\nSET client_min_messages = warning\nDROP TABLE IF EXISTS sbtest1\nCREATE TABLE sbtest1 ");
    server_free(s);
}

static void
load_wants_empty_tables(void)
{
    struct fake_server *s = server_new(NULL, NULL);
    const struct said *said = RUN(s, "--table-size=3", "oltp_read_write", "load");

    CHECK_INT(said->code, 3);
    CHECK_HAS(said->err, "sbtest1 on 127.0.0.1:");
    CHECK_HAS(said->err, "has rows already: load is for empty tables");
    CHECK_HAS(said->err, "hint: run `create` with --recreate first");
    CHECK(!strstr(s->statements, "COPY"), "it went on: %s", s->statements);
    said = RUN(s, "--table-size=3", "--skip-ddl", "oltp_read_write", "prepare");
    CHECK_HAS(said->err, "--skip-ddl is for empty tables");
    CHECK_HAS(said->err, "hint: empty the tables (TRUNCATE)");
    server_free(s);
}

static enum answer
no_rows(const struct fake_server *s, const char *sql, int64_t number)
{
    return is(sql, "SELECT 1 FROM") ? ANSWER_NONE : ANSWER_OK;
}

static void
tables_that_are_there_get_rows_and_no_indexes(void)
{
    struct fake_server *const s = server_new(no_rows, NULL);

    CHECK_INT(RUN(s, "--table-size=3", "--skip-ddl", "oltp_read_write", "prepare")->code, 0);
    CHECK_TEXT(s->statements, "SET synchronous_commit = off\nSELECT 1 FROM sbtest1 LIMIT 1\n"
                              "COPY sbtest1 (id, k, c, pad) FROM STDIN (FORMAT binary)\nSET synchronous_commit = local\n"
                              "VACUUM ANALYZE sbtest1\nCHECKPOINT\n");
    server_free(s);
}

static enum answer
no_checkpoint(const struct fake_server *s, const char *sql, int64_t number)
{
    return is(sql, "CHECKPOINT") ? ANSWER_ERROR : ANSWER_OK;
}

static void
only_the_right_to_a_checkpoint_may_be_missing(void)
{
    static const char *const line[] = {"--table-size=3", "--output=ndjson", "oltp_read_write", "prepare", NULL};
    struct fake_server *s = server_new(no_checkpoint, "42501");
    const struct said *said = program_run(s, line);

    CHECK_INT(said->code, 0);
    CHECK_HAS(said->out, "\"code\":\"no-checkpoint\"");
    CHECK_HAS(said->out, "\"loaded\":[{\"table\":\"sbtest1\",\"rows\":3}]");
    server_free(s);
    s = server_new(no_checkpoint, "53100");
    CHECK_INT(program_run(s, line)->code, 4);
    server_free(s);
}

static enum answer
disk_is_full(const struct fake_server *s, const char *sql, int64_t number)
{
    return is(sql, "COPY sbtest1") ? ANSWER_ERROR : ANSWER_OK;
}

static void
a_failure_while_loading_ends_it(void)
{
    struct fake_server *const s = server_new(disk_is_full, "53100");
    const struct said *const said = RUN(s, "--table-size=3", "oltp_read_write", "prepare");

    CHECK_INT(said->code, 4);
    CHECK_HAS(said->err, "SQLSTATE 53100");
    CHECK(!strstr(s->statements, "ADD PRIMARY KEY"), "it went on: %s", s->statements);
    CHECK(!strstr(s->statements, "VACUUM"), "it went on: %s", s->statements);
    CHECK(!strstr(s->statements, "CHECKPOINT"), "it went on: %s", s->statements);
    server_free(s);
}

/* Of each statement the first execution; those that change nothing but the session are left alone. */
static enum answer
conflicts_once(const struct fake_server *s, const char *sql, int64_t number)
{
    char line[320];

    if (is(sql, "SET "))
        return ANSWER_OK;
    snprintf(line, sizeof line, "%.300s\n", sql);
    const char *const first = strstr(s->statements, line); /* This execution is written down already. */
    return strstr(first + 1, line) ? ANSWER_OK : ANSWER_ERROR;
}

static void
what_passes_is_tried_again(void)
{
    struct fake_server *const s = server_new(conflicts_once, "40001");
    const char *const options[] = {"--dialect=yugabytedb", "--tables=2", "--table-size=12", "--threads=1", "oltp_read_write"};

    CHECK_INT(RUN(s, options[0], options[1], options[2], options[3], options[4], "prepare")->code, 0);
    CHECK_INT(count_of('\n', s->copied, s->copied_length), 2 * 12);
    CHECK_HAS(s->statements, "COPY sbtest2 (id, k, c, pad) FROM STDIN\nCOPY sbtest2 (id, k, c, pad) FROM STDIN\n");
    CHECK_HAS(s->statements, "CREATE INDEX k_1 ON sbtest1 (k)\nCREATE INDEX k_1 ON sbtest1 (k)\n");
    CHECK_HAS(s->statements, "ANALYZE sbtest2\nANALYZE sbtest2\n");
    s->statements[0] = '\0';
    CHECK_INT(RUN(s, options[0], options[1], options[2], options[3], options[4], "cleanup")->code, 0);
    CHECK_TEXT(s->statements, "SET client_min_messages = warning\nDROP TABLE IF EXISTS sbtest1\nDROP TABLE IF EXISTS sbtest1\n"
                              "DROP TABLE IF EXISTS sbtest2\nDROP TABLE IF EXISTS sbtest2\n");
    server_free(s);
}

static enum answer
index_conflicts(const struct fake_server *s, const char *sql, int64_t number)
{
    return is(sql, "CREATE INDEX") ? ANSWER_ERROR : ANSWER_OK;
}

static void
what_does_not_pass_is_told_with_its_statement(void)
{
    struct fake_server *const s = server_new(index_conflicts, "40001");
    const struct said *said = RUN(s, "--dialect=yugabytedb", "--table-size=3", "oltp_read_write", "prepare");

    CHECK_INT(said->code, 4);
    CHECK_HAS(said->err, "CREATE INDEX k_1 ON sbtest1 (k), tried 10 times, connection to 127.0.0.1");
    CHECK_HAS(said->err, "SQLSTATE 40001");
    s->sqlstate = "42601"; /* Never passes. */
    s->statements[0] = '\0';
    said = RUN(s, "--dialect=yugabytedb", "--table-size=3", "oltp_read_write", "prepare");
    CHECK_INT(said->code, 4);
    CHECK_HAS(said->err, "CREATE INDEX k_1 ON sbtest1 (k), connection to 127.0.0.1");
    server_free(s);
}

static enum answer
no_table(const struct fake_server *s, const char *sql, int64_t number)
{
    return is(sql, "SELECT count(*)") || is(sql, "DROP TABLE IF EXISTS sbtest2") ? ANSWER_ERROR : ANSWER_OK;
}

static enum answer
table_is_there(const struct fake_server *s, const char *sql, int64_t number)
{
    return is(sql, "CREATE TABLE") ? ANSWER_ERROR : ANSWER_OK;
}

/* docs/workloads.md section 3. */
static void
risingwave_has_states_of_its_own_for_tables(void)
{
    struct fake_server *s = server_new(table_is_there, "42710");
    const struct said *said = RUN(s, "--dialect=risingwave", "oltp_point_select", "prepare");

    CHECK_INT(said->code, 3);
    CHECK_HAS(said->err, "run `cleanup` first");
    server_free(s);
    s = server_new(no_table, "42704");
    said = RUN(s, "--dialect=risingwave", "oltp_point_select", "check");
    CHECK_INT(said->code, 3);
    CHECK_HAS(said->err, "run `prepare` first");
    said = RUN(s, "oltp_point_select", "check"); /* On PostgreSQL it is not about a table. */
    CHECK_INT(said->code, 4);
    CHECK(!strstr(said->err, "run `prepare` first"), "%s", said->err);
    server_free(s);
}

static void
check_counts_every_table(void)
{
    struct fake_server *const s = server_new(NULL, NULL);

    s->value = "12";
    CHECK_INT(RUN(s, "--tables=2", "--table-size=12", "oltp_read_write", "check")->code, 0);
    CHECK_TEXT(s->statements, "SELECT count(*) FROM sbtest1\nSELECT count(*) FROM sbtest2\n");
    const struct said *said = RUN(s, "--tables=2", "--table-size=13", "oltp_read_write", "check");
    CHECK_INT(said->code, 3);
    CHECK_HAS(said->err, "has 12 rows, prepare with these options makes 13");
    CHECK_TEXT(s->statements, "SELECT count(*) FROM sbtest1\nSELECT count(*) FROM sbtest2\nSELECT count(*) FROM sbtest1\n");
    server_free(s);
}

static enum answer
nothing(const struct fake_server *s, const char *sql, int64_t number)
{
    return ANSWER_NONE;
}

static void
a_count_without_a_row_is_none(void)
{
    struct fake_server *const s = server_new(nothing, NULL);
    const struct said *const said = RUN(s, "oltp_read_write", "check");

    CHECK_INT(said->code, 3);
    CHECK_HAS(said->err, "has 0 rows, prepare with these options makes 10000");
    server_free(s);
}

static void
check_and_cleanup_say_what_the_server_says(void)
{
    struct fake_server *const s = server_new(no_table, "42P01");
    const struct said *said = RUN(s, "oltp_read_write", "check");

    CHECK_INT(said->code, 3);
    CHECK_HAS(said->err, "counting the rows of sbtest1");
    CHECK_HAS(said->err, "SQLSTATE 42P01");
    s->statements[0] = '\0';
    said = RUN(s, "--tables=3", "oltp_read_write", "cleanup");
    CHECK_INT(said->code, 3);
    CHECK_TEXT(s->statements,
               "SET client_min_messages = warning\nDROP TABLE IF EXISTS sbtest1\nDROP TABLE IF EXISTS sbtest2\n");
    server_free(s);
}

/* A server on which TPC-C's tables are as loaded, but that refuses one query of a condition and answers another without a row. */
static enum answer
whole_but_for_two(const struct fake_server *s, const char *sql, int64_t number)
{
    static const struct {
        const char *sql, *value;
    } counts[] = {{"SELECT count(*) FROM item", "100000"},
                  {"SELECT count(*) FROM stock", "100000"},
                  {"SELECT count(*) FROM customer", "30000"},
                  {"SELECT count(*) FROM district", "10"},
                  {"SELECT count(*) FROM warehouse", "1"},
                  {"SELECT (SELECT max(d_next_o_id)", "t"},
                  {"", "0"}};
    size_t i = 0;

    while (!is(sql, counts[i].sql))
        i++;
    ((struct fake_server *)(uintptr_t)s)->value = counts[i].value; /* Its lock is held. */
    if (strstr(sql, "max(no_o_id) - min(no_o_id) + 1 <> count(*)"))
        return ANSWER_ERROR;
    return strstr(sql, "sum(o_ol_cnt)") ? ANSWER_NONE : ANSWER_OK;
}

static void
a_condition_that_could_not_be_checked_is_not_told_as_broken(void)
{
    struct fake_server *const s = server_new(whole_but_for_two, "57014");
    const struct said *const said = RUN(s, "tpcc", "check");

    CHECK_INT(said->code, 4);
    CHECK_HAS(said->err, "condition 3.3.2.3");
    CHECK_HAS(said->err, "SQLSTATE 57014");
    CHECK_HAS(said->out, "3.3.2.3 could not be checked: new_order has no gaps");
    CHECK_HAS(said->out, "3.3.2.4 could not be checked: ");
    CHECK_HAS(said->out, "3.3.2.1 holds: ");
    CHECK(!strstr(said->out, "does not hold"), "%s", said->out);
    server_free(s);
}

int
main(void)
{
    everything_is_made_in_order();
    rows_as_text_have_every_number_once();
    rows_come_in_chunks_of_ten_thousand();
    what_was_made_goes_again();
    recreate_drops_first();
    load_wants_empty_tables();
    tables_that_are_there_get_rows_and_no_indexes();
    only_the_right_to_a_checkpoint_may_be_missing();
    a_failure_while_loading_ends_it();
    what_passes_is_tried_again();
    what_does_not_pass_is_told_with_its_statement();
    risingwave_has_states_of_its_own_for_tables();
    check_counts_every_table();
    a_count_without_a_row_is_none();
    check_and_cleanup_say_what_the_server_says();
    a_condition_that_could_not_be_checked_is_not_told_as_broken();
    return check_result("prepare");
}
