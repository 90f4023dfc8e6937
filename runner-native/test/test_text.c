/* Random text: the shape of the templates, and that every digit is as likely as any other at every place. */

#include "chi_square.h"
#include "math/text.h"
#include "check.h"

#include <ctype.h>
#include <string.h>

static void
check_shape(const char *what, const char *template, const char *text)
{
    for (size_t i = 0; i < strlen(template); i++) {
        const bool fits = template[i] == '#'   ? isdigit((unsigned char)text[i])
                          : template[i] == '@' ? islower((unsigned char)text[i])
                                               : text[i] == template[i];
        CHECK(fits, "%s: '%c' at %zu where the template has '%c'", what, text[i], i, template[i]);
    }
}

static void
test_shapes(void)
{
    char text[TEXT_C_LENGTH + 1];
    struct rng r;

    rng_init(&r, 1, 1);
    for (int i = 0; i < 200; i++) {
        text[TEXT_C_LENGTH] = '!';
        text_fill_c(&r, text);
        check_shape("c", TEXT_C_TEMPLATE, text);
        CHECK(text[TEXT_C_LENGTH] == '!', "c: wrote past its length");
        text[TEXT_PAD_LENGTH] = '!';
        text_fill_pad(&r, text);
        check_shape("pad", TEXT_PAD_TEMPLATE, text);
        CHECK(text[TEXT_PAD_LENGTH] == '!', "pad: wrote past its length");
        text_fill(&r, "id-@@@#x", text);
        check_shape("mixed", "id-@@@#x", text);
    }
}

static void
test_digits_are_flat_at_every_place(void)
{
    enum { TEXTS = 20000 };
    static long seen[TEXT_C_LENGTH][10];
    static const double expected[10] = {TEXTS / 10, TEXTS / 10, TEXTS / 10, TEXTS / 10, TEXTS / 10,
                                        TEXTS / 10, TEXTS / 10, TEXTS / 10, TEXTS / 10, TEXTS / 10};
    char text[TEXT_C_LENGTH];
    struct rng r;

    rng_init(&r, 2, 2);
    for (int i = 0; i < TEXTS; i++) {
        text_fill_c(&r, text);
        for (int at = 0; at < TEXT_C_LENGTH; at++) {
            if (text[at] != '-')
                seen[at][text[at] - '0']++;
        }
    }
    for (int at = 0; at < TEXT_C_LENGTH; at++) {
        if (at % 12 != 11)
            check_chi_square("digit", seen[at], expected, 10);
    }
}

int
main(void)
{
    test_shapes();
    test_digits_are_flat_at_every_place();
    return check_result("test_text");
}
