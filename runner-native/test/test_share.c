/*
 * What is shared out: nothing is lost, and nobody gets more than one more than another.
 */

#include "check.h"
#include "math/share.h"

static void
all_shares_together_are_the_whole(void)
{
    static const int64_t totals[] = {0, 1, 2, 99, 100, 101, 1000003, INT64_MAX};

    for (size_t i = 0; i < sizeof totals / sizeof totals[0]; i++) {
        for (int64_t all = 1; all <= 17; all++) {
            int64_t sum = 0, least = INT64_MAX, most = 0;
            for (int64_t member = 0; member < all; member++) {
                const int64_t share = share_of(totals[i], member, 1, all);
                sum += share;
                least = share < least ? share : least;
                most = share > most ? share : most;
            }
            CHECK(sum == totals[i], "%lld of %lld among %lld", (long long)sum, (long long)totals[i], (long long)all);
            CHECK(most - least <= 1, "from %lld to %lld", (long long)least, (long long)most);
        }
    }
}

/* A worker with three connections gets what three workers with one would. */
static void
a_share_of_several_members_is_the_sum_of_theirs(void)
{
    for (int64_t total = 0; total < 50; total++)
        CHECK(share_of(total, 2, 3, 7) == share_of(total, 2, 1, 7) + share_of(total, 3, 1, 7) + share_of(total, 4, 1, 7),
              "of %lld", (long long)total);
}

int
main(void)
{
    all_shares_together_are_the_whole();
    a_share_of_several_members_is_the_sum_of_theirs();
    return check_result("share");
}
