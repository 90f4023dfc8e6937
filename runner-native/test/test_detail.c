/*
 * What is broken down of a run takes memory for what is recorded, however many statements there are.
 */

#include "machine/detail.h"

#include <sys/mman.h>
#include <unistd.h>

#include "base/base.h"
#include "check_values.h"

enum { STATEMENT_COUNT = 400 };

/* How many pages of the histograms of the statements there are. */
static size_t
resident_pages(const struct detail *d)
{
    static unsigned char resident[32768];
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = d->of_parts_count * sizeof *d->of_parts;
    size_t count = 0;

    CHECK(size / page < sizeof resident, "the test has room");
    CHECK_INT(mincore(d->of_parts, size, resident), 0);
    for (size_t i = 0; i < (size + page - 1) / page; i++)
        count += resident[i] & 1;
    return count;
}

static void
many_statements_take_the_pages_that_are_recorded_in(void)
{
    const struct program program = {.event_kind_count = 1, .statement_count = STATEMENT_COUNT};
    struct detail *const from = detail_create(&program, 1, false, 0), *const into = detail_create(&program, 1, false, 0);

    CHECK(from && into, "there is memory");
    CHECK(resident_pages(from) <= 2 * STATEMENT_COUNT, "%zu pages are there of nothing", resident_pages(from));
    for (int i = 0; i < STATEMENT_COUNT; i++)
        for (int64_t value_ns = 200 * NS_PER_US; value_ns < NS_PER_MS; value_ns += 7 * NS_PER_US)
            hist_record(from->statements[i].latency, value_ns);
    detail_merge(into, from);
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        CHECK_INT(into->statements[i].latency->count, 115);
        CHECK(hist_percentile_ns(into->statements[i].latency, 50) >= 590 * NS_PER_US, "the median");
    }
    /* A page of each head, and of each power of two from 131 us on, which may lie across two. */
    CHECK(resident_pages(from) <= 7 * STATEMENT_COUNT, "%zu pages were recorded in", resident_pages(from));
    CHECK(resident_pages(into) <= 7 * STATEMENT_COUNT, "%zu pages were added to", resident_pages(into));
    detail_destroy(from);
    detail_destroy(into);
}

int
main(void)
{
    many_statements_take_the_pages_that_are_recorded_in();
    return check_result("detail");
}
