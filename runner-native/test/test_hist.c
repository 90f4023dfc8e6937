/* The histogram against sorted samples, its encoding byte by byte against a small decoder, and its limits. */

#include "math/hist.h"
#include "math/rng.h"
#include "check.h"
#include "record_many.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int
compare_values(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Latencies as a server gives them: most near a millisecond, some hundredfold, a few of minutes. */
static int64_t
draw_latency_ns(struct rng *r)
{
    const double exponent = 5 + 2 * rng_unit(r) + (rng_below(r, 100) == 0 ? 4 * rng_unit(r) : 0);
    return (int64_t)pow(10, exponent);
}

static void
test_percentiles_within_a_thousandth(void)
{
    enum { COUNT = 200000 };
    static int64_t values[COUNT];
    static const double percentiles[] = {0, 0.001, 1, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 100};
    struct hist *h = hist_create();
    struct rng r;
    int64_t sum_ns = 0;

    rng_init(&r, 1, 0);
    for (int i = 0; i < COUNT; i++) {
        values[i] = draw_latency_ns(&r);
        sum_ns += values[i];
        hist_record(h, values[i]);
    }
    qsort(values, COUNT, sizeof values[0], compare_values);
    for (size_t i = 0; i < sizeof percentiles / sizeof percentiles[0]; i++) {
        int64_t rank = (int64_t)ceil(percentiles[i] * (double)COUNT / 100.0);
        rank = rank < 1 ? 1 : rank;
        const int64_t exact_ns = values[rank - 1];
        const int64_t got_ns = hist_percentile_ns(h, percentiles[i]);
        CHECK(got_ns >= exact_ns && (double)(got_ns - exact_ns) < 0.001 * (double)exact_ns, "p%g is %lld, exactly %lld",
              percentiles[i], (long long)got_ns, (long long)exact_ns);
    }
    CHECK(h->count == COUNT, "count is %lld", (long long)h->count);
    CHECK(h->sum_ns == sum_ns, "sum is %lld", (long long)h->sum_ns);
    CHECK(hist_min_ns(h) == values[0], "min is %lld", (long long)hist_min_ns(h));
    CHECK(h->max_ns == values[COUNT - 1], "max is %lld", (long long)h->max_ns);
    CHECK(hist_percentile_ns(h, 100) == h->max_ns, "p100 is not the maximum");
    hist_destroy(h);
}

/* `count` values below the rank, then the rank's, then greater ones: by integers, for 99.9 * 41000 / 100 is above 40959 in doubles. */
static void
test_ranks_are_exact(void)
{
    static const struct {
        int64_t permille;
        int64_t count;
    } cases[] = {{999, 41000}, {999, 1000}, {999, 1001}, {990, 100},  {950, 20},
                 {550, 100},   {70, 100},   {290, 100},  {999, 83000}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hist *h = hist_create();
        const int64_t rank = (cases[i].permille * cases[i].count + 999) / 1000;
        for (int64_t n = 1; n <= cases[i].count; n++)
            hist_record(h, n < rank ? 1000000 : n == rank ? 2000000 : 3000000);
        const int64_t got_ns = hist_percentile_ns(h, (double)cases[i].permille / 10);
        CHECK(got_ns >= 2000000 && got_ns < 2002000, "p%g of %lld values is not number %lld", (double)cases[i].permille / 10,
              (long long)cases[i].count, (long long)rank);
        hist_destroy(h);
    }
}

/* Every bucket's edges: a value's bucket has it between its bounds, buckets do not overlap and leave no gap. */
static void
test_buckets_tile_the_range(void)
{
    struct hist *h = hist_create();
    int64_t value_ns = HIST_FLOOR_NS;
    uint32_t slot = 0;

    while (value_ns <= HIST_VALUE_NS_MAX) {
        CHECK(hist_slot(value_ns) == slot, "%lld is in slot %u, not %u", (long long)value_ns, hist_slot(value_ns), slot);
        hist_record(h, value_ns);
        h->max_ns = INT64_MAX; /* So that the bucket's own upper bound is seen. */
        const int64_t upper_ns = hist_percentile_ns(h, 50);
        CHECK(upper_ns >= value_ns && (double)(upper_ns - value_ns) < 0.001 * (double)value_ns,
              "the bucket from %lld ends at %lld", (long long)value_ns, (long long)upper_ns);
        if (upper_ns <= HIST_VALUE_NS_MAX)
            CHECK(hist_slot(upper_ns) == slot, "the upper bound %lld is in another bucket", (long long)upper_ns);
        h->counter[slot] = 0; /* Empty again; a reset of 260 kB for every bucket would be slow. */
        h->count = 0;
        value_ns = upper_ns + 1;
        slot++;
    }
    CHECK(slot == HIST_COUNTER_COUNT, "%u buckets cover the range, there are %d", slot, HIST_COUNTER_COUNT);
    hist_destroy(h);
}

static void
test_values_above_an_hour_are_not_clamped(void)
{
    struct hist *h = hist_create();

    hist_record(h, 1000000);
    hist_record(h, HIST_VALUE_NS_MAX);
    hist_record(h, HIST_VALUE_NS_MAX + 1);
    hist_record(h, 5 * HIST_VALUE_NS_MAX);
    CHECK(h->count == 4 && h->above_count == 2, "count %lld, above %lld", (long long)h->count, (long long)h->above_count);
    CHECK(hist_count_at(h, HIST_VALUE_NS_MAX) == 1, "an hour is inside the range");
    CHECK(hist_count_at(h, HIST_VALUE_NS_MAX + 1) == 0, "more than an hour has no bucket");
    CHECK(hist_percentile_ns(h, 25) >= 1000000 && hist_percentile_ns(h, 25) < 1001000, "p25 is %lld",
          (long long)hist_percentile_ns(h, 25));
    CHECK(hist_percentile_ns(h, 75) == 5 * HIST_VALUE_NS_MAX, "a rank above the range is the maximum");
    hist_destroy(h);
}

static void
test_short_values_share_the_first_counter(void)
{
    struct hist *h = hist_create();

    hist_record(h, 0);
    hist_record(h, 1);
    hist_record(h, 999);
    hist_record(h, 1000);
    CHECK(hist_count_at(h, 5) == 3, "the first counter has %lld", (long long)hist_count_at(h, 5));
    CHECK(hist_count_at(h, 1000) == 1, "a microsecond has a counter of its own");
    CHECK(hist_min_ns(h) == 0, "the minimum stays exact");
    CHECK(hist_percentile_ns(h, 50) == 999, "p50 is %lld", (long long)hist_percentile_ns(h, 50));
    hist_destroy(h);
}

static void
test_empty(void)
{
    struct hist *h = hist_create();
    char text[256];

    CHECK(hist_percentile_ns(h, 99) == 0 && hist_min_ns(h) == 0 && hist_mean_ns(h) == 0, "empty is not all zero");
    CHECK(hist_encode(h, text, sizeof text) > 0, "an empty histogram must encode");
    hist_destroy(h);
    hist_destroy(NULL);
}

static void
test_merging_is_recording_together(void)
{
    enum { PARTS = 5 };
    struct hist *together = hist_create(), *merged = hist_create(), *reversed = hist_create(), *part[PARTS];
    struct rng r;

    rng_init(&r, 2, 0);
    for (int i = 0; i < PARTS; i++) {
        part[i] = hist_create();
        for (int draw = 0; draw < 5000 * i; draw++) { /* The first stays empty. */
            const int64_t value_ns = draw_latency_ns(&r) * (draw % 1000 == 0 ? 1000 : 1);
            hist_record(part[i], value_ns);
            hist_record(together, value_ns);
        }
    }
    for (int i = 0; i < PARTS; i++) {
        hist_merge(merged, part[i]);
        hist_merge(reversed, part[PARTS - 1 - i]);
    }
    CHECK(memcmp(together, merged, sizeof *merged) == 0, "merging differs from recording together");
    CHECK(memcmp(merged, reversed, sizeof *merged) == 0, "the order of merging matters");
    for (int i = 0; i < PARTS; i++)
        hist_destroy(part[i]);
    hist_destroy(together);
    hist_destroy(merged);
    hist_destroy(reversed);
}

/* A small reader of the format, so that the layers are checked here too and not only by other people's decoders. */
struct reader {
    const uint8_t *at;
    const uint8_t *end;
};

static int
base64_value(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = strchr(digits, c);
    return found && c ? (int)(found - digits) : -1;
}

static size_t
decode_base64(const char *text, uint8_t *out)
{
    size_t length = 0;

    for (; text[0] && text[0] != '='; text += 4) {
        const int a = base64_value(text[0]), b = base64_value(text[1]), c = base64_value(text[2]), d = base64_value(text[3]);
        CHECK(a >= 0 && b >= 0, "not base64: %.4s", text);
        out[length++] = (uint8_t)(a << 2 | b >> 4);
        if (c >= 0)
            out[length++] = (uint8_t)(b << 4 | c >> 2);
        if (d >= 0)
            out[length++] = (uint8_t)(c << 6 | d);
        if (d < 0)
            break;
    }
    return length;
}

static uint64_t
read_big_endian(struct reader *in, int size)
{
    uint64_t value = 0;

    for (int i = 0; i < size; i++)
        value = value << 8 | *in->at++;
    return value;
}

static int64_t
read_zigzag(struct reader *in)
{
    uint64_t bits = 0;

    for (int i = 0; i < 9; i++) {
        const uint8_t byte = *in->at++;
        bits |= (uint64_t)(i < 8 ? byte & 0x7f : byte) << (7 * i);
        if (i == 8 || !(byte & 0x80))
            break;
    }
    return (int64_t)(bits >> 1) ^ -(int64_t)(bits & 1);
}

/* Takes the stored blocks apart and checks the sums; returns the size of the payload. */
static size_t
unwrap_zlib(struct reader *in, uint8_t *out)
{
    size_t size = 0;
    uint32_t a = 1, b = 0;
    bool last = false;

    CHECK(read_big_endian(in, 2) == 0x7801, "zlib header");
    while (!last) {
        last = *in->at++ & 1;
        const unsigned length = (unsigned)(in->at[0] | in->at[1] << 8);
        CHECK((length ^ 0xffffU) == (unsigned)(in->at[2] | in->at[3] << 8), "the block's length and its complement");
        memcpy(out + size, in->at + 4, length);
        in->at += 4 + length;
        size += length;
    }
    for (size_t i = 0; i < size; i++) {
        a = (a + out[i]) % 65521;
        b = (b + a) % 65521;
    }
    CHECK(read_big_endian(in, 4) == ((uint64_t)b << 16 | a), "adler32");
    CHECK(in->at == in->end, "%td bytes after the stream", in->end - in->at);
    return size;
}

/* Encodes `h`, decodes it, and compares every counter. */
static void
check_round_trip(const char *what, const struct hist *h)
{
    char *text = malloc(HIST_ENCODED_SIZE_MAX);
    uint8_t *bytes = malloc(HIST_ENCODED_SIZE_MAX), *payload = malloc(HIST_ENCODED_SIZE_MAX);
    const size_t length = hist_encode(h, text, HIST_ENCODED_SIZE_MAX);
    int64_t decoded_count = 0, index = 0;

    CHECK(length > 0 && strlen(text) == length && length % 4 == 0, "%s: length %zu", what, length);
    struct reader in = {bytes, bytes + decode_base64(text, bytes)};
    CHECK(read_big_endian(&in, 4) == 0x1c849314, "%s: cookie of the compressed form", what);
    CHECK(read_big_endian(&in, 4) == (uint64_t)(in.end - in.at), "%s: compressed length", what);
    struct reader inner = {payload, payload + unwrap_zlib(&in, payload)};
    CHECK(read_big_endian(&inner, 4) == 0x1c849313, "%s: cookie", what);
    CHECK(read_big_endian(&inner, 4) == (uint64_t)(inner.end - inner.at) - 32, "%s: payload length", what);
    CHECK(read_big_endian(&inner, 4) == 0 && read_big_endian(&inner, 4) == 3, "%s: offset and digits", what);
    CHECK(read_big_endian(&inner, 8) == 1, "%s: lowest value", what);
    CHECK(read_big_endian(&inner, 8) == (uint64_t)HIST_VALUE_NS_MAX, "%s: highest value", what);
    CHECK(read_big_endian(&inner, 8) == 0x3ff0000000000000, "%s: unit ratio", what);
    while (inner.at < inner.end) {
        const int64_t item = read_zigzag(&inner);
        CHECK(item != -1, "%s: a single empty counter is a zero, as other encoders have it", what);
        if (item <= 0) {
            index += item == 0 ? 1 : -item;
            continue;
        }
        /* A counter's lowest value, by HdrHistogram's own rule. */
        const int bucket = index < 2048 ? 0 : (int)(index >> 10) - 1;
        const int64_t value_ns = bucket == 0 ? index : ((index & 1023) + 1024) << bucket;
        CHECK(hist_count_at(h, value_ns) == item, "%s: %lld values of %lld, recorded %lld", what, (long long)item,
              (long long)value_ns, (long long)hist_count_at(h, value_ns));
        decoded_count += item;
        index++;
    }
    CHECK(decoded_count == h->count - h->above_count, "%s: %lld values encoded of %lld", what, (long long)decoded_count,
          (long long)h->count);

    for (size_t size = 0; size <= length; size += 1 + size / 3)
        CHECK(hist_encode(h, text, size) == 0, "%s: %zu bytes cannot hold %zu", what, size, length + 1);
    CHECK(hist_encode(h, text, length) == 0, "%s: there must be room for the end", what);
    CHECK(hist_encode(h, text, length + 1) == length, "%s: an exact buffer must do", what);
    free(text);
    free(bytes);
    free(payload);
}

static void
test_encoding(void)
{
    struct hist *h = hist_create();
    struct rng r;

    check_round_trip("empty", h);
    hist_record(h, 1);
    check_round_trip("one short value", h);
    hist_record(h, HIST_VALUE_NS_MAX);
    hist_record(h, HIST_VALUE_NS_MAX + 1);
    check_round_trip("both ends", h);
    /* Counts about those that need one byte, two, and three. */
    hist_reset(h);
    for (int i = 0; i < 6; i++)
        record_many(h, 10000 << i, (const int64_t[]){63, 64, 65, 8191, 8192, 8193}[i]);
    check_round_trip("edges of the numbers' bytes", h);
    rng_init(&r, 3, 0);
    for (int count = 1; count <= 100000; count *= 10) {
        hist_reset(h);
        for (int i = 0; i < count; i++)
            hist_record(h, draw_latency_ns(&r));
        check_round_trip("latencies", h);
    }
    /* The largest: no empty counter, every one as large as all can be; several stored blocks. */
    h->count = 0;
    h->min_ns = 1;
    h->max_ns = HIST_VALUE_NS_MAX;
    for (uint32_t slot = 0; slot < HIST_COUNTER_COUNT; slot++) {
        h->counter[slot] = INT64_C(1) << 48;
        h->count += h->counter[slot];
    }
    check_round_trip("full", h);
    hist_destroy(h);
}

/* Reads values, one a line, and prints what the histogram says of them and its encoding as JSON: for comparing with other
 * people's decoders. */
static int
print_encoding(void)
{
    static const double percentiles[] = {0, 1, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 100};
    struct hist *h = hist_create();
    char *text = malloc(HIST_ENCODED_SIZE_MAX);
    long long value_ns;

    while (scanf("%lld", &value_ns) == 1)
        hist_record(h, value_ns);
    hist_encode(h, text, HIST_ENCODED_SIZE_MAX);
    printf("{\"count\":%lld,\"above\":%lld,\"percentiles_ns\":{", (long long)h->count, (long long)h->above_count);
    for (size_t i = 0; i < sizeof percentiles / sizeof percentiles[0]; i++)
        printf("%s\"%g\":%lld", i > 0 ? "," : "", percentiles[i], (long long)hist_percentile_ns(h, percentiles[i]));
    printf("},\"histogram\":\"%s\"}\n", text);
    free(text);
    hist_destroy(h);
    return 0;
}

int
main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--encode") == 0)
        return print_encoding();
    test_empty();
    test_percentiles_within_a_thousandth();
    test_ranks_are_exact();
    test_buckets_tile_the_range();
    test_values_above_an_hour_are_not_clamped();
    test_short_values_share_the_first_counter();
    test_merging_is_recording_together();
    test_encoding();
    return check_result("test_hist");
}
