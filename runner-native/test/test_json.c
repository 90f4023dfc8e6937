/*
 * json_quote(): every byte string gives a whole JSON string.
 */

#include "base/json.h"
#include "check_values.h"

static void
quotes(const char *text, const char *expected)
{
    char out[64];

    json_quote(text, out, sizeof out);
    CHECK_TEXT(out, expected);
}

static void
special_characters_are_escaped(void)
{
    quotes("", "\"\"");
    quotes("plain", "\"plain\"");
    quotes("a\"b\\c", "\"a\\\"b\\\\c\"");
    quotes("a\nb\tc\x01", "\"a\\u000ab\\u0009c\\u0001\"");
}

static void
utf8_passes_and_other_bytes_are_replaced(void)
{
    quotes("gr\xc3\xbc\xc3\x9f\x65", "\"gr\xc3\xbc\xc3\x9f\x65\"");
    quotes("\xf0\x9f\x98\x80", "\"\xf0\x9f\x98\x80\"");
    quotes("a\xff"
           "b",
           "\"a\xef\xbf\xbd"
           "b\"");
    quotes("\xc3", "\"\xef\xbf\xbd\"");                                 /* Cut off. */
    quotes("\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""); /* A surrogate. */
    quotes("\xc0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\"");                 /* Overlong. */
}

static void
what_does_not_fit_is_cut_between_characters(void)
{
    char out[6];

    CHECK_INT((int64_t)json_quote("abcdef", out, sizeof out), 5);
    CHECK_TEXT(out, "\"abc\"");
    json_quote("ab\"", out, sizeof out);
    CHECK_TEXT(out, "\"ab\"");
    json_quote("ab\xc3\xbc", out, sizeof out);
    CHECK_TEXT(out, "\"ab\"");
}

int
main(void)
{
    special_characters_are_escaped();
    utf8_passes_and_other_bytes_are_replaced();
    what_does_not_fit_is_cut_between_characters();
    return check_result("json");
}
