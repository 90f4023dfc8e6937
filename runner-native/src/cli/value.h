#ifndef PLUMBLINE_CLI_VALUE_H
#define PLUMBLINE_CLI_VALUE_H

/*
 * The value of an option: from what is typed into the field of its row, and from there to JSON.
 */

#include "base/base.h"
#include "base/diag.h"
#include "base/option.h"

enum {
    OPTION_TEXT_MAX = 8192,                     /* Bytes of a value that is a text. */
    OPTION_ECHO_SIZE = OPTION_TEXT_MAX * 6 + 3, /* A control character takes six in JSON. */
};

/* Reads what was typed. ERR_USAGE with a remedy; the field is then as it was. */
enum err value_read(const struct option_row *row, void *field, const char *text, struct diag *d);

/* Writes a field as JSON: a number, true, false, null or a quoted string. Passwords inside URLs are left out. */
void value_write(const struct option_row *row, const void *field, char json[static OPTION_ECHO_SIZE]);

/* A number in decimal digits, with a fraction or an exponent; `rest` is what follows. */
bool value_parse_number(const char *text, double *out, const char **rest);

/* A time: a plain number is one of `plain_unit_ns`, others have a unit from us to h. */
bool value_parse_duration(const char *text, int64_t plain_unit_ns, double *out_ns);

/* A port, or a list with commas, whose items may be empty as libpq has it. */
bool value_is_port_list(const char *text);

/* "a, b or c" */
void value_join_choices(const char *const *choices, char *out, size_t out_size);

#endif
