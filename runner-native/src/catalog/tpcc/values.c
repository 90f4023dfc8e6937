#include "catalog/tpcc/values.h"

#include <string.h>

/* Streams of the constants, apart from those of connections (0 and up) and of rows. */
#define LOAD_STREAM UINT64_C(0x7ca10ad000000000)
#define RUN_STREAM UINT64_C(0x7ca0002000000000)

enum { A_NAME = 255, A_CUSTOMER = 1023, A_ITEM = 8191 };

static struct constants
draw_constants(struct rng *r)
{
    return (struct constants){
        .last_name = rng_between(r, 0, A_NAME), .customer = rng_between(r, 0, A_CUSTOMER), .item = rng_between(r, 0, A_ITEM)};
}

struct constants
constants_of_load(uint64_t seed)
{
    struct rng r;

    rng_init(&r, seed, LOAD_STREAM);
    return draw_constants(&r);
}

static bool
goes_with(int64_t run, int64_t load)
{
    const int64_t difference = run > load ? run - load : load - run;

    return difference >= 65 && difference <= 119 && difference != 96 && difference != 112;
}

struct constants
constants_of_run(uint64_t seed, int64_t load_last_name)
{
    struct rng r;

    rng_init(&r, seed, RUN_STREAM);
    struct constants c = draw_constants(&r);
    while (load_last_name >= 0 && !goes_with(c.last_name, load_last_name))
        c.last_name = rng_between(&r, 0, A_NAME);
    return c;
}

int64_t
nurand_of(int64_t a, int64_t b, int64_t c, int64_t x, int64_t y)
{
    return ((a | b) + c) % (y - x + 1) + x;
}

static int64_t
nurand(struct rng *r, int64_t a, int64_t c, int64_t x, int64_t y)
{
    const int64_t scattered = rng_between(r, 0, a);

    return nurand_of(scattered, rng_between(r, x, y), c, x, y);
}

int64_t
nurand_name(const struct constants *c, struct rng *r)
{
    return nurand(r, A_NAME, c->last_name, 0, NAME_COUNT - 1);
}

int64_t
nurand_customer(const struct constants *c, struct rng *r)
{
    return nurand(r, A_CUSTOMER, c->customer, 1, CUSTOMER_COUNT);
}

int64_t
nurand_item(const struct constants *c, struct rng *r)
{
    return nurand(r, A_ITEM, c->item, 1, ITEM_COUNT);
}

int
last_name(int64_t number, char *out)
{
    static const char *const syllables[] = {"BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"};
    int length = 0;

    for (int64_t unit = 100; unit > 0; unit /= 10) {
        const char *const syllable = syllables[number / unit % 10];
        const size_t size = strlen(syllable);
        memcpy(out + length, syllable, size);
        length += (int)size;
    }
    out[length] = '\0';
    return length;
}

/* Eight characters of 62 out of one random number: 62^8 is 2^47.6, so that no character is likelier than another by 2^-16. */
static void
fill_text(struct rng *r, int length, char *out)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    enum { LETTERS = sizeof letters - 1, AT_ONCE = 8 };

    for (int i = 0; i < length;) {
        uint64_t bits = rng_u64(r);
        for (int n = 0; n < AT_ONCE && i < length; n++, bits /= LETTERS)
            out[i++] = letters[bits % LETTERS];
    }
}

int
random_text(struct rng *r, int low, int high, char *out)
{
    const int length = (int)rng_between(r, low, high);

    fill_text(r, length, out);
    return length;
}

void
random_digits(struct rng *r, int count, char *out)
{
    for (int i = 0; i < count; i++)
        out[i] = (char)('0' + rng_below(r, 10));
}

static const char original[] = "ORIGINAL";

enum { ORIGINAL_LENGTH = sizeof original - 1 };

int
random_data(struct rng *r, char *out)
{
    const int length = random_text(r, 26, 50, out);

    if (rng_below(r, 10) == 0)
        memcpy(out + rng_between(r, 0, length - ORIGINAL_LENGTH), original, ORIGINAL_LENGTH);
    return length;
}

bool
is_original(const char *data, size_t length)
{
    return memmem(data, length, original, ORIGINAL_LENGTH) != NULL;
}

/* Four rounds of a Feistel network over 12 bits; what falls beyond the customers goes in again until it does not (Black and
 * Rogaway, "Ciphers with Arbitrary Finite Domains", 2002), so that any number is found without those before it. */
int64_t
permuted_customer(uint64_t key, int64_t number)
{
    enum { HALF_BITS = 6, HALF = (1 << HALF_BITS) - 1, ROUNDS = 4 };
    uint64_t value = (uint64_t)number;

    do {
        uint64_t left = value >> HALF_BITS, right = value & HALF;
        for (uint64_t round = 0; round < ROUNDS; round++) {
            const uint64_t mixed = left ^ (rng_mix(key + (round << HALF_BITS | right)) & HALF);
            left = right;
            right = mixed;
        }
        value = left << HALF_BITS | right;
    } while (value >= CUSTOMER_COUNT);
    return (int64_t)value;
}
