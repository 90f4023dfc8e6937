#ifndef PLUMBLINE_TEST_PARSE_H
#define PLUMBLINE_TEST_PARSE_H

/*
 * A command line as words of a test.
 */

#include "base/diag.h"
#include "cli/command_line.h"

enum { ARGUMENT_MAX = 12 };

/* Parses up to ten words; "plumbline-load" is put before them. */
static inline enum err
parse(struct options *o, struct diag *d, const char **help, const char *const words[])
{
    char *argv[ARGUMENT_MAX] = {(char *)"plumbline-load"};
    int argc = 1;

    *d = DIAG_NONE;
    for (; words[argc - 1]; argc++)
        argv[argc] = (char *)words[argc - 1];
    return options_parse(o, argc, argv, help, d);
}

#define PARSE(o, ...) parse((o), &d, NULL, (const char *const[]){__VA_ARGS__, NULL})

#endif
