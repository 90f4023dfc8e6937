#ifndef PLUMBLINE_BASE_TEXT_H
#define PLUMBLINE_BASE_TEXT_H

#include <stddef.h>

/* printf() into `out`, for texts that are known to fit. Returns the length. */
__attribute__((format(printf, 3, 4))) size_t write_text(char *out, size_t out_size, const char *format, ...);

/* A copy of `length` bytes, the caller's to free. NULL: no memory. */
char *copy_text(const char *from, size_t length);

#endif
