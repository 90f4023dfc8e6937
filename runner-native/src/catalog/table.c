#include "catalog/table.h"

#include <assert.h>
#include <endian.h>
#include <string.h>

#define US_PER_S INT64_C(1000000)
#define S_PER_DAY INT64_C(86400)

void
row_source_free(struct row_source *source)
{
    if (source->user_data)
        source->free_own(source->user_data);
    source->user_data = NULL;
}

int
table_column_count(const struct table_kind *kind, const struct workload_options *o)
{
    return kind->used_column_count ? kind->used_column_count(o) : kind->column_count;
}

int
row_group_size(const struct table_kind *kind, const struct workload_options *o, int64_t number)
{
    return kind->group_size ? kind->group_size(o, number) : 1;
}

void
row_fill(const struct table_kind *kind, const struct row_source *source, int64_t number, struct rng *r, struct row *row)
{
    row->column_count = table_column_count(kind, source->options);
    memset(row->values, 0, sizeof row->values[0] * (size_t)row->column_count);
    kind->fill_row(source, number, r, row);
}

static int
value_count(const struct table_kind *kind, const struct row *row)
{
    return row->column_count > 0 ? row->column_count : kind->column_count;
}

/* A byte takes at most four characters, as in \\xff; what stands around a row and its values is short. */
size_t
row_room(const struct table_kind *kind, const struct workload_options *o)
{
    return kind->row_size_max(o) * 4 + 64 * COLUMN_COUNT_MAX;
}

static char *
put_u16(char *out, uint16_t value)
{
    const uint16_t big_endian = htobe16(value);
    memcpy(out, &big_endian, sizeof big_endian);
    return out + sizeof big_endian;
}

static char *
put_u32(char *out, uint32_t value)
{
    const uint32_t big_endian = htobe32(value);
    memcpy(out, &big_endian, sizeof big_endian);
    return out + sizeof big_endian;
}

static char *
put_u64(char *out, uint64_t value)
{
    const uint64_t big_endian = htobe64(value);
    memcpy(out, &big_endian, sizeof big_endian);
    return out + sizeof big_endian;
}

static char *
put_bytes(char *out, const char *bytes, size_t length)
{
    memcpy(out, bytes, length);
    return out + length;
}

static char *
put_hex(char *out, const char *bytes, int length)
{
    static const char digits[] = "0123456789abcdef";

    for (int i = 0; i < length; i++) {
        *out++ = digits[(unsigned char)bytes[i] >> 4];
        *out++ = digits[(unsigned char)bytes[i] & 15];
    }
    return out;
}

static uint64_t
magnitude_of(int64_t number)
{
    return number < 0 ? -(uint64_t)number : (uint64_t)number;
}

/* Puts at least `width` digits. */
static char *
put_digits(char *out, uint64_t number, int width)
{
    char digits[24];
    size_t at = sizeof digits;

    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0 || sizeof digits - at < (size_t)width);
    return put_bytes(out, digits + at, sizeof digits - at);
}

static char *
put_number(char *out, int64_t number)
{
    if (number < 0)
        *out++ = '-';
    return put_digits(out, magnitude_of(number), 1);
}

/* Numbers with a fraction. */

static uint64_t
power_of_ten(int exponent)
{
    uint64_t power = 1;

    while (exponent-- > 0)
        power *= 10;
    return power;
}

static char *
put_decimal(char *out, int64_t number, int scale)
{
    const uint64_t unit = power_of_ten(scale);

    if (number < 0)
        *out++ = '-';
    out = put_digits(out, magnitude_of(number) / unit, 1);
    if (scale == 0)
        return out;
    *out++ = '.';
    return put_digits(out, magnitude_of(number) % unit, scale);
}

/* numeric_send() of PostgreSQL: groups of four decimal digits, the weight of the first one, the sign, digits after the point. */
static char *
put_numeric(char *out, int64_t number, int scale)
{
    enum { GROUP_BASE = 10000, GROUP_DIGITS = 4, GROUP_COUNT_MAX = 11, SIGN_NEGATIVE = 0x4000 };
    uint16_t groups[GROUP_COUNT_MAX];
    const int fraction_count = (scale + GROUP_DIGITS - 1) / GROUP_DIGITS;
    const uint64_t unit = power_of_ten(scale);
    uint64_t whole = magnitude_of(number) / unit;
    /* With so many zeros behind it that its groups are whole. */
    __extension__ typedef unsigned __int128 wide;
    wide fraction = (wide)(magnitude_of(number) % unit) * power_of_ten(fraction_count * GROUP_DIGITS - scale);
    int first = GROUP_COUNT_MAX;

    for (int i = 0; i < fraction_count; i++, fraction /= GROUP_BASE)
        groups[--first] = (uint16_t)(fraction % GROUP_BASE);
    for (; whole > 0; whole /= GROUP_BASE)
        groups[--first] = (uint16_t)(whole % GROUP_BASE);
    const int weight = GROUP_COUNT_MAX - fraction_count - first - 1;
    const int count = GROUP_COUNT_MAX - first;
    out = put_u32(out, (uint32_t)(8 + count * 2));
    out = put_u16(put_u16(out, (uint16_t)count), (uint16_t)weight);
    out = put_u16(put_u16(out, number < 0 ? SIGN_NEGATIVE : 0), (uint16_t)scale);
    for (int i = first; i < GROUP_COUNT_MAX; i++)
        out = put_u16(out, groups[i]);
    return out;
}

/* Times. */

/* The Gregorian date of a day since 2000-01-01: the days of 400 years and below, counted from 1 March, after which leap days come
 * last. */
static char *
put_date(char *out, int64_t day)
{
    const int64_t shifted = day + 730425; /* Since 0000-03-01. */
    const int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    const int64_t of_era = shifted - era * 146097;
    const int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const int64_t month = (5 * of_year + 2) / 153; /* Months count from March. */
    const int64_t of_month = of_year - (153 * month + 2) / 5 + 1;
    const int64_t year = year_of_era + era * 400 + (month >= 10);

    out = put_digits(out, (uint64_t)year, 4);
    *out++ = '-';
    out = put_digits(out, (uint64_t)(month < 10 ? month + 3 : month - 9), 2);
    *out++ = '-';
    return put_digits(out, (uint64_t)of_month, 2);
}

/* 2026-11-22 04:15:00.123456 */
static char *
put_timestamp(char *out, int64_t us)
{
    const int64_t seconds = (us >= 0 ? us : us - (US_PER_S - 1)) / US_PER_S;
    const int64_t day = (seconds >= 0 ? seconds : seconds - (S_PER_DAY - 1)) / S_PER_DAY;
    const int64_t of_day = seconds - day * S_PER_DAY;

    out = put_date(out, day);
    *out++ = ' ';
    out = put_digits(out, (uint64_t)(of_day / 3600), 2);
    *out++ = ':';
    out = put_digits(out, (uint64_t)(of_day / 60 % 60), 2);
    *out++ = ':';
    out = put_digits(out, (uint64_t)(of_day % 60), 2);
    *out++ = '.';
    return put_digits(out, (uint64_t)(us - seconds * US_PER_S), 6);
}

/* Formats. */

/* PostgreSQL's documentation of COPY, "Binary Format": the number of fields, then length and value of each. */
char *
row_put_copy_binary(const struct table_kind *kind, const struct row *row, char *out)
{
    const int count = value_count(kind, row);

    out = put_u16(out, (uint16_t)count);
    for (int i = 0; i < count; i++) {
        const struct value *const value = &row->values[i];
        if (value->is_null) {
            out = put_u32(out, UINT32_MAX);
            continue;
        }
        switch (kind->columns[i].type) {
        case COLUMN_INT: out = put_u32(put_u32(out, 4), (uint32_t)value->number); break;
        case COLUMN_BIGINT:
        case COLUMN_TIMESTAMP: out = put_u64(put_u32(out, 8), (uint64_t)value->number); break;
        case COLUMN_DECIMAL: out = put_numeric(out, value->number, kind->columns[i].scale); break;
        case COLUMN_TEXT:
        case COLUMN_BYTES: out = put_bytes(put_u32(out, (uint32_t)value->length), value->text, (size_t)value->length); break;
        case COLUMN_TYPE_COUNT: assert(false && "unreachable column_type");
        }
    }
    return out;
}

/* Backslashes, tabs and line ends mean something there. */
static char *
put_copy_text(char *out, const char *text, int length)
{
    for (int i = 0; i < length; i++) {
        const char c = text[i];
        if (c == '\\' || c == '\t' || c == '\n' || c == '\r')
            *out++ = '\\';
        *out++ = (char)(c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : c);
    }
    return out;
}

/* PostgreSQL's documentation of COPY, "Text Format": a line with a tab between two values. */
char *
row_put_copy_text(const struct table_kind *kind, const struct row *row, char *out)
{
    const int count = value_count(kind, row);

    for (int i = 0; i < count; i++) {
        const struct value *const value = &row->values[i];
        if (i > 0)
            *out++ = '\t';
        if (value->is_null) {
            out = put_bytes(out, "\\N", 2);
            continue;
        }
        switch (kind->columns[i].type) {
        case COLUMN_INT:
        case COLUMN_BIGINT: out = put_number(out, value->number); break;
        case COLUMN_DECIMAL: out = put_decimal(out, value->number, kind->columns[i].scale); break;
        case COLUMN_TIMESTAMP: out = put_timestamp(out, value->number); break;
        case COLUMN_TEXT: out = put_copy_text(out, value->text, value->length); break;
        case COLUMN_BYTES: out = put_hex(put_bytes(out, "\\\\x", 3), value->text, value->length); break;
        case COLUMN_TYPE_COUNT: assert(false && "unreachable column_type");
        }
    }
    *out++ = '\n';
    return out;
}

/* Puts a text in quotes, those inside doubled. Backslashes stand for themselves: standard_conforming_strings is on everywhere. */
static char *
put_quoted(char *out, const char *text, int length)
{
    *out++ = '\'';
    for (int i = 0; i < length; i++) {
        if (text[i] == '\'')
            *out++ = '\'';
        *out++ = text[i];
    }
    *out++ = '\'';
    return out;
}

static char *
put_literal(char *out, const struct column *column, const struct value *value)
{
    switch (column->type) {
    case COLUMN_INT:
    case COLUMN_BIGINT: return put_number(out, value->number);
    case COLUMN_DECIMAL: return put_decimal(out, value->number, column->scale);
    case COLUMN_TIMESTAMP: out = put_timestamp(put_bytes(out, "'", 1), value->number); break;
    case COLUMN_TEXT: return put_quoted(out, value->text, value->length);
    case COLUMN_BYTES: out = put_hex(put_bytes(out, "'\\x", 3), value->text, value->length); break;
    case COLUMN_TYPE_COUNT: assert(false && "unreachable column_type");
    }
    return put_bytes(out, "'", 1);
}

char *
row_put_values(const struct table_kind *kind, const struct row *row, char *out)
{
    const int count = value_count(kind, row);

    *out++ = '(';
    for (int i = 0; i < count; i++) {
        if (i > 0)
            out = put_bytes(out, ", ", 2);
        if (row->values[i].is_null)
            out = put_bytes(out, "NULL", 4);
        else
            out = put_literal(out, &kind->columns[i], &row->values[i]);
    }
    *out++ = ')';
    return out;
}
