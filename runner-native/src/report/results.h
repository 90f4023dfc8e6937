#ifndef PLUMBLINE_REPORT_RESULTS_H
#define PLUMBLINE_REPORT_RESULTS_H

/*
 * A run in the words of its workload (results() of struct family): on standard output, nothing for families without such words.
 */

#include "cli/options.h"
#include "machine/outcome.h"

/* Of target `t`: lines, each number next to its limit. */
void results_print_text(const struct options *o, const struct outcome *out, int t);

/* Do those hold that tell what is too much for target `t`? */
bool results_hold(const struct options *o, const struct outcome *out, int t);

/* What a search shows of a run in a few words: the first number, and each of those limits, with what does not hold marked. */
void results_print_short(const struct options *o, const struct outcome *out, int t);

/* The fields `counters` and `results` of a block, each behind a comma. */
void results_print_json(const struct options *o, const struct outcome *out, int t);

#endif
