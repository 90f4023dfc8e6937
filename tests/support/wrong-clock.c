/*
 * LD_PRELOAD: a process whose wall clock is WRONG_CLOCK_MS milliseconds ahead, or as many as the file WRONG_CLOCK_FILE says now. Its
 * monotonic clock is everybody's.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long
ahead_ns(void)
{
    const char *const text = getenv("WRONG_CLOCK_MS");
    const char *const file = getenv("WRONG_CLOCK_FILE");
    char said[32] = "";
    const int fd = file ? open(file, O_RDONLY) : -1;

    if (fd >= 0) {
        const ssize_t length = read(fd, said, sizeof said - 1);
        close(fd);
        return length > 0 ? atoll(said) * 1000000 : 0;
    }
    return text ? atoll(text) * 1000000 : 0;
}

int
clock_gettime(clockid_t clock, struct timespec *at)
{
    static int (*real)(clockid_t, struct timespec *);

    if (!real)
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    const int result = real(clock, at);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        const long long ns = at->tv_sec * 1000000000LL + at->tv_nsec + ahead_ns();
        at->tv_sec = ns / 1000000000;
        at->tv_nsec = ns % 1000000000;
    }
    return result;
}

int
gettimeofday(struct timeval *restrict at, void *restrict zone)
{
    struct timespec now;

    (void)zone;
    const int result = clock_gettime(CLOCK_REALTIME, &now);
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return result;
}
