#include <stdlib.h>

#include "catalog/ycsb/ycsb.h"

/* Ranks of YCSB's ScrambledZipfianGenerator. */
#define RANK_COUNT INT64_C(10000000000)

static void
free_source(void *source)
{
    struct ycsb_source *const s = source;

    pool_free(&s->pool);
    free(s);
}

static struct dist
zipfian(const struct workload_options *o, double theta, int64_t low, int64_t high)
{
    struct dist_options options = o->dist;
    struct dist d;

    options.kind = DIST_ZIPFIAN;
    options.zipfian_exponent = theta;
    options.zipfian_shift = 0;
    dist_init(&d, &options, low, high);
    return d;
}

static struct dist
uniform(const struct workload_options *o, int64_t low, int64_t high)
{
    struct dist_options options = o->dist;
    struct dist d;

    options.kind = DIST_UNIFORM;
    dist_init(&d, &options, low, high);
    return d;
}

/* Zipfian lengths have YCSB's own exponent, whatever requests have. */
static void
fill_lengths(struct ycsb_source *s, const struct workload_options *o)
{
    const struct ycsb_options *const y = ycsb(o);
    const double theta = 0.99;

    s->scan_lengths = y->scan_lengths == 1 ? zipfian(o, theta, y->min_scan_length, y->max_scan_length)
                                           : uniform(o, y->min_scan_length, y->max_scan_length);
    if (y->field_lengths == LENGTHS_ZIPFIAN)
        s->field_lengths = zipfian(o, theta, 1, y->field_length);
    else
        s->field_lengths = uniform(o, y->field_lengths == LENGTHS_CONSTANT ? y->field_length : 1, y->field_length);
}

/* Sixty-four characters that mean nothing in SQL or COPY. */
static void
make_readable(struct pool *p)
{
    static const char characters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-+";

    for (size_t i = 0; i < p->size; i++)
        p->bytes[i] = characters[(unsigned char)p->bytes[i] & 63];
}

static void *
make_source(const struct workload_options *o)
{
    const struct ycsb_options *const y = ycsb(o);
    struct ycsb_source *const s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->ranks = zipfian(o, y->zipfian_theta, 1, RANK_COUNT);
    s->records = zipfian(o, y->zipfian_theta, 1, ycsb_loaded_count(o));
    fill_lengths(s, o);
    if (!pool_init(&s->pool, 1, (size_t)y->field_length, 1)) {
        free_source(s);
        return NULL;
    }
    make_readable(&s->pool);
    return s;
}

/* A text for each field that an update may be of. */
static int
text_count(const struct workload_options *o)
{
    return ycsb(o)->write_all_fields ? 1 : (int)ycsb(o)->field_count;
}

static size_t
value_size_max(const struct workload_options *o)
{
    return (size_t)ycsb(o)->field_length;
}

const struct family ycsb_family = {
    .name = "ycsb",
    .loader = "ycsb_a",
    .workloads = ycsb_workloads,
    .statements = ycsb_statements,
    .schema = &ycsb_schema,
    .option_groups = ycsb_option_groups,
    .option_group_count = ARRAY_LENGTH(ycsb_option_groups),
    .absent_options = ycsb_absent_options,
    .properties = ycsb_properties,
    .check = ycsb_check,
    .make_source = make_source,
    .free_source = free_source,
    .text_count = text_count,
    .condition = ycsb_condition,
    .value_size_max = value_size_max,
};
