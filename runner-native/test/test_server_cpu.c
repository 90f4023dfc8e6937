/* The CPU time of a process tree against what getrusage() says of the same processes. CPU is burnt until the burner's own
 * clock has advanced so far, so a busy machine changes how long a test takes but not what it sees. */

#include "machine/server_cpu.h"
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BURN_NS (150 * NS_PER_MS)
#define HELD_BYTES (32 * 1024 * 1024)
#define TICKS_NS (4 * 10 * NS_PER_MS) /* Two ticks for each of two readings. */

static int64_t
clock_ns(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return now.tv_sec * NS_PER_S + now.tv_nsec;
}

static void
burn(int64_t cpu_ns)
{
    const int64_t until_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID) + cpu_ns;
    while (clock_ns(CLOCK_THREAD_CPUTIME_ID) < until_ns)
        continue;
}

static void *
burn_in_thread(void *arg)
{
    burn(*(const int64_t *)arg);
    return NULL;
}

/* A child that follows orders byte by byte: b = burn, t = burn in a thread that ends, f = fork a child that burns and wait for
 * it, m = take HELD_BYTES of memory, q = quit. Each order is answered. */
struct servant {
    pid_t pid;
    int orders;
    int answers;
};

static void
servant_loop(int orders, int answers)
{
    char order;
    const int64_t burn_ns = BURN_NS;
    char *volatile held = NULL;

    while (read(orders, &order, 1) == 1 && order != 'q') {
        if (order == 'b')
            burn(BURN_NS);
        if (order == 't') {
            pthread_t thread;
            pthread_create(&thread, NULL, burn_in_thread, (void *)&burn_ns);
            pthread_join(thread, NULL);
        }
        if (order == 'f') {
            const pid_t pid = fork();
            if (pid == 0) {
                burn(BURN_NS);
                _exit(0);
            }
            waitpid(pid, NULL, 0);
        }
        if (order == 'm') {
            held = malloc(HELD_BYTES);
            if (held)
                memset(held, 1, HELD_BYTES);
        }
        if (write(answers, &order, 1) != 1)
            break;
    }
    free(held);
    _exit(0);
}

static struct servant
servant_start(void)
{
    int orders[2], answers[2];
    struct servant s = {0};

    if (pipe(orders) != 0 || pipe(answers) != 0)
        return s;
    s.pid = fork();
    if (s.pid == 0) {
        close(orders[1]);
        close(answers[0]);
        servant_loop(orders[0], answers[1]);
    }
    close(orders[0]);
    close(answers[1]);
    s.orders = orders[1];
    s.answers = answers[0];
    return s;
}

static void
servant_do(const struct servant *s, char order)
{
    char answer = 0;
    CHECK(write(s->orders, &order, 1) == 1 && read(s->answers, &answer, 1) == 1 && answer == order, "order %c failed", order);
}

static void
servant_stop(struct servant *s)
{
    close(s->orders);
    close(s->answers);
    waitpid(s->pid, NULL, 0);
}

static int64_t
used_since(const struct server_cpu *cpu)
{
    struct diag d = DIAG_NONE;
    int64_t used_ns = -1;

    CHECK(server_cpu_stop(cpu, &used_ns, &d) == ERR_OK, "stop: %s", d.text);
    return used_ns;
}

static void
check_used(const char *what, int64_t used_ns, int64_t expected_ns, int64_t tolerance_ns)
{
    /* Burning overshoots by one look at the clock; the sanitizers make that slow. */
    CHECK(used_ns >= expected_ns - tolerance_ns && used_ns <= expected_ns + tolerance_ns + expected_ns / 5,
          "%s: %.1f ms were found of %.1f ms", what, (double)used_ns / 1e6, (double)expected_ns / 1e6);
}

static void
test_living_processes_and_threads_are_exact(void)
{
    struct servant s = servant_start();
    struct server_cpu cpu;
    struct diag d = DIAG_NONE;

    servant_do(&s, 'b'); /* What was used before does not count. */
    CHECK(server_cpu_start(&cpu, s.pid, &d) == ERR_OK, "start: %s", d.text);
    CHECK(strcmp(server_cpu_source(&cpu), "cpu-clock") == 0, "the source is %s", server_cpu_source(&cpu));
    check_used("idle", used_since(&cpu), 0, NS_PER_MS);
    servant_do(&s, 'b');
    check_used("burnt", used_since(&cpu), BURN_NS, NS_PER_MS);
    servant_do(&s, 't');
    check_used("burnt in a thread that ended", used_since(&cpu), 2 * BURN_NS, NS_PER_MS);
    for (int64_t burnt_ns = 2 * BURN_NS; burnt_ns < NS_PER_S; burnt_ns += BURN_NS)
        servant_do(&s, 'b');
    check_used("more than a second", used_since(&cpu), 7 * BURN_NS, NS_PER_MS);
    server_cpu_free(&cpu);
    servant_stop(&s);
}

/* The servant is a backend of this process, which is the root; both are asked often. */
static void
test_laps_tell_backends_from_others(void)
{
    struct servant s = servant_start();
    struct server_cpu cpu;
    struct diag d = DIAG_NONE;
    const int64_t pids[] = {s.pid, 1, s.pid, -7};

    servant_do(&s, 'b');
    CHECK(server_cpu_start(&cpu, getpid(), &d) == ERR_OK, "start: %s", d.text);
    CHECK(server_cpu_mark_backends(&cpu, pids, 4) == 1, "one of them is of this tree, and is counted once");
    servant_do(&s, 'b');
    struct server_cpu_lap lap = server_cpu_lap(&cpu);
    check_used("a backend's lap", lap.backends_ns, BURN_NS, NS_PER_MS);
    check_used("of all in it", lap.all_ns, BURN_NS, 5 * NS_PER_MS);
    burn(BURN_NS);
    lap = server_cpu_lap(&cpu);
    check_used("a lap in which another worked", lap.all_ns, BURN_NS, 5 * NS_PER_MS);
    check_used("the backend's part of it", lap.backends_ns, 0, NS_PER_MS);
    servant_stop(&s);
    lap = server_cpu_lap(&cpu);
    check_used("a backend that has gone", lap.backends_ns, 0, NS_PER_MS);
    server_cpu_free(&cpu);
}

/* As parallel workers do: the root's children come and go between two laps. */
static void
test_a_lap_has_what_came_and_went(void)
{
    struct servant s = servant_start();
    struct server_cpu cpu;
    struct diag d = DIAG_NONE;

    servant_do(&s, 'f'); /* Reaped before the start. */
    CHECK(server_cpu_start(&cpu, s.pid, &d) == ERR_OK, "start: %s", d.text);
    servant_do(&s, 'f');
    struct server_cpu_lap lap = server_cpu_lap(&cpu);
    check_used("a child that came and went", lap.ended_ns, BURN_NS, TICKS_NS);
    check_used("of all in its lap", lap.all_ns, BURN_NS, TICKS_NS);
    servant_do(&s, 'b');
    lap = server_cpu_lap(&cpu);
    check_used("in the next lap", lap.ended_ns, 0, NS_PER_MS);
    check_used("of all in that", lap.all_ns, BURN_NS, NS_PER_MS);
    servant_do(&s, 'f');
    check_used("another that came and went, without the one before", server_cpu_lap(&cpu).ended_ns, BURN_NS, TICKS_NS);
    server_cpu_free(&cpu);
    servant_stop(&s);
}

/* This process is the root, its servant known from the first reading: only what it used after its last lap is new. */
static void
test_a_lap_counts_who_ended_once(void)
{
    struct servant s = servant_start();
    struct server_cpu cpu;
    struct diag d = DIAG_NONE;

    servant_do(&s, 'b');
    servant_do(&s, 'f'); /* Its own children before the start are nothing new, either. */
    CHECK(server_cpu_start(&cpu, getpid(), &d) == ERR_OK, "start: %s", d.text);
    servant_do(&s, 'b');
    check_used("while it lives", server_cpu_lap(&cpu).all_ns, BURN_NS, 5 * NS_PER_MS);
    servant_do(&s, 'b');
    servant_stop(&s);
    const struct server_cpu_lap lap = server_cpu_lap(&cpu);
    check_used("what it used before it ended", lap.ended_ns, BURN_NS, TICKS_NS);
    check_used("nothing later", server_cpu_lap(&cpu).ended_ns, 0, NS_PER_MS);
    server_cpu_free(&cpu);
}

static void
test_what_came_and_went_is_whose_slice_it_was(void)
{
    struct server_share share = {0}, unknown = {.backends_ns = -1};
    const struct server_cpu_lap lap = {.all_ns = 100, .backends_ns = 60, .ended_ns = 30};

    server_share_add(&share, &lap, true, 1000);
    CHECK(share.driven_ns == 100 && share.backends_ns == 90 && share.idle_ns == 0, "driven: %lld of %lld",
          (long long)share.backends_ns, (long long)share.driven_ns);
    server_share_add(&share, &lap, false, 3000);
    CHECK(share.driven_ns == 100 && share.backends_ns == 90 && share.idle_ns == 100, "while idle it is nobody's query");
    server_share_end(&share, 240);
    CHECK(share.is_known && share.driven_ns == 110 && share.idle_ns == 130, "the rest is shared out by time: %lld, %lld",
          (long long)share.driven_ns, (long long)share.idle_ns);
    server_share_end(&share, 200);
    CHECK(share.driven_ns == 110 && share.idle_ns == 130, "less than laps have told takes nothing away: %lld, %lld",
          (long long)share.driven_ns, (long long)share.idle_ns);
    struct server_share none = {0};
    server_share_end(&none, 240);
    CHECK(!none.is_known && none.driven_ns == 0 && none.idle_ns == 0, "of no time nothing is known");
    server_share_add(&unknown, &lap, true, 1000);
    CHECK(unknown.backends_ns == -1 && unknown.driven_ns == 100, "who is not known stays unknown");
}

static void
test_ended_children_are_found(void)
{
    struct servant s = servant_start();
    struct server_cpu cpu;
    struct diag d = DIAG_NONE;

    servant_do(&s, 'f'); /* Reaped before the start. */
    CHECK(server_cpu_start(&cpu, s.pid, &d) == ERR_OK, "start: %s", d.text);
    servant_do(&s, 'f');
    check_used("born and ended in between", used_since(&cpu), BURN_NS, TICKS_NS);
    server_cpu_free(&cpu);
    servant_stop(&s);
}

/* Others of the machine come and go as well, more of them than the first list has room for. */
static void
test_others_are_nothing_to_it(void)
{
    enum { OTHER_COUNT = 300 };
    struct server_cpu cpu;
    struct diag d = DIAG_NONE;
    pid_t idle[OTHER_COUNT];

    for (int i = 0; i < OTHER_COUNT; i++) {
        idle[i] = fork();
        if (idle[i] == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            pause();
            _exit(0);
        }
    }
    /* After them, for a servant ends when nobody holds its orders any more. */
    struct servant s = servant_start(), other = servant_start();
    servant_do(&other, 'b');
    CHECK(server_cpu_start(&cpu, s.pid, &d) == ERR_OK, "start: %s", d.text);
    servant_do(&s, 'f');
    servant_stop(&other);
    check_used("beside one that ended", used_since(&cpu), BURN_NS, TICKS_NS);
    for (int i = 0; i < OTHER_COUNT; i++) {
        if (idle[i] > 0) {
            kill(idle[i], SIGKILL);
            waitpid(idle[i], NULL, 0);
        }
    }
    check_used("beside hundreds that ended", used_since(&cpu), BURN_NS, TICKS_NS);
    server_cpu_free(&cpu);
    servant_stop(&s);
}

/* This process is the root here: its servant lives at the first reading, burns, and is reaped before the second. */
static void
test_a_child_that_ends_in_between_counts_once(void)
{
    struct servant s = servant_start();
    struct server_cpu cpu;
    struct diag d = DIAG_NONE;
    struct rusage before, after;

    servant_do(&s, 'b');
    servant_do(&s, 'f'); /* Its own children before the start come with it to its parent. */
    CHECK(server_cpu_start(&cpu, getpid(), &d) == ERR_OK, "start: %s", d.text);
    servant_do(&s, 'b');
    const int64_t living_ns = used_since(&cpu);
    check_used("while it lives", living_ns, BURN_NS, 5 * NS_PER_MS);
    getrusage(RUSAGE_CHILDREN, &before);
    servant_stop(&s);
    getrusage(RUSAGE_CHILDREN, &after);
    CHECK(after.ru_utime.tv_sec * 1000000 + after.ru_utime.tv_usec > before.ru_utime.tv_sec * 1000000 + before.ru_utime.tv_usec,
          "the servant was not reaped");
    const int64_t reaped_ns = used_since(&cpu);
    check_used("after it was reaped", reaped_ns, BURN_NS, TICKS_NS);
    server_cpu_free(&cpu);
}

/* A grandchild whose parent has gone is handed to init, but stays one of the server's. */
static void
test_an_orphan_stays_a_member(void)
{
    int to_orphan[2], from_orphan[2];
    struct server_cpu cpu;
    struct diag d = DIAG_NONE;
    char byte = 'x';

    if (pipe(to_orphan) != 0 || pipe(from_orphan) != 0)
        return;
    const pid_t middle = fork();
    if (middle == 0) {
        if (fork() == 0) {
            close(to_orphan[1]);
            if (write(from_orphan[1], &byte, 1) == 1 && read(to_orphan[0], &byte, 1) == 1) {
                burn(BURN_NS);
                if (write(from_orphan[1], &byte, 1) == 1 && read(to_orphan[0], &byte, 1) == 0)
                    _exit(0);
            }
            _exit(1);
        }
        close(to_orphan[1]);
        pause();
        _exit(0);
    }
    CHECK(read(from_orphan[0], &byte, 1) == 1, "the grandchild did not come up");
    CHECK(server_cpu_start(&cpu, getpid(), &d) == ERR_OK, "start: %s", d.text);
    kill(middle, SIGKILL);
    waitpid(middle, NULL, 0);
    CHECK(write(to_orphan[1], &byte, 1) == 1 && read(from_orphan[0], &byte, 1) == 1, "the orphan did not answer");
    check_used("of an orphan", used_since(&cpu), BURN_NS, TICKS_NS);
    close(to_orphan[1]);
    close(to_orphan[0]);
    close(from_orphan[0]);
    close(from_orphan[1]);
    server_cpu_free(&cpu);
}

static void
test_memory_is_what_the_processes_hold_for_themselves(void)
{
    struct servant s = servant_start();
    struct server_cpu cpu;
    struct diag d = DIAG_NONE;

    CHECK(server_cpu_start(&cpu, s.pid, &d) == ERR_OK, "start: %s", d.text);
    const int64_t before = server_cpu_memory_bytes(&cpu);
    CHECK(before > 0, "a process that holds %lld bytes", (long long)before);
    servant_do(&s, 'm');
    const int64_t taken = server_cpu_memory_bytes(&cpu) - before;
    CHECK(taken >= HELD_BYTES, "%lld of %d bytes were found", (long long)taken, HELD_BYTES);
    CHECK(before % 4096 == 0, "memory is held by the page, not in %lld bytes", (long long)before);
    servant_stop(&s);
    CHECK(server_cpu_memory_bytes(&cpu) == -1, "a process that is gone holds nothing that is known");
    server_cpu_free(&cpu);
}

static void
test_a_missing_process_is_an_error(void)
{
    struct servant s = servant_start();
    struct server_cpu cpu;
    struct diag d = DIAG_NONE;
    int64_t used_ns;

    CHECK(server_cpu_start(&cpu, s.pid, &d) == ERR_OK, "start: %s", d.text);
    servant_stop(&s);
    CHECK(server_cpu_stop(&cpu, &used_ns, &d) == ERR_TARGET && used_ns == 0, "a server that is gone gave %lld ns",
          (long long)used_ns);
    CHECK(strstr(d.hint, "--server-pid") != NULL, "no remedy: %s", d.hint);
    server_cpu_free(&cpu);

    d = DIAG_NONE;
    CHECK(server_cpu_start(&cpu, s.pid, &d) == ERR_TARGET, "a process that is gone can be started on");
    server_cpu_free(&cpu);
}

int
main(void)
{
    test_living_processes_and_threads_are_exact();
    test_laps_tell_backends_from_others();
    test_a_lap_has_what_came_and_went();
    test_a_lap_counts_who_ended_once();
    test_what_came_and_went_is_whose_slice_it_was();
    test_ended_children_are_found();
    test_others_are_nothing_to_it();
    test_a_child_that_ends_in_between_counts_once();
    test_an_orphan_stays_a_member();
    test_memory_is_what_the_processes_hold_for_themselves();
    test_a_missing_process_is_an_error();
    return check_result("test_server_cpu");
}
