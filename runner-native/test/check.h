#ifndef PLUMBLINE_TEST_CHECK_H
#define PLUMBLINE_TEST_CHECK_H

/*
 * What a test program needs: CHECK() prints what was expected where and goes on, and main() returns check_result(), which is
 * non-zero when any check failed. One program, one thread, so plain counters do.
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static int check_count;
static int check_failure_count;

static inline __attribute__((format(printf, 4, 5))) bool
check_that(bool holds, const char *file, int line, const char *format, ...)
{
    va_list arguments;

    check_count++;
    if (holds)
        return true;
    check_failure_count++;
    fprintf(stderr, "%s:%d: ", file, line);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return false;
}

#define CHECK(holds, ...) check_that((holds), __FILE__, __LINE__, __VA_ARGS__)

static inline int
check_result(const char *program)
{
    printf("%s: %d checks, %d failed\n", program, check_count, check_failure_count);
    return check_failure_count > 0;
}

#endif
