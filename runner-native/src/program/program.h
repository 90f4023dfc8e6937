#ifndef PLUMBLINE_PROGRAM_PROGRAM_H
#define PLUMBLINE_PROGRAM_PROGRAM_H

/*
 * A program: what the connections of a run send. The catalogue makes it of a workload and its options; then it is read-only, so
 * all threads share one. What changes from step to step is in struct generator, one for each connection; so the statements of a
 * connection depend on the seed, its number and the answers alone.
 *
 * Most programs are lists (list.h): the operations of an event in an array. One that branches, waits or uses answers gives
 * `begin` and `next` instead.
 */

#include "base/base.h"
#include "base/diag.h"
#include "math/rng.h"
#include "program/event.h"
#include "program/params.h"
#include "program/statement.h"

enum { SESSION_STATEMENT_MAX = 2 };

enum { EVENT_KIND_MAX = 256, COUNTER_MAX = 16 };

/* One statement of a program; its index is its number in steps, in details and in reports. */
struct program_statement {
    const struct statement *statement;
    bool is_text;     /* The values are written into the text. */
    bool is_prepared; /* The server has it before it is executed. */
    int event_kind;   /* Kind of the event that a program, which is no list, belongs to. */
    int param_count;
    uint32_t *oids;
};

/* One operation of a list. */
struct op {
    uint8_t kind;      /* enum step_kind: STEP_SEND, STEP_PIPELINE, or STEP_END after the last. */
    bool starts_group; /* Draw a table first. */
    bool is_per_table; /* Copied from its statement, for each step asks for it. */
    int statement;
};

struct program {
    const struct workload_options *options; /* Options of its statements. */
    int table_count;
    void *source; /* Source of draws besides the options; NULL: nothing. The program's to free. */
    void (*free_source)(void *source);

    int statement_count;
    struct program_statement *statements;
    char (*names)[16]; /* Names of prepared statements: [statement * table_count + table]. */
    int event_kind_count;
    const char *event_names[EVENT_KIND_MAX];
    bool has_event[EVENT_KIND_MAX]; /* False for kinds that the options leave out. */
    uint8_t event_targets[EVENT_KIND_MAX]; /* Bit t: target t is driven with it. */

    /* Readies g->user_data, all zeros, of a connection to that target; g->connection is its number. NULL: zeros will do. */
    void (*start)(const struct program *p, struct generator *g, int target);
    /* Begins an event: its kind. NULL: there is one. */
    int (*begin)(const struct program *p, struct generator *g);
    /* The next step of the event. NULL: it is a list. */
    void (*next)(const struct program *p, struct generator *g, struct step *step);
    /* Why the last step was STEP_FAIL: ERR_WORKLOAD. NULL: none is. */
    void (*explain)(const struct program *p, const struct generator *g, struct diag *d);
    /* Where a statement that the server refuses stands in what the user wrote: "orders.sql:3:1"; its line is noted, too.
     * NULL, or answers NULL: the statement is not the user's. */
    const char *(*locate)(const struct program *p, int statement, char *out, size_t size, struct diag *d);
    /* The path of file `number`, from 0, whose rows the program sends or draws from; NULL after the last. NULL: it reads none. */
    const char *(*file)(const struct program *p, int number);
    /* What a run asks that target before its first event, `number` from 0 to question_count - 1; NULL: nothing. `what` is what a failure
     * calls it. */
    const char *(*question)(const struct program *p, int target, int number, char *what, size_t what_size);
    /* Takes all rows of the answer, as text. ERR_USAGE with the place of what is wrong with them. */
    enum err (*take_answer)(struct program *p, int target, int number, const struct reply *reply, struct diag *d);
    int question_count;
    /* What a failure says that the connection was at: "VACUUM sbtest1, connection". NULL: its number will do. */
    void (*describe)(const struct program *p, const struct generator *g, char *out, size_t size);
    bool ends_idle; /* An event that ends inside a transaction is a mistake. */
    /* When a connection that is free at `now_ns` is to begin its next event, drawn in turn; what it rests until then is no part of
     * any event. A moment that has passed is fine: the event comes late, and its latency says so. Closed loop alone. NULL: at
     * once. */
    int64_t (*due_ns)(const struct program *p, struct generator *g, int64_t now_ns);
    /* Adds what an event that has succeeded was to the counters, whose names end with NULL, for programs of several kinds. NULL: nothing is
     * counted. */
    const char *const *counter_names;
    void (*count)(const struct program *p, const struct generator *g, int64_t *counters);
    size_t user_data_size; /* Size of g->user_data. */

    struct op *ops; /* Steps of a list: one event of each kind, each with a STEP_END. */
    int op_count;
    uint32_t first_op[EVENT_KIND_MAX];

    struct children *children; /* A step may start one of them and wait for it; NULL: none does. The source's. */
    bool is_pipelined; /* Sends whole events, or has steps of STEP_PIPELINE. */
    int batch_max; /* Statements that are sent in one go. */
    const char *
        session_sql[SESSION_STATEMENT_MAX + 1]; /* Statements of each connection before its first event; NULL after the last. */
    size_t text_size; /* Room for any statement of it that is sent as text. */
};

/* The parts that program_finish() puts together. */
struct program_setup {
    uint32_t integer_oid; /* Type that PARAM_INT is bound as. */
    bool is_text; /* No statement is prepared. */
    size_t value_size_max; /* Size of a parameter of text or bytes. */
};

/* An empty program. */
void program_init(struct program *p, const struct workload_options *o, int table_count);

/* Adds a kind of event, called `name` in reports, of all targets. Returns its number. */
int program_add_event(struct program *p, const char *name);

/* Adds a statement, unless it is there. False when out of memory. */
bool program_add_statement(struct program *p, const struct statement *statement);

/* Puts the statements in order, and works out their parameters, names and sizes; from now on they have their numbers. ERR_INTERNAL
 * when out of memory. */
enum err program_finish(struct program *p, const struct program_setup *setup, struct diag *d);

/* Accepts a half-built or zeroed program. */
void program_free(struct program *p);

/* The number of the statement called `name`; -1: the program has none. */
int program_find(const struct program *p, const char *name);

/* Is any of its statements prepared? */
bool program_prepares(const struct program *p);

/* Does that target ever get an event of the kind? */
static inline bool
program_has_event(const struct program *p, int kind, int target)
{
    return p->has_event[kind] && (p->event_targets[kind] >> target & 1);
}

/* Does that target ever get the statement? Of a list all do. */
static inline bool
program_sends(const struct program *p, int statement, int target)
{
    return !p->next || (p->event_targets[p->statements[statement].event_kind] >> target & 1);
}

/* How many kinds of events that target may get, those that are never drawn included. */
int program_event_count(const struct program *p, int target);

/* The name of a prepared statement. */
static inline const char *
program_statement_name(const struct program *p, int statement, int table)
{
    return p->names[(size_t)statement * (size_t)p->table_count + (size_t)table];
}

/* Draws the table that an operation and those after it in its group are about. */
void program_draw_table(const struct program *p, const struct op *op, struct generator *g);

/* The next step of a list. */
static inline void
list_next(const struct program *p, struct generator *g, struct step *step)
{
    const struct op *const op = &p->ops[g->at];

    step->kind = (enum step_kind)op->kind;
    if (op->kind == STEP_END)
        return;
    if (op->starts_group && p->table_count > 1)
        program_draw_table(p, op, g);
    step->statement = op->statement;
    step->table = op->is_per_table ? g->table : 0;
    g->at++;
}

/* Begins an event; returns its kind. */
static inline int
program_begin(const struct program *p, struct generator *g)
{
    const int kind = p->begin ? p->begin(p, g) : 0;

    g->at = p->first_op[kind];
    return kind;
}

/* What to do next for the event. A list needs no call: some 20 instructions of each event, hence the attribute. */
static inline __attribute__((always_inline)) void
program_next(const struct program *p, struct generator *g, struct step *step)
{
    if (__builtin_expect(p->next != NULL, 0))
        p->next(p, g, step);
    else
        list_next(p, g, step);
}

/* Has the event surely ended? A list knows without being asked. */
static inline bool
program_has_ended(const struct program *p, const struct generator *g)
{
    return !p->next && p->ops[g->at].kind == STEP_END;
}

/* Draws the parameters of one execution. */
static inline void
program_draw(const struct program *p, int statement, struct generator *g, struct params *params)
{
    const struct statement *const s = p->statements[statement].statement;

    params->count = 0;
    if (s->draw)
        s->draw(p, g, params);
}

/* Lets a statement that wants the answer look at it. What is wrong with it, as one of FAULT_*; NULL: nothing. */
static inline const char *
program_take_reply(const struct program *p, int statement, struct generator *g, const struct reply *reply)
{
    const struct statement *const s = p->statements[statement].statement;

    if (reply_row_count(reply) > 0 && reply_column_count(reply) < s->column_count)
        return FAULT_WRONG;
    return s->take_reply(p, g, reply);
}

/* Writes the text of a statement whose parameters have been drawn, with the values in place of $1, $2 ... Returns its length.
 * `out` has program->text_size bytes. */
size_t program_write_text(const struct program *p, const struct step *step, struct generator *g, const struct params *params,
                          char *out);

/* The event has failed for good, and the server has forgotten it: what it took of its lane is free again. */
static inline void
generator_give_back(struct generator *g, const struct generator *at_start)
{
    g->sequence = at_start->sequence;
}

#endif
