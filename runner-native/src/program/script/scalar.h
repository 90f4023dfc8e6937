#ifndef PLUMBLINE_PROGRAM_SCRIPT_SCALAR_H
#define PLUMBLINE_PROGRAM_SCRIPT_SCALAR_H

/*
 * A value of a script's expressions: one of four types, and what can be made of each.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum scalar_type { SCALAR_NULL, SCALAR_BOOLEAN, SCALAR_INTEGER, SCALAR_DOUBLE };

struct scalar {
    enum scalar_type type;
    union {
        bool boolean;
        int64_t integer;
        double real;
    } is;
};

/* Room for the text of any scalar, its NUL included. */
enum { SCALAR_TEXT_SIZE = 32 };

/* "null", "boolean", "integer", "double" */
const char *scalar_type_name(enum scalar_type type);

/* Its text as SQL has it: NULL, true, -5, 0.1; ended by NUL. Returns its length. */
size_t scalar_write(const struct scalar *s, char out[static SCALAR_TEXT_SIZE]);

/* Reads the text of a variable: null, a boolean (true, y, on, no ...), an integer or a double. False: none of them. */
bool scalar_read(const char *text, size_t length, struct scalar *out);

/* Reads digits, with a sign or without. False: it does not fit. */
bool scalar_read_integer(const char *text, size_t length, int64_t *out);

/* Is it true for \if? */
bool scalar_is_true(const struct scalar *s);

#endif
