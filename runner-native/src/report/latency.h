#ifndef PLUMBLINE_REPORT_LATENCY_H
#define PLUMBLINE_REPORT_LATENCY_H

#include "math/hist.h"
#include "report/report.h"

/* A field of a line of PROTOCOL.md, behind a comma: counts, the percentiles of the options, and the histogram. */
void latency_print_json(struct report *r, const char *name, const struct hist *h);

#endif
