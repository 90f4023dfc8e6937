#include "math/search.h"

#include <math.h>

/* The first step from the guess is a quarter; each further one the square of the one before, fourfold at most. */
#define FIRST_STRIDE 1.25
#define STRIDE_MAX 4.0

static int64_t
within(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

void
search_begin(struct search *s, int64_t start, int64_t most, double precision, int trials)
{
    *s = (struct search){
        .most = most, .precision = precision, .trials_left = trials, .next = within(start, 1, most), .stride = FIRST_STRIDE};
}

static bool
is_known(const struct search *s)
{
    const double gap = (double)(s->fails - s->holds);

    return s->holds == s->most || s->fails == 1 ||
           (s->holds > 0 && s->fails > 0 && (gap <= 1 || gap <= s->precision * (double)s->holds));
}

int64_t
search_next(const struct search *s)
{
    if (s->trials_left == 0 || is_known(s))
        return 0;
    if (s->holds > 0 && s->fails > 0)
        return within(llround(sqrt((double)s->holds * (double)s->fails)), s->holds + 1, s->fails - 1);
    if (s->holds > 0)
        return within(llround((double)s->holds * s->stride), s->holds + 1, s->most);
    if (s->fails > 0)
        return within(llround((double)s->fails / s->stride), 1, s->fails - 1);
    return s->next;
}

void
search_tell(struct search *s, int64_t tried, bool has_held)
{
    const bool is_known_from_one_side = s->holds > 0 || s->fails > 0;

    if (is_known_from_one_side)
        s->stride = fmin(s->stride * s->stride, STRIDE_MAX);
    if (has_held)
        s->holds = tried;
    else
        s->fails = tried;
    s->trials_left--;
}
