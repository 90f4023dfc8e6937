/*
 * The text of a script's values: every length of integer, and its ends.
 */

#include <inttypes.h>
#include <stdio.h>

#include "check_values.h"
#include "program/script/scalar.h"

static void
is_written(int64_t value)
{
    char out[SCALAR_TEXT_SIZE], expected[SCALAR_TEXT_SIZE];
    const struct scalar s = {.type = SCALAR_INTEGER, .is.integer = value};
    const int length = snprintf(expected, sizeof expected, "%" PRId64, value);

    CHECK_INT((int64_t)scalar_write(&s, out), length);
    CHECK_TEXT(out, expected);
}

static void
integers_of_every_length(void)
{
    for (int64_t power = 1;; power *= 10) {
        for (int64_t near = -1; near <= 1; near++) {
            is_written(power + near);
            is_written(-power + near);
        }
        is_written(power * 7);
        if (power > INT64_MAX / 100)
            break;
    }
    is_written(INT64_MAX);
    is_written(INT64_MIN);
    is_written(INT64_MIN + 1);
}

static void
integers_of_every_bit(void)
{
    for (int bit = 0; bit < 63; bit++) {
        is_written((int64_t)1 << bit);
        is_written(((int64_t)1 << bit) - 1);
    }
}

static void
other_values(void)
{
    char out[SCALAR_TEXT_SIZE];

    scalar_write(&(struct scalar){.type = SCALAR_NULL}, out);
    CHECK_TEXT(out, "NULL");
    scalar_write(&(struct scalar){.type = SCALAR_BOOLEAN, .is.boolean = true}, out);
    CHECK_TEXT(out, "true");
    scalar_write(&(struct scalar){.type = SCALAR_DOUBLE, .is.real = 0.1}, out);
    CHECK_TEXT(out, "0.1");
}

int
main(void)
{
    integers_of_every_length();
    integers_of_every_bit();
    other_values();
    return check_result("scalar");
}
