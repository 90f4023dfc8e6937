#include "program/script/function.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <strings.h>

/* What arguments are taken as. Each refusal is false, as what it refuses then is. */

static bool
refuse(const struct call *call, enum fault_kind kind)
{
    script_state_fail(call->state, (struct script_fault){.kind = kind, .at = call->at});
    return false;
}

static bool
refuse_number(const struct call *call, enum fault_kind kind, double number)
{
    script_state_fail(call->state, (struct script_fault){.kind = kind, .at = call->at, .number = number});
    return false;
}

static bool
refuse_type(const struct call *call, int index, const char *wanted)
{
    script_state_fail(call->state, (struct script_fault){.kind = FAULT_COERCION,
                                                         .at = call->at,
                                                         .text = scalar_type_name(call->arguments[index].type),
                                                         .other = wanted});
    return false;
}

static bool
take_integer(const struct call *call, int index, int64_t *out)
{
    const struct scalar *const s = &call->arguments[index];

    if (s->type == SCALAR_DOUBLE) {
        const double rounded = rint(s->is.real);
        if (!(rounded >= -0x1p63 && rounded < 0x1p63))
            return refuse_number(call, FAULT_DOUBLE_TO_INTEGER, s->is.real);
        *out = (int64_t)rounded;
        return true;
    }
    *out = s->is.integer;
    return s->type == SCALAR_INTEGER || refuse_type(call, index, "int");
}

static bool
take_double(const struct call *call, int index, double *out)
{
    const struct scalar *const s = &call->arguments[index];

    *out = s->type == SCALAR_DOUBLE ? s->is.real : (double)s->is.integer;
    return s->type == SCALAR_DOUBLE || s->type == SCALAR_INTEGER || refuse_type(call, index, "double");
}

static bool
take_integers(const struct call *call, int64_t *a, int64_t *b)
{
    return take_integer(call, 0, a) && take_integer(call, 1, b);
}

static bool
take_doubles(const struct call *call, double *a, double *b)
{
    return take_double(call, 0, a) && take_double(call, 1, b);
}

static bool
has_double(const struct call *call)
{
    for (int i = 0; i < call->argument_count; i++)
        if (call->arguments[i].type == SCALAR_DOUBLE)
            return true;
    return false;
}

static bool
give_integer(struct scalar *out, int64_t value)
{
    *out = (struct scalar){.type = SCALAR_INTEGER, .is.integer = value};
    return true;
}

static bool
give_double(struct scalar *out, double value)
{
    *out = (struct scalar){.type = SCALAR_DOUBLE, .is.real = value};
    return true;
}

static bool
give_boolean(struct scalar *out, bool value)
{
    *out = (struct scalar){.type = SCALAR_BOOLEAN, .is.boolean = value};
    return true;
}

/* Arithmetic. */

static bool
refuse_range(const struct call *call, const char *what)
{
    return script_state_fail(call->state, (struct script_fault){.kind = FAULT_OUT_OF_RANGE, .at = call->at, .text = what});
}

/* Two integers are an integer, a double makes a double. */
#define ARITHMETIC(name, operator, overflows)                                                                                  \
    static bool run_##name(const struct call *call, struct scalar *out)                                                        \
    {                                                                                                                          \
        int64_t i, j, result;                                                                                                  \
        double a, b;                                                                                                           \
                                                                                                                               \
        if (has_double(call))                                                                                                  \
            return take_doubles(call, &a, &b) && give_double(out, a operator b);                                               \
        if (!take_integers(call, &i, &j))                                                                                      \
            return false;                                                                                                      \
        return overflows(i, j, &result) ? refuse_range(call, #name) : give_integer(out, result);                               \
    }
ARITHMETIC(add, +, __builtin_add_overflow)
ARITHMETIC(sub, -, __builtin_sub_overflow)
ARITHMETIC(mul, *, __builtin_mul_overflow)
#undef ARITHMETIC

static bool
run_div(const struct call *call, struct scalar *out)
{
    int64_t i, j;
    double a, b;

    if (has_double(call))
        return take_doubles(call, &a, &b) && give_double(out, a / b);
    if (!take_integers(call, &i, &j))
        return false;
    if (j == 0)
        return refuse(call, FAULT_DIVISION_BY_ZERO);
    if (j == -1)
        return i == INT64_MIN ? refuse_range(call, "div") : give_integer(out, -i);
    return give_integer(out, i / j);
}

static bool
run_mod(const struct call *call, struct scalar *out)
{
    int64_t i, j;

    if (!take_integers(call, &i, &j))
        return false;
    if (j == 0)
        return refuse(call, FAULT_DIVISION_BY_ZERO);
    return give_integer(out, j == -1 ? 0 : i % j);
}

#define COMPARISON(name, operator)                                                                                             \
    static bool run_##name(const struct call *call, struct scalar *out)                                                        \
    {                                                                                                                          \
        int64_t i, j;                                                                                                          \
        double a, b;                                                                                                           \
                                                                                                                               \
        if (has_double(call))                                                                                                  \
            return take_doubles(call, &a, &b) && give_boolean(out, a operator b);                                              \
        return take_integers(call, &i, &j) && give_boolean(out, i operator j);                                                 \
    }
COMPARISON(equal, ==)
COMPARISON(unequal, !=)
COMPARISON(less, <)
COMPARISON(less_or_equal, <=)
#undef COMPARISON

static bool
run_greater(const struct call *call, struct scalar *out)
{
    const struct scalar swapped[] = {call->arguments[1], call->arguments[0]};
    struct call other = *call;

    other.arguments = swapped;
    return run_less(&other, out);
}

static bool
run_greater_or_equal(const struct call *call, struct scalar *out)
{
    const struct scalar swapped[] = {call->arguments[1], call->arguments[0]};
    struct call other = *call;

    other.arguments = swapped;
    return run_less_or_equal(&other, out);
}

/* Bits: as unsigned numbers, and a shift by its lowest six bits, so that each has one meaning. */
#define BITS(name, expression)                                                                                                 \
    static bool run_##name(const struct call *call, struct scalar *out)                                                        \
    {                                                                                                                          \
        int64_t i, j;                                                                                                          \
                                                                                                                               \
        return take_integers(call, &i, &j) && give_integer(out, (int64_t)(expression));                                        \
    }
BITS(bit_or, i | j)
BITS(bit_and, i &j)
BITS(bit_xor, i ^ j)
BITS(shift_left, (uint64_t)i << (j & 63))
BITS(shift_right, i >> (j & 63))
#undef BITS

static bool
run_bit_not(const struct call *call, struct scalar *out)
{
    int64_t i;

    return take_integer(call, 0, &i) && give_integer(out, ~i);
}

static bool
run_negate(const struct call *call, struct scalar *out)
{
    const struct scalar zero_and[] = {{.type = SCALAR_INTEGER}, call->arguments[0]};
    struct call other = *call;

    other.arguments = zero_and;
    other.argument_count = 2;
    return run_sub(&other, out);
}

static bool
run_not(const struct call *call, struct scalar *out)
{
    if (call->arguments[0].type != SCALAR_BOOLEAN)
        return refuse_type(call, 0, "boolean");
    return give_boolean(out, !call->arguments[0].is.boolean);
}

/* Type and value: 1 IS TRUE is false. */
static bool
run_is(const struct call *call, struct scalar *out)
{
    const struct scalar *const a = &call->arguments[0], *const b = &call->arguments[1];

    return give_boolean(out, a->type == b->type && (a->type != SCALAR_BOOLEAN || a->is.boolean == b->is.boolean));
}

/* Functions. */

static bool
run_abs(const struct call *call, struct scalar *out)
{
    int64_t i;

    if (call->arguments[0].type == SCALAR_DOUBLE)
        return give_double(out, fabs(call->arguments[0].is.real));
    return take_integer(call, 0, &i) && give_integer(out, i < 0 ? (int64_t)(0 - (uint64_t)i) : i);
}

static bool
run_pi(const struct call *call, struct scalar *out)
{
    return give_double(out, 3.14159265358979323846);
}

static bool
run_int(const struct call *call, struct scalar *out)
{
    int64_t i;

    return take_integer(call, 0, &i) && give_integer(out, i);
}

static bool
run_double(const struct call *call, struct scalar *out)
{
    double a;

    return take_double(call, 0, &a) && give_double(out, a);
}

#define OF_DOUBLE(name, function)                                                                                              \
    static bool run_##name(const struct call *call, struct scalar *out)                                                        \
    {                                                                                                                          \
        double a;                                                                                                              \
                                                                                                                               \
        return take_double(call, 0, &a) && give_double(out, function(a));                                                      \
    }
OF_DOUBLE(sqrt, sqrt)
OF_DOUBLE(ln, log)
OF_DOUBLE(exp, exp)
#undef OF_DOUBLE

static bool
run_pow(const struct call *call, struct scalar *out)
{
    double a, b;

    return take_doubles(call, &a, &b) && give_double(out, pow(a, b));
}

/* The least for `sign` 1, the greatest for -1. */
static bool
pick(const struct call *call, int sign, struct scalar *out)
{
    const bool is_double = has_double(call);

    for (int n = 0; n < call->argument_count; n++) {
        int64_t i;
        double a;
        if (is_double ? !take_double(call, n, &a) : !take_integer(call, n, &i))
            return false;
        if (is_double && (n == 0 || (sign > 0 ? a < out->is.real : a > out->is.real)))
            give_double(out, a);
        else if (!is_double && (n == 0 || (sign > 0 ? i < out->is.integer : i > out->is.integer)))
            give_integer(out, i);
    }
    return true;
}

static bool
run_least(const struct call *call, struct scalar *out)
{
    return pick(call, 1, out);
}

static bool
run_greatest(const struct call *call, struct scalar *out)
{
    return pick(call, -1, out);
}

/* Random numbers. */

static bool
take_range(const struct call *call, int64_t *low, int64_t *high)
{
    int64_t count;

    if (!take_integers(call, low, high))
        return false;
    if (*low > *high)
        return refuse(call, FAULT_EMPTY_RANGE);
    if (__builtin_sub_overflow(*high, *low, &count) || count == INT64_MAX)
        return refuse(call, FAULT_LARGE_RANGE);
    return true;
}

static bool
run_random(const struct call *call, struct scalar *out)
{
    int64_t low, high;

    return take_range(call, &low, &high) && give_integer(out, pgbench_uniform(&call->state->random, low, high));
}

static bool
run_random_exponential(const struct call *call, struct scalar *out)
{
    int64_t low, high;
    double parameter;

    if (!take_range(call, &low, &high) || !take_double(call, 2, &parameter))
        return false;
    if (!(parameter > 0))
        return refuse_number(call, FAULT_EXPONENTIAL, parameter);
    return give_integer(out, pgbench_exponential(&call->state->random, low, high, parameter));
}

static bool
run_random_gaussian(const struct call *call, struct scalar *out)
{
    int64_t low, high;
    double parameter;

    if (!take_range(call, &low, &high) || !take_double(call, 2, &parameter))
        return false;
    if (!(parameter >= PGBENCH_GAUSSIAN_LOW && isfinite(parameter)))
        return refuse_number(call, FAULT_GAUSSIAN, parameter);
    return give_integer(out, pgbench_gaussian(&call->state->random, low, high, parameter));
}

static bool
run_random_zipfian(const struct call *call, struct scalar *out)
{
    int64_t low, high;
    double parameter;

    if (!take_range(call, &low, &high) || !take_double(call, 2, &parameter))
        return false;
    if (!(parameter >= PGBENCH_ZIPFIAN_LOW && parameter <= PGBENCH_ZIPFIAN_HIGH))
        return refuse_number(call, FAULT_ZIPFIAN, parameter);
    return give_integer(out, pgbench_zipfian(&call->state->random, low, high, parameter));
}

static bool
take_seed(const struct call *call, int index, int64_t *out)
{
    *out = call->default_seed;
    return call->argument_count <= index || take_integer(call, index, out);
}

static bool
run_permute(const struct call *call, struct scalar *out)
{
    int64_t value, size, seed;

    if (!take_integers(call, &value, &size) || !take_seed(call, 2, &seed))
        return false;
    if (size <= 0)
        return refuse_number(call, FAULT_PERMUTE_SIZE, (double)size);
    return give_integer(out, pgbench_permute(value, size, seed));
}

static bool
run_hash_murmur2(const struct call *call, struct scalar *out)
{
    int64_t value, seed;

    return take_integer(call, 0, &value) && take_seed(call, 1, &seed) && give_integer(out, pgbench_hash_murmur2(value, seed));
}

static bool
run_hash_fnv1a(const struct call *call, struct scalar *out)
{
    int64_t value, seed;

    return take_integer(call, 0, &value) && take_seed(call, 1, &seed) && give_integer(out, pgbench_hash_fnv1a(value, seed));
}

/* The table. */

/* clang-format off */
static const struct function functions[] = {
    {"+", FUNCTION_PLAIN, 2, 2, run_add, false},
    {"-", FUNCTION_PLAIN, 2, 2, run_sub, false},
    {"*", FUNCTION_PLAIN, 2, 2, run_mul, false},
    {"/", FUNCTION_PLAIN, 2, 2, run_div, false},
    {"%", FUNCTION_PLAIN, 2, 2, run_mod, false},
    {"=", FUNCTION_PLAIN, 2, 2, run_equal, false},
    {"<>", FUNCTION_PLAIN, 2, 2, run_unequal, false},
    {"!=", FUNCTION_PLAIN, 2, 2, run_unequal, false},
    {"<", FUNCTION_PLAIN, 2, 2, run_less, false},
    {"<=", FUNCTION_PLAIN, 2, 2, run_less_or_equal, false},
    {">", FUNCTION_PLAIN, 2, 2, run_greater, false},
    {">=", FUNCTION_PLAIN, 2, 2, run_greater_or_equal, false},
    {"|", FUNCTION_PLAIN, 2, 2, run_bit_or, false},
    {"&", FUNCTION_PLAIN, 2, 2, run_bit_and, false},
    {"#", FUNCTION_PLAIN, 2, 2, run_bit_xor, false},
    {"<<", FUNCTION_PLAIN, 2, 2, run_shift_left, false},
    {">>", FUNCTION_PLAIN, 2, 2, run_shift_right, false},
    {"~", FUNCTION_PLAIN, 1, 1, run_bit_not, false},
    {"!negate", FUNCTION_PLAIN, 1, 1, run_negate, false},
    {"!not", FUNCTION_PLAIN, 1, 1, run_not, false},
    {"!and", FUNCTION_AND, 2, 2, NULL, false},
    {"!or", FUNCTION_OR, 2, 2, NULL, false},
    {"!is", FUNCTION_IS, 2, 2, run_is, false},
    {"!case", FUNCTION_CASE, 2, INT_MAX, NULL, false},
    {"abs", FUNCTION_PLAIN, 1, 1, run_abs, false},
    {"debug", FUNCTION_DEBUG, 1, 1, NULL, false},
    {"double", FUNCTION_PLAIN, 1, 1, run_double, false},
    {"exp", FUNCTION_PLAIN, 1, 1, run_exp, false},
    {"greatest", FUNCTION_PLAIN, 1, FUNCTION_ARGUMENT_MAX, run_greatest, false},
    {"hash", FUNCTION_PLAIN, 1, 2, run_hash_murmur2, true},
    {"hash_fnv1a", FUNCTION_PLAIN, 1, 2, run_hash_fnv1a, true},
    {"hash_murmur2", FUNCTION_PLAIN, 1, 2, run_hash_murmur2, true},
    {"int", FUNCTION_PLAIN, 1, 1, run_int, false},
    {"least", FUNCTION_PLAIN, 1, FUNCTION_ARGUMENT_MAX, run_least, false},
    {"ln", FUNCTION_PLAIN, 1, 1, run_ln, false},
    {"mod", FUNCTION_PLAIN, 2, 2, run_mod, false},
    {"permute", FUNCTION_PLAIN, 2, 3, run_permute, true},
    {"pi", FUNCTION_PLAIN, 0, 0, run_pi, false},
    {"pow", FUNCTION_PLAIN, 2, 2, run_pow, false},
    {"power", FUNCTION_PLAIN, 2, 2, run_pow, false},
    {"random", FUNCTION_RANDOM, 2, 2, run_random, false},
    {"random_exponential", FUNCTION_RANDOM, 3, 3, run_random_exponential, false},
    {"random_gaussian", FUNCTION_RANDOM, 3, 3, run_random_gaussian, false},
    {"random_zipfian", FUNCTION_RANDOM, 3, 3, run_random_zipfian, false},
    {"sqrt", FUNCTION_PLAIN, 1, 1, run_sqrt, false},
};
/* clang-format on */

const struct function *
function_at(int number)
{
    return number >= 0 && (size_t)number < ARRAY_LENGTH(functions) ? &functions[number] : NULL;
}

int
function_find(const char *name, size_t length)
{
    for (int i = 0; function_at(i); i++)
        if (strlen(functions[i].name) == length && strncasecmp(functions[i].name, name, length) == 0)
            return i;
    return -1;
}
