#include "machine/lookup.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/text.h"

#define TICK_NS (100 * NS_PER_MS)

/* Shared by the thread that asks and the one that waits. */
struct lookup {
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool is_over;
    bool is_left;         /* Its thread frees it. */
    bool is_all_needed;   /* Each connection has a host of its own. Otherwise libpq goes on to the next of the list. */
    bool has_address;     /* A host needs no look-up. */
    int failure;          /* Error of getaddrinfo(); 0: none. */
    int failed;           /* Number of the name with it. */
    int count;
    int hosts[HOST_COUNT_MAX]; /* Number of the host of each name. */
    char names[HOST_COUNT_MAX][sizeof((struct target_host *)0)->host];
};

/* The thread that asks. */

static void
ask(struct lookup *l)
{
    const struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}; /* As libpq asks. */

    for (int i = 0; i < l->count; i++) {
        struct addrinfo *found = NULL;
        l->failed = i;
        l->failure = getaddrinfo(l->names[i], NULL, &wanted, &found);
        if (l->failure == 0)
            freeaddrinfo(found);
        if ((l->failure != 0) == l->is_all_needed)
            return;
    }
}

static void *
look_up(void *context)
{
    struct lookup *const l = context;

    ask(l);
    pthread_mutex_lock(&l->lock);
    const bool is_left = l->is_left;
    l->is_over = true;
    pthread_cond_signal(&l->ended);
    pthread_mutex_unlock(&l->lock);
    if (is_left)
        free(l);
    return NULL;
}

/* The thread that waits. */

/* Is it a name? Not the folder of a socket, an abstract one, or an address. */
static bool
is_name(const struct target_host *h)
{
    unsigned char ignored[sizeof(struct in6_addr)];

    return h->host[0] && !h->hostaddr[0] && !strchr("/@", h->host[0]) && inet_pton(AF_INET, h->host, ignored) != 1 &&
           inet_pton(AF_INET6, h->host, ignored) != 1;
}

static void
add_host(struct lookup *l, const struct target *t, int host)
{
    if (!is_name(&t->hosts[host])) {
        l->has_address = true;
        return;
    }
    l->hosts[l->count] = host;
    memcpy(l->names[l->count++], t->hosts[host].host, sizeof l->names[0]);
}

static void
add_hosts(struct lookup *l, const struct target *t, int first, int count)
{
    l->is_all_needed = target_host_for(t, first) != ANY_HOST;
    if (l->is_all_needed)
        for (int i = 0; i < count && i < t->host_count; i++)
            add_host(l, t, target_host_for(t, first + i));
    else
        for (int i = 0; i < t->host_count; i++)
            add_host(l, t, i);
    /* libpq comes to that address, whatever becomes of the names. */
    if (!l->is_all_needed && l->has_address)
        l->count = 0;
}

static void
init(struct lookup *l)
{
    pthread_condattr_t monotonic;

    pthread_mutex_init(&l->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&l->ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static bool
is_over_by(struct lookup *l, int64_t until_ns)
{
    const struct timespec until = {.tv_sec = until_ns / NS_PER_S, .tv_nsec = until_ns % NS_PER_S};

    pthread_mutex_lock(&l->lock);
    while (!l->is_over && pthread_cond_timedwait(&l->ended, &l->lock, &until) == 0)
        ;
    const bool is_over = l->is_over;
    pthread_mutex_unlock(&l->lock);
    return is_over;
}

static struct target_place
place_of(const struct target *t, const struct lookup *l)
{
    const struct target_host *const h = &t->hosts[l->hosts[l->failed]];
    struct target_place place;

    write_text(place.host, sizeof place.host, "%s", l->is_all_needed ? h->host : t->host);
    write_text(place.port, sizeof place.port, "%s", l->is_all_needed && h->port[0] ? h->port : t->port);
    return place;
}

static void
fail_unknown(const struct target *t, const struct lookup *l, struct diag *d)
{
    const struct target_place at = place_of(t, l);

    if (l->failure == 0)
        return;
    fail(d, ERR_TARGET, "connection to %s:%s: could not translate host name \"%s\" to address: %s", at.host, at.port,
         l->names[l->failed], gai_strerror(l->failure));
    fail_at(d, t->index, NULL);
    fail_hint(d, "check the host name");
}

static void
fail_unanswered(const struct target *t, bool is_interrupted, struct diag *d)
{
    if (is_interrupted) {
        fail(d, ERR_INTERRUPTED, "interrupted while looking up the address of %s", t->host);
    } else {
        fail(d, ERR_TARGET, "connection to %s:%s: its host name was not translated to an address within %s s", t->host, t->port,
             plain_number(clock_seconds(t->timeout_ns), 6).text);
        fail_hint(d, "does the name server answer? give the address itself, or raise --thread-init-timeout");
    }
    fail_at(d, t->index, NULL);
}

static bool
is_over_in_time(struct lookup *l, const struct target *t, const struct interrupt *interrupt, bool *is_interrupted)
{
    const int64_t give_up_at_ns = clock_now_ns() + t->timeout_ns;

    for (;;) {
        const int64_t now_ns = clock_now_ns();
        *is_interrupted = interrupt_is_wanted(interrupt, now_ns);
        if (*is_interrupted || now_ns >= give_up_at_ns)
            return false;
        if (is_over_by(l, now_ns + TICK_NS < give_up_at_ns ? now_ns + TICK_NS : give_up_at_ns))
            return true;
    }
}

/* Lets go of a look-up: its thread frees it when it is over. */
static void
leave(struct lookup *l, pthread_t thread)
{
    pthread_mutex_lock(&l->lock);
    const bool is_over = l->is_over;
    l->is_left = true;
    pthread_mutex_unlock(&l->lock);
    if (is_over) {
        pthread_join(thread, NULL);
        free(l);
    } else {
        pthread_detach(thread);
    }
}

enum err
lookup_hosts(const struct target *t, int first, int count, const struct interrupt *interrupt, struct diag *d)
{
    struct lookup *const l = calloc(1, sizeof *l);
    pthread_t thread;
    bool is_interrupted;

    if (!l)
        return fail(d, ERR_INTERNAL, "out of memory for connections");
    add_hosts(l, t, first, count);
    init(l);
    if (l->count == 0 || pthread_create(&thread, NULL, look_up, l) != 0) { /* libpq says what is wrong. */
        free(l);
        return d->code;
    }
    if (is_over_in_time(l, t, interrupt, &is_interrupted))
        fail_unknown(t, l, d);
    else
        fail_unanswered(t, is_interrupted, d);
    leave(l, thread);
    return d->code;
}
