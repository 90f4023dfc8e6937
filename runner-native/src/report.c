#include "report.h"

#include "clock.h"

void
report_init(struct report *r, const struct options *o)
{
    *r = (struct report){
        .ops = o->output == OUTPUT_NDJSON ? &report_ndjson : &report_sysbench,
        .options = o,
        .target_count = options_target_count(o),
        .started_at_ns = clock_now_ns(),
    };
}
