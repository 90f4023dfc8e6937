#ifndef PLUMBLINE_PROGRAM_SCRIPT_STATE_H
#define PLUMBLINE_PROGRAM_SCRIPT_STATE_H

/*
 * What a connection remembers of its scripts: where it is, its variables and its random numbers. One block of memory, so that a
 * copy of its bytes is a place to come back to.
 */

#include "math/pgbench_random.h"
#include "program/program.h"
#include "program/script/scalar.h"
#include "program/script/script.h"

/* Why a script cannot go on. */
enum fault_kind {
    FAULT_NONE,
    FAULT_DIVISION_BY_ZERO,
    FAULT_OUT_OF_RANGE,      /* text: add, sub, mul or div. */
    FAULT_DOUBLE_TO_INTEGER, /* number */
    FAULT_COERCION,          /* text: the type that there is; other: the type that is wanted. */
    FAULT_EMPTY_RANGE,
    FAULT_LARGE_RANGE,
    FAULT_EXPONENTIAL, /* number */
    FAULT_GAUSSIAN,    /* number */
    FAULT_ZIPFIAN,     /* number */
    FAULT_PERMUTE_SIZE,
    FAULT_UNDEFINED, /* variable */
    FAULT_MALFORMED, /* variable */
    FAULT_ROW_COUNT, /* number */
    FAULT_COLUMN_NAME,       /* The state's column_name. */
    FAULT_TEXT_TOO_LONG, /* number: how long it is. */
    FAULT_GSET_IN_PIPELINE,
    FAULT_PIPELINE_TWICE,
    FAULT_NO_PIPELINE,
    FAULT_OPEN_PIPELINE,
    FAULT_SHELL_VARIABLE, /* text: its name, with the colon. */
    FAULT_SHELL, /* text: what it is about. */
    FAULT_SHELL_NUMBER,
    FAULT_SHELL_ENDED, /* number: SIGINT or SIGTERM; SIGKILL: this program has killed it. */
    FAULT_SLEEP,
    FAULT_COUNT
};

struct script_fault {
    enum fault_kind kind;
    uint32_t at; /* In the text of the script. */
    int variable;
    double number;
    const char *text, *other; /* Constants. */
};

enum variable_form {
    VARIABLE_UNSET,
    VARIABLE_SCALAR,
    VARIABLE_TEXT,
    VARIABLE_START, /* The text that -D gave. */
    VARIABLE_DRAWN, /* Value of a row, */
    VARIABLE_NULL,  /* and its null: no text, even as a parameter. */
};

struct variable {
    enum variable_form form;
    uint32_t length; /* Length of VARIABLE_TEXT. */
    union {
        struct scalar value; /* Value of VARIABLE_SCALAR. */
        const char *drawn;   /* Text of VARIABLE_DRAWN; it stays where it is. */
    };
};

struct script_state {
    int target; /* Target of the connection. */
    bool is_in_pipeline;
    bool has_waited; /* The event, for an answer or in a sleep. */
    int script;
    int at;     /* The next command. */
    int sent;   /* The command whose answers come in. */
    int answer_count, row_count; /* Answers, and rows of the last one. */
    int64_t copied; /* Bytes of the file that \copy has sent. */
    struct pgbench_rng random;
    struct script_fault fault;
    char column_name[40]; /* Name of FAULT_COLUMN_NAME, cut off where it is longer. */
    struct variable
        variables[]; /* Then how many rows of each values have been drawn in turn, an int64_t each; then the texts of the
                                  * variables, text_capacity bytes and a NUL each. */
};

/* The scripts of a program, and of a connection that runs it. */

static inline const struct script_set *
script_set_of(const struct program *p)
{
    return p->source;
}

static inline struct script_state *
script_state_of(const struct generator *g)
{
    return g->user_data;
}

/* How many bytes the state of a set takes. */
size_t script_state_size(const struct script_set *set);

/* Sets up the state, all zeros, of connection `number`, from 0, to a target. */
void script_state_begin(const struct script_set *set, struct script_state *state, int number, int target);

/* The text of a variable that has one: of VARIABLE_TEXT, VARIABLE_START or VARIABLE_DRAWN. It ends with a NUL. */
const char *script_state_text(const struct script_set *set, const struct script_state *state, int variable, size_t *length);

/* Its value in an expression. False: a fault is set, at `at`. */
bool script_state_value(const struct script_set *set, struct script_state *state, int variable, uint32_t at,
                        struct scalar *out);

void script_state_set(struct script_state *state, int variable, const struct scalar *value);

/* Sets it to a text that stays where it is; NULL: to null. */
void script_state_set_drawn(struct script_state *state, int variable, const char *text);

/* How many rows of those values the connection has drawn in turn. */
int64_t *script_state_turns(const struct script_set *set, struct script_state *state, int values);

/* False: it is longer than variables are. */
bool script_state_set_text(const struct script_set *set, struct script_state *state, int variable, const char *text,
                           size_t length);

/* Notes why the script cannot go on. Always false. */
bool script_state_fail(struct script_state *state, struct script_fault fault);

/* Says why, with the place. */
void script_state_explain(const struct script_set *set, const struct script_state *state, struct diag *d);

#endif
