#include "prepare/rows.h"

#include "catalog/schema.h"
#include "math/rng.h"
#include "machine/target_failure.h"
#include "machine/target_query.h"

enum {
    CHUNK_ROW_COUNT = 10000, /* Rows of one COPY, and of one random stream: changing it changes the tables. */
    COPY_BUFFER_SIZE = 64 * 1024,
    INSERT_TEXT_SIZE = 256 * 1024, /* Of one INSERT, about. */
};

/* Signature, flags, and length of the header extension: PostgreSQL's documentation of COPY, "Binary Format". */
static const char copy_header[] = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0";
static const char copy_trailer[] = "\377\377";

struct chunk {
    int table;
    int64_t first; /* The number of its first row, from 0. */
    int64_t row_count;
};

size_t
rows_buffer_size(const struct options *o)
{
    return INSERT_TEXT_SIZE + SQL_SIZE_MAX + schema_row_room(&o->load);
}

int64_t
rows_chunk_count(const struct options *o, int table)
{
    return (schema_row_count(&o->load, table) + CHUNK_ROW_COUNT - 1) / CHUNK_ROW_COUNT;
}

static struct rng
stream_of(const struct options *o, const struct chunk *chunk)
{
    struct rng r;

    rng_init(&r, (uint64_t)o->load.rand_seed, rng_mix((uint64_t)chunk->table + 1) + (uint64_t)(chunk->first / CHUNK_ROW_COUNT));
    return r;
}

static enum err
fail_copy(const struct row_sender *s, const PGresult *result, const char *sql, struct diag *d)
{
    return target_fail_statement(s->target, s->pg, result, sql, d);
}

/* Sends a chunk over a connection in COPY mode. False when the connection is lost. */
static bool
send_copy(struct row_sender *s, const struct chunk *chunk, bool is_binary)
{
    const struct table_kind *const kind = schema_table(&s->options->load, chunk->table).kind;
    struct rng r = stream_of(s->options, chunk);

    if (is_binary && PQputCopyData(s->pg, copy_header, sizeof copy_header - 1) != 1)
        return false;
    for (int64_t i = 0; i < chunk->row_count;) {
        char *out = s->buffer;
        for (; out < s->buffer + COPY_BUFFER_SIZE && i < chunk->row_count; i++) {
            row_fill(kind, s->source, chunk->first + i, &r, &s->row);
            out = is_binary ? row_put_copy_binary(kind, &s->row, out) : row_put_copy_text(kind, &s->row, out);
        }
        if (PQputCopyData(s->pg, s->buffer, (int)(out - s->buffer)) != 1)
            return false;
    }
    if (is_binary && PQputCopyData(s->pg, copy_trailer, sizeof copy_trailer - 1) != 1)
        return false;
    return PQputCopyEnd(s->pg, NULL) == 1;
}

/* Reads what the server says after the rows, to the last result. */
static enum err
finish_copy(const struct row_sender *s, const char *sql, struct diag *d)
{
    PGresult *result;

    while ((result = PQgetResult(s->pg))) {
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            fail_copy(s, result, sql, d);
        PQclear(result);
        if (PQstatus(s->pg) == CONNECTION_BAD)
            break;
    }
    return d->code;
}

static enum err
copy_chunk_once(struct row_sender *s, const struct chunk *chunk, enum load_method method, struct diag *d)
{
    char sql[SQL_SIZE_MAX];

    schema_write_load(&s->options->load, method, chunk->table, sql, sizeof sql);
    PGresult *const result = PQexec(s->pg, sql);
    if (PQresultStatus(result) != PGRES_COPY_IN)
        fail_copy(s, result, sql, d);
    PQclear(result);
    if (d->code != ERR_OK)
        return d->code;
    if (!send_copy(s, chunk, method == LOAD_COPY_BINARY))
        return fail_copy(s, NULL, sql, d);
    return finish_copy(s, sql, d);
}

/* A COPY brings all of its rows or none. */
static enum err
copy_chunk(struct row_sender *s, const struct chunk *chunk, enum load_method method, struct diag *d)
{
    for (int tries = 1;; tries++) {
        struct diag attempt = DIAG_NONE;
        if (copy_chunk_once(s, chunk, method, &attempt) == ERR_OK)
            return ERR_OK;
        if (target_tries_again(s->target, attempt.sqlstate, tries, NULL))
            continue;
        *d = attempt;
        return d->code;
    }
}

static enum err
insert_chunk(struct row_sender *s, const struct chunk *chunk, struct diag *d)
{
    const struct table_kind *const kind = schema_table(&s->options->load, chunk->table).kind;
    const size_t head = schema_write_load(&s->options->load, LOAD_INSERT, chunk->table, s->buffer, SQL_SIZE_MAX);
    struct rng r = stream_of(s->options, chunk);

    for (int64_t i = 0; i < chunk->row_count && d->code == ERR_OK;) {
        char *out = s->buffer + head;
        for (; out < s->buffer + INSERT_TEXT_SIZE && i < chunk->row_count; i++) {
            if (out > s->buffer + head)
                *out++ = ',';
            row_fill(kind, s->source, chunk->first + i, &r, &s->row);
            out = row_put_values(kind, &s->row, out);
        }
        *out = '\0';
        target_execute(s->target, s->pg, s->buffer, NULL, d);
    }
    return d->code;
}

static enum load_method
method_of(const struct options *o)
{
    return o->load.load_method == LOAD_AUTO ? o->load.dialect->load_method : o->load.load_method;
}

enum err
rows_send_chunk(struct row_sender *s, int table, int64_t index, int64_t *row_count, struct diag *d)
{
    const enum load_method method = method_of(s->options);
    const int64_t first = index * CHUNK_ROW_COUNT;
    const int64_t rows_left = schema_row_count(&s->options->load, table) - first;
    const struct chunk chunk = {
        .table = table, .first = first, .row_count = rows_left < CHUNK_ROW_COUNT ? rows_left : CHUNK_ROW_COUNT};

    *row_count = 0;
    if (rows_left <= 0)
        return ERR_OK;
    const enum err e = method == LOAD_INSERT ? insert_chunk(s, &chunk, d) : copy_chunk(s, &chunk, method, d);
    if (e == ERR_OK)
        *row_count = chunk.row_count;
    return e;
}
