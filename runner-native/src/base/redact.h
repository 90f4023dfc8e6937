#ifndef PLUMBLINE_BASE_REDACT_H
#define PLUMBLINE_BASE_REDACT_H

#include <stddef.h>

/*
 * Writes a libpq connection string, URI or key=value, to `out` with every password replaced by ***. What does not fit is cut
 * off. Works on text alone, so that a string libpq cannot read is safe to print too.
 */
void redact_connection_string(const char *text, char *out, size_t out_size);

#endif
