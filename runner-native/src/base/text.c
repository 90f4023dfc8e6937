#include "base/text.h"

#include <assert.h>
#include <math.h>
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

size_t
text_mark_length(const char *text)
{
    static const char mark[] = "\xef\xbb\xbf";

    return strncmp(text, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
}

struct plain_number
plain_number(double value, int digits)
{
    struct plain_number number;
    const double size = value < 0 ? -value : value;

    snprintf(number.text, sizeof number.text, "%.*g", digits, value);
    if (!strchr(number.text, 'e'))
        return number;
    const int decimals = size < 1 ? digits - 1 - (int)floor(log10(size)) : 0;
    snprintf(number.text, sizeof number.text, "%.*f", decimals, value);
    return number;
}

char *
copy_text(const char *from, size_t length)
{
    return strndup(from, length);
}
