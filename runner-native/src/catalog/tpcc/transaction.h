#ifndef PLUMBLINE_CATALOG_TPCC_TRANSACTION_H
#define PLUMBLINE_CATALOG_TPCC_TRANSACTION_H

/*
 * Memory of a connection: of the terminals that it serves and of the transaction that runs, and what the five transactions
 * have in common. Amounts are whole cents, rates are of 10,000.
 */

#include "catalog/tpcc/tpcc.h"

/* A terminal: one of a warehouse's ten, or of a connection of its own where there are more of these. */
struct terminal {
    int64_t due_ns;  /* --wait: when its next transaction is due, all keyed in; 0: not yet drawn. */
    enum transaction next; /* Transaction of the event. */
    uint16_t left[TRANSACTION_COUNT]; /* Cards of its deck; none: a new one is opened. */
};

struct order_line {
    int64_t item, supply_warehouse, quantity; /* Input. */
    bool is_there;                            /* There is such an item. */
    int64_t price, amount;
    bool has_original; /* True if i_data has it. */
    char brand;        /* 'B' or 'G' */
    int change;        /* Index into order.changes: the row of stock. */
    char dist_info[25];
};

/* Change of an order to one row of stock, all its lines together. */
struct stock_change {
    int64_t warehouse, item;
    int64_t quantity; /* Quantity of the row: as it was read, then as it will be. */
    int64_t ytd, order_count, remote_count;
    bool is_there;
};

struct order {
    int customer;
    int line_count;
    struct order_line lines[LINE_COUNT_MAX];
    bool is_all_local, has_unused_item; /* Input. */
    int64_t id;                         /* Answers of the server, from here to `total`. */
    int64_t district_tax, warehouse_tax, discount;
    bool is_missing_item;
    int change_count;
    struct stock_change changes[LINE_COUNT_MAX];
    int64_t total;
};

/* A customer, as Payment and Order-Status ask for one. */
struct customer {
    int64_t warehouse, district;
    bool is_by_name;
    char name[LAST_NAME_SIZE];
    int64_t id; /* Input, or found by name. */
};

struct payment {
    struct customer customer;
    int64_t amount;
    char warehouse_name[11], district_name[11]; /* Answers. */
    bool has_bad_credit;
};

struct order_status {
    struct customer customer;
    int64_t order; /* Its last one. */
};

struct delivery {
    int carrier;
    int64_t orders[DISTRICT_COUNT]; /* The oldest undelivered of each district; 0: there is none. */
    int64_t customers[DISTRICT_COUNT];
    int64_t amounts[DISTRICT_COUNT];
    int skipped_count; /* Districts without one. */
};

struct stock_level {
    int threshold;
    int64_t next_order;
};

/* g->user_data */
struct tpcc_state {
    int kind; /* enum transaction */
    int at; /* Its next step. */
    int district_at; /* Delivery: the district that the step is about, from 0. */
    int64_t warehouse, district;
    bool is_chosen; /* The next event, by the terminals' waits. */
    int terminal;   /* Terminal of the event: an index of `terminals`. */
    bool has_queued; /* A delivery is to be done next, for `queued_warehouse`. */
    int64_t queued_warehouse;
    struct delivery delivery; /* Also while it is queued. */
    union {
        struct order order;
        struct payment payment;
        struct order_status order_status;
        struct stock_level stock_level;
    };
    int terminal_count;
    struct terminal terminals[];
};

static inline struct tpcc_state *
state_of(const struct generator *g)
{
    return g->user_data;
}

/* Statements of the program, in the order in which they are added to it. */
enum {
    NEW_ORDER_FIRST = 0,
    NEW_ORDER_STATEMENTS = 10,
    PAYMENT_FIRST = NEW_ORDER_FIRST + NEW_ORDER_STATEMENTS,
    PAYMENT_STATEMENTS = 9,
    ORDER_STATUS_FIRST = PAYMENT_FIRST + PAYMENT_STATEMENTS,
    ORDER_STATUS_STATEMENTS = 6,
    DELIVERY_FIRST = ORDER_STATUS_FIRST + ORDER_STATUS_STATEMENTS,
    DELIVERY_STATEMENTS = 7,
    STOCK_LEVEL_FIRST = DELIVERY_FIRST + DELIVERY_STATEMENTS,
    STOCK_LEVEL_STATEMENTS = 4,
    TPCC_STATEMENTS = STOCK_LEVEL_FIRST + STOCK_LEVEL_STATEMENTS,
};

/* The most that go out at once: each statement of a delivery's districts. */
enum { DELIVERY_BATCH_MAX = DISTRICT_COUNT * 3 + 1 };

/* Marks a statement whose answer, as text, is looked at by `take`, in so many columns. */
#define ANSWERED(columns, take) .is_text_answered = true, .column_count = (columns), .take_reply = (take)

extern const struct statement new_order_statements[];
extern const struct statement payment_statements[];
extern const struct statement order_status_statements[];
extern const struct statement delivery_statements[];
extern const struct statement stock_level_statements[];

void new_order_draw(const struct program *p, struct rng *r, struct tpcc_state *s);
void payment_draw(const struct program *p, struct rng *r, struct tpcc_state *s);
void order_status_draw(const struct program *p, struct rng *r, struct tpcc_state *s);
void delivery_draw(const struct program *p, struct rng *r, struct tpcc_state *s);
void stock_level_draw(const struct program *p, struct rng *r, struct tpcc_state *s);

void new_order_next(const struct program *p, struct tpcc_state *s, struct step *step);
void payment_next(const struct program *p, struct tpcc_state *s, struct step *step);
void order_status_next(const struct program *p, struct tpcc_state *s, struct step *step);
void delivery_next(const struct program *p, struct tpcc_state *s, struct step *step);
void stock_level_next(const struct program *p, struct tpcc_state *s, struct step *step);

/* terminal.c */

/* Says what comes next: which terminal, its warehouse, its district, and which kind of event, which is returned. */
int next_transaction(const struct program *p, struct generator *g);
/* See struct program. */
int64_t tpcc_due_ns(const struct program *p, struct generator *g, int64_t now_ns);

/* How many terminals connection `lane` serves. */
int terminals_of_lane(const struct tpcc_source *source, int64_t lane);
/* The warehouse of terminal `number`, from 0, and its district for Stock-Level, both from 1. */
int64_t terminal_warehouse(const struct workload_options *o, int64_t number);
int64_t terminal_district(const struct workload_options *o, int64_t number);

/* Seconds that a terminal keys in before a transaction, and thinks after it on average (5.2.5.7). */
int64_t keying_ns(enum transaction kind);
int64_t think_mean_ns(enum transaction kind);
/* A think time (5.2.5.4). */
int64_t think_ns(enum transaction kind, struct rng *r);
/* Takes a card from the deck, or draws one where there is none. */
enum transaction deal(const struct tpcc_source *source, struct terminal *terminal, struct rng *r);

/* statement.c: what all transactions share. */

/* Sends a statement. One whose answer is not needed yet goes out with the next where the program is pipelined. */
void send_step(const struct program *p, struct step *step, int statement, bool is_needed);

/* Parameters of one execution in turn, all as text of the type that the server finds: numbers, amounts and lists need no other. */
struct writer {
    struct params *params;
    char *out; /* Place of the next one, in params->text. */
};

static inline struct writer
write_params(struct params *params)
{
    return (struct writer){.params = params, .out = params->text};
}

void put_int(struct writer *w, int64_t value);
void put_text(struct writer *w, const char *text);
void put_decimal(struct writer *w, int64_t value, int scale); /* 12345, 2: "123.45" */

/* The warehouse and the district of the transaction that runs, and nothing else. */
void draw_own_district(const struct program *p, struct generator *g, struct params *params);

/* "{1,2,3}" of `count` numbers, each `stride` bytes behind the one before. */
void put_ints(struct writer *w, const int64_t *values, int count, size_t stride);
/* Lists of cents, and of texts, which are quoted: they may hold what stands between the elements. */
void put_amounts(struct writer *w, const int64_t *values, int count, size_t stride);
void put_texts(struct writer *w, const char *values, int count, size_t stride);

/* Note of a payment for a customer with bad credit: `count` numbers and an amount, with spaces (2.5.2.2). */
void put_note(struct writer *w, const int64_t *numbers, int count, int64_t amount);
/* h_data: two names with four spaces between them. */
void put_names(struct writer *w, const char *first, const char *second);

/* Answers, all of text. */
int64_t get_int(const struct reply *reply, int row, int column);
int64_t get_decimal(const struct reply *reply, int row, int column, int scale); /* "123.45", 2: 12345 */
void get_text(const struct reply *reply, int row, int column, char *out, size_t out_size);

/* The fault of an answer that must have one row. */
const char *fault_of_one(const struct reply *reply);

/* customer.c */

/* 40 % by number, 60 % by last name (2.5.1.2, 2.6.1.2). */
void draw_customer(const struct program *p, struct rng *r, struct customer *c);
/* Warehouse, district and number. */
void put_customer(struct writer *w, const struct customer *c);

/* Statements that find the customers of a name, and a customer's row by number. */
#define CUSTOMERS_OF_NAME "SELECT c_id FROM customer WHERE c_w_id = $1 AND c_d_id = $2 AND c_last = $3 ORDER BY c_first"
void draw_customer_name(const struct program *p, struct generator *g, struct params *params);
void draw_customer_number(const struct program *p, struct generator *g, struct params *params);
/* Notes the one in the middle, n / 2 rounded up (2.5.2.2). */
const char *take_customer_name(const struct program *p, struct generator *g, const struct reply *reply);

/* BEGIN of one that writes, of one that reads, and of one that reads more than once (3.4.1). */
const char *begin_write(const struct workload_options *o);
const char *begin_read(const struct workload_options *o);
const char *begin_consistent(const struct workload_options *o);

#endif
