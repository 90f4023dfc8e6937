#ifndef PLUMBLINE_PROGRAM_EVENT_H
#define PLUMBLINE_PROGRAM_EVENT_H

/*
 * The next step of an event. The machine asks the program, does the step, gives it the answers, and asks again, until
 * the event has ended. Why it is so: docs/decisions/015-events-as-steps.md.
 *
 * A program never waits, and never speaks to the server itself. What it decides depends on its draws and on answers alone, so
 * that a retry, which copies the draws of the start back, takes the same way as long as the answers are the same.
 */

#include "base/base.h"

enum step_kind {
    STEP_SEND,     /* Sends a statement, and what was queued before it. The next step is asked for after all their answers. */
    STEP_PIPELINE, /* Queues a statement; the next step is asked for at once, until a STEP_SEND or STEP_FLUSH sends them. */
    STEP_SLEEP,    /* Waits for sleep_ns; it is part of the event's latency. */
    STEP_ROLLBACK, /* Rolls the transaction back, though nothing has failed. */
    STEP_END,      /* The event has succeeded. */
    STEP_SYNC,     /* Ends a transaction of statements that are queued: what is queued after it is another one. */
    STEP_FLUSH,    /* Sends what is queued, without a statement of its own. The next step is asked for after all answers. */
    STEP_FAIL,     /* The program cannot go on, and explain() says why: the run ends. */
    STEP_NONE,     /* Not decided yet: never what the machine is given. */
};

struct step {
    enum step_kind kind;
    int statement;    /* Statement of the program, from 0. */
    int table;        /* From 0; 0 for a statement that is one text whatever the table. */
    int64_t sleep_ns;
};

#endif
