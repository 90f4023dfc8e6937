/*
 * The statements of the sysbench family that insert many rows, and the DELETE that makes room for them.
 */

#include <string.h>

#include "base/text.h"
#include "catalog/sbtest/sbtest.h"
#include "math/text.h"

int64_t
sbtest_batch_rows(const struct workload_options *o)
{
    return sbtest(o)->batch_insert_count;
}

size_t
sbtest_write_many_rows(const struct program *p, struct generator *g, int64_t row_count, char *out, size_t out_size)
{
    /* Five groups and three groups of eleven digits. */
    const int c_length = sbtest(p->options)->smaller_row_sizes ? 59 : TEXT_C_LENGTH;
    const int pad_length = sbtest(p->options)->smaller_row_sizes ? 35 : TEXT_PAD_LENGTH;
    size_t used = write_text(out, out_size, "INSERT INTO sbtest%d (k, c, pad) VALUES ", g->table + 1);

    for (int64_t i = 0; i < row_count; i++) {
        char c[TEXT_C_LENGTH], pad[TEXT_PAD_LENGTH];
        text_fill_c(&g->rng, c);
        text_fill_pad(&g->rng, pad);
        used += write_text(out + used, out_size - used, "%s(%d, '%.*s', '%.*s')", i == 0 ? "" : ", ",
                           (int)dist_draw(&sbtest_source(p->source)->ids, &g->rng), c_length, c, pad_length, pad);
    }
    return used;
}

static bool
fills_bytes(const struct workload_options *o)
{
    return !sbtest(o)->stationary && sbtest(o)->batch_insert_bytes > 0;
}

/* How many of the rows ",(1,1)", ",(2,2)" ... stand in `bytes`: the first statement of a table has the most. */
static int64_t
rows_in(int64_t bytes)
{
    int64_t rows = 0;

    for (int64_t digits = 1, of_digits = 9; bytes > 0; digits++, of_digits *= 10) {
        const int64_t size = 2 * digits + 4;
        const int64_t fitting = bytes / size < of_digits ? bytes / size : of_digits;
        rows += fitting;
        bytes = fitting < of_digits ? 0 : bytes - of_digits * size;
    }
    return rows > 0 ? rows : 1;
}

/* With --stationary, the rows of the connection's table in turn; otherwise 1, 2, 3 ... without end. Where bytes limit a statement, at
 * most. */
int64_t
bulk_rows(const struct workload_options *o)
{
    if (fills_bytes(o))
        return rows_in(sbtest(o)->batch_insert_bytes - (int64_t)strlen("INSERT INTO sbtest1 VALUES ") + 1);
    return sbtest(o)->stationary && sbtest(o)->table_size < sbtest(o)->batch_insert_count ? sbtest(o)->table_size
                                                                                          : sbtest(o)->batch_insert_count;
}

int
bulk_table_of(const struct program *p, const struct generator *g)
{
    return g->connection % p->table_count;
}

static int64_t
bulk_first(const struct program *p, const struct generator *g)
{
    const int64_t rows = bulk_rows(p->options);
    const int64_t batch = sbtest(p->options)->stationary ? g->sequence % (sbtest(p->options)->table_size / rows) : g->sequence;

    return batch * rows + 1;
}

void
bulk_draw_delete(const struct program *p, struct generator *g, struct params *params)
{
    const int64_t first = bulk_first(p, g);

    params_put_int(params, 0, first);
    params_put_int(params, 1, first + bulk_rows(p->options) - 1);
    params->count = 2;
}

/* As sysbench fills its buffer: the row that would not fit begins the next statement. g->sequence counts rows. */
static size_t
write_rows_that_fit(const struct program *p, struct generator *g, int64_t row_count, char *out, size_t out_size)
{
    const size_t limit = (size_t)sbtest(p->options)->batch_insert_bytes;
    const size_t head = write_text(out, out_size, "INSERT INTO sbtest%d VALUES ", g->table + 1);
    size_t used = head;

    for (int64_t i = 0; i < row_count; i++) {
        const long long id = g->sequence + 1;
        const size_t row = write_text(out + used, out_size - used, "%s(%lld,%lld)", used == head ? "" : ",", id, id);
        if (used > head && used + row > limit)
            break;
        used += row;
        g->sequence++;
    }
    out[used] = '\0';
    return used;
}

size_t
bulk_write_rows(const struct program *p, struct generator *g, int64_t row_count, char *out, size_t out_size)
{
    if (fills_bytes(p->options))
        return write_rows_that_fit(p, g, row_count, out, out_size);
    const int64_t first = bulk_first(p, g);
    size_t used = write_text(out, out_size, "INSERT INTO sbtest%d VALUES ", g->table + 1);

    for (int64_t i = 0; i < row_count; i++) {
        const long long id = first + i;
        used += write_text(out + used, out_size - used, "%s(%lld,%lld)", i == 0 ? "" : ",", id, id);
    }
    g->sequence++;
    return used;
}
