#include "math/hist.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct hist *
hist_create(void)
{
    struct hist *h = calloc(1, sizeof *h);

    if (h)
        hist_begin(h);
    return h;
}

void
hist_destroy(struct hist *h)
{
    free(h);
}

void
hist_reset(struct hist *h)
{
    memset(h, 0, sizeof *h);
    h->min_ns = INT64_MAX;
}

void
hist_begin(struct hist *zeroed)
{
    zeroed->min_ns = INT64_MAX;
}

/* The slots that may hold something. */
struct range {
    uint32_t first, end;
};

static struct range
used_range(const struct hist *h)
{
    if (h->count == 0 || h->min_ns > HIST_VALUE_NS_MAX)
        return (struct range){0, 0};
    return (struct range){hist_slot(h->min_ns), hist_slot(h->max_ns < HIST_VALUE_NS_MAX ? h->max_ns : HIST_VALUE_NS_MAX) + 1};
}

void
hist_merge(struct hist *into, const struct hist *from)
{
    const struct range range = used_range(from);

    assert(into != from);
    if (from->count == 0)
        return;
    into->count += from->count;
    into->above_count += from->above_count;
    into->sum_ns += from->sum_ns;
    if (from->min_ns < into->min_ns)
        into->min_ns = from->min_ns;
    if (from->max_ns > into->max_ns)
        into->max_ns = from->max_ns;
    for (uint32_t slot = range.first; slot < range.end; slot++)
        into->counter[slot] += from->counter[slot];
}

/* The highest value that is counted in `slot`. */
static int64_t
slot_value_ns_max(uint32_t slot)
{
    const uint32_t index = slot + HIST_FLOOR_NS;

    if (index < 2 * HIST_HALF)
        return index;
    const int bucket = (int)(index / HIST_HALF) - 1;
    const int64_t sub_bucket = index % HIST_HALF + HIST_HALF;
    return ((sub_bucket + 1) << bucket) - 1;
}

/* The lowest value that is counted in `slot`. */
static int64_t
slot_value_ns_min(uint32_t slot)
{
    return slot == 0 ? 0 : slot_value_ns_max(slot - 1) + 1;
}

static void
set_limits(struct hist *h)
{
    const struct range range = used_range(h);
    uint32_t first = range.first, last = range.end;

    while (first < range.end && h->counter[first] == 0)
        first++;
    while (last > first && h->counter[last - 1] == 0)
        last--;
    /* Without a value in the range all that is left lies above it. */
    const int64_t least_ns = first < range.end ? slot_value_ns_min(first) : HIST_VALUE_NS_MAX + 1;
    if (h->min_ns < least_ns)
        h->min_ns = least_ns;
    if (h->above_count == 0 && h->max_ns > slot_value_ns_max(last - 1))
        h->max_ns = slot_value_ns_max(last - 1);
}

void
hist_subtract(struct hist *from, const struct hist *part)
{
    const struct range range = used_range(part);

    assert(from != part);
    assert(part->count <= from->count);
    from->count -= part->count;
    from->above_count -= part->above_count;
    from->sum_ns -= part->sum_ns;
    for (uint32_t slot = range.first; slot < range.end; slot++) {
        from->counter[slot] -= part->counter[slot];
        assert(from->counter[slot] >= 0);
    }
    if (from->count == 0)
        hist_reset(from);
    else
        set_limits(from);
}

/* ceil(count * percentile / 100), in integers: in doubles 99.9 * 41000 / 100 is above 40959. Percentiles are decimal numbers, taken
 * to nine places. */
static int64_t
rank_of(double percentile, int64_t count)
{
    const __int128 billionths = (__int128)llround(percentile * 1e9) * count, all = (__int128)100 * 1000000000;

    return (int64_t)((billionths + all - 1) / all);
}

int64_t
hist_percentile_ns(const struct hist *h, double percentile)
{
    assert(percentile >= 0);
    assert(percentile <= 100);
    if (h->count == 0)
        return 0;
    int64_t rank = rank_of(percentile, h->count);
    if (rank < 1)
        rank = 1;
    if (rank > h->count - h->above_count)
        return h->max_ns;

    const struct range range = used_range(h);
    int64_t seen = 0;
    for (uint32_t slot = range.first; slot < range.end; slot++) {
        seen += h->counter[slot];
        if (seen >= rank) {
            const int64_t value_ns = slot_value_ns_max(slot);
            return value_ns < h->max_ns ? value_ns : h->max_ns;
        }
    }
    assert(false && "the counters hold fewer values than the count says");
    return h->max_ns;
}

int64_t
hist_min_ns(const struct hist *h)
{
    return h->count > 0 ? h->min_ns : 0;
}

double
hist_mean_ns(const struct hist *h)
{
    return h->count > 0 ? (double)h->sum_ns / (double)h->count : 0;
}

double
hist_stddev_ns(const struct hist *h)
{
    const struct range range = used_range(h);
    const double mean = hist_mean_ns(h);
    const int64_t count = h->count - h->above_count;
    double squares = 0;

    for (uint32_t slot = range.first; slot < range.end; slot++) {
        const double off = ((double)slot_value_ns_min(slot) + (double)slot_value_ns_max(slot)) / 2 - mean;
        squares += (double)h->counter[slot] * off * off;
    }
    return count > 0 ? sqrt(squares / (double)count) : 0;
}

int64_t
hist_count_at(const struct hist *h, int64_t value_ns)
{
    assert(value_ns >= 0);
    return value_ns > HIST_VALUE_NS_MAX ? 0 : h->counter[hist_slot(value_ns)];
}

/*
 * The encoder. From the inside out: counters as zigzag LEB128 numbers (a negative one is a run of empty counters) after a
 * header of 40 bytes; a zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4) around it; a header of 8 bytes; base64.
 * Every layer is written in one pass into the caller's buffer, after a first pass that only counts the bytes.
 */

enum {
    V2_COOKIE = 0x1c849313,
    V2_COMPRESSED_COOKIE = 0x1c849314,
    V2_HEADER_SIZE = 40,
    LEB128_SIZE_MAX = 9,
    STORED_BLOCK_SIZE_MAX = 65535,
    STORED_BLOCK_HEADER_SIZE = 5,
    ADLER_MODULUS = 65521,
};

/* The way of the payload: counted only (out is NULL), or through the zlib and base64 layers into `out`. */
struct sink {
    char *out;
    size_t out_length;
    uint32_t triple; /* Up to three bytes that wait to become four characters. */
    int triple_size;
    uint32_t adler_a;
    uint32_t adler_b;
    size_t payload_size; /* Bytes of payload so far. */
    size_t payload_total;
};

static const char base64_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void
sink_quad(struct sink *s, uint32_t triple)
{
    for (int shift = 18; shift >= 0; shift -= 6)
        s->out[s->out_length++] = base64_digits[triple >> shift & 63];
}

static void
sink_raw(struct sink *s, uint8_t byte)
{
    s->triple = s->triple << 8 | byte;
    if (++s->triple_size < 3)
        return;
    sink_quad(s, s->triple);
    s->triple = 0;
    s->triple_size = 0;
}

static void
sink_raw_u32(struct sink *s, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        sink_raw(s, (uint8_t)(value >> shift));
}

static void
sink_block_header(struct sink *s)
{
    const size_t left = s->payload_total - s->payload_size;
    const uint16_t size = left > STORED_BLOCK_SIZE_MAX ? STORED_BLOCK_SIZE_MAX : (uint16_t)left;

    sink_raw(s, left <= STORED_BLOCK_SIZE_MAX); /* 1: the last block. */
    sink_raw(s, (uint8_t)size);
    sink_raw(s, (uint8_t)(size >> 8));
    sink_raw(s, (uint8_t)~size);
    sink_raw(s, (uint8_t)(~size >> 8));
}

static void
sink_payload(struct sink *s, uint8_t byte)
{
    if (s->out) {
        if (s->payload_size % STORED_BLOCK_SIZE_MAX == 0)
            sink_block_header(s);
        sink_raw(s, byte);
        s->adler_a = (s->adler_a + byte) % ADLER_MODULUS;
        s->adler_b = (s->adler_b + s->adler_a) % ADLER_MODULUS;
    }
    s->payload_size++;
}

static void
sink_finish(struct sink *s)
{
    sink_raw_u32(s, s->adler_b << 16 | s->adler_a);
    if (s->triple_size > 0) {
        const int missing = 3 - s->triple_size;
        sink_quad(s, s->triple << (8 * missing));
        for (int i = 1; i <= missing; i++)
            s->out[s->out_length - (size_t)i] = '=';
    }
    s->out[s->out_length] = '\0';
}

static void
put_u32(struct sink *s, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        sink_payload(s, (uint8_t)(value >> shift));
}

static void
put_u64(struct sink *s, uint64_t value)
{
    put_u32(s, (uint32_t)(value >> 32));
    put_u32(s, (uint32_t)value);
}

/* HdrHistogram's variant of LEB128: seven bits a byte, low ones first, but a ninth byte is used whole. */
static void
put_zigzag(struct sink *s, int64_t value)
{
    uint64_t bits = ((uint64_t)value << 1) ^ (uint64_t)(value >> 63);

    for (int size = 1; size < LEB128_SIZE_MAX && bits >= 0x80; size++) {
        sink_payload(s, (uint8_t)(bits | 0x80));
        bits >>= 7;
    }
    sink_payload(s, (uint8_t)bits);
}

/* Counters up to the last one in use; the slots below HIST_FLOOR_NS are an empty run of the format. */
static void
put_counters(struct sink *s, const struct hist *h)
{
    const struct range range = used_range(h);
    int64_t empty_run = HIST_FLOOR_NS + range.first;

    for (uint32_t slot = range.first; slot < range.end; slot++) {
        const int64_t count = h->counter[slot];
        if (count == 0) {
            empty_run++;
            continue;
        }
        if (empty_run > 0)
            put_zigzag(s, empty_run > 1 ? -empty_run : 0);
        put_zigzag(s, count);
        empty_run = 0;
    }
}

static void
put_histogram(struct sink *s, const struct hist *h, uint32_t counters_size)
{
    const double unit_ratio = 1.0;
    uint64_t unit_ratio_bits;

    memcpy(&unit_ratio_bits, &unit_ratio, sizeof unit_ratio_bits);
    put_u32(s, V2_COOKIE);
    put_u32(s, counters_size);
    put_u32(s, 0); /* Normalising offset. */
    put_u32(s, 3); /* Significant digits. */
    put_u64(s, 1); /* Lowest discernible value. */
    put_u64(s, HIST_VALUE_NS_MAX);
    put_u64(s, unit_ratio_bits);
    put_counters(s, h);
}

size_t
hist_encode(const struct hist *h, char *out, size_t out_size)
{
    struct sink counted = {0};
    put_counters(&counted, h);

    const size_t payload_total = counted.payload_size + V2_HEADER_SIZE;
    const size_t block_count = (payload_total + STORED_BLOCK_SIZE_MAX - 1) / STORED_BLOCK_SIZE_MAX;
    const size_t zlib_size = 2 + block_count * STORED_BLOCK_HEADER_SIZE + payload_total + 4;
    const size_t text_length = (8 + zlib_size + 2) / 3 * 4;
    if (text_length + 1 > out_size)
        return 0;

    struct sink s = {.out = out, .adler_a = 1, .payload_total = payload_total};
    sink_raw_u32(&s, V2_COMPRESSED_COOKIE);
    sink_raw_u32(&s, (uint32_t)zlib_size);
    sink_raw(&s, 0x78); /* Deflate with a window of 32 kB, */
    sink_raw(&s, 0x01); /* fastest: a multiple of 31 together with 0x78. */
    put_histogram(&s, h, (uint32_t)counted.payload_size);
    sink_finish(&s);
    assert(s.out_length == text_length);
    return s.out_length;
}
