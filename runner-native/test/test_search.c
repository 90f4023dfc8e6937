/*
 * The search for a limit: what it finds, in how many trials, and that it ends.
 */

#include <math.h>

#include "check_values.h"
#include "math/search.h"

/* Searches for a limit that is known; returns the trials that it took. */
static int
find(struct search *s, int64_t limit)
{
    int trials = 0;

    for (int64_t at; (at = search_next(s)) != 0; trials++) {
        CHECK(at >= 1 && at <= s->most, "%lld", (long long)at);
        CHECK(at != s->holds && at != s->fails, "%lld is known", (long long)at);
        search_tell(s, at, at <= limit);
    }
    return trials;
}

static void
any_limit_is_found_from_any_guess(void)
{
    int most_trials = 0;

    for (int64_t limit = 1; limit <= 400; limit++) {
        for (int64_t start = 1; start <= 400; start += 7) {
            struct search s;
            search_begin(&s, start, 1000, 0, 100);
            const int trials = find(&s, limit);
            most_trials = trials > most_trials ? trials : most_trials;
            CHECK(s.holds == limit && s.fails == limit + 1, "%lld from %lld: %lld .. %lld", (long long)limit, (long long)start,
                  (long long)s.holds, (long long)s.fails);
        }
    }
    CHECK(most_trials <= 20, "%d trials", most_trials);
}

static void
a_good_guess_takes_few_trials(void)
{
    struct search s;

    search_begin(&s, 100, 100000, .05, 100);
    CHECK(find(&s, 104) <= 5, "from near");
    CHECK(s.holds <= 104 && s.fails > 104 && s.fails - s.holds <= 6, "%lld .. %lld", (long long)s.holds, (long long)s.fails);
    search_begin(&s, 100, 100000, .05, 100);
    CHECK(find(&s, 96) <= 5, "from above");
}

static void
what_has_no_limit_ends_at_the_most(void)
{
    struct search s;

    search_begin(&s, 4, 50, .05, 100);
    find(&s, 1000);
    CHECK_INT(s.holds, 50);
    CHECK_INT(s.fails, 0);
    search_begin(&s, 70, 50, .05, 100); /* A guess beyond it. */
    CHECK_INT(find(&s, 1000), 1);
    search_begin(&s, 4, 50, .05, 100);
    find(&s, 0);
    CHECK_INT(s.holds, 0);
    CHECK_INT(s.fails, 1);
}

static void
trials_are_bounded_and_what_they_showed_stays(void)
{
    struct search s;

    search_begin(&s, 10, 1000000, 0, 3);
    CHECK_INT(find(&s, 500000), 3);
    CHECK(s.holds >= 10 && s.fails == 0, "%lld", (long long)s.holds);
}

int
main(void)
{
    any_limit_is_found_from_any_guess();
    a_good_guess_takes_few_trials();
    what_has_no_limit_ends_at_the_most();
    trials_are_bounded_and_what_they_showed_stays();
    return check_result("search");
}
