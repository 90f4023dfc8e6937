#ifndef PLUMBLINE_TEST_CHECK_VALUES_H
#define PLUMBLINE_TEST_CHECK_VALUES_H

/* Checks of single values, which print both sides. */

#include <stdint.h>
#include <string.h>

#include "check.h"

#define CHECK_TEXT(actual, expected)                                                                                           \
    CHECK(strcmp((actual), (expected)) == 0, "%s is \"%s\", expected \"%s\"", #actual, (actual), (expected))
#define CHECK_HAS(actual, part)                                                                                                \
    CHECK(strstr((actual), (part)) != NULL, "%s is \"%s\", expected to hold \"%s\"", #actual, (actual), (part))
#define CHECK_INT(actual, expected) check_int((actual), (expected), #actual, __FILE__, __LINE__)

static inline void
check_int(int64_t actual, int64_t expected, const char *what, const char *file, int line)
{
    check_that(actual == expected, file, line, "%s is %lld, expected %lld", what, (long long)actual, (long long)expected);
}

#endif
