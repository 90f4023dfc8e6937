/*
 * Parts that the statements of all transactions share: parameters, answers and BEGIN.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "catalog/tpcc/transaction.h"

void
send_step(const struct program *p, struct step *step, int statement, bool is_needed)
{
    step->kind = p->is_pipelined && !is_needed ? STEP_PIPELINE : STEP_SEND;
    step->statement = statement;
    step->table = 0;
}

/* Parameters. */

/* Adds the text at w->out, which ends with a NUL that `length` does not count. */
static void
add(struct writer *w, size_t length)
{
    params_put_string(w->params, w->params->count++, w->out);
    w->out += length + 1;
}

static size_t
room(const struct writer *w)
{
    return sizeof w->params->text - (size_t)(w->out - w->params->text);
}

void
put_int(struct writer *w, int64_t value)
{
    add(w, write_text(w->out, room(w), "%" PRId64, value));
}

void
put_text(struct writer *w, const char *text)
{
    add(w, write_text(w->out, room(w), "%s", text));
}

static size_t
write_decimal(int64_t value, int scale, char *out, size_t out_size)
{
    int64_t unit = 1;

    for (int i = 0; i < scale; i++)
        unit *= 10;
    const int64_t magnitude = value < 0 ? -value : value;
    return write_text(out, out_size, "%s%" PRId64 ".%0*" PRId64, value < 0 ? "-" : "", magnitude / unit, scale,
                      magnitude % unit);
}

void
put_decimal(struct writer *w, int64_t value, int scale)
{
    add(w, write_decimal(value, scale, w->out, room(w)));
}

static const void *
nth(const void *values, int i, size_t stride)
{
    return (const char *)values + (size_t)i * stride;
}

void
draw_own_district(const struct program *p, struct generator *g, struct params *params)
{
    const struct tpcc_state *const s = state_of(g);
    struct writer w = write_params(params);

    put_int(&w, s->warehouse);
    put_int(&w, s->district);
}

void
put_ints(struct writer *w, const int64_t *values, int count, size_t stride)
{
    size_t used = write_text(w->out, room(w), "{");

    for (int i = 0; i < count; i++)
        used += write_text(w->out + used, room(w) - used, "%s%" PRId64, i > 0 ? "," : "",
                           *(const int64_t *)nth(values, i, stride));
    add(w, used + write_text(w->out + used, room(w) - used, "}"));
}

void
put_amounts(struct writer *w, const int64_t *values, int count, size_t stride)
{
    size_t used = write_text(w->out, room(w), "{");

    for (int i = 0; i < count; i++) {
        used += write_text(w->out + used, room(w) - used, "%s", i > 0 ? "," : "");
        used += write_decimal(*(const int64_t *)nth(values, i, stride), 2, w->out + used, room(w) - used);
    }
    add(w, used + write_text(w->out + used, room(w) - used, "}"));
}

void
put_texts(struct writer *w, const char *values, int count, size_t stride)
{
    size_t used = write_text(w->out, room(w), "{");

    for (int i = 0; i < count; i++) {
        used += write_text(w->out + used, room(w) - used, "%s\"", i > 0 ? "," : "");
        for (const char *at = nth(values, i, stride); *at; at++)
            used += write_text(w->out + used, room(w) - used, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
        used += write_text(w->out + used, room(w) - used, "\"");
    }
    add(w, used + write_text(w->out + used, room(w) - used, "}"));
}

void
put_note(struct writer *w, const int64_t *numbers, int count, int64_t amount)
{
    size_t used = 0;

    for (int i = 0; i < count; i++)
        used += write_text(w->out + used, room(w) - used, "%" PRId64 " ", numbers[i]);
    used += write_decimal(amount, 2, w->out + used, room(w) - used);
    add(w, used + write_text(w->out + used, room(w) - used, " "));
}

void
put_names(struct writer *w, const char *first, const char *second)
{
    add(w, write_text(w->out, room(w), "%s    %s", first, second));
}

/* Answers. */

/* No column that is asked for holds more; what else listens there may answer anything. */
static int64_t
within_integer(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value;
}

int64_t
get_int(const struct reply *reply, int row, int column)
{
    int length;

    return within_integer(strtoll(reply_value(reply, row, column, &length), NULL, 10));
}

int64_t
get_decimal(const struct reply *reply, int row, int column, int scale)
{
    int length;
    const char *const text = reply_value(reply, row, column, &length);
    char *point;
    int64_t value = within_integer(strtoll(text, &point, 10));

    for (int i = 1; i <= scale; i++) {
        const bool has_digit = *point == '.' && i <= (int)strlen(point + 1);
        const int64_t digit = has_digit ? point[i] - '0' : 0;
        value = within_integer(value * 10 + (text[0] == '-' ? -digit : digit));
    }
    return value;
}

void
get_text(const struct reply *reply, int row, int column, char *out, size_t out_size)
{
    int length;

    snprintf(out, out_size, "%s", reply_value(reply, row, column, &length));
}

const char *
fault_of_one(const struct reply *reply)
{
    if (reply_row_count(reply) == 1)
        return NULL;
    return reply_row_count(reply) == 0 ? FAULT_MISSING : FAULT_WRONG;
}

/* BEGIN. */

#define REPEATABLE_READ " ISOLATION LEVEL REPEATABLE READ"
#define SERIALIZABLE " ISOLATION LEVEL SERIALIZABLE"

const char *
begin_write(const struct workload_options *o)
{
    static const char *const texts[] = {[ISOLATION_AUTO] = "BEGIN",
                                        [ISOLATION_REPEATABLE_READ] = "BEGIN" REPEATABLE_READ,
                                        [ISOLATION_SERIALIZABLE] = "BEGIN" SERIALIZABLE};
    return texts[tpcc(o)->isolation];
}

const char *
begin_read(const struct workload_options *o)
{
    return tpcc(o)->isolation == ISOLATION_AUTO ? "BEGIN READ ONLY" : begin_consistent(o);
}

const char *
begin_consistent(const struct workload_options *o)
{
    return tpcc(o)->isolation == ISOLATION_SERIALIZABLE ? "BEGIN" SERIALIZABLE " READ ONLY"
                                                        : "BEGIN" REPEATABLE_READ " READ ONLY";
}
