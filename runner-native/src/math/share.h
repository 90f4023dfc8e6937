#ifndef PLUMBLINE_MATH_SHARE_H
#define PLUMBLINE_MATH_SHARE_H

/*
 * A whole number shared out among members, as equally as whole numbers can be: no share is lost, and none differs from another by
 * more than one.
 */

#include <stdint.h>

/* Part of `total`, which is at least 0, that members `first` to `first + count - 1` of `all` get together. */
static inline int64_t
share_of(int64_t total, int64_t first, int64_t count, int64_t all)
{
    const __int128 wide = total;

    return (int64_t)(wide * (first + count) / all) - (int64_t)(wide * first / all);
}

#endif
