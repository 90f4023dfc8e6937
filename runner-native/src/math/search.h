#ifndef PLUMBLINE_MATH_SEARCH_H
#define PLUMBLINE_MATH_SEARCH_H

/*
 * The largest of the numbers 1, 2, 3 ... at which something still holds, by few trials, each of which is dear: it holds below a limit
 * and not above. From a first guess the steps grow until the limit lies between two numbers that were tried; then these are halved
 * in, by their geometric mean.
 */

#include "base/base.h"

struct search {
    int64_t most; /* Nothing above it can be tried. */
    double precision; /* It is enough to know the limit so well: 0.05 is 5 %. */
    int trials_left;
    int64_t next; /* While nothing is known. */
    double stride; /* Factor of the next step, while the limit is known from one side. */
    int64_t holds; /* The largest that held; 0: none. */
    int64_t fails; /* The smallest that did not; 0: none. */
};

/* `start` is the first to be tried, or the nearest that there is. */
void search_begin(struct search *s, int64_t start, int64_t most, double precision, int trials);

/* The next size to try; 0: the search is over. */
int64_t search_next(const struct search *s);

/* Tells the search the result of a trial. */
void search_tell(struct search *s, int64_t tried, bool has_held);

#endif
