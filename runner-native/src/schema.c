#include "schema.h"

#include <assert.h>
#include <endian.h>
#include <inttypes.h>
#include <string.h>

#include "workload.h"

bool
schema_visit(const struct options *o, enum stage stage, int table, bool (*visit)(void *context, const char *sql), void *context)
{
    const struct schema *const schema = o->workload->schema;
    char sql[DDL_SIZE_MAX];

    for (int i = 0; i < STAGE_STATEMENT_MAX && schema->stages[stage][i]; i++)
        for (int n = 0; schema->stages[stage][i](o, table, n, sql, sizeof sql) > 0; n++)
            if (!visit(context, sql))
                return false;
    return true;
}

size_t
schema_write_name(const struct options *o, int table, char *out, size_t out_size)
{
    return o->workload->schema->write_name(o, table, out, out_size);
}

size_t
schema_write_load(const struct options *o, enum load_method method, int table, char *out, size_t out_size)
{
    const struct schema *const schema = o->workload->schema;
    char name[TABLE_NAME_SIZE];

    schema->write_name(o, table, name, sizeof name);
    switch (method) {
    case LOAD_COPY_BINARY:
        return write_text(out, out_size, "COPY %s (%s) FROM STDIN (FORMAT binary)", name, schema->columns);
    case LOAD_COPY_TEXT: return write_text(out, out_size, "COPY %s (%s) FROM STDIN", name, schema->columns);
    case LOAD_INSERT: return write_text(out, out_size, "INSERT INTO %s (%s) VALUES ", name, schema->columns);
    case LOAD_AUTO: break;
    }
    assert(false && "a load method that is not settled");
    return 0;
}

bool
row_source_init(struct row_source *source, const struct options *o)
{
    *source = (struct row_source){.options = o};
    dist_init(&source->k_values, &o->dist, 1, o->table_size);
    return kv_pool_init(&source->pool, o);
}

void
row_source_free(struct row_source *source)
{
    pool_free(&source->pool);
}

/* A byte takes at most four characters, as in \\xff; what stands around a row and its values is short. */
size_t
row_room(const struct options *o)
{
    return o->workload->schema->row_size_max(o) * 4 + 64 * COLUMN_COUNT_MAX;
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

static char *
put_number(char *out, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;

    do
        digits[--at] = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (number < 0)
        digits[--at] = '-';
    return put_bytes(out, digits + at, sizeof digits - at);
}

/* PostgreSQL's documentation of COPY, "Binary Format": the number of fields, then length and value of each. */
char *
row_put_copy_binary(const struct schema *schema, const struct row *row, char *out)
{
    out = put_u16(out, (uint16_t)schema->column_count);
    for (int i = 0; i < schema->column_count; i++) {
        const struct value *const value = &row->values[i];
        switch (schema->types[i]) {
        case COLUMN_INT: out = put_u32(put_u32(out, 4), (uint32_t)value->number); break;
        case COLUMN_BIGINT: out = put_u64(put_u32(out, 8), (uint64_t)value->number); break;
        case COLUMN_TEXT:
        case COLUMN_BYTES:
            out = put_bytes(put_u32(out, (uint32_t)value->length), value->text, (size_t)value->length);
            break;
        }
    }
    return out;
}

/* The same documentation, "Text Format". The texts of our rows hold nothing that needs a backslash. */
char *
row_put_copy_text(const struct schema *schema, const struct row *row, char *out)
{
    for (int i = 0; i < schema->column_count; i++) {
        const struct value *const value = &row->values[i];
        if (i > 0)
            *out++ = '\t';
        switch (schema->types[i]) {
        case COLUMN_INT:
        case COLUMN_BIGINT: out = put_number(out, value->number); break;
        case COLUMN_TEXT: out = put_bytes(out, value->text, (size_t)value->length); break;
        case COLUMN_BYTES: out = put_hex(put_bytes(out, "\\\\x", 3), value->text, value->length); break;
        }
    }
    *out++ = '\n';
    return out;
}

/* Nor do they hold a quote. */
char *
row_put_values(const struct schema *schema, const struct row *row, char *out)
{
    *out++ = '(';
    for (int i = 0; i < schema->column_count; i++) {
        const struct value *const value = &row->values[i];
        if (i > 0)
            out = put_bytes(out, ", ", 2);
        switch (schema->types[i]) {
        case COLUMN_INT:
        case COLUMN_BIGINT: out = put_number(out, value->number); break;
        case COLUMN_TEXT:
            *out++ = '\'';
            out = put_bytes(out, value->text, (size_t)value->length);
            *out++ = '\'';
            break;
        case COLUMN_BYTES:
            out = put_hex(put_bytes(out, "'\\x", 3), value->text, value->length);
            *out++ = '\'';
            break;
        }
    }
    *out++ = ')';
    return out;
}
