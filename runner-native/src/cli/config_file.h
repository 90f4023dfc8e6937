#ifndef PLUMBLINE_CLI_CONFIG_FILE_H
#define PLUMBLINE_CLI_CONFIG_FILE_H

/*
 * --config-file: options, one a line as NAME=VALUE, as if they stood on the command line.
 */

#include "base/base.h"
#include "base/diag.h"

enum { CONFIG_TEXT_SIZE = 8192 };

/* The file's lines, cut up. */
struct config_text {
    char text[CONFIG_TEXT_SIZE];
};

/* Reads the file into `out` and calls `take` with each of its options, as "NAME=VALUE" or "NAME"; these stay as long as `out`. A
 * failure of `take` is told with the file and the line. ERR_USAGE when the file cannot be read, or is none of lines. */
enum err config_file_read(struct config_text *out, const char *path,
                          enum err (*take)(void *context, const char *option, struct diag *d), void *context, struct diag *d);

#endif
