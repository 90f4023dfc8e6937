#include "schedule.h"

#include <assert.h>

/* Its own stream: the connections use 0 and up. */
#define SCHEDULE_STREAM UINT64_C(0x5c4ed01e00000000)

void
schedule_init(struct schedule *s, int target_count, int64_t slice_ns, int64_t warmup_ns, int64_t measure_ns,
              uint64_t seed)
{
    assert(target_count >= 1);
    assert(target_count <= TARGET_COUNT_MAX);
    assert(target_count == 1 || slice_ns > 0);
    *s = (struct schedule){
        .target_count = target_count,
        .slice_ns = slice_ns,
        .warmup_left_ns = warmup_ns,
        .measure_left_ns = measure_ns > 0 ? measure_ns : INT64_MAX,
    };
    rng_init(&s->rng, seed, SCHEDULE_STREAM);
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
        if (*left_ns < s->target_count) /* What the division left over. */
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
        };
    }
    s->queue_length = s->target_count;
}

bool
schedule_next(struct schedule *s, struct slice_plan *plan)
{
    if (s->queue_length == 0) {
        if (s->warmup_left_ns == 0 && s->measure_left_ns == 0)
            return false;
        fill_queue(s, s->warmup_left_ns == 0);
    }
    *plan = s->queue[s->target_count - s->queue_length];
    s->queue_length--;
    return true;
}
