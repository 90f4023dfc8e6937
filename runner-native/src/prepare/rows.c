#include "prepare/rows.h"

#include <string.h>

#include "catalog/schema.h"

enum {
    CHUNK_GROUP_COUNT =
        10000, /* Rows, or groups of them, of one COPY and of one random stream: changing it changes the tables. */
    COPY_BUFFER_SIZE = 64 * 1024,
    INSERT_TEXT_SIZE = 256 * 1024, /* Bytes of one INSERT, about. */
};

/* Signature, flags, and length of the header extension: PostgreSQL's documentation of COPY, "Binary Format". */
static const char copy_header[] = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0";
static const char copy_trailer[] = "\377\377";

size_t
rows_text_size(const struct options *o)
{
    return INSERT_TEXT_SIZE + SQL_SIZE_MAX + schema_row_room(&o->load);
}

int64_t
rows_chunk_count(const struct options *o, int table)
{
    return (schema_group_count(&o->load, table) + CHUNK_GROUP_COUNT - 1) / CHUNK_GROUP_COUNT;
}

static enum load_method
method_of(const struct options *o)
{
    return o->load.load_method == LOAD_AUTO ? o->load.dialect->load_method : o->load.load_method;
}

void
rows_begin(struct row_sender *s, int table, int64_t index)
{
    const struct workload_options *const o = &s->options->load;
    const int64_t first = index * CHUNK_GROUP_COUNT, left = schema_group_count(o, table) - first;
    struct row_cursor *const c = &s->at;

    *c = (struct row_cursor){.table = table, .kind = schema_table(o, table).kind, .group = first - 1};
    c->end = first + (left < CHUNK_GROUP_COUNT ? left : CHUNK_GROUP_COUNT);
    rng_init(&c->rng, (uint64_t)o->rand_seed, rng_mix((uint64_t)table + 1) + (uint64_t)index);
}

/* Stands at the next row. False: there is none. */
static bool
has_row(struct row_sender *s)
{
    struct row_cursor *const c = &s->at;

    while (c->part == c->size) {
        if (c->group + 1 >= c->end)
            return false;
        c->group++;
        c->part = 0;
        c->size = row_group_size(c->kind, &s->options->load, c->group);
    }
    return true;
}

/* Fills s->row with the row that has_row() has found. */
static void
fill(struct row_sender *s)
{
    struct row_cursor *const c = &s->at;

    s->row.part = c->part++;
    row_fill(c->kind, s->source, c->group, &c->rng, &s->row);
    c->row_count++;
}

static void
begin_again(void *context)
{
    struct row_sender *const s = context;

    s->at = s->start;
}

/* Writes as many rows as a buffer takes, in the format of COPY; what stands before and behind them goes by itself. */
static size_t
write_copy(void *context, char *out)
{
    struct row_sender *const s = context;
    struct row_cursor *const c = &s->at;
    const bool is_binary = method_of(s->options) == LOAD_COPY_BINARY;
    char *at = out;

    if (is_binary && !c->has_head) {
        c->has_head = true;
        memcpy(out, copy_header, sizeof copy_header - 1);
        return sizeof copy_header - 1;
    }
    while (at < out + COPY_BUFFER_SIZE && has_row(s)) {
        fill(s);
        at = is_binary ? row_put_copy_binary(c->kind, &s->row, at) : row_put_copy_text(c->kind, &s->row, at);
    }
    if (at > out || !is_binary || c->has_trailer)
        return (size_t)(at - out);
    c->has_trailer = true;
    memcpy(out, copy_trailer, sizeof copy_trailer - 1);
    return sizeof copy_trailer - 1;
}

static size_t
write_insert(void *context, char *out)
{
    struct row_sender *const s = context;
    const size_t head = schema_write_load(&s->options->load, LOAD_INSERT, s->at.table, out, SQL_SIZE_MAX);
    char *at = out + head;

    while (at < out + INSERT_TEXT_SIZE && has_row(s)) {
        if (at > out + head)
            *at++ = ',';
        fill(s);
        at = row_put_values(s->at.kind, &s->row, at);
    }
    *at = '\0';
    return (size_t)(at - out);
}

bool
rows_next(struct row_sender *s, struct request *request)
{
    const enum load_method method = method_of(s->options);
    const bool is_insert = method == LOAD_INSERT;

    if (!has_row(s))
        return false;
    s->start = s->at;
    schema_write_load(&s->options->load, method, s->at.table, s->sql, sizeof s->sql);
    *request = (struct request){.sql = s->sql,
                                .begin = begin_again,
                                .write = is_insert ? write_insert : write_copy,
                                .is_written = is_insert,
                                .context = s};
    return true;
}
