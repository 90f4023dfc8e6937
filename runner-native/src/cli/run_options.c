#include "cli/run_options.h"

#include <math.h>
#include <string.h>

#include "cli/value.h"

#define FORCED_SHUTDOWN_S_MAX 1e7 /* As --time. */

/* "off", a time, or "N%" of --time. False: it is none. */
static bool
parse_forced_shutdown(const struct run_options *o, int64_t *out_ns)
{
    const char *const text = o->forced_shutdown;
    double percent, ns;
    const char *rest;

    *out_ns = -1;
    if (strcmp(text, "off") == 0)
        return true;
    if (text[0] == '-')
        return false;
    if (value_parse_number(text, &percent, &rest) && strcmp(rest, "%") == 0)
        ns = (double)o->time_ns * percent / 100;
    else if (!value_parse_duration(text, NS_PER_S, &ns))
        return false;
    if (ns > FORCED_SHUTDOWN_S_MAX * (double)NS_PER_S)
        return false;
    *out_ns = o->time_ns > 0 ? llround(ns) : -1;
    return true;
}

bool
run_options_has_forced_shutdown(const struct run_options *o)
{
    int64_t ignored_ns;

    return parse_forced_shutdown(o, &ignored_ns);
}

int64_t
run_options_forced_shutdown_ns(const struct run_options *o)
{
    int64_t ns;

    parse_forced_shutdown(o, &ns);
    return ns;
}
