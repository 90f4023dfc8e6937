#include "math/schedule.h"

#include <assert.h>
#include <string.h>

/* Its own stream: the connections use 0 and up. */
#define SCHEDULE_STREAM UINT64_C(0x5c4ed01e00000000)

void
schedule_init(struct schedule *s, int target_count, int64_t slice_ns, int64_t warmup_ns, int64_t measure_ns, uint64_t seed)
{
    assert(target_count >= 1);
    assert(target_count <= TARGET_COUNT_MAX);
    assert(target_count == 1 || slice_ns != 0);
    *s = (struct schedule){
        .target_count = target_count,
        .slice_ns = slice_ns == SLICE_AUTO ? SLICE_FIRST_NS : slice_ns,
        .chooses = slice_ns == SLICE_AUTO,
        .choose_at_ns = warmup_ns / 2,
        .warmup_left_ns = warmup_ns,
        .measure_left_ns = measure_ns > 0 ? measure_ns : INT64_MAX,
    };
    rng_init(&s->rng, seed, SCHEDULE_STREAM);
}

static int64_t
longer_ns(int64_t a_ns, int64_t b_ns)
{
    return a_ns > b_ns ? a_ns : b_ns;
}

static int64_t
shorter_ns(int64_t a_ns, int64_t b_ns)
{
    return a_ns < b_ns ? a_ns : b_ns;
}

int64_t
slice_length_for(struct slice_traits traits)
{
    /* With 49 times the rest next to it the rest is a fiftieth, with 19 a twentieth. A percentile is judged by slices of five times its
     * length, and a warm-up knows it roughly. */
    enum { FIFTIETH = 49, TWENTIETH = 19, TAILS = 6 };
    /* Few lengths, so that most sessions of a measurement come to the same. */
    static const int64_t lengths_ms[] = {50, 100, 250, 500, 1000, 2000, 5000};
    const int64_t rested_ns = shorter_ns(FIFTIETH * traits.rest_ns, longer_ns(TWENTIETH * traits.rest_ns, NS_PER_S));
    const int64_t wanted_ns = longer_ns(rested_ns, shorter_ns(TAILS * traits.tail_ns, NS_PER_S));
    size_t i = 0;

    while (i + 1 < ARRAY_LENGTH(lengths_ms) && lengths_ms[i] * NS_PER_MS < wanted_ns)
        i++;
    return lengths_ms[i] * NS_PER_MS;
}

void
schedule_note(struct schedule *s, int target, struct slice_traits traits)
{
    s->seen[target].slice_count++;
    s->seen[target].sum.rest_ns += traits.rest_ns;
    s->seen[target].sum.tail_ns += traits.tail_ns;
}

/* The longest that a target wants; as it is where one of them has not been driven. A measuring that would not hold two rounds of it gets
 * shorter ones. */
static void
choose_length(struct schedule *s)
{
    const int64_t most_ns = s->measure_left_ns / (2 * s->target_count);
    int64_t wanted_ns = SLICE_FIRST_NS;

    for (int t = 0; t < s->target_count; t++) {
        const struct slice_sum *const seen = &s->seen[t];
        if (seen->slice_count == 0)
            return;
        const struct slice_traits mean = {.rest_ns = seen->sum.rest_ns / seen->slice_count,
                                          .tail_ns = seen->sum.tail_ns / seen->slice_count};
        wanted_ns = longer_ns(wanted_ns, slice_length_for(mean));
    }
    memset(s->seen, 0, sizeof s->seen);
    s->slice_ns = longer_ns(shorter_ns(wanted_ns, most_ns), SLICE_FIRST_NS);
}

/* Half way through the warm-up, and at its end. */
static void
choose_in_time(struct schedule *s)
{
    if (!s->chooses || s->warmup_left_ns > s->choose_at_ns)
        return;
    choose_length(s);
    s->choose_at_ns = s->warmup_left_ns > 0 ? 0 : -1;
}

/* The length of the slices of the next round, one slice of each target. Takes it off `left_ns`. A rest that would be shorter
 * than half a slice is joined to this round. */
static int64_t
take_round(struct schedule *s, int64_t *left_ns)
{
    const int64_t left_each_ns = *left_ns / s->target_count;

    if (s->slice_ns == 0) {
        const int64_t all_ns = *left_ns;
        if (*left_ns != INT64_MAX)
            *left_ns = 0;
        return all_ns;
    }
    const int64_t jitter_ns = s->slice_ns / 4;
    int64_t length_ns = s->slice_ns + rng_between(&s->rng, -jitter_ns, jitter_ns);
    if (left_each_ns - length_ns < s->slice_ns / 2)
        length_ns = left_each_ns;
    if (*left_ns != INT64_MAX) {
        *left_ns -= length_ns * s->target_count;
        if (*left_ns < s->target_count) /* The rest of the division. */
            *left_ns = 0;
    }
    return length_ns;
}

static void
fill_queue(struct schedule *s, bool is_measured)
{
    const int64_t length_ns = take_round(s, is_measured ? &s->measure_left_ns : &s->warmup_left_ns);
    const int first = s->target_count == 1 ? 0 : (int)rng_below(&s->rng, (uint64_t)s->target_count);

    for (int i = 0; i < s->target_count; i++) {
        s->queue[i] = (struct slice_plan){
            .target = (first + i) % s->target_count,
            .is_measured = is_measured,
            .duration_ns = length_ns,
            .elapsed_ns = is_measured ? s->measured_ns : -1,
        };
    }
    if (is_measured && length_ns != INT64_MAX)
        s->measured_ns += length_ns * s->target_count;
    s->queue_length = s->target_count;
}

bool
schedule_next(struct schedule *s, struct slice_plan *plan)
{
    if (s->queue_length == 0) {
        if (s->warmup_left_ns == 0 && s->measure_left_ns == 0)
            return false;
        choose_in_time(s);
        fill_queue(s, s->warmup_left_ns == 0);
    }
    *plan = s->queue[s->target_count - s->queue_length];
    s->queue_length--;
    return true;
}
