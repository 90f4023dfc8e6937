/*
 * --shard: the parts of several machines make up the whole.
 */

#include "catalog/sbtest/sbtest.h"
#include "catalog/workload.h"
#include "check_values.h"
#include "cli/option_set.h"
#include "family_options.h"
#include "program/program.h"

static struct options
sharded(enum dist_kind kind, int64_t table_size, int64_t index, int64_t count)
{
    struct options o;

    options_default(&o, workload_find("oltp_point_select"));
    o.command = COMMAND_RUN;
    o.load.dist.kind = kind;
    SBTEST(o)->table_size = table_size;
    o.load.shard = (struct shard){.index = index, .count = count};
    return o;
}

static void
uniform_shards_part_the_keys_without_gap_or_overlap(void)
{
    for (int64_t table_size = 3; table_size < 2000; table_size = table_size * 3 / 2) {
        for (int64_t count = 1; count <= 3; count++) {
            int64_t next = 1;
            for (int64_t i = 0; i < count; i++) {
                const struct options o = sharded(DIST_UNIFORM, table_size, i, count);
                struct program p;
                struct diag d = DIAG_NONE;
                CHECK_INT(workload_program(&p, &o.load, &d), ERR_OK);
                CHECK_INT(sbtest_source(p.source)->ids.low, next);
                CHECK(sbtest_source(p.source)->ids.high >= sbtest_source(p.source)->ids.low, "shard %lld of %lld has a key",
                      (long long)i, (long long)count);
                next = sbtest_source(p.source)->ids.high + 1;
                program_free(&p);
            }
            CHECK_INT(next, table_size + 1);
        }
    }
}

static void
skewed_shards_share_the_keys(void)
{
    const struct options o = sharded(DIST_ZIPFIAN, 1000, 1, 4);
    struct program p;
    struct diag d = DIAG_NONE;

    CHECK_INT(workload_program(&p, &o.load, &d), ERR_OK);
    CHECK_INT(sbtest_source(p.source)->ids.low, 1);
    CHECK_INT(sbtest_source(p.source)->ids.high, 1000);
    program_free(&p);
}

static void
more_shards_than_rows_share_them(void)
{
    const struct options o = sharded(DIST_UNIFORM, 3, 4, 5);
    struct program p;
    struct diag d = DIAG_NONE;

    CHECK_INT(workload_program(&p, &o.load, &d), ERR_OK);
    CHECK_INT(sbtest_source(p.source)->ids.low, 1);
    CHECK_INT(sbtest_source(p.source)->ids.high, 3);
    program_free(&p);
}

int
main(void)
{
    uniform_shards_part_the_keys_without_gap_or_overlap();
    skewed_shards_share_the_keys();
    more_shards_than_rows_share_them();
    return check_result("shard");
}
