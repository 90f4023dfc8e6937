#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

size_t
write_text(char *out, size_t out_size, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    const int length = vsnprintf(out, out_size, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    assert((size_t)length < out_size);
    return (size_t)length;
}

char *
copy_text(const char *from, size_t length)
{
    return strndup(from, length);
}
