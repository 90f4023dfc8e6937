#ifndef PLUMBLINE_CATALOG_TPCC_VALUES_H
#define PLUMBLINE_CATALOG_TPCC_VALUES_H

/*
 * The values of TPC-C 5.11: non-uniform random numbers (2.1.6), last names (4.3.2.3), strings (4.3.2.2), a permutation of the
 * customers (4.3.3.1).
 */

#include "base/base.h"
#include "math/rng.h"

enum {
    ITEM_COUNT = 100000,
    DISTRICT_COUNT = 10,   /* Districts of a warehouse. */
    CUSTOMER_COUNT = 3000, /* Customers of a district, and its orders after the load. */
    DELIVERED_COUNT = 2100, /* The first of those orders: the others are in new_order. */
    LINE_COUNT_MIN = 5,    /* Lines of an order. */
    LINE_COUNT_MAX = 15,
    NAME_COUNT = 1000, /* Last names. */
    LAST_NAME_SIZE = 17,
};

/* Constants that NURand() adds: one number for each field, for all terminals, for the whole of a load or of a run. */
struct constants {
    int64_t last_name; /* 0 ... 255 */
    int64_t customer;  /* 0 ... 1023 */
    int64_t item;      /* 0 ... 8191 */
};

/* The constants of a load with this seed. */
struct constants constants_of_load(uint64_t seed);

/* The constants of a run with this seed on tables whose load had `load_last_name`, or -1 when nobody knows: the difference of the two is
 * from 65 to 119, and neither 96 nor 112 (2.1.6.1). */
struct constants constants_of_run(uint64_t seed, int64_t load_last_name);

/* NURand(A, x, y) of 2.1.6, for A = 255, 1023 and 8191. */
int64_t nurand_name(const struct constants *c, struct rng *r); /* 0 ... 999: the number of a last name. */
int64_t nurand_customer(const struct constants *c, struct rng *r); /* 1 ... 3000 */
int64_t nurand_item(const struct constants *c, struct rng *r); /* 1 ... 100,000 */

/* NURand() with random numbers from elsewhere: `a` of 0 ... A, `b` of x ... y. */
int64_t nurand_of(int64_t a, int64_t b, int64_t c, int64_t x, int64_t y);

/* Last name number `number`, 0 ... 999, as three syllables; `out` has LAST_NAME_SIZE bytes. Returns its length. */
int last_name(int64_t number, char *out);

/* Letters and digits, `low` to `high` of them. Returns how many; no NUL is written. */
int random_text(struct rng *r, int low, int high, char *out);

/* Digits, `count` of them. */
void random_digits(struct rng *r, int count, char *out);

/* i_data and s_data: 26 to 50 letters and digits; in one of ten, ORIGINAL begins at any of the places where it fits. */
int random_data(struct rng *r, char *out);

/* Does it contain ORIGINAL? */
bool is_original(const char *data, size_t length);

/* Place of `number`, 0 ... 2999, in the permutation with this key. */
int64_t permuted_customer(uint64_t key, int64_t number);

#endif
