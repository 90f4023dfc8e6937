/*
 * How this program was built, and what it stands on.
 */

#include <stdio.h>
#include <sys/auxv.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "report/report.h"

void
build_put(void)
{
#ifdef __clang__
    printf(",\"compiler\":\"clang %d.%d.%d\"", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
    printf(",\"compiler\":\"gcc %d.%d.%d\"", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
#ifdef __GLIBC__
    printf(",\"libc\":\"glibc %s\"", gnu_get_libc_version());
#else
    printf(",\"libc\":\"musl\"");
#endif
    /* No interpreter has loaded it: nothing of it is this machine's. */
    printf(",\"static\":%s", getauxval(AT_BASE) == 0 ? "true" : "false");
}
