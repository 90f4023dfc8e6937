#ifndef PLUMBLINE_PROGRAM_SCRIPT_FUNCTION_H
#define PLUMBLINE_PROGRAM_SCRIPT_FUNCTION_H

/*
 * The functions and operators of a script's expressions, as a table.
 */

#include "program/script/scalar.h"
#include "program/script/state.h"

/* Kinds of functions. The others are plain: their arguments are evaluated, and null makes null. */
enum function_kind {
    FUNCTION_PLAIN,
    FUNCTION_AND, /* Its second argument is looked at only where the first is true. */
    FUNCTION_OR,
    FUNCTION_CASE, /* Pairs of a condition and a value, then the value of ELSE, or none for null. */
    FUNCTION_IS,   /* null is an argument like others. */
    FUNCTION_DEBUG,
    FUNCTION_RANDOM, /* As the plain ones, but for another value each time. */
};

enum { FUNCTION_ARGUMENT_MAX = 16 };

struct call {
    const struct scalar *arguments;
    int argument_count;
    struct script_state *state;
    uint32_t at;         /* Its place. */
    int64_t default_seed; /* Seed of functions that end with one. */
};

struct function {
    const char *name; /* In lower case; operators have those that cannot be typed as a name. */
    enum function_kind kind;
    int argument_min, argument_max;
    /* False: script_fault_set() has said why. */
    bool (*run)(const struct call *call, struct scalar *out);
    bool takes_seed; /* The last argument may be missing, and is :default_seed then. */
};

/* NULL after the last. */
const struct function *function_at(int number);

/* -1: there is none. */
int function_find(const char *name, size_t length);

#endif
