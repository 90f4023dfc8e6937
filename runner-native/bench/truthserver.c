/*
 * A PostgreSQL-wire server whose speed is known: what a load generator shows of it can be held against the truth.
 *
 *   truthserver [--latency=US] [--random=fixed|uniform|exponential] [--tail=SHARE:FACTOR] [--stall=EVERY_MS:LENGTH_MS]
 *               [--servers=COUNT] [--discipline=fifo|sharing] [--burn=SHARE] [--seed=N]
 *
 * Each statement takes a time that is drawn anew: --latency (default 1000) as it is, or uniform between its half and one and a
 * half of it, or exponential; a share of --tail takes FACTOR times --latency, give or take 5 %. Without --servers each connection has a server of its
 * own, so that latency does not depend on load. With them COUNT servers work off what has arrived: one after the other (fifo), or
 * all at once, each as fast as COUNT servers shared by all can be (sharing). In a stall nothing proceeds.
 *
 * Nothing is computed: one thread, one epoll loop, and answers that are sent when their time has come. Times follow from the plan,
 * not from when this thread was run: a completion that was sent late makes no later one late. --burn does use CPU time: a child
 * process that is busy for that share of one CPU, as background work of a server is, whether it is asked or not.
 *
 * Prints its port and serves until its standard input ends. There, `reset` begins a new account and `report` prints it as one line
 * of JSON: `completions` in `elapsed_ns`, `latency_ns` of each by this server's clock, from the reading of the statement to the sending of
 * its answer (sorted); on average, `late_ns`, by how much the sending was later than planned, and `away_ns`, from the sending of an
 * answer to the reading of the next statement of its connection: the network's and the client's share.
 */

#include <arpa/inet.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "truthplan.h"
#include "wire.h"

enum {
    EVENT_COUNT = 256,
    NS_PER_MS = 1000000,
    BURN_PERIOD_NS = 10 * NS_PER_MS,
};

#define NS_PER_S 1000000000.0

/* A connection, and the answer that it waits for. */
struct client {
    struct wire_connection wire;
    uint8_t *answer;
    size_t answer_size, answer_capacity;
    int64_t arrived_ns;
    int64_t sent_ns; /* 0: nothing yet. */
    double done_at; /* On the axis of `jobs`. */
    int place;      /* In `jobs`; -1: it waits for nothing. */
};

/* Time. */

static int64_t origin_ns;

static int64_t
now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec - origin_ns;
}

/*
 * Jobs: a heap by `done_at`, the least first. The axis is the working time; with --discipline=sharing it is the service that a job
 * has got which has been there from the beginning (each of n gets min(1, servers/n) of the time), so that jobs end in its order.
 */

static struct client **jobs;
static int job_count, job_capacity;
static double served_at, served; /* sharing: the axis, and the working time at which it was there. */
static double free_at[PLAN_SERVER_COUNT_MAX]; /* fifo: when each server has done all that it was given. */

static void
put_job(int place, struct client *c)
{
    jobs[place] = c;
    c->place = place;
}

static void
sift_up(int place, struct client *c)
{
    for (; place > 0 && jobs[(place - 1) / 2]->done_at > c->done_at; place = (place - 1) / 2)
        put_job(place, jobs[(place - 1) / 2]);
    put_job(place, c);
}

static void
sift_down(int place, struct client *c)
{
    for (int child; (child = 2 * place + 1) < job_count; place = child) {
        if (child + 1 < job_count && jobs[child + 1]->done_at < jobs[child]->done_at)
            child++;
        if (jobs[child]->done_at >= c->done_at)
            break;
        put_job(place, jobs[child]);
    }
    put_job(place, c);
}

static void
remove_job(struct client *c)
{
    const int place = c->place;
    struct client *const last = jobs[--job_count];

    c->place = -1;
    if (last == c)
        return;
    sift_down(place, last);
    sift_up(last->place, last);
}

static double
share_of_each(void)
{
    return job_count > plan.server_count ? (double)plan.server_count / job_count : 1;
}

static bool
is_sharing(void)
{
    return plan.server_count > 0 && plan.discipline == DISCIPLINE_SHARING;
}

/* The working time at which the first job ends. */
static double
first_end(void)
{
    const double done_at = jobs[0]->done_at;

    return is_sharing() ? served_at + (done_at - served) / share_of_each() : done_at;
}

static void
serve_until(double working_ns)
{
    if (job_count > 0)
        served += (working_ns - served_at) * share_of_each();
    served_at = working_ns;
}

static double
done_at(double working_ns)
{
    const double service_ns = plan_draw_service_ns();
    int first = 0;

    if (plan.server_count == 0)
        return working_ns + service_ns;
    if (is_sharing()) {
        serve_until(working_ns);
        return served + service_ns;
    }
    for (int i = 1; i < plan.server_count; i++)
        if (free_at[i] < free_at[first])
            first = i;
    free_at[first] = fmax(free_at[first], working_ns) + service_ns;
    return free_at[first];
}

/* The account. */

static int64_t account_began_ns;
static int64_t *latencies_ns;
static size_t latency_count, latency_capacity;
static double late_sum_ns, away_sum_ns;
static int64_t away_count;

static void
account(int64_t latency_ns, double late_ns)
{
    if (latency_count == latency_capacity) {
        latency_capacity = latency_capacity > 0 ? 2 * latency_capacity : 1 << 16;
        latencies_ns = realloc(latencies_ns, latency_capacity * sizeof *latencies_ns);
        if (!latencies_ns) {
            fprintf(stderr, "truthserver: out of memory for %zu latencies\n", latency_capacity);
            exit(1);
        }
    }
    latencies_ns[latency_count++] = latency_ns;
    late_sum_ns += late_ns;
}

static void
reset_account(void)
{
    account_began_ns = now_ns();
    latency_count = 0;
    late_sum_ns = 0;
    away_sum_ns = 0;
    away_count = 0;
}

static int
compare_latencies(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void
report_account(void)
{
    printf("{\"elapsed_ns\":%" PRId64 ",\"completions\":%zu,\"late_ns\":%.0f,\"away_ns\":%.0f,\"latency_ns\":[",
           now_ns() - account_began_ns, latency_count, latency_count > 0 ? late_sum_ns / (double)latency_count : 0,
           away_count > 0 ? away_sum_ns / (double)away_count : 0);
    qsort(latencies_ns, latency_count, sizeof *latencies_ns, compare_latencies);
    for (size_t i = 0; i < latency_count; i++)
        printf("%s%" PRId64, i == 0 ? "" : ",", latencies_ns[i]);
    printf("]}\n");
    fflush(stdout);
    reset_account();
}

/* Clients. */

static void
close_client(struct client *c)
{
    if (c->place >= 0)
        remove_job(c);
    wire_free(&c->wire);
    free(c->answer);
    free(c);
}

static bool
keep_answer(struct client *c, const struct wire_answer *answer)
{
    if (c->answer_capacity < answer->size) {
        free(c->answer);
        c->answer = malloc(answer->size);
        c->answer_capacity = c->answer ? answer->size : 0;
    }
    if (!c->answer)
        return false;
    memcpy(c->answer, answer->bytes, answer->size);
    c->answer_size = answer->size;
    return true;
}

/* Sends what its time has come for, in the order of the plan. */
static void
complete(void)
{
    while (job_count > 0) {
        const double end = first_end();
        if (plan_moment_of(end) > (double)now_ns())
            return;
        struct client *const c = jobs[0];
        if (is_sharing())
            serve_until(end);
        remove_job(c);
        const bool is_sent = wire_send(c->wire.fd, c->answer, c->answer_size);
        c->sent_ns = now_ns();
        account(c->sent_ns - c->arrived_ns, (double)c->sent_ns - plan_moment_of(end));
        if (!is_sent)
            close_client(c);
    }
}

/* A statement has come, or something that costs no time. */
static bool
listen_to(struct client *c)
{
    struct wire_answer answer;

    if (!wire_read(&c->wire, &answer))
        return false;
    if (answer.executed_count == 0)
        return wire_send(c->wire.fd, answer.bytes, answer.size);
    if (c->place >= 0 || !keep_answer(c, &answer))
        return false; /* Who sends two at a time would get one answer. */
    complete(); /* With sharing, what has ended takes no share any more. */
    c->arrived_ns = now_ns();
    if (c->sent_ns > account_began_ns) {
        away_sum_ns += (double)(c->arrived_ns - c->sent_ns);
        away_count++;
    }
    c->done_at = done_at(plan_working_time((double)c->arrived_ns));
    sift_up(job_count++, c);
    return true;
}

static bool
make_room(int count)
{
    if (count <= job_capacity)
        return true;
    job_capacity = 2 * count;
    jobs = realloc(jobs, (size_t)job_capacity * sizeof(struct client *));
    return jobs != NULL;
}

static void
accept_clients(int epoll_fd, int listener)
{
    static int client_count;
    int fd;

    while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        struct client *c = calloc(1, sizeof *c);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
        if (!c || !make_room(++client_count)) {
            fprintf(stderr, "truthserver: out of memory for %d connections\n", client_count);
            exit(1);
        }
        wire_init(&c->wire, fd);
        c->place = -1;
        epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event);
    }
}

/* False at the end of the input. */
static bool
obey(void)
{
    char line[64];
    const ssize_t size = read(STDIN_FILENO, line, sizeof line - 1);

    if (size <= 0)
        return false;
    line[size] = '\0';
    if (strncmp(line, "reset", 5) == 0)
        reset_account();
    else if (strncmp(line, "report", 6) == 0)
        report_account();
    return true;
}

static int
wait_for_events(int epoll_fd, struct epoll_event *events)
{
    struct timespec left = {0};
    double left_ns = 0;

    if (job_count == 0)
        return epoll_wait(epoll_fd, events, EVENT_COUNT, -1);
    left_ns = fmax(0, plan_moment_of(first_end()) - (double)now_ns());
    left.tv_sec = (time_t)(left_ns / NS_PER_S);
    left.tv_nsec = (long)(left_ns - (double)left.tv_sec * NS_PER_S);
    return (int)syscall(SYS_epoll_pwait2, epoll_fd, events, EVENT_COUNT, &left, NULL, 0);
}

static void
serve(int listener)
{
    const int epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event events[EVENT_COUNT];
    struct epoll_event listening = {.events = EPOLLIN, .data.ptr = &listener};
    struct epoll_event commanding = {.events = EPOLLIN, .data.ptr = NULL};

    epoll_ctl(epoll_fd, EPOLL_CTL_ADD, listener, &listening);
    epoll_ctl(epoll_fd, EPOLL_CTL_ADD, STDIN_FILENO, &commanding);
    for (;;) {
        const int count = wait_for_events(epoll_fd, events);
        complete();
        for (int i = 0; i < count; i++) {
            if (events[i].data.ptr == NULL) {
                if (!obey())
                    return;
            } else if (events[i].data.ptr == &listener) {
                accept_clients(epoll_fd, listener);
            } else if (!listen_to(events[i].data.ptr)) {
                close_client(events[i].data.ptr);
            }
        }
    }
}

/* Background work: a process of its own, which ends with its parent. */
static void
burn(void)
{
    const struct sched_param normal = {.sched_priority = 0};

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sched_setscheduler(0, SCHED_OTHER, &normal);
    for (;;) {
        const int64_t began_ns = now_ns();
        while ((double)(now_ns() - began_ns) < plan.burn_share * (double)BURN_PERIOD_NS)
            ;
        const int64_t rest_ns = began_ns + BURN_PERIOD_NS - now_ns();
        if (rest_ns > 0)
            nanosleep(&(struct timespec){.tv_nsec = rest_ns}, NULL);
    }
}

int
main(int argc, char **argv)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;

    for (int i = 1; i < argc; i++) {
        if (!plan_take_option(argv[i])) {
            fprintf(stderr, "truthserver: what is %s? Its source says what there is\n", argv[i]);
            return 2;
        }
    }
    origin_ns = now_ns();
    prctl(PR_SET_TIMERSLACK, 1);
    const int listener = wire_listen((const struct sockaddr *)&address, sizeof address);
    if (listener < 0 || getsockname(listener, (struct sockaddr *)&address, &size) != 0)
        return 1;
    if (plan.burn_share > 0 && fork() == 0)
        burn();
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    serve(listener);
    return 0;
}
