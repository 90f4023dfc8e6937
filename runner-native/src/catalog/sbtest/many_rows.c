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
sbtest_write_many_rows(const struct program *p, struct draws *draws, int64_t row_count, char *out, size_t out_size)
{
    /* Five groups and three groups of eleven digits. */
    const int c_length = sbtest(p->options)->smaller_row_sizes ? 59 : TEXT_C_LENGTH;
    const int pad_length = sbtest(p->options)->smaller_row_sizes ? 35 : TEXT_PAD_LENGTH;
    size_t used = write_text(out, out_size, "INSERT INTO sbtest%d (k, c, pad) VALUES ", draws->table + 1);

    for (int64_t i = 0; i < row_count; i++) {
        char c[TEXT_C_LENGTH], pad[TEXT_PAD_LENGTH];
        text_fill_c(&draws->rng, c);
        text_fill_pad(&draws->rng, pad);
        used += write_text(out + used, out_size - used, "%s(%d, '%.*s', '%.*s')", i == 0 ? "" : ", ",
                           (int)dist_draw(&sbtest_source(p->source)->ids, &draws->rng), c_length, c, pad_length, pad);
    }
    return used;
}

/* With --stationary, the rows of the connection's table in turn; otherwise 1, 2, 3 ... without end. */
int64_t
bulk_rows(const struct workload_options *o)
{
    return sbtest(o)->stationary && sbtest(o)->table_size < sbtest(o)->batch_insert_count ? sbtest(o)->table_size
                                                                                          : sbtest(o)->batch_insert_count;
}

int
bulk_table_of(const struct program *p, const struct draws *draws)
{
    return draws->lane % p->table_count;
}

static int64_t
bulk_first(const struct program *p, const struct draws *draws)
{
    const int64_t rows = bulk_rows(p->options);
    const int64_t batch = sbtest(p->options)->stationary ? draws->sequence % (sbtest(p->options)->table_size / rows)
                                                         : draws->sequence;

    return batch * rows + 1;
}

void
bulk_draw_delete(const struct program *p, struct draws *draws, struct params *params)
{
    const int64_t first = bulk_first(p, draws);

    params_put_int(params, 0, first);
    params_put_int(params, 1, first + bulk_rows(p->options) - 1);
    params->count = 2;
}

size_t
bulk_write_rows(const struct program *p, struct draws *draws, int64_t row_count, char *out, size_t out_size)
{
    const int64_t first = bulk_first(p, draws);
    size_t used = write_text(out, out_size, "INSERT INTO sbtest%d VALUES ", draws->table + 1);

    for (int64_t i = 0; i < row_count; i++) {
        const long long id = first + i;
        used += write_text(out + used, out_size - used, "%s(%lld,%lld)", i == 0 ? "" : ",", id, id);
    }
    draws->sequence++;
    return used;
}
