/*
 * Runs a command and writes what it used, all its threads and children included, as JSON to a file.
 *
 *   cpu_of FILE COMMAND [ARGUMENT...]
 *
 * {"user_us":...,"system_us":...,"max_rss_bytes":...,"elapsed_us":...}; the exit code is that of the command.
 */

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t
now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int
main(int argc, char **argv)
{
    struct rusage used;
    int status;

    if (argc < 3) {
        fprintf(stderr, "usage: cpu_of FILE COMMAND [ARGUMENT...]\n");
        return 2;
    }
    const int64_t started_us = now_us();
    const pid_t pid = fork();
    if (pid == 0) {
        execvp(argv[2], argv + 2);
        fprintf(stderr, "cpu_of: cannot run %s: %s\n", argv[2], strerror(errno));
        _exit(127);
    }
    if (pid < 0 || wait4(pid, &status, 0, &used) != pid) {
        perror("cpu_of");
        return 1;
    }
    const int64_t elapsed_us = now_us() - started_us;
    FILE *const file = fopen(argv[1], "w");
    if (!file) {
        perror(argv[1]);
        return 1;
    }
    fprintf(file, "{\"user_us\":%lld,\"system_us\":%lld,\"max_rss_bytes\":%lld,\"elapsed_us\":%lld}\n",
            used.ru_utime.tv_sec * 1000000LL + used.ru_utime.tv_usec, used.ru_stime.tv_sec * 1000000LL + used.ru_stime.tv_usec,
            used.ru_maxrss * 1024LL, (long long)elapsed_us);
    fclose(file);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
