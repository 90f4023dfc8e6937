#include "cli/value.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/nearest.h"

/* Reading. */

void
value_join_choices(const char *const *choices, char *out, size_t out_size)
{
    size_t used = 0;

    out[0] = '\0';
    for (size_t i = 0; choices[i] && used < out_size; i++) {
        const char *const glue = i == 0 ? "" : choices[i + 1] ? ", " : " or ";
        used += (size_t)snprintf(out + used, out_size - used, "%s%s", glue, choices[i]);
    }
}

static enum err
refuse(const struct option_row *row, const char *value, struct diag *d, const char *allowed)
{
    if (row->privacy != PRIVACY_NONE)
        fail(d, ERR_USAGE, "--%s must be %s", row->name, allowed);
    else
        fail(d, ERR_USAGE, "--%s=%s: must be %s", row->name, value, allowed);
    if (row->fallback && row->fallback[0])
        fail_hint(d, "for example --%s=%s, the default; `plumbline-load --help` says what it means", row->name, row->fallback);
    return d->code;
}

/* Refuses a value of a list of names. A slip of the finger is more likely than the wish for the default. */
static enum err
refuse_choice(const struct option_row *row, const char *value, struct diag *d)
{
    struct nearest near = nearest_to(value);
    char allowed[160];

    nearest_consider_all(&near, row->choices);
    if (near.name)
        fail_hint(d, "did you mean --%s=%s?", row->name, near.name);
    value_join_choices(row->choices, allowed, sizeof allowed);
    return refuse(row, value, d, allowed);
}

static enum err
refuse_range(const struct option_row *row, const char *value, struct diag *d)
{
    char allowed[160];
    const bool is_whole = row->type == OPTION_INT || row->type == OPTION_INT32;
    const char *const unit = row->type != OPTION_DURATION ? ""
                             : row->unit_ns == NS_PER_S   ? " seconds, or with a unit: 500ms, 2s, 5m"
                                                          : " milliseconds, or with a unit: 100ms, 1s";
    const char *const apart = row->word ? row->word : row->least > 0 ? "0" : "";
    snprintf(allowed, sizeof allowed, "%s%s%s from %.15g to %.15g%s", apart, apart[0] ? ", or " : "",
             is_whole ? "a whole number" : "a number", row->least > 0 ? row->least : row->low, row->high, unit);
    return refuse(row, value, d, allowed);
}

bool
value_parse_number(const char *value, double *out, const char **rest)
{
    char *end;

    if (!isdigit((unsigned char)value[0]) && value[0] != '.' && value[0] != '-')
        return false; /* strtod() would take spaces, "inf" and "nan". */
    if (value[0] == '0' && (value[1] == 'x' || value[1] == 'X'))
        return false;
    errno = 0;
    *out = strtod(value, &end);
    *rest = end;
    return end != value && errno == 0 && isfinite(*out);
}

static enum err
set_whole(const struct option_row *row, void *field, const char *value, struct diag *d)
{
    char *end;

    errno = 0;
    const long long number = strtoll(value, &end, 10);
    const bool is_number = (isdigit((unsigned char)value[0]) || value[0] == '-') && *end == '\0' && errno == 0;
    if (!is_number || (double)number < row->low || (double)number > row->high)
        return refuse_range(row, value, d);
    if (row->type == OPTION_INT32)
        *(int *)field = (int)number;
    else
        *(int64_t *)field = number;
    return ERR_OK;
}

static enum err
set_real(const struct option_row *row, void *field, const char *value, struct diag *d)
{
    double number;
    const char *rest;

    if (!value_parse_number(value, &number, &rest) || *rest || number < row->low || number > row->high)
        return refuse_range(row, value, d);
    *(double *)field = number;
    return ERR_OK;
}

bool
value_parse_duration(const char *value, int64_t plain_unit_ns, double *out_ns)
{
    const struct {
        const char *name;
        int64_t ns;
    } units[] = {{"", plain_unit_ns}, {"us", NS_PER_US},    {"ms", NS_PER_MS},
                 {"s", NS_PER_S},     {"m", 60 * NS_PER_S}, {"h", 3600 * NS_PER_S}};
    double number;
    const char *rest;

    if (!value_parse_number(value, &number, &rest))
        return false;
    for (size_t i = 0; i < ARRAY_LENGTH(units); i++) {
        if (strcmp(rest, units[i].name) == 0) {
            *out_ns = number * (double)units[i].ns;
            return true;
        }
    }
    return false;
}

static enum err
set_duration(const struct option_row *row, void *field, const char *value, struct diag *d)
{
    const double unit_ns = (double)row->unit_ns;
    double ns;

    if (row->word && strcmp(value, row->word) == 0) {
        *(int64_t *)field = 0;
        return ERR_OK;
    }
    if (!value_parse_duration(value, row->unit_ns, &ns) || ns < row->low * unit_ns || ns > row->high * unit_ns ||
        (ns != 0 && ns < row->least * unit_ns))
        return refuse_range(row, value, d);
    *(int64_t *)field = ns > 0 ? (int64_t)fmax(1, round(ns)) : 0; /* 0 often stands for no limit: nothing else becomes it. */
    return ERR_OK;
}

/* One item of a list of ports: 1 to 65535. */
static bool
is_port(const char *text, size_t length)
{
    int port = 0;

    if (length == 0 || length > 5)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!isdigit((unsigned char)text[i]))
            return false;
        port = port * 10 + (text[i] - '0');
    }
    return port >= 1 && port <= 65535;
}

bool
value_is_port_list(const char *text)
{
    const bool is_list = strchr(text, ',') != NULL;

    for (const char *item = text;; item++) {
        const size_t length = strcspn(item, ",");
        if (!is_port(item, length) && !(length == 0 && is_list))
            return false;
        item += length;
        if (*item == '\0')
            return true;
    }
}

static enum err
set_bool(const struct option_row *row, void *field, const char *value, struct diag *d)
{
    static const char *const yes[] = {"on", "true", "yes", "1"};
    static const char *const no[] = {"off", "false", "no", "0"};

    for (size_t i = 0; i < ARRAY_LENGTH(yes); i++) {
        if (strcmp(value, yes[i]) == 0) {
            *(bool *)field = true;
            return ERR_OK;
        }
        if (strcmp(value, no[i]) == 0) {
            *(bool *)field = false;
            return ERR_OK;
        }
    }
    return refuse(row, value, d, "on or off");
}

static enum err
set_choice(const struct option_row *row, void *field, const char *value, struct diag *d)
{
    for (int i = 0; row->choices[i]; i++) {
        if (strcmp(row->choices[i], value) == 0) {
            if (row->type == OPTION_CHOICE)
                *(unsigned *)field = (unsigned)i;
            return ERR_OK;
        }
    }
    return refuse_choice(row, value, d);
}

static enum err
refuse_length(const struct option_row *row, struct diag *d)
{
    fail(d, ERR_USAGE, "--%s is longer than %d bytes", row->name, OPTION_TEXT_MAX);
    fail_hint(d, "shorten it");
    return ERR_USAGE;
}

static enum err
set_text(const struct option_row *row, void *field, const char *value, struct diag *d)
{
    if (strlen(value) > OPTION_TEXT_MAX)
        return refuse_length(row, d);
    if (row->choices && set_choice(row, field, value, d) != ERR_OK)
        return ERR_USAGE;
    *(const char **)field = value;
    return ERR_OK;
}

enum err
value_read(const struct option_row *row, void *field, const char *text, struct diag *d)
{
    switch (row->type) {
    case OPTION_INT:
    case OPTION_INT32: return set_whole(row, field, text, d);
    case OPTION_REAL: return set_real(row, field, text, d);
    case OPTION_BOOL: return set_bool(row, field, text, d);
    case OPTION_DURATION: return set_duration(row, field, text, d);
    case OPTION_CHOICE: return set_choice(row, field, text, d);
    case OPTION_TEXT: return set_text(row, field, text, d);
    case OPTION_OTHER: return row->kind->read(field, text) ? ERR_OK : refuse(row, text, d, row->kind->allowed);
    }
    assert(false && "unreachable option_type");
    return ERR_INTERNAL;
}

/* Writing. */

static void
write_shown_text(const struct option_row *row, const char *text, char *json, size_t json_size)
{
    char redacted[OPTION_TEXT_MAX * 2]; /* Each password becomes three stars. */

    if (text && row->privacy == PRIVACY_URL)
        redact_connection_string(text, redacted, sizeof redacted);
    if (text)
        json_quote(row->privacy == PRIVACY_URL ? redacted : text, json, json_size);
    else
        snprintf(json, json_size, "null");
}

void
value_write(const struct option_row *row, const void *field, char json[static OPTION_ECHO_SIZE])
{
    const size_t json_size = OPTION_ECHO_SIZE;

    switch (row->type) {
    case OPTION_INT: snprintf(json, json_size, "%" PRId64, *(const int64_t *)field); return;
    case OPTION_INT32: snprintf(json, json_size, "%d", *(const int *)field); return;
    case OPTION_REAL: snprintf(json, json_size, "%.15g", *(const double *)field); return;
    case OPTION_BOOL: snprintf(json, json_size, "%s", *(const bool *)field ? "true" : "false"); return;
    case OPTION_DURATION:
        if (row->word && *(const int64_t *)field == 0)
            json_quote(row->word, json, json_size);
        else
            snprintf(json, json_size, "%.15g", (double)*(const int64_t *)field / (double)row->unit_ns);
        return;
    case OPTION_CHOICE: json_quote(row->choices[*(const unsigned *)field], json, json_size); return;
    case OPTION_TEXT: write_shown_text(row, *(const char *const *)field, json, json_size); return;
    case OPTION_OTHER: row->kind->write(field, json, json_size); return;
    }
    assert(false && "unreachable option_type");
}
