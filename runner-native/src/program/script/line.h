#ifndef PLUMBLINE_PROGRAM_SCRIPT_LINE_H
#define PLUMBLINE_PROGRAM_SCRIPT_LINE_H

/*
 * Commands that begin with a backslash.
 */

#include "program/script/reader.h"

/* Reads the command whose backslash is at `at`. Where to go on; with a diag, anywhere. */
size_t line_read(struct script_reader *r, size_t at);

#endif
