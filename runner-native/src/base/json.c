#include "base/json.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* How many bytes the UTF-8 character at `text` has; 0 when it is not one (RFC 3629). */
static size_t
utf8_length(const unsigned char *text)
{
    size_t length;

    if (text[0] < 0x80)
        return 1;
    if (text[0] >= 0xc2 && text[0] <= 0xdf)
        length = 2;
    else if (text[0] >= 0xe0 && text[0] <= 0xef)
        length = 3;
    else if (text[0] >= 0xf0 && text[0] <= 0xf4)
        length = 4;
    else
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if (text[0] == 0xe0 && text[1] < 0xa0) /* Overlong. */
        return 0;
    if (text[0] == 0xed && text[1] > 0x9f) /* A surrogate. */
        return 0;
    if (text[0] == 0xf0 && text[1] < 0x90) /* Overlong. */
        return 0;
    if (text[0] == 0xf4 && text[1] > 0x8f) /* Above U+10FFFF. */
        return 0;
    return length;
}

size_t
json_quote(const char *text, char *out, size_t out_size)
{
    assert(out_size >= 3);
    size_t used = 0;
    const unsigned char *at = (const unsigned char *)text;

    out[used++] = '"';
    while (*at) {
        char piece[8];
        size_t piece_length;
        size_t taken = utf8_length(at);

        if (taken == 0) {
            memcpy(piece, "\xef\xbf\xbd", 3);
            piece_length = 3;
            taken = 1;
        } else if (*at == '"' || *at == '\\') {
            piece[0] = '\\';
            piece[1] = (char)*at;
            piece_length = 2;
        } else if (*at < 0x20) {
            piece_length = (size_t)snprintf(piece, sizeof piece, "\\u%04x", *at);
        } else {
            memcpy(piece, at, taken);
            piece_length = taken;
        }
        if (used + piece_length + 2 > out_size)
            break;
        memcpy(out + used, piece, piece_length);
        used += piece_length;
        at += taken;
    }
    out[used++] = '"';
    out[used] = '\0';
    return used;
}
