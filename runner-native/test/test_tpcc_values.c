/*
 * tpcc: random numbers, names, strings and the permutation of the customers, as TPC-C has them.
 */

#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "catalog/tpcc/values.h"
#include "check_values.h"
#include "chi_square.h"

static void
last_names_are_three_syllables(void)
{
    char name[LAST_NAME_SIZE];

    CHECK_INT(last_name(0, name), 9);
    CHECK_TEXT(name, "BARBARBAR");
    last_name(371, name);
    CHECK_TEXT(name, "PRICALLYOUGHT");
    CHECK_INT(last_name(999, name), 12);
    CHECK_TEXT(name, "EINGEINGEING");
    CHECK_INT(last_name(411, name), LAST_NAME_SIZE - 3); /* PRES and twice OUGHT: the longest but for those with CALLY. */
}

/* The probability of each value of NURand(), from all pairs of its two random numbers. */
static void
fill_expected(double *expected, int64_t a_max, int64_t c, int64_t x, int64_t y, double g)
{
    const double each = g / (double)((a_max + 1) * (y - x + 1));

    for (int64_t i = 0; i <= y - x; i++)
        expected[i] = 0;
    for (int64_t a = 0; a <= a_max; a++)
        for (int64_t b = x; b <= y; b++)
            expected[nurand_of(a, b, c, x, y) - x] += each;
}

static void
names_and_customers_are_drawn_by_nurand(void)
{
    enum { DRAWS = 200000 };
    static double expected[CUSTOMER_COUNT];
    static long observed[CUSTOMER_COUNT];
    const struct constants c = {.last_name = 123, .customer = 777, .item = 5000};
    double largest = 0, squares = 0;
    struct rng r;

    rng_init(&r, 1, 2);
    fill_expected(expected, 255, c.last_name, 0, NAME_COUNT - 1, DRAWS);
    for (int i = 0; i < NAME_COUNT; i++) {
        largest = fmax(largest, expected[i] / (double)DRAWS);
        squares += expected[i] / (double)DRAWS * expected[i] / (double)DRAWS;
    }
    CHECK(fabs(largest - .025629) < 1e-6 && fabs(squares - .0056444) < 1e-7, "%g, %g", largest, squares);
    for (int i = 0; i < DRAWS; i++)
        observed[nurand_name(&c, &r)]++;
    check_chi_square("last names", observed, expected, NAME_COUNT);

    fill_expected(expected, 1023, c.customer, 1, CUSTOMER_COUNT, DRAWS);
    memset(observed, 0, sizeof observed);
    for (int i = 0; i < DRAWS; i++)
        observed[nurand_customer(&c, &r) - 1]++;
    check_chi_square("customers", observed, expected, CUSTOMER_COUNT);
}

/* The thirteen low bits are all ones as often as a number of 0 ... 8191 makes them so, and not one of 0 ... 8189 as elsewhere. */
static void
items_are_drawn_with_8191_included(void)
{
    enum { DRAWS = 20000000, ALL = 8191 };
    const struct constants c = {.item = 0};
    struct rng r;
    int64_t count = 0, pairs = 0;

    for (int64_t b = 1; b <= ITEM_COUNT; b++) /* The other number may have any bits, and must have those that b has not. */
        pairs += (b | ALL) < ITEM_COUNT ? INT64_C(1) << __builtin_popcountll((uint64_t)b & ALL) : 0;
    const double expected = (double)pairs * (double)DRAWS / ((ALL + 1) * (double)ITEM_COUNT);
    rng_init(&r, 3, 4);
    for (int i = 0; i < DRAWS; i++)
        count += ((nurand_item(&c, &r) - 1) & ALL) == ALL;
    CHECK(fabs((double)count - expected) < 4 * sqrt(expected), "%lld of %g", (long long)count, expected);
}

static void
constants_of_run_and_load_are_apart(void)
{
    int64_t largest_name = 0, largest_customer = 0, largest_item = 0;

    for (uint64_t seed = 1; seed <= 5000; seed++) {
        const struct constants load = constants_of_load(seed), run = constants_of_run(seed, load.last_name);
        const int64_t difference = llabs(run.last_name - load.last_name);
        CHECK(difference >= 65 && difference <= 119 && difference != 96 && difference != 112, "%lld", (long long)difference);
        largest_name = run.last_name > largest_name ? run.last_name : largest_name;
        largest_customer = run.customer > largest_customer ? run.customer : largest_customer;
        largest_item = run.item > largest_item ? run.item : largest_item;
    }
    CHECK_INT(largest_name, 255);
    CHECK_INT(largest_customer, 1023);
    CHECK(largest_item > 8000 && largest_item <= 8191, "%lld", (long long)largest_item);
    CHECK_INT(constants_of_run(7, 30).item, constants_of_run(7, 30).item);
}

static void
original_stands_anywhere_in_a_tenth(void)
{
    enum { DRAWS = 100000 };
    int64_t count = 0, at_start = 0, at_end = 0;
    char data[50];
    struct rng r;

    rng_init(&r, 5, 6);
    for (int i = 0; i < DRAWS; i++) {
        const int length = random_data(&r, data);
        CHECK(length >= 26 && length <= 50, "%d", length);
        count += is_original(data, (size_t)length);
        at_start += memcmp(data, "ORIGINAL", 8) == 0;
        at_end += memcmp(data + length - 8, "ORIGINAL", 8) == 0;
    }
    CHECK(count > 9600 && count < 10400, "%lld", (long long)count);
    CHECK(at_start > 200 && at_end > 200, "%lld, %lld", (long long)at_start, (long long)at_end);
}

static void
orders_are_a_permutation_of_the_customers(void)
{
    int64_t same = 0;

    for (uint64_t key = 1; key <= 20; key++) {
        bool is_seen[CUSTOMER_COUNT] = {false};
        for (int64_t i = 0; i < CUSTOMER_COUNT; i++) {
            const int64_t customer = permuted_customer(key, i);
            CHECK(customer >= 0 && customer < CUSTOMER_COUNT && !is_seen[customer], "%lld", (long long)customer);
            is_seen[customer] = true;
            same += customer == i;
        }
    }
    CHECK(same < 60, "%lld of 60,000 stay where they are", (long long)same); /* 20 are expected. */
}

int
main(void)
{
    last_names_are_three_syllables();
    names_and_customers_are_drawn_by_nurand();
    items_are_drawn_with_8191_included();
    constants_of_run_and_load_are_apart();
    original_stands_anywhere_in_a_tenth();
    orders_are_a_permutation_of_the_customers();
    return check_result("tpcc_values");
}
