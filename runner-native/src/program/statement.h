#ifndef PLUMBLINE_PROGRAM_STATEMENT_H
#define PLUMBLINE_PROGRAM_STATEMENT_H

/*
 * A statement: how its text is written, how the parameters of an execution are drawn, and what is wrong with an answer.
 * The families of the catalogue are tables of them.
 */

#include "base/base.h"
#include "math/rng.h"
#include "program/params.h"
#include "program/reply.h"

struct workload_options;
struct program;

/* Source of one connection's draws, and its memory of its event. To replay an event, copy it back, and what `user_data` points to:
 * a retry sends the same statements again. */
struct generator {
    struct rng rng;
    void *user_data; /* program->user_data_size bytes for what a program of its own kind has to remember; NULL: none. */
    int connection; /* Its number among those of its target and all shards, from 0: what it owns. */
    int table; /* From 0; drawn once for each group of statements. */
    int64_t row; /* What a statement drew and a later one, or the check of its answer, uses again. */
    int64_t sequence; /* How many rows or keys of its lane the connection has taken. */
    int expected_count; /* Rows that the answer must have at least. */
    uint32_t at; /* The next operation, in a program that is a list. */
};

/* Faults of an answer, in the words of SQLSTATE: no_data, data_corrupted. */
#define FAULT_MISSING "02000"
#define FAULT_WRONG "XX001"

/* SQLSTATE of an INSERT whose key is there already, perhaps since another event came first. */
#define UNIQUE_VIOLATION "23505"

struct statement {
    const char *name; /* As in --help and in per-statement reports: "point_select". */
    /* a-z, A-Z, another for each statement of a program: its place among them, and what its prepared statements are called,
     * followed by the table's number. One letter because each execution sends it, and always the same one, whatever else the
     * options let a program send. */
    char letter;
    bool is_per_table; /* False: one text whatever the table (BEGIN, COMMIT). */
    bool is_write; /* Changes rows: reports count it as a write, and a transaction without one may say that it only reads. */
    bool deletes; /* Takes rows away, so that statements which found one may find none. */
    /* Names a row that prepare has made: as long as no statement takes rows away, each execution finds one. */
    bool finds_row;
    /*
     * Its text, with $1, $2 ... for the parameters; a $ without a number is the next one. In braces stands what the table and the
     * options decide:
     *
     *   {table}            the name of the table by write_table(); {next}: that of the table after it
     *   {count}            the number that count() answers
     *   {element|between}  the element so many times, with `between` between two of them; in it # is the number of the turn, counted
     *                      on from that of the table
     */
    const char *text;
    /* One of several texts by the options, instead of `text`. */
    const char *(*pick_text)(const struct workload_options *o);
    size_t (*write_table)(const struct workload_options *o, int table, char *out, size_t out_size);
    int64_t (*count)(const struct workload_options *o);
    /* The types of the parameters, letters of enum param_type. Where there are more parameters the letters begin again; where there
     * are fewer they have the last ones. NULL: PARAM_UNTYPED. */
    const char *types;
    /* The text is the user's: nothing in it stands for anything, and it has so many parameters. */
    bool is_verbatim;
    int verbatim_param_count;
    /* The table of a group that begins with this statement. NULL: uniformly drawn. */
    int (*pick_table)(const struct program *p, const struct generator *g);
    /* Draws the parameters of one execution. NULL: it has none. */
    void (*draw)(const struct program *p, struct generator *g, struct params *params);
    /* A SQLSTATE that says no more than that two events met on the same row, so that the event is tried again, as after those of
     * --retry; NULL: none. */
    const char *conflict;
    /* Sent as text by the simple protocol even where other statements are prepared. */
    bool is_always_text;
    /* Parsed at each execution, and nothing is prepared before. */
    bool is_unnamed;
    /* Its answers come as text, not in binary. */
    bool is_text_answered;
    /* Writes a statement that is sent as text, with the values of this execution, ended by NUL, at most text_size_max bytes, and
     * returns its length. NULL: they are written where $1, $2 ... are. */
    size_t (*write_values)(const struct program *p, struct generator *g, char *out);
    size_t text_size_max;
    /* Writes the next rows of a COPY ... FROM STDIN, at most program->text_size bytes, and returns how many bytes; 0: there are no more;
     * -1: there are, and why they cannot be had is in `out`. NULL: there are none. */
    ptrdiff_t (*write_copy)(const struct program *p, struct generator *g, char *out);
    /* How many columns take_reply() looks at: no server answers with fewer, but what else listens there may. */
    int column_count;
    /* take_reply() is asked about answers without rows, too. */
    bool takes_rowless;
    /* Looks at the rows of the answer: notes in `g` what later steps need, and says what is wrong with it as one of FAULT_*;
     * NULL: nothing. NULL: any answer is right, and no step needs it. */
    const char *(*take_reply)(const struct program *p, struct generator *g, const struct reply *reply);
    /* Writes an INSERT of many rows, instead of text and draw: the whole text for `row_count` rows, and returns its
     * length; is_always_text holds. */
    size_t (*write_rows)(const struct program *p, struct generator *g, int64_t row_count, char *out, size_t out_size);
    /* The row count of one execution and the most bytes that one row takes. */
    int64_t (*row_count)(const struct workload_options *o);
    size_t row_size_max;
};

/* Writes the text of a statement for a table, from 0. Returns how many parameters it has. */
int statement_write(const struct statement *statement, const struct workload_options *o, int table, char *out, size_t out_size);

/* Writes it with the values in place of the parameters, for --db-ps-mode=disable. Returns its length. `out` has room for it. */
size_t statement_write_values(const struct statement *statement, const struct workload_options *o, int table,
                              const struct params *params, char *out, size_t out_size);

/* The type of parameter `index`, from 0, of `count`. */
enum param_type statement_param_type(const struct statement *statement, int count, int index);

#endif
