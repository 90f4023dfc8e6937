/*
 * Slices: METHOD's side by side, as a property of every seed.
 */

#include "check_values.h"
#include "math/schedule.h"

static void
one_target_is_driven_in_two_slices(void)
{
    struct schedule s;
    struct slice_plan plan;

    schedule_init(&s, 1, 0, 2 * NS_PER_S, 10 * NS_PER_S, 1);
    CHECK(schedule_next(&s, &plan), "there is a warm-up");
    CHECK(!plan.is_measured && plan.duration_ns == 2 * NS_PER_S && plan.target == 0, "the warm-up is one slice");
    CHECK(schedule_next(&s, &plan), "there is a measurement");
    CHECK(plan.is_measured && plan.duration_ns == 10 * NS_PER_S && plan.target == 0, "the measurement is one slice");
    CHECK(!schedule_next(&s, &plan), "nothing follows");
}

static void
without_a_time_limit_the_slice_has_no_end(void)
{
    struct schedule s;
    struct slice_plan plan;

    schedule_init(&s, 1, 0, 0, 0, 1);
    CHECK(schedule_next(&s, &plan), "there is a measurement");
    CHECK_INT(plan.duration_ns, INT64_MAX);
    schedule_init(&s, 2, 100 * NS_PER_MS, 0, 0, 1);
    for (int i = 0; i < 100000; i++)
        CHECK(schedule_next(&s, &plan), "pairs go on");
    CHECK(plan.duration_ns <= 125 * NS_PER_MS, "and stay short");
}

static void
rests_decide_the_length(void)
{
    /* Rests of a slice, its slow events, and the length at which rests are a fiftieth; beyond a second, a twentieth. */
    const struct {
        double rest_ms, tail_ms;
        int64_t length_ms;
    } cases[] = {{0, 0, 50},      {1.02, 0, 50}, {1.1, 0, 100}, {2, 0, 100},    {5, 0, 250},    {10, 0, 500},
                 {20.4, 0, 1000}, {30, 0, 1000}, {52, 0, 1000}, {53, 0, 2000},  {150, 0, 5000}, {4000, 0, 5000},
                 {1, 8, 50},      {1, 9, 100},   {1, 40, 250},  {0, 160, 1000}, {0, 900, 1000}, {53, 900, 2000}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct slice_traits traits = {.rest_ns = (int64_t)(cases[i].rest_ms * (double)NS_PER_MS),
                                            .tail_ns = (int64_t)(cases[i].tail_ms * (double)NS_PER_MS)};
        CHECK_INT(slice_length_for(traits), cases[i].length_ms * NS_PER_MS);
    }
}

/* Plays a schedule whose connections rest for so long at the ends of all slices. Returns the length of the measured ones, without
 * jitter, and counts the slices before it first changed. */
static int64_t
play(int target_count, int64_t warmup_ns, int64_t measure_ns, const int64_t rest_ns[2], int *slices_before_change)
{
    struct schedule s;
    struct slice_plan plan;

    schedule_init(&s, target_count, SLICE_AUTO, warmup_ns, measure_ns, 1);
    *slices_before_change = 0;
    while (schedule_next(&s, &plan) && !plan.is_measured) {
        *slices_before_change += s.slice_ns == SLICE_FIRST_NS;
        schedule_note(&s, plan.target, (struct slice_traits){.rest_ns = rest_ns[plan.target]});
    }
    const int64_t chosen_ns = s.slice_ns;
    while (schedule_next(&s, &plan))
        CHECK_INT(s.slice_ns, chosen_ns);
    return chosen_ns;
}

static void
the_warm_up_decides_the_length(void)
{
    const int64_t none[2] = {0, 0}, tail[2] = {NS_PER_MS, 9 * NS_PER_MS}, heavy[2] = {200 * NS_PER_MS, 0};
    int before;

    CHECK_INT(play(2, 2 * NS_PER_S, 8 * NS_PER_S, none, &before), SLICE_FIRST_NS);
    CHECK_INT(play(2, 2 * NS_PER_S, 8 * NS_PER_S, tail, &before), 500 * NS_PER_MS); /* The larger of both. */
    CHECK(before >= 16 && before <= 28, "half of the warm-up has the first length, %d slices", before);
    CHECK_INT(play(1, 2 * NS_PER_S, 8 * NS_PER_S, tail, &before), 50 * NS_PER_MS);
    /* At least two rounds are measured. */
    CHECK_INT(play(2, 2 * NS_PER_S, 8 * NS_PER_S, heavy, &before), 2 * NS_PER_S);
    CHECK_INT(play(2, 2 * NS_PER_S, 60 * NS_PER_S, heavy, &before), 5 * NS_PER_S);
    CHECK_INT(play(2, 2 * NS_PER_S, NS_PER_S / 10, heavy, &before), SLICE_FIRST_NS);
    CHECK_INT(play(2, 0, 8 * NS_PER_S, heavy, &before), SLICE_FIRST_NS); /* Nothing is known. */
}

/* What the first half showed is repeated with the length that it led to: rests may be others there. */
static void
the_choice_is_made_twice(void)
{
    struct schedule s;
    struct slice_plan plan;

    schedule_init(&s, 2, SLICE_AUTO, 4 * NS_PER_S, 8 * NS_PER_S, 1);
    while (schedule_next(&s, &plan) && !plan.is_measured)
        schedule_note(&s, plan.target,
                      (struct slice_traits){.rest_ns = s.slice_ns == SLICE_FIRST_NS ? 5 * NS_PER_MS : 2 * NS_PER_MS});
    CHECK_INT(s.slice_ns, 100 * NS_PER_MS);
}

/* Plays a warm-up of 4 s whose slices all are like that, and a measuring in which they are not. Returns the length after the first choice. */
static int64_t
first_choice(struct slice_traits traits, int64_t *last_ns)
{
    const int64_t warmup_ns = 4 * NS_PER_S;
    struct schedule s;
    struct slice_plan plan;
    int64_t driven_ns = 0, first_ns = SLICE_FIRST_NS;

    schedule_init(&s, 2, SLICE_AUTO, warmup_ns, 60 * NS_PER_S, 1);
    while (schedule_next(&s, &plan) && !plan.is_measured) {
        if (first_ns == SLICE_FIRST_NS && s.slice_ns != SLICE_FIRST_NS) {
            first_ns = s.slice_ns;
            CHECK(driven_ns >= warmup_ns / 2 && driven_ns < warmup_ns / 2 + 2 * 2 * SLICE_FIRST_NS,
                  "it is made half way, after %lld ns", (long long)driven_ns);
        }
        driven_ns += plan.duration_ns;
        schedule_note(&s, plan.target, traits);
    }
    *last_ns = s.slice_ns;
    do {
        CHECK_INT(s.slice_ns, *last_ns);
        schedule_note(&s, plan.target, (struct slice_traits){.rest_ns = 4 * NS_PER_S});
    } while (schedule_next(&s, &plan));
    return first_ns;
}

static void
a_choice_is_by_the_mean_of_slices(void)
{
    int64_t last_ns;

    CHECK_INT(first_choice((struct slice_traits){.rest_ns = 9 * NS_PER_MS}, &last_ns), 500 * NS_PER_MS);
    CHECK_INT(last_ns, 500 * NS_PER_MS);
    CHECK_INT(first_choice((struct slice_traits){.tail_ns = 60 * NS_PER_MS}, &last_ns), 500 * NS_PER_MS);
    CHECK_INT(last_ns, 500 * NS_PER_MS);
}

/* Walks one schedule of two targets and checks what has to hold for all of them. Returns how many pairs began with target 1. */
static int
walk(uint64_t seed, int64_t slice_ns, int64_t warmup_ns, int64_t measure_ns)
{
    struct schedule s;
    struct slice_plan first, second;
    int64_t planned_ns[2][2] = {{0}}; /* [is_measured][target] */
    int began_with_1 = 0;
    bool was_measured = false;

    schedule_init(&s, 2, slice_ns, warmup_ns, measure_ns, seed);
    while (schedule_next(&s, &first)) {
        CHECK(schedule_next(&s, &second), "a slice has its partner");
        CHECK_INT(first.target + second.target, 1);
        CHECK_INT(first.duration_ns, second.duration_ns);
        CHECK_INT(first.is_measured, second.is_measured);
        CHECK(!was_measured || first.is_measured, "no warm-up after the measurement began");
        CHECK(first.duration_ns > 0 && first.duration_ns <= slice_ns * 7 / 4, "a slice of %lld ns",
              (long long)first.duration_ns);
        const int64_t all_ns = (first.is_measured ? measure_ns : warmup_ns) / 2;
        CHECK(first.duration_ns >= (all_ns < slice_ns / 2 ? all_ns : slice_ns / 2), "a rest of %lld ns is joined to its round",
              (long long)first.duration_ns);
        was_measured = first.is_measured;
        planned_ns[first.is_measured][first.target] += first.duration_ns;
        planned_ns[second.is_measured][second.target] += second.duration_ns;
        began_with_1 += first.is_measured && first.target == 1;
    }
    for (int t = 0; t < 2; t++) {
        CHECK_INT(planned_ns[0][t], warmup_ns / 2);
        CHECK_INT(planned_ns[1][t], measure_ns / 2);
    }
    return began_with_1;
}

static void
two_targets_get_equal_time_in_pairs_of_random_order(void)
{
    int began_with_1 = 0;

    for (uint64_t seed = 1; seed <= 200; seed++)
        began_with_1 += walk(seed, 100 * NS_PER_MS, NS_PER_S, 8 * NS_PER_S);
    /* 200 schedules of about 40 pairs: 8,000 fair coins, sd 45. */
    CHECK(began_with_1 > 3700 && began_with_1 < 4300, "%d of about 8000 pairs began with target 1", began_with_1);
    walk(1, 100 * NS_PER_MS, 0, 50 * NS_PER_MS);
    walk(2, 100 * NS_PER_MS, 0, 1001 * NS_PER_MS);
    walk(3, 7 * NS_PER_MS, 3 * NS_PER_MS, 333 * NS_PER_MS + 1);
}

static void
lengths_vary_by_a_quarter(void)
{
    struct schedule s;
    struct slice_plan plan;
    int64_t shortest = INT64_MAX, longest = 0;

    schedule_init(&s, 2, 100 * NS_PER_MS, 0, 0, 9);
    for (int i = 0; i < 2000 && schedule_next(&s, &plan); i++) {
        shortest = plan.duration_ns < shortest ? plan.duration_ns : shortest;
        longest = plan.duration_ns > longest ? plan.duration_ns : longest;
    }
    CHECK(shortest >= 75 * NS_PER_MS && shortest < 77 * NS_PER_MS, "shortest %lld", (long long)shortest);
    CHECK(longest <= 125 * NS_PER_MS && longest > 123 * NS_PER_MS, "longest %lld", (long long)longest);
}

static void
the_seed_alone_decides(void)
{
    struct schedule a, b, c;
    struct slice_plan plan_a, plan_b, plan_c;
    bool differs = false;

    schedule_init(&a, 2, 100 * NS_PER_MS, 0, 5 * NS_PER_S, 5);
    schedule_init(&b, 2, 100 * NS_PER_MS, 0, 5 * NS_PER_S, 5);
    schedule_init(&c, 2, 100 * NS_PER_MS, 0, 5 * NS_PER_S, 6);
    while (schedule_next(&a, &plan_a) && schedule_next(&b, &plan_b)) {
        CHECK(plan_a.target == plan_b.target && plan_a.duration_ns == plan_b.duration_ns, "same seed, same slice");
        differs = differs || !schedule_next(&c, &plan_c) || plan_c.duration_ns != plan_a.duration_ns;
    }
    CHECK(differs, "another seed gives another schedule");
}

int
main(void)
{
    rests_decide_the_length();
    the_warm_up_decides_the_length();
    the_choice_is_made_twice();
    a_choice_is_by_the_mean_of_slices();
    one_target_is_driven_in_two_slices();
    without_a_time_limit_the_slice_has_no_end();
    two_targets_get_equal_time_in_pairs_of_random_order();
    lengths_vary_by_a_quarter();
    the_seed_alone_decides();
    return check_result("schedule");
}
