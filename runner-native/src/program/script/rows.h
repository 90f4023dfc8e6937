#ifndef PLUMBLINE_PROGRAM_SCRIPT_ROWS_H
#define PLUMBLINE_PROGRAM_SCRIPT_ROWS_H

/*
 * The rows that \copy sends: the bytes of a file, whatever their format.
 */

#include "program/script/script.h"

/* Opens a file; one that is not named by its whole path stands next to the script. NULL, and errno says why. Whatever it is, opening
 * does not wait. */
struct script_rows *rows_open(const struct script_text *script, const char *path);

/* statement->write_copy: the next bytes of the file that the command in flight names. Any number of connections may read one. */
ptrdiff_t rows_write(const struct program *p, struct generator *g, char *out);

#endif
