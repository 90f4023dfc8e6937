#include "program/script/scalar.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *
scalar_type_name(enum scalar_type type)
{
    static const char *const names[] = {
        [SCALAR_NULL] = "null", [SCALAR_BOOLEAN] = "boolean", [SCALAR_INTEGER] = "integer", [SCALAR_DOUBLE] = "double"};

    return names[type];
}

/* How many digits a number has: by its bits, or one less. */
static size_t
count_digits(uint64_t value)
{
    static const uint64_t powers[] = {0,
                                      10,
                                      100,
                                      1000,
                                      10000,
                                      100000,
                                      1000000,
                                      10000000,
                                      100000000,
                                      1000000000,
                                      10000000000,
                                      100000000000,
                                      1000000000000,
                                      10000000000000,
                                      100000000000000,
                                      1000000000000000,
                                      10000000000000000,
                                      100000000000000000,
                                      1000000000000000000,
                                      10000000000000000000u};
    const int bits = 64 - __builtin_clzll(value | 1);
    const size_t most = (size_t)bits * 1233 >> 12; /* The logarithm of 2 is 1233 / 4096, nearly. */

    return most + (value >= powers[most]);
}

/* Two digits at a time: a transaction of tpcb-like writes eleven numbers. */
static size_t
write_integer(int64_t value, char *out)
{
    static const char pairs[] =
        "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
        "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    const size_t length = count_digits(left) + (value < 0);
    char *at = out + length;

    *at = '\0';
    out[0] = '-';
    for (; left >= 100; left /= 100)
        memcpy(at -= 2, pairs + left % 100 * 2, 2);
    if (left >= 10)
        memcpy(at - 2, pairs + left * 2, 2);
    else
        at[-1] = (char)('0' + left);
    return length;
}

/* Writes it as SQL has it, also what is no number. */
static size_t
write_double(double value, char *out)
{
    if (isnan(value))
        return (size_t)snprintf(out, SCALAR_TEXT_SIZE, "NaN");
    if (isinf(value))
        return (size_t)snprintf(out, SCALAR_TEXT_SIZE, "%sInfinity", value < 0 ? "-" : "");
    return (size_t)snprintf(out, SCALAR_TEXT_SIZE, "%.*g", DBL_DIG, value);
}

size_t
scalar_write(const struct scalar *s, char out[static SCALAR_TEXT_SIZE])
{
    switch (s->type) {
    case SCALAR_INTEGER: return write_integer(s->is.integer, out);
    case SCALAR_DOUBLE: return write_double(s->is.real, out);
    case SCALAR_BOOLEAN: return (size_t)snprintf(out, SCALAR_TEXT_SIZE, "%s", s->is.boolean ? "true" : "false");
    case SCALAR_NULL: break;
    }
    return (size_t)snprintf(out, SCALAR_TEXT_SIZE, "NULL");
}

bool
scalar_read_integer(const char *text, size_t length, int64_t *out)
{
    const bool is_negative = length > 0 && text[0] == '-';
    const size_t start = length > 0 && (text[0] == '-' || text[0] == '+');
    int64_t value = 0;

    if (start == length)
        return false;
    for (size_t i = start; i < length; i++) {
        if (!isdigit((unsigned char)text[i]))
            return false;
        const int digit = text[i] - '0';
        if (__builtin_mul_overflow(value, 10, &value) ||
            (is_negative ? __builtin_sub_overflow(value, digit, &value) : __builtin_add_overflow(value, digit, &value)))
            return false;
    }
    *out = value;
    return true;
}

/* Is the text the word, or its first letters? */
static bool
begins(const char *text, size_t length, const char *word)
{
    return length <= strlen(word) && strncasecmp(text, word, length) == 0;
}

static bool
read_boolean(const char *text, size_t length, bool *out)
{
    const bool is_no = begins(text, length, "false") || begins(text, length, "no") ||
                       (length > 1 && begins(text, length, "off"));

    *out = begins(text, length, "true") || begins(text, length, "yes") || (length == 2 && begins(text, length, "on"));
    return *out || is_no;
}

static bool
is_integer_text(const char *text, size_t length)
{
    const size_t start = text[0] == '-' || text[0] == '+';

    for (size_t i = start; i < length; i++)
        if (!isdigit((unsigned char)text[i]))
            return false;
    return start < length;
}

/* The text ends with a NUL behind `length`. */
static bool
read_double(const char *text, size_t length, double *out)
{
    char *end;

    errno = 0;
    *out = strtod(text, &end);
    return errno == 0 && end == text + length && !isspace((unsigned char)text[0]);
}

bool
scalar_read(const char *text, size_t length, struct scalar *out)
{
    bool boolean;

    if (length == 0)
        return false;
    if (length == 4 && begins(text, length, "null")) {
        out->type = SCALAR_NULL;
        return true;
    }
    if (read_boolean(text, length, &boolean)) {
        *out = (struct scalar){.type = SCALAR_BOOLEAN, .is.boolean = boolean};
        return true;
    }
    if (is_integer_text(text, length)) {
        out->type = SCALAR_INTEGER;
        return scalar_read_integer(text, length, &out->is.integer);
    }
    out->type = SCALAR_DOUBLE;
    return read_double(text, length, &out->is.real);
}

bool
scalar_is_true(const struct scalar *s)
{
    switch (s->type) {
    case SCALAR_NULL: return false;
    case SCALAR_BOOLEAN: return s->is.boolean;
    case SCALAR_INTEGER: return s->is.integer != 0;
    case SCALAR_DOUBLE: return s->is.real != 0.0;
    }
    return false;
}
