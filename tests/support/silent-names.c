/*
 * LD_PRELOAD: a process for which the name server falls silent after SILENT_NAMES_AFTER look-ups. The first that gets no answer says so
 * on standard error.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

int
getaddrinfo(const char *restrict name, const char *restrict service, const struct addrinfo *restrict wanted,
            struct addrinfo **restrict found)
{
    static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    static atomic_int asked;
    static const char said[] = "the name server is silent\n";

    if (!real)
        real = (int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))dlsym(RTLD_NEXT, "getaddrinfo");
    const int before = atomic_fetch_add(&asked, 1), answered = atoi(getenv("SILENT_NAMES_AFTER"));
    if (before == answered && write(STDERR_FILENO, said, sizeof said - 1) < 0)
        abort();
    while (before >= answered)
        pause();
    return real(name, service, wanted, found);
}
