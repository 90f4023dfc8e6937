#ifndef PLUMBLINE_CLI_NEAREST_H
#define PLUMBLINE_CLI_NEAREST_H

/*
 * "Did you mean ...?": the one name that what was typed begins, else the name that is nearest to it by Levenshtein's distance.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nearest {
    const char *typed;
    const char *name; /* NULL: none is near enough to be a slip of the finger. */
    /* State of the search: */
    const char *begun; /* A name that `typed` begins; NULL: none. */
    bool is_ambiguous; /* There are others. */
    const char *closest;
    size_t distance; /* Distance of the closest name. */
};

static inline struct nearest
nearest_to(const char *typed)
{
    return (struct nearest){.typed = typed, .distance = SIZE_MAX};
}

/* Keeps the candidate if it is more likely to be meant than those before it. */
void nearest_consider(struct nearest *n, const char *candidate);

/* The same for each of a list that ends with NULL. */
void nearest_consider_all(struct nearest *n, const char *const *candidates);

#endif
