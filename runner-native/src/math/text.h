#ifndef PLUMBLINE_MATH_TEXT_H
#define PLUMBLINE_MATH_TEXT_H

/*
 * Random text from templates, as sysbench fills its columns c and pad: '#' is a random digit, '@' a random letter from a to
 * z, anything else stands for itself.
 */

#include <stddef.h>

#include "math/rng.h"

/* The columns of the table sbtestN: ten and five groups of eleven digits, 119 and 59 characters. */
#define TEXT_C_TEMPLATE                                                                                                        \
    "###########-###########-###########-###########-###########-"                                                             \
    "###########-###########-###########-###########-###########"
#define TEXT_PAD_TEMPLATE "###########-###########-###########-###########-###########"

enum {
    TEXT_C_LENGTH = sizeof TEXT_C_TEMPLATE - 1,
    TEXT_PAD_LENGTH = sizeof TEXT_PAD_TEMPLATE - 1,
};
_Static_assert(TEXT_C_LENGTH == 119, "the column c holds ten groups of eleven digits");
_Static_assert(TEXT_PAD_LENGTH == 59, "the column pad holds five groups of eleven digits");

/* Fills `out` with as many characters as the template has. Writes no final NUL. */
void text_fill(struct rng *r, const char *template, char *out);

/* Fill the columns' templates as text_fill() does, several times faster. */
void text_fill_c(struct rng *r, char out[static TEXT_C_LENGTH]);
void text_fill_pad(struct rng *r, char out[static TEXT_PAD_LENGTH]);

#endif
