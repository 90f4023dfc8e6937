#include "keys.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { VALUE_TEXT_MIN = 32 };

int64_t
lane_pick(const struct lane *l, struct rng *r)
{
    const int64_t readable = lane_readable(l);

    assert(readable > 0);
    const int64_t number = (int64_t)rng_below(r, (uint64_t)readable);
    if (number < l->prepared_count)
        return number;
    /* A number of any lane stands for the one of this lane that was taken in the same turn. */
    const int64_t turn = (number - l->prepared_count) / l->lane_count;
    return l->prepared_count + l->lane + turn * l->lane_count;
}

int64_t
kv_key(const struct options *o, int64_t number)
{
    return o->sequential ? number : (int64_t)rng_mix((uint64_t)number);
}

int
sql_inserts_key(const struct options *o, int64_t number, char *out)
{
    return snprintf(out, KEY_TEXT_MAX, "%s:%" PRId64, o->nouuid ? "key" : o->uuid, number);
}

int
sql_inserts_value(const struct options *o, int64_t number, char *out)
{
    const int length = snprintf(out, VALUE_TEXT_MIN, "val:%" PRId64, number);

    if (length >= o->value_size)
        return length;
    /* Letters that depend on the number, so that no value is like another. */
    uint64_t bits = rng_mix((uint64_t)number);
    for (int i = length; i < (int)o->value_size; i++) {
        if ((i - length) % 12 == 0)
            bits = rng_mix(bits);
        out[i] = (char)('a' + (bits >> ((i - length) % 12 * 5) & 31) % 26);
    }
    return (int)o->value_size;
}
