#include "machine/placement.h"

#include "machine/host.h"
#include "check.h"

static bool
is_wanted(enum placement_mode mode, double rate_per_s, int threads, int worker_count)
{
    const struct options o = {.run = {.placement = mode, .rate_per_s = rate_per_s}, .load.threads = threads};

    return placement_is_wanted(&o, worker_count);
}

static void
auto_pins_a_closed_loop_that_fills_all_cpus_alike(void)
{
    const int cpus = host_cpu_count();

    CHECK(is_wanted(PLACEMENT_AUTO, 0, cpus, cpus), "a connection for each of %d CPUs", cpus);
    CHECK(is_wanted(PLACEMENT_AUTO, 0, 8 * cpus, 2 * cpus), "8 connections and 2 workers for each of %d CPUs", cpus);
    CHECK(!is_wanted(PLACEMENT_AUTO, 0, 2 * cpus + 1, cpus) || cpus == 1, "a connection left over on %d CPUs", cpus);
    CHECK(!is_wanted(PLACEMENT_AUTO, 0, 3 * cpus, 2 * cpus), "workers of 1 and 2 connections on %d CPUs", cpus);
    CHECK(!is_wanted(PLACEMENT_AUTO, 0, cpus + 1, cpus + 1) || cpus == 1, "a worker left over on %d CPUs", cpus);
    CHECK(!is_wanted(PLACEMENT_AUTO, 100, cpus, cpus), "with planned starts");
}

static void
what_is_asked_for_is_done(void)
{
    CHECK(!is_wanted(PLACEMENT_FREE, 0, host_cpu_count(), host_cpu_count()), "free");
    CHECK(is_wanted(PLACEMENT_PINNED, 100, 1, 1), "pinned");
}

static void
workers_take_the_cpus_in_turn(void)
{
    const int cpus = host_cpu_count();
    struct placement at_first;

    placement_init(&at_first);
    CHECK(at_first.cpu == -1, "cpu %d", at_first.cpu);
    CHECK(CPU_COUNT(&at_first.allowed) == cpus, "%d of %d", CPU_COUNT(&at_first.allowed), cpus);
    for (int i = 0; i < cpus; i++) {
        struct placement worker = at_first, next_round = at_first;
        cpu_set_t now;
        placement_pin(&worker, i, pthread_self());
        CHECK(sched_getaffinity(0, sizeof now, &now) == 0 && CPU_COUNT(&now) == 1 && CPU_ISSET(worker.cpu, &now),
              "worker %d is not on CPU %d alone", i, worker.cpu);
        placement_pin(&next_round, i + cpus, pthread_self());
        CHECK(next_round.cpu == worker.cpu, "worker %d on %d, worker %d on %d", i, worker.cpu, i + cpus, next_round.cpu);
        for (int earlier = 0; earlier < i; earlier++) {
            struct placement other = at_first;
            placement_pin(&other, earlier, pthread_self());
            CHECK(other.cpu != worker.cpu, "workers %d and %d share CPU %d", earlier, i, worker.cpu);
        }
    }
}

int
main(void)
{
    auto_pins_a_closed_loop_that_fills_all_cpus_alike();
    what_is_asked_for_is_done();
    workers_take_the_cpus_in_turn();
    return check_result("test_placement");
}
