#include "cli/nearest.h"

#include <string.h>

#include "base/base.h"

static size_t
smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Keeps one row of Levenshtein's table. Names longer than the row count as far away. */
static size_t
edit_distance(const char *a, const char *b)
{
    size_t row[64];
    const size_t b_length = strlen(b);

    if (b_length >= ARRAY_LENGTH(row))
        return SIZE_MAX;
    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            const size_t substituted = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = smaller(substituted, smaller(row[j], row[j - 1]) + 1);
        }
    }
    return row[b_length];
}

void
nearest_consider(struct nearest *n, const char *candidate)
{
    const size_t distance = edit_distance(n->typed, candidate);

    if (n->typed[0] && strncmp(candidate, n->typed, strlen(n->typed)) == 0) {
        n->is_ambiguous = n->is_ambiguous || (n->begun && strcmp(n->begun, candidate) != 0);
        n->begun = candidate;
    }
    if (distance < n->distance && distance <= strlen(n->typed) / 3 + 1) {
        n->closest = candidate;
        n->distance = distance;
    }
    n->name = n->begun && !n->is_ambiguous ? n->begun : n->closest;
}

void
nearest_consider_all(struct nearest *n, const char *const *candidates)
{
    for (; *candidates; candidates++)
        nearest_consider(n, *candidates);
}
