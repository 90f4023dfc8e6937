/*
 * Look-ups of host names before connecting, of a name server that this test is.
 */

#include "machine/lookup.h"

#include <netdb.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "catalog/workload.h"
#include "check_values.h"
#include "cli/option_set.h"
#include "cli/options.h"
#include "machine/client.h"

/* The name server: "good" has an address, "slow" gets no answer until it is let go, and others do not exist. */
static struct {
    atomic_int asked_count, ended_count;
    atomic_bool lets_go;
} server;

static void
pause_briefly(void)
{
    nanosleep(&(struct timespec){.tv_nsec = NS_PER_MS}, NULL);
}

int
getaddrinfo(const char *name, const char *service, const struct addrinfo *wanted, struct addrinfo **found)
{
    server.asked_count++;
    *found = NULL;
    if (strcmp(name, "slow") == 0) {
        while (!server.lets_go)
            pause_briefly();
        server.ended_count++;
    }
    return strcmp(name, "good") == 0 ? 0 : EAI_NONAME;
}

void
freeaddrinfo(struct addrinfo *list)
{
}

/* Answers `count` look-ups of "slow" that nothing waits for any more. */
static void
let_go(int count)
{
    server.lets_go = true;
    while (server.ended_count < count)
        pause_briefly();
    server.lets_go = false;
    server.ended_count = 0;
}

static bool
always(void *context)
{
    return true;
}

/* Looks up the hosts of `count` connections from `first` on, for `timeout_ns`. */
static enum err
look_up(const char *url, int first, int count, int64_t timeout_ns, const struct interrupt *interrupt, struct diag *d)
{
    struct target t;
    struct options o;

    *d = DIAG_NONE;
    server.asked_count = 0;
    options_default(&o, workload_find("oltp_read_only"));
    o.connection.pgsql_url = url;
    CHECK_INT(target_init(&t, &o.connection, o.load.dialect, timeout_ns, 0, d), ERR_OK);
    return lookup_hosts(&t, first, count, interrupt, d);
}

static void
an_interrupt_does_not_wait_for_the_name_server(void)
{
    const struct interrupt interrupt = {.is_wanted = always};
    struct options o;
    struct target t;
    struct diag d;

    CHECK_INT(look_up("postgres://me@slow/db", 0, 1, 60 * NS_PER_S, &interrupt, &d), ERR_INTERRUPTED);
    CHECK_HAS(d.text, "interrupted while looking up the address of slow");
    d = DIAG_NONE;
    options_default(&o, workload_find("oltp_read_only"));
    o.connection.pgsql_url = "postgres://me@slow/db";
    CHECK_INT(target_init(&t, &o.connection, o.load.dialect, 60 * NS_PER_S, 0, &d), ERR_OK);
    CHECK(client_open(&t, 0, 1, 0, &interrupt, &d) == NULL, "it is open");
    CHECK_INT(d.code, ERR_INTERRUPTED);
    let_go(2);
}

static void
a_name_server_has_as_long_as_a_connection(void)
{
    struct diag d;

    CHECK_INT(look_up("postgres://me@slow/db", 0, 1, 50 * NS_PER_MS, NULL, &d), ERR_TARGET);
    CHECK_HAS(d.text, "connection to slow:5432: its host name was not translated to an address within 0.05 s");
    let_go(1);
}

static void
a_name_without_an_address_is_told(void)
{
    struct diag d;

    CHECK_INT(look_up("postgres://me@bad:5433/db", 0, 1, 60 * NS_PER_S, NULL, &d), ERR_TARGET);
    CHECK_HAS(d.text, "connection to bad:5433: could not translate host name \"bad\" to address: ");
    CHECK_TEXT(d.hint, "check the host name");
    CHECK_INT(look_up("postgres://me@good:1,bad:2/db", 0, 2, 60 * NS_PER_S, NULL, &d), ERR_TARGET);
    CHECK_HAS(d.text, "connection to bad:2: could not");
}

static void
a_connection_asks_for_its_own_host_alone(void)
{
    struct diag d;

    CHECK_INT(look_up("postgres://me@bad:1,good:2/db", 1, 1, 60 * NS_PER_S, NULL, &d), ERR_OK);
    CHECK_INT(server.asked_count, 1);
}

static void
one_address_will_do_where_libpq_goes_through_the_list(void)
{
    struct diag d;

    CHECK_INT(look_up("postgres://me@bad,good/db", ANY_HOST, 1, 60 * NS_PER_S, NULL, &d), ERR_OK);
    CHECK_INT(look_up("postgres://me@bad,127.0.0.1/db", ANY_HOST, 1, 60 * NS_PER_S, NULL, &d), ERR_OK);
    CHECK_INT(look_up("postgres://me@slow,127.0.0.1/db", ANY_HOST, 1, 50 * NS_PER_MS, NULL, &d), ERR_OK);
    CHECK_INT(server.asked_count, 0);
    CHECK_INT(look_up("postgres://me@bad,worse/db", ANY_HOST, 1, 60 * NS_PER_S, NULL, &d), ERR_TARGET);
}

static void
addresses_and_sockets_are_not_looked_up(void)
{
    const char *const urls[] = {"host=127.0.0.1", "host=::1", "host=/tmp", "host=@plumbline", "host=bad hostaddr=127.0.0.1"};
    struct diag d;

    for (size_t i = 0; i < ARRAY_LENGTH(urls); i++) {
        CHECK_INT(look_up(urls[i], 0, 1, 60 * NS_PER_S, NULL, &d), ERR_OK);
        CHECK(server.asked_count == 0, "%s is looked up", urls[i]);
    }
}

int
main(void)
{
    an_interrupt_does_not_wait_for_the_name_server();
    a_name_server_has_as_long_as_a_connection();
    a_name_without_an_address_is_told();
    a_connection_asks_for_its_own_host_alone();
    one_address_will_do_where_libpq_goes_through_the_list();
    addresses_and_sockets_are_not_looked_up();
    return check_result("lookup");
}
