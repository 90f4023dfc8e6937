#ifndef PLUMBLINE_CLI_NEAREST_H
#define PLUMBLINE_CLI_NEAREST_H

/*
 * "Did you mean ...?": the name that is nearest to what was typed, by Levenshtein's distance.
 */

#include <stddef.h>
#include <stdint.h>

struct nearest {
    const char *typed;
    const char *name; /* NULL: none is near enough to be a slip of the finger. */
    size_t distance;
};

static inline struct nearest
nearest_to(const char *typed)
{
    return (struct nearest){.typed = typed, .distance = SIZE_MAX};
}

/* Keeps the candidate if it is nearer than those before it. */
void nearest_consider(struct nearest *n, const char *candidate);

/* The same for each of a list that ends with NULL. */
void nearest_consider_all(struct nearest *n, const char *const *candidates);

#endif
