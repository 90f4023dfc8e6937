#include "cli/environment.h"

#include <stdlib.h>

/* NULL: it is not set, or empty, which libpq takes for the same. */
static const char *
value_of(const char *variable)
{
    const char *const value = getenv(variable);

    return value && value[0] ? value : NULL;
}

void
environment_settle(struct option_table *t, struct connection_options *c)
{
    const struct {
        const char *option, *variable;
        const char **value;
    } parts[] = {
        {"pgsql-host", "PGHOST", &c->pgsql_host},
        {"pgsql-port", "PGPORT", &c->pgsql_port},
        {"pgsql-user", "PGUSER", &c->pgsql_user},
        {"pgsql-db", "PGDATABASE", &c->pgsql_db},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
        if (option_table_is_given(t, parts[i].option))
            continue;
        if (value_of("PGSERVICE"))
            *parts[i].value = NULL;
        else if (value_of(parts[i].variable))
            *parts[i].value = value_of(parts[i].variable);
    }
}
