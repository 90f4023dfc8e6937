#ifndef PLUMBLINE_MACHINE_FATES_H
#define PLUMBLINE_MACHINE_FATES_H

/*
 * Fates of events, where more is asked than their number: by their kind, by --latency-limit, in the --log. Only of
 * measured slices.
 */

#include "machine/loop.h"

/* Notes an event of `c` that has succeeded, where struct detail says that it is looked at. */
void fates_note_success(struct loop *l, const struct conn *c, struct detail *d, int64_t latency_ns);

/* Notes an event of `c` that has failed while its connection goes on. */
void fates_note_failure(struct loop *l, const struct conn *c, struct detail *d);

/* Notes an event that took several attempts. */
void fates_note_retries(struct loop *l, const struct conn *c, struct detail *d);

/* Notes a planned start that was left out at `now_ns`, as one of `c`. */
void fates_note_skipped(struct loop *l, struct conn *c, int64_t now_ns);

#endif
