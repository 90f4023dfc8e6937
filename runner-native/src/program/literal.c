#include "program/literal.h"

#include <assert.h>
#include <ctype.h>
#include <endian.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t
read_int(const struct params *params, int index)
{
    uint64_t wide;
    uint32_t narrow;

    if (params->lengths[index] == 8) {
        memcpy(&wide, params->values[index], sizeof wide);
        return (int64_t)be64toh(wide);
    }
    memcpy(&narrow, params->values[index], sizeof narrow);
    return (int32_t)be32toh(narrow);
}

/* In quotes, those inside doubled. Backslashes stand for themselves: standard_conforming_strings is on everywhere. */
static size_t
write_quoted(const char *text, int length, char *out, size_t out_size)
{
    size_t used = 0;

    assert(out_size > (size_t)length * 2 + 2);
    (void)out_size;
    out[used++] = '\'';
    for (int i = 0; i < length; i++) {
        if (text[i] == '\'')
            out[used++] = '\'';
        out[used++] = text[i];
    }
    out[used++] = '\'';
    return used;
}

/* As hexadecimal digits, which every dialect takes for its bytes. */
static size_t
write_bytes(const char *bytes, int length, char *out, size_t out_size)
{
    static const char digits[] = "0123456789abcdef";
    size_t used = 3;

    assert(out_size > (size_t)length * 2 + 4);
    (void)out_size;
    memcpy(out, "'\\x", 3);
    for (int i = 0; i < length; i++) {
        out[used++] = digits[(unsigned char)bytes[i] >> 4];
        out[used++] = digits[(unsigned char)bytes[i] & 15];
    }
    out[used++] = '\'';
    return used;
}

static size_t
write_value(const struct params *params, int index, enum param_type type, char *out, size_t out_size)
{
    if (type == PARAM_TEXT)
        return write_quoted(params->values[index], params->lengths[index], out, out_size);
    if (type == PARAM_UNTYPED)
        return write_quoted(params->values[index], (int)strlen(params->values[index]), out, out_size);
    if (type == PARAM_BYTES)
        return write_bytes(params->values[index], params->lengths[index], out, out_size);
    const int length = snprintf(out, out_size, "%" PRId64, read_int(params, index));
    assert(length > 0);
    assert((size_t)length < out_size);
    return (size_t)length;
}

size_t
literal_sql(const struct workload_options *o, const struct statement *statement, int table, const struct params *params,
            char *out, size_t out_size)
{
    char template[SQL_SIZE_MAX];
    const char *at = template;
    size_t used = 0;

    statement_write(statement, o, table, template, sizeof template);
    while (*at) {
        assert(used + 1 < out_size);
        if (at[0] != '$' || !isdigit((unsigned char)at[1])) {
            out[used++] = *at++;
            continue;
        }
        char *end;
        const int index = (int)strtol(at + 1, &end, 10) - 1;
        assert(index < params->count);
        used += write_value(params, index, statement->param_type(o, index), out + used, out_size - used);
        at = end;
    }
    out[used] = '\0';
    return used;
}
