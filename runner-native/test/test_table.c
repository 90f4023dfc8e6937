/*
 * Rows in the formats of COPY and INSERT, as PostgreSQL's documentation of COPY and of its types states them.
 */

#include "catalog/table.h"
#include "check_values.h"

static const struct column plain[] = {{.name = "a", .type = COLUMN_INT},
                                      {.name = "b", .type = COLUMN_BIGINT},
                                      {.name = "c", .type = COLUMN_TEXT},
                                      {.name = "d", .type = COLUMN_BYTES}};
static const struct table_kind plain_kind = {.columns = plain, .column_count = ARRAY_LENGTH(plain)};

static const char *
copy_text(const struct table_kind *kind, const struct row *row)
{
    static char out[512];

    *row_put_copy_text(kind, row, out) = '\0';
    return out;
}

static const char *
values(const struct table_kind *kind, const struct row *row)
{
    static char out[512];

    *row_put_values(kind, row, out) = '\0';
    return out;
}

static void
check_binary(const struct table_kind *kind, const struct row *row, const char *expected, size_t length)
{
    char out[512];
    const char *const end = row_put_copy_binary(kind, row, out);

    CHECK_INT(end - out, length);
    CHECK(memcmp(out, expected, length) == 0, "the bytes of the binary format");
}

#define CHECK_BINARY(kind, row, expected) check_binary((kind), (row), (expected), sizeof(expected) - 1)

static void
rows_are_written_in_three_formats(void)
{
    static struct row row;

    row.values[0].number = -7;
    row.values[1].number = INT64_MIN;
    row.values[2] = (struct value){.text = "ab-1", .length = 4};
    row.values[3] = (struct value){.text = "\0\xff'", .length = 3};
    CHECK_TEXT(copy_text(&plain_kind, &row), "-7\t-9223372036854775808\tab-1\t\\\\x00ff27\n");
    CHECK_TEXT(values(&plain_kind, &row), "(-7, -9223372036854775808, 'ab-1', '\\x00ff27')");
    CHECK_BINARY(&plain_kind, &row,
                 "\0\4"
                 "\0\0\0\4\xff\xff\xff\xf9"
                 "\0\0\0\10\x80\0\0\0\0\0\0\0"
                 "\0\0\0\4ab-1"
                 "\0\0\0\3\0\xff'");
}

static void
null_is_told_from_everything_else(void)
{
    static struct row row;

    for (int i = 0; i < 4; i++)
        row.values[i].is_null = true;
    CHECK_TEXT(copy_text(&plain_kind, &row), "\\N\t\\N\t\\N\t\\N\n");
    CHECK_TEXT(values(&plain_kind, &row), "(NULL, NULL, NULL, NULL)");
    CHECK_BINARY(&plain_kind, &row, "\0\4\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff");
}

static void
texts_keep_what_means_something_to_a_format(void)
{
    static const struct column columns[] = {{.name = "t", .type = COLUMN_TEXT}};
    static const struct table_kind kind = {.columns = columns, .column_count = 1};
    static struct row row;

    row.values[0] = (struct value){.text = "it's\t\\N\r\n", .length = 9};
    CHECK_TEXT(copy_text(&kind, &row), "it's\\t\\\\N\\r\\n\n");
    CHECK_TEXT(values(&kind, &row), "('it''s\t\\N\r\n')");
}

static void
decimals_have_their_point(void)
{
    static const struct column columns[] = {{.name = "a", .type = COLUMN_DECIMAL, .scale = 2},
                                            {.name = "b", .type = COLUMN_DECIMAL, .scale = 4},
                                            {.name = "c", .type = COLUMN_DECIMAL}};
    static const struct table_kind kind = {.columns = columns, .column_count = ARRAY_LENGTH(columns)};
    static struct row row;

    row.values[0].number = -1234567;
    row.values[1].number = 1;
    row.values[2].number = 0;
    CHECK_TEXT(copy_text(&kind, &row), "-12345.67\t0.0001\t0\n");
    CHECK_TEXT(values(&kind, &row), "(-12345.67, 0.0001, 0)");
    /* numeric_send() of -12345.67: 3 groups, the first of weight 1, negative, 2 digits after the point: 1, 2345, 6700. */
    CHECK_BINARY(&kind, &row,
                 "\0\3"
                 "\0\0\0\16\0\3\0\1\x40\0\0\2\0\1\x09\x29\x1a\x2c"
                 "\0\0\0\12\0\1\xff\xff\0\0\0\4\0\1"
                 "\0\0\0\10\0\0\xff\xff\0\0\0\0");
}

static void
timestamps_are_dates_of_the_gregorian_calendar(void)
{
    static const struct column columns[] = {{.name = "at", .type = COLUMN_TIMESTAMP}};
    static const struct table_kind kind = {.columns = columns, .column_count = 1};
    static const struct {
        int64_t us;
        const char *text;
    } times[] = {
        {0, "2000-01-01 00:00:00.000000\n"},
        {-1, "1999-12-31 23:59:59.999999\n"},
        {INT64_C(5097599000001), "2000-02-28 23:59:59.000001\n"},
        {INT64_C(5097600000000), "2000-02-29 00:00:00.000000\n"},
        {INT64_C(5184000000000), "2000-03-01 00:00:00.000000\n"},
        {INT64_C(848794500123456), "2026-11-24 00:15:00.123456\n"},
        {INT64_C(3160857600000000), "2100-03-01 00:00:00.000000\n"},
        {INT64_C(-63072000000000), "1998-01-01 00:00:00.000000\n"},
    };
    static struct row row;

    for (size_t i = 0; i < ARRAY_LENGTH(times); i++) {
        row.values[0].number = times[i].us;
        CHECK_TEXT(copy_text(&kind, &row), times[i].text);
    }
    row.values[0].number = 1;
    CHECK_BINARY(&kind, &row, "\0\1\0\0\0\10\0\0\0\0\0\0\0\1");
    CHECK_TEXT(values(&kind, &row), "('2000-01-01 00:00:00.000001')");
}

int
main(void)
{
    rows_are_written_in_three_formats();
    null_is_told_from_everything_else();
    texts_keep_what_means_something_to_a_format();
    decimals_have_their_point();
    timestamps_are_dates_of_the_gregorian_calendar();
    return check_result("table");
}
