#include "catalog/tpcc/tpcc.h"

/* The warehouses that there are, and in the last four digits what the load drew last names with (see finish_customer() of tables.c), plus
 * one; 0: the tables are not of this program. */
static const char *
question(const struct workload_options *o)
{
    return "SELECT count(*) * 10000 + coalesce((SELECT substring(obj_description('customer'::regclass::oid, 'pg_class') "
           "from 'tpcc: last names with C = ([0-9]+)')::INTEGER + 1), 0) FROM warehouse";
}

static struct tpcc_options *
own(struct workload_options *o)
{
    return (struct tpcc_options *)(void *)o->family;
}

static void
take_answer(struct workload_options *o, int64_t answer)
{
    struct tpcc_options *const t = own(o);

    t->is_asked = true;
    t->loaded_warehouses = answer / 10000;
    t->load_last_name = answer % 10000 - 1;
}

/* A warehouse with waits is ten terminals, and as many as there are can be had; without them a terminal is as fast as its server. */
static struct capacity_terms
capacity(const struct workload_options *o)
{
    struct capacity_terms terms = tpcc(o)->capacity;

    terms.most = tpcc(o)->wait ? tpcc(o)->warehouses : 0;
    return terms;
}

/* A connection without a terminal has nothing to do. */
static void
set_size(struct workload_options *o, int64_t size)
{
    own(o)->active_warehouses = size;
    if (o->threads > size * DISTRICT_COUNT)
        o->threads = size * DISTRICT_COUNT;
}

const struct family tpcc_family = {
    .name = "tpcc",
    .loader = "tpcc",
    .workloads = tpcc_workloads,
    .schema = &tpcc_schema,
    .option_groups = tpcc_option_groups,
    .option_group_count = ARRAY_LENGTH(tpcc_option_groups),
    .check = tpcc_check,
    .make_source = tpcc_make_source,
    .free_source = tpcc_free_source,
    .build = tpcc_build,
    .question = question,
    .take_answer = take_answer,
    .condition = tpcc_condition,
    .results = tpcc_results,
    .capacity = capacity,
    .set_size = set_size,
};
