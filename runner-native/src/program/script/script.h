#ifndef PLUMBLINE_PROGRAM_SCRIPT_SCRIPT_H
#define PLUMBLINE_PROGRAM_SCRIPT_SCRIPT_H

/*
 * Scripts in the language of pgbench (docs/workloads.md section 1.14), read once and then only walked: commands in an array, in
 * which \if is a jump, expressions as nodes in another, variables by number. What a connection changes is in struct script_state.
 */

#include "base/base.h"
#include "base/diag.h"
#include "math/dist.h"
#include "math/pgbench_random.h"
#include "program/script/scalar.h"
#include "program/script/value_rows.h"
#include "program/statement.h"

enum {
    SCRIPT_COUNT_MAX = 128,            /* Scripts of one target. */
    SCRIPT_PARAM_MAX = 256,            /* Variables in one statement. */
    SCRIPT_VARIABLE_MAX = 4096,
    SCRIPT_NAME_SIZE = 64,
    SCRIPT_TEXT_MAX = 16 << 20,        /* Bytes of one script. */
};

/* How statements with variables are sent. */
enum script_protocol {
    SCRIPT_SIMPLE,   /* Their text is written into the statement. */
    SCRIPT_EXTENDED, /* As parameters of an unnamed statement. */
    SCRIPT_PREPARED, /* As parameters of a prepared one. */
};

/* A script as it was written. */
struct script_text {
    char name[SCRIPT_NAME_SIZE]; /* Name of its kind of event, another for each script. */
    char *path;                  /* For messages. */
    char *text;                  /* Ended by NUL. */
    size_t length;
    int64_t weight;
    int script; /* Its number. */
    bool is_builtin; /* pgbench's own, whose tables prepare makes. */
    int first_command;
};

enum node_type { NODE_VALUE, NODE_VARIABLE, NODE_CALL };

/* A part of an expression. */
struct script_node {
    enum node_type type;
    uint32_t at;      /* Where it stands in the text. */
    int function;     /* Number for function_at(), of NODE_CALL. */
    int argument_count;
    int height;       /* Depth of calls inside each other; 0: it is none. */
    int first, next;  /* Its first argument, and the next one of those next to it; -1: none. */
    int variable;     /* Variable of NODE_VARIABLE. */
    struct scalar value;
};

enum script_verb {
    VERB_STATEMENT,
    VERB_SET,
    VERB_BRANCH, /* \if and \elif: goes on at `target` where the expression is not true. */
    VERB_JUMP,
    VERB_SLEEP,
    VERB_SHELL,  /* \shell and \setshell. */
    VERB_START_PIPELINE,
    VERB_SYNC_PIPELINE,
    VERB_END_PIPELINE,
    VERB_VALUES, /* A comment of plumbline's own: draws a row. */
    VERB_END,
};

enum script_store { STORE_NOTHING, STORE_ONE_ROW /* \gset */, STORE_ALL /* \aset */ };

/* A variable in the text of a statement. */
struct script_reference {
    uint32_t offset; /* In the statement's text, of the colon. */
    uint32_t length; /* With it. */
    int variable;
    char quote; /* What it stands in: ' or ", or E for E'...'; 0: nothing. */
};

/* The file whose bytes \copy sends. */
struct script_rows {
    char *path;
    int fd;
};

struct script_command {
    enum script_verb verb;
    uint32_t at; /* Where it stands in the text. */
    int ordinal; /* As pgbench counts the commands of a script, from 1: each line, \endif too. */
    int expression; /* A node. */
    int variable; /* Variable that \set and \setshell set; length of a \sleep, or -1. */
    int target;
    int64_t sleep_ns;    /* Length of a \sleep, or the unit of the variable. */
    char **words;        /* Words that VERB_SHELL runs; one that begins with ':' is a variable. NULL after the last. */
    /* Statement of VERB_STATEMENT: */
    struct statement *statement;
    int number;          /* Number of the statement in the program. */
    char *sql;           /* As it stands in the script, without what is around it. */
    char *template;      /* The same with $1, $2 ... for its variables; NULL with SCRIPT_SIMPLE. */
    int part_count;      /* Statements in it: \; joins them. */
    int reference_count;
    struct script_reference *references;
    enum script_store store;
    char *prefix;        /* Prefix of \gset and \aset. */
    struct script_rows *rows; /* Rows of \copy; NULL: it is another statement. */
    int values; /* Number of the values of VERB_VALUES. */
};

/* Which row is next. */
enum values_order {
    VALUES_DRAWN, /* By `draws`. */
    VALUES_SEQUENTIAL, /* All in turn: each connection takes its own, as many further as there are connections. */
};

/* The rows of a file, or of what a query answers, of which a command draws one into variables. */
struct script_values {
    int script;
    uint32_t at; /* In its text. */
    char *path; /* Path of the file; NULL: it is a query. */
    char *query;
    size_t value_size_max; /* Size of the query's values: a longer one is an error. */
    enum values_order order;
    struct dist_options draws;
    int variable_count;
    int *variables;
    struct value_rows rows[TARGET_COUNT_MAX]; /* Rows by target; those of a file are the first, for all targets. */
    struct dist dists[TARGET_COUNT_MAX]; /* The same, of VALUES_DRAWN. */
};

struct script_variable {
    char *name;
    struct scalar start; /* Value before the first script. */
    bool has_start;
    char *start_text; /* The same, of what -D gives; NULL: a scalar. */
    size_t value_size_max; /* The longest text that a row has for it. */
};

/* The scripts that a target is driven with: `count` of a set's, from `first` on. */
struct script_range {
    int first, count;
    int64_t weight_total;
};

struct script_set {
    enum script_protocol protocol;
    bool allows_shell;
    bool runs_shell; /* A command does. */
    struct children *children; /* Children that run its commands; NULL: no command does. */
    size_t text_capacity; /* Bytes of text that a variable holds; 0: no command stores any. */
    bool stores_text;     /* A command does. */

    int script_count;
    struct script_text scripts[SCRIPT_COUNT_MAX * TARGET_COUNT_MAX];
    int target; /* Target whose scripts are added. */
    struct script_range ranges[TARGET_COUNT_MAX]; /* By target; one without any is driven with those of the first. */

    int command_count, command_room;
    struct script_command *commands;
    int node_count, node_room;
    struct script_node *nodes;
    int variable_count;
    struct script_variable *variables;
    int values_count;
    struct script_values *values;
    int64_t lane_count; /* The connections to each target, over all machines. */
    int default_seed; /* The variables of the functions that want a seed and are not given one. */
    bool has_pipeline, has_copy;
    uint64_t seed; /* Seed that the connections' streams begin with. */
};

/* Sets up an empty set. */
void script_set_init(struct script_set *set, enum script_protocol protocol);

/* The number of a variable, which is made if need be; -1: there are too many, or no memory. */
int script_variable(struct script_set *set, const char *name, size_t length);

/* The number of a variable that a script names; -1: none does. */
int script_find_variable(const struct script_set *set, const char *name, size_t length);

/* May a variable be called so? */
bool script_is_name(const char *name, size_t length);

/* Sets the first value of a variable. False: no memory. */
bool script_define(struct script_set *set, const char *name, const char *text);
bool script_define_integer(struct script_set *set, const char *name, int64_t value);

/* Notes a failure at a place of a script: "orders.sql:3:14: ...", with the line and a caret below the place. */
enum err script_fail(const struct script_text *script, size_t at, enum err code, struct diag *d, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Writes the place "orders.sql:3:14", and notes the line with a caret below it, of a failure that the caller tells. */
const char *script_place(const struct script_text *script, size_t at, char *out, size_t size, struct diag *d);

/* The length of a backslash and the end of its line, where a command goes on in the next one; 0: there is none at `text`. */
size_t script_continuation(const char *text);

/* Accepts a zeroed set. */
void script_set_free(struct script_set *set);

#endif
