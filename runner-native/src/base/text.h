#ifndef PLUMBLINE_BASE_TEXT_H
#define PLUMBLINE_BASE_TEXT_H

#include <stddef.h>

/* printf() into `out`, for texts that are known to fit. Returns the length. */
__attribute__((format(printf, 3, 4))) size_t write_text(char *out, size_t out_size, const char *format, ...);

/* Length of the byte order mark that some editors put before a text of UTF-8; 0 where there is none. */
size_t text_mark_length(const char *text);

/* A number in digits alone, for sentences: at least `digits` significant ones, and no exponent, as in "0.5" and "1234". It lives as
 * long as the expression that asks for it. */
struct plain_number {
    char text[48];
};
struct plain_number plain_number(double value, int digits);

/* A copy of `length` bytes, the caller's to free. NULL: no memory. */
char *copy_text(const char *from, size_t length);

/*
 * Writes a libpq connection string, URI or key=value, to `out` with every password and key replaced by ***. What does not fit is cut
 * off. Works on text alone, so that a string libpq cannot read is safe to print too.
 */
void redact_connection_string(const char *text, char *out, size_t out_size);

#endif
