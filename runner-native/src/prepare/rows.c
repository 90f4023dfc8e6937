#include "prepare/rows.h"

#include "catalog/schema.h"
#include "math/rng.h"
#include "machine/target_failure.h"
#include "machine/target_query.h"

enum {
    CHUNK_GROUP_COUNT =
        10000, /* Rows, or groups of them, of one COPY and of one random stream: changing it changes the tables. */
    COPY_BUFFER_SIZE = 64 * 1024,
    INSERT_TEXT_SIZE = 256 * 1024, /* Of one INSERT, about. */
};

/* Signature, flags, and length of the header extension: PostgreSQL's documentation of COPY, "Binary Format". */
static const char copy_header[] = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0";
static const char copy_trailer[] = "\377\377";

/* Where the rows of a chunk stand. */
struct cursor {
    int table;
    const struct table_kind *kind;
    struct rng rng;
    int64_t group, end; /* The group that is filled, and the first beyond the chunk. */
    int part, size;     /* The next row of it, and how many it has. */
    int64_t row_count;  /* That have been filled. */
};

size_t
rows_buffer_size(const struct options *o)
{
    return INSERT_TEXT_SIZE + SQL_SIZE_MAX + schema_row_room(&o->load);
}

int64_t
rows_chunk_count(const struct options *o, int table)
{
    return (schema_group_count(&o->load, table) + CHUNK_GROUP_COUNT - 1) / CHUNK_GROUP_COUNT;
}

/* Of chunk number `index`, from 0; of no rows where the table has no such chunk. */
static struct cursor
cursor_of(const struct workload_options *o, int table, int64_t index)
{
    const int64_t first = index * CHUNK_GROUP_COUNT, left = schema_group_count(o, table) - first;
    struct cursor c = {.table = table, .kind = schema_table(o, table).kind, .group = first - 1};

    c.end = first + (left < CHUNK_GROUP_COUNT ? left : CHUNK_GROUP_COUNT);
    rng_init(&c.rng, (uint64_t)o->rand_seed, rng_mix((uint64_t)table + 1) + (uint64_t)index);
    return c;
}

/* Fills s->row with the next row. False: there is none. */
static bool
fill_next(struct cursor *c, struct row_sender *s)
{
    while (c->part == c->size) {
        if (++c->group >= c->end)
            return false;
        c->part = 0;
        c->size = row_group_size(c->kind, &s->options->load, c->group);
    }
    s->row.part = c->part++;
    row_fill(c->kind, s->source, c->group, &c->rng, &s->row);
    c->row_count++;
    return true;
}

static enum err
fail_copy(const struct row_sender *s, const PGresult *result, const char *sql, struct diag *d)
{
    return target_fail_statement(s->target, s->pg, result, sql, d);
}

static bool
put(struct target_wait *w, const char *bytes, size_t length)
{
    return PQputCopyData(w->pg, bytes, (int)length) == 1 && target_flush(w);
}

/* Sends a chunk over a connection in COPY mode. False when that is in vain. */
static bool
send_copy(struct row_sender *s, struct cursor *c, bool is_binary, struct target_wait *w)
{
    bool has_more = true;

    if (is_binary && !put(w, copy_header, sizeof copy_header - 1))
        return false;
    while (has_more && !s->interrupt->is_wanted(s->interrupt->context)) {
        char *out = s->buffer;
        while (out < s->buffer + COPY_BUFFER_SIZE && (has_more = fill_next(c, s)))
            out = is_binary ? row_put_copy_binary(c->kind, &s->row, out) : row_put_copy_text(c->kind, &s->row, out);
        if (out > s->buffer && !put(w, s->buffer, (size_t)(out - s->buffer)))
            return false;
    }
    if (has_more)
        return PQputCopyEnd(s->pg, "interrupted") == 1;
    return (!is_binary || put(w, copy_trailer, sizeof copy_trailer - 1)) && PQputCopyEnd(s->pg, NULL) == 1;
}

/* Reads what the server says after the rows, to the last result: a refusal is told when all is read, for no answer is waited for after
 * a failure. */
static enum err
finish_copy(const struct row_sender *s, const char *sql, struct target_wait *w)
{
    struct diag refusal = DIAG_NONE;
    PGresult *result;

    while ((result = target_result(w))) {
        target_fail_interrupted(w);
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            fail_copy(s, result, sql, &refusal);
        PQclear(result);
        if (PQstatus(s->pg) == CONNECTION_BAD)
            break;
    }
    if (w->diag->code == ERR_OK)
        *w->diag = refusal;
    return target_fail_interrupted(w);
}

static enum err
copy_chunk_once(struct row_sender *s, struct cursor *c, enum load_method method, struct diag *d)
{
    char sql[SQL_SIZE_MAX];
    struct target_wait w = {.target = s->target, .pg = s->pg, .sql = sql, .interrupt = s->interrupt, .diag = d};

    schema_write_load(&s->options->load, method, c->table, sql, sizeof sql);
    PGresult *const result = target_query(s->target, s->pg, sql, s->interrupt, d);
    if (PQresultStatus(result) != PGRES_COPY_IN)
        fail_copy(s, result, sql, d);
    PQclear(result);
    if (d->code != ERR_OK)
        return d->code;
    if (send_copy(s, c, method == LOAD_COPY_BINARY, &w))
        return finish_copy(s, sql, &w);
    target_fail_interrupted(&w);
    return fail_copy(s, NULL, sql, d);
}

/* A COPY brings all of its rows or none. */
static enum err
copy_chunk(struct row_sender *s, struct cursor *c, enum load_method method, struct diag *d)
{
    const struct cursor start = *c;

    for (int tries = 1;; tries++) {
        struct diag attempt = DIAG_NONE;
        *c = start;
        if (copy_chunk_once(s, c, method, &attempt) == ERR_OK)
            return ERR_OK;
        if (target_tries_again(s->target, attempt.sqlstate, tries, s->interrupt))
            continue;
        *d = attempt;
        return d->code;
    }
}

static enum err
insert_chunk(struct row_sender *s, struct cursor *c, struct diag *d)
{
    const size_t head = schema_write_load(&s->options->load, LOAD_INSERT, c->table, s->buffer, SQL_SIZE_MAX);
    bool has_more = fill_next(c, s);

    while (has_more && d->code == ERR_OK) {
        char *out = s->buffer + head;
        do {
            if (out > s->buffer + head)
                *out++ = ',';
            out = row_put_values(c->kind, &s->row, out);
            has_more = fill_next(c, s);
        } while (has_more && out < s->buffer + INSERT_TEXT_SIZE);
        *out = '\0';
        target_execute(s->target, s->pg, s->buffer, s->interrupt, d);
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
    struct cursor c = cursor_of(&s->options->load, table, index);

    *row_count = 0;
    if (c.group + 1 >= c.end)
        return ERR_OK;
    const enum err e = method == LOAD_INSERT ? insert_chunk(s, &c, d) : copy_chunk(s, &c, method, d);
    if (e == ERR_OK)
        *row_count = c.row_count;
    return e;
}
