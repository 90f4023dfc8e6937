#include "dialect.h"

#include <string.h>

static const char *const retryable_postgres[] = {
    "40001", /* serialization_failure */
    "40P01", /* deadlock_detected */
    NULL,
};

static const struct dialect dialects[] = {
    {
        .name = "postgres",
        .summary = "PostgreSQL and services built on it",
        .integer_oid = 23,
        .retryable = retryable_postgres,
        .has_copy = true,
        .has_copy_binary = true,
        .has_vacuum = true,
        .has_checkpoint = true,
    },
};

const struct dialect *
dialect_at(size_t index)
{
    return index < ARRAY_LENGTH(dialects) ? &dialects[index] : NULL;
}

const struct dialect *
dialect_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(dialects); i++)
        if (strcmp(dialects[i].name, name) == 0)
            return &dialects[i];
    return NULL;
}

bool
dialect_is_retryable(const struct dialect *dialect, const char *sqlstate)
{
    for (const char *const *known = dialect->retryable; *known; known++)
        if (strcmp(*known, sqlstate) == 0)
            return true;
    return false;
}
