/*
 * Who else used a pinned CPU: what a CPU did, less what was ours.
 */

#include "base/base.h"
#include "check_values.h"
#include "machine/neighbours.h"

/* Four workers on two CPUs for ten seconds, each worker and its backends busy for two; CPU 0 is half ours, CPU 1 as well. */
static struct neighbours
quiet(void)
{
    struct neighbours n = {0};

    for (int i = 0; i < 4; i++) {
        n.before[i] = (struct neighbour_reading){
            .cpu = i % 2, .at_ns = 5, .busy_ns = 100 * NS_PER_S, .own_ns = i, .backends = 7};
        n.after[i] = n.before[i];
        n.after[i].at_ns += 10 * NS_PER_S;
        n.after[i].busy_ns += 4 * NS_PER_S;
        n.after[i].own_ns += 2 * NS_PER_S;
    }
    return n;
}

static void
expect_share(const struct neighbours *n, double share, int cpu)
{
    int found = -1;
    const double worst = neighbours_worst(n, 4, &found);

    CHECK(worst > share - 1e-9 && worst < share + 1e-9, "%g, not %g", worst, share);
    CHECK_INT(found, cpu);
}

static void
what_is_not_ours_was_taken_by_others(void)
{
    struct neighbours n = quiet();

    expect_share(&n, 0, 0);
    n.after[1].busy_ns += 3 * NS_PER_S;
    n.after[3].busy_ns += 3 * NS_PER_S;
    expect_share(&n, 0.3, 1);
}

/* Ticks are counted by chance, clocks are exact. */
static void
a_share_is_never_below_nothing(void)
{
    struct neighbours n = quiet();

    for (int i = 0; i < 4; i++)
        n.after[i].own_ns += NS_PER_S;
    expect_share(&n, 0, 0);
}

static void
what_cannot_be_known_is_not_said(void)
{
    struct neighbours n = quiet();

    n.after[2].backends = 8; /* A connection was opened anew. */
    expect_share(&n, -1, -1);
    n = quiet();
    for (int i = 0; i < 4; i++)
        n.before[i].cpu = n.after[i].cpu = -1;
    expect_share(&n, -1, -1);
    n = quiet();
    for (int i = 0; i < 4; i++)
        n.after[i].at_ns = n.before[i].at_ns + NS_PER_S - 1;
    expect_share(&n, -1, -1);
}

/* Only of a kernel that would say so otherwise. */
static void
interrupts_are_ours_where_no_kernel_keeps_them_apart(void)
{
    CHECK(neighbours_own_interrupts("6.18.44-fc-v509", true, false), "6.18");
    CHECK(neighbours_own_interrupts("7.0.1", true, false), "7.0");
    CHECK(!neighbours_own_interrupts("6.18.44", true, true), "accounted for apart");
    CHECK(!neighbours_own_interrupts("6.18.44", false, false), "no /proc/pressure");
    CHECK(!neighbours_own_interrupts("5.15.0-91-generic", true, false), "too old to say");
    CHECK(!neighbours_own_interrupts("unknown", true, false), "no number");
}

int
main(void)
{
    interrupts_are_ours_where_no_kernel_keeps_them_apart();
    what_is_not_ours_was_taken_by_others();
    a_share_is_never_below_nothing();
    what_cannot_be_known_is_not_said();
    return check_result("neighbours");
}
