#include "report_sql.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "load.h"
#include "workload.h"

static void
print_if_any(size_t length, const char *sql)
{
    if (length > 0)
        printf("%s;\n", sql);
}

static void
print_prepare(const struct options *o)
{
    char sql[SQL_SIZE_MAX];

    printf("-- prepare\n");
    for (int table = 0; table < workload_table_count(o); table++)
        print_if_any(sbtest_create_table(o, table, sql, sizeof sql), sql);
    printf("%s;\n", LOAD_SQL_COMMIT_ASYNC);
    for (int table = 0; table < workload_table_count(o); table++)
        print_if_any(sbtest_copy(o, table, sql, sizeof sql), sql);
    printf("%s;\n", LOAD_SQL_COMMIT_SYNC);
    for (int table = 0; table < workload_table_count(o); table++) {
        print_if_any(sbtest_create_key(o, table, sql, sizeof sql), sql);
        print_if_any(sbtest_create_index(o, table, sql, sizeof sql), sql);
        print_if_any(sbtest_set_sequence(o, table, sql, sizeof sql), sql);
    }
    for (int table = 0; table < workload_table_count(o) && o->dialect->has_vacuum; table++)
        printf("VACUUM ANALYZE sbtest%d;\n", table + 1);
    if (o->dialect->has_checkpoint)
        printf("CHECKPOINT;\n");
}

static void
print_statement(const struct program *p, enum statement_kind kind)
{
    const struct statement *const statement = statement_of(kind);
    const int table_count = statement->is_per_table ? p->table_count : 1;
    char sql[SQL_SIZE_MAX];
    size_t times = 0;

    for (size_t i = 0; i < p->op_count; i++)
        times += p->ops[i].kind == kind;
    printf("-- %s: %zu in one event", statement->name, times);
    for (int i = 0; i < p->param_count[kind]; i++)
        printf("%s$%d %s", i == 0 ? "; " : ", ", i + 1,
               statement->param_type(i) == PARAM_TEXT            ? "varchar"
               : p->options->dialect->integer_oid == 20 ? "int8"
                                                        : "int4");
    printf("\n");
    for (int table = 0; table < table_count; table++) {
        statement->write_sql(p->options, table, sql, sizeof sql);
        printf("%s;\n", sql);
    }
}

static void
print_run(const struct program *p)
{
    bool is_printed[STATEMENT_KIND_COUNT] = {false};

    printf("-- run\n");
    for (size_t i = 0; i < p->op_count; i++) {
        if (!is_printed[p->ops[i].kind])
            print_statement(p, p->ops[i].kind);
        is_printed[p->ops[i].kind] = true;
    }
}

static void
print_cleanup(const struct options *o)
{
    char sql[SQL_SIZE_MAX];

    printf("-- cleanup\n");
    for (int table = 0; table < workload_table_count(o); table++)
        print_if_any(sbtest_drop_table(o, table, sql, sizeof sql), sql);
}

enum err
report_sql(const struct options *o, struct diag *d)
{
    struct program p;

    if (program_init(&p, o, d) != ERR_OK)
        return d->code;
    print_prepare(o);
    print_run(&p);
    print_cleanup(o);
    program_free(&p);
    if (fflush(stdout) != 0)
        return fail(d, ERR_INTERNAL, "standard output: %s", strerror(errno));
    return ERR_OK;
}
