/*
 * What libpq is given to connect with.
 */

#include "machine/target.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "catalog/workload.h"
#include "check_values.h"
#include "cli/option_set.h"

/* What libpq makes of an option for that URL; NULL: without one. */
static void
find_option(const char *url, const char *keyword, char *out, size_t out_size)
{
    struct options options;
    struct target t;
    struct diag d = DIAG_NONE;

    options_default(&options, workload_find("oltp_point_select"));
    options.connection.pgsql_url = url;
    options.connection.pgsql_host = "127.0.0.1";
    options.connection.pgsql_port = "1";
    CHECK_INT(target_init(&t, &options.connection, options.load.dialect, 0, 0, &d), ERR_OK);
    PGconn *const pg = target_start(&t, 0);
    PQconninfoOption *const list = PQconninfo(pg);
    out[0] = '\0';
    for (const PQconninfoOption *o = list; o && o->keyword; o++)
        if (strcmp(o->keyword, keyword) == 0)
            snprintf(out, out_size, "%s", o->val ? o->val : "");
    PQconninfoFree(list);
    PQfinish(pg);
}

/* What it has decrypted and nobody has read yet, no socket tells of: a run would wait for ever. */
static void
gss_encrypts_only_where_it_is_asked_for(void)
{
    static const struct {
        const char *url, *variable, *value;
        const char *mode;
    } cases[] = {
        {"postgres://me@127.0.0.1:1/db", NULL, NULL, "disable"},
        {NULL, NULL, NULL, "disable"},
        {"postgres://me@127.0.0.1:1/db?gssencmode=prefer", NULL, NULL, "prefer"},
        {"postgres://me@127.0.0.1:1/db", "PGGSSENCMODE", "prefer", "prefer"},
        {NULL, "PGGSSENCMODE", "prefer", "prefer"},
        {"postgres://me@127.0.0.1:1/db", "PGSERVICE", "asks", "require"},
        {"postgres://me@127.0.0.1:1/db?service=asks", NULL, NULL, "require"},
    };
    char folder[] = "/tmp/plumbline-target-XXXXXX", file[64], mode[32];

    CHECK(mkdtemp(folder) != NULL, "there is a folder");
    snprintf(file, sizeof file, "%s/services", folder);
    FILE *const services = fopen(file, "w");
    fprintf(services, "[asks]\ngssencmode=require\n");
    fclose(services);
    setenv("PGSERVICEFILE", file, 1);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        if (cases[i].variable)
            setenv(cases[i].variable, cases[i].value, 1);
        find_option(cases[i].url, "gssencmode", mode, sizeof mode);
        CHECK(strcmp(mode, cases[i].mode) == 0, "case %zu: %s instead of %s", i, mode, cases[i].mode);
        if (cases[i].variable)
            unsetenv(cases[i].variable);
    }
    unlink(file);
    rmdir(folder);
}

int
main(void)
{
    gss_encrypts_only_where_it_is_asked_for();
    return check_result("target");
}
