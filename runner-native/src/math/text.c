#include "math/text.h"

#include <stdint.h>
#include <string.h>

enum { GROUP_LENGTH = 11, GROUP_COUNT_C = 10, GROUP_COUNT_PAD = 5 };

void
text_fill(struct rng *r, const char *template, char *out)
{
    for (; *template; template++, out++) {
        switch (*template) {
        case '#': *out = (char)('0' + rng_below(r, 10)); break;
        case '@': *out = (char)('a' + rng_below(r, 26)); break;
        default: *out = *template; break;
        }
    }
}

static const char digit_pairs[] = "00010203040506070809"
                                  "10111213141516171819"
                                  "20212223242526272829"
                                  "30313233343536373839"
                                  "40414243444546474849"
                                  "50515253545556575859"
                                  "60616263646566676869"
                                  "70717273747576777879"
                                  "80818283848586878889"
                                  "90919293949596979899";

/* Eleven digits out of one random number below 10^11. */
static void
fill_group(struct rng *r, char *out)
{
    uint64_t rest = rng_below(r, UINT64_C(100000000000));

    for (int at = GROUP_LENGTH - 2; at >= 1; at -= 2) {
        memcpy(out + at, digit_pairs + 2 * (rest % 100), 2);
        rest /= 100;
    }
    out[0] = (char)('0' + rest);
}

static void
fill_groups(struct rng *r, char *out, int group_count)
{
    for (int group = 0; group < group_count; group++) {
        if (group > 0)
            *out++ = '-';
        fill_group(r, out);
        out += GROUP_LENGTH;
    }
}

void
text_fill_c(struct rng *r, char out[static TEXT_C_LENGTH])
{
    fill_groups(r, out, GROUP_COUNT_C);
}

void
text_fill_pad(struct rng *r, char out[static TEXT_PAD_LENGTH])
{
    fill_groups(r, out, GROUP_COUNT_PAD);
}
