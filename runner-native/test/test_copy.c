/*
 * \copy in scripts: which statement a line becomes, which file's bytes it sends, and where mistakes are.
 * tests/native/copy.test.ts has its rows in tables.
 */

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "check_values.h"
#include "program/script/program.h"
#include "program/script/read.h"

/* A folder with a script that is not written, and its rows. */
static char folder[] = "/tmp/plumbline-copy-XXXXXX";
static char script_path[64], rows_path[64], other_path[64];

static void
write_file(const char *path, const char *text, int times)
{
    FILE *const file = fopen(path, "w");

    for (int i = 0; i < times; i++)
        fputs(text, file);
    fclose(file);
}

static struct script_set *
read_script(enum script_protocol protocol, const char *text, struct diag *d)
{
    struct script_set *const set = calloc(1, sizeof *set);

    *d = DIAG_NONE;
    script_set_init(set, protocol);
    script_set_add(set, script_path, strdup(text), 1, d);
    return set;
}

static void
release(struct script_set *set)
{
    script_set_free(set);
    free(set);
}

/* The text of the statement that a line becomes, or what is wrong with it. */
static const char *
read_line(const char *line)
{
    static char out[768];
    struct diag d;
    struct script_set *const set = read_script(SCRIPT_SIMPLE, line, &d);

    snprintf(out, sizeof out, "%s", d.code == ERR_OK ? set->commands[0].sql : d.text);
    release(set);
    return out;
}

static void
a_line_becomes_a_statement(void)
{
    static const struct {
        const char *line, *sql;
    } cases[] = {
        {"\\copy orders FROM 'rows.csv'", "COPY orders FROM STDIN"},
        {"\\copy orders from rows.csv csv header\n", "COPY orders from STDIN csv header"},
        {"\\COPY s.orders (id, \"from\") FROM 'it''s' WITH (FORMAT csv, NULL '')",
         "COPY s.orders (id, \"from\") FROM STDIN WITH (FORMAT csv, NULL '')"},
        {"\\copy \"a from b\" FROM './rows.csv' WHERE id > 3;", "COPY \"a from b\" FROM STDIN WHERE id > 3;"},
        {"\\copy orders \\\n  FROM 'rows.csv' \\\n  binary\n", "COPY orders     FROM STDIN     binary"},
        {"\\copy :table FROM 'rows.csv'", "COPY :table FROM STDIN"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        CHECK_TEXT(read_line(cases[i].line), cases[i].sql);
}

static void
mistakes_have_a_place(void)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"\\copy\n", "orders.sql:1:6: the name of a file is expected"},
        {"\\copy orders to 'rows.csv'\n", "the name of a file is expected, as in \\copy orders FROM 'orders.csv'"},
        {"\\copy (select 1 from t) to stdout\n", "the name of a file is expected"},
        {"\\copy orders from\n", "orders.sql:1:18: the name of a file"},
        {"\\copy orders from stdin\n", "orders.sql:1:19: the name of a file"},
        {"\\copy orders from PROGRAM 'ls'\n", "orders.sql:1:19: the name of a file"},
        {"\\copy orders from 'rows.csv\n", "orders.sql:1:19: the name of a file"},
        {"\\copy orders from ''\n", "orders.sql:1:19: the name of a file"},
        {"select 1;\n  \\copy orders from 'none.csv'\n",
         "orders.sql:2:21: could not open file \"none.csv\": No such file or directory"},
        {"\\copy orders from '.'\n", "could not open file \".\": Is a directory"},
        {"\\copy orders from '/dev/null'\n", "could not open file \"/dev/null\": Invalid argument"},
        {"\\copy orders from 'rows.csv'\n\\gset\n", "orders.sql:2:1: \\gset must follow an SQL command"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        CHECK_HAS(read_line(cases[i].text), cases[i].error);
}

static void
pipelines_are_refused_on_both_sides(void)
{
    static const char *const scripts[] = {"\\startpipeline\nselect 1;\n\\endpipeline\n\\copy orders from 'rows.csv'\n",
                                          "\\copy orders from 'rows.csv'\n\\startpipeline\nselect 1;\n\\endpipeline\n"};
    static const char *const places[] = {"orders.sql:4:1: ", "orders.sql:2:1: "};
    struct diag d;

    for (size_t i = 0; i < ARRAY_LENGTH(scripts); i++) {
        release(read_script(SCRIPT_PREPARED, scripts[i], &d));
        CHECK_INT(d.code, ERR_USAGE);
        CHECK_HAS(d.text, places[i]);
        CHECK_HAS(d.text, "\\copy and pipelines do not go together");
    }
}

/* Everything that one execution sends; the caller's to free. */
static char *
send_all(const struct program *p, struct generator *g, size_t *length)
{
    char *const out = malloc(p->text_size);
    char *all = NULL;
    ptrdiff_t got;

    *length = 0;
    while ((got = p->statements[0].statement->write_copy(p, g, out)) > 0) {
        all = realloc(all, *length + (size_t)got);
        memcpy(all + *length, out, (size_t)got);
        *length += (size_t)got;
    }
    CHECK_INT(got, 0);
    free(out);
    return all;
}

static void
each_execution_sends_the_whole_file(void)
{
    enum { TIMES = 40000 }; /* Several buffers. */
    static const char row[] = "12,abc\n";
    struct diag d;
    struct program p;
    struct step step;

    write_file(rows_path, row, TIMES);
    struct script_set *const set = read_script(SCRIPT_PREPARED, "\\copy orders from 'rows.csv' csv\n", &d);
    program_init(&p, NULL, 1);
    CHECK(script_program(&p, set), "a program");
    CHECK_INT(program_finish(&p, &(struct program_setup){.integer_oid = 23}, &d), ERR_OK);
    CHECK(p.statements[0].is_text, "no COPY is prepared");
    CHECK(!p.is_pipelined, "nor does it make pipelines");
    struct generator g = {.user_data = calloc(1, p.user_data_size)};
    p.start(&p, &g, 0);
    for (int attempt = 0; attempt < 2; attempt++) {
        size_t length;
        program_begin(&p, &g);
        program_next(&p, &g, &step);
        CHECK_INT(step.kind, STEP_SEND);
        char *const sent = send_all(&p, &g, &length);
        CHECK_INT(length, TIMES * (sizeof row - 1));
        for (size_t i = 0; i < length; i++)
            if (sent[i] != row[i % (sizeof row - 1)])
                CHECK(false, "byte %zu is another", i);
        free(sent);
    }
    free(g.user_data);
    program_free(&p);
}

static void
a_file_that_cannot_be_read_says_why(void)
{
    struct diag d;
    struct program p;
    struct step step;
    char out[SQL_SIZE_MAX];

    program_init(&p, NULL, 1);
    struct script_set *const set = read_script(SCRIPT_SIMPLE, "\\copy orders from 'rows.csv'\n", &d);
    CHECK(script_program(&p, set), "a program");
    CHECK_INT(program_finish(&p, &(struct program_setup){.is_text = true}, &d), ERR_OK);
    struct generator g = {.user_data = calloc(1, p.user_data_size)};
    p.start(&p, &g, 0);
    program_begin(&p, &g);
    program_next(&p, &g, &step);
    const int unreadable = open(folder, O_RDONLY);
    dup2(unreadable, set->commands[0].rows->fd);
    CHECK_INT(p.statements[0].statement->write_copy(&p, &g, out), -1);
    CHECK_HAS(out, "/rows.csv cannot be read: Is a directory");
    close(unreadable);
    free(g.user_data);
    program_free(&p);
}

int
main(void)
{
    CHECK(mkdtemp(folder) != NULL, "a folder");
    snprintf(script_path, sizeof script_path, "%s/orders.sql", folder);
    snprintf(rows_path, sizeof rows_path, "%s/rows.csv", folder);
    snprintf(other_path, sizeof other_path, "%s/it's", folder);
    write_file(rows_path, "1\n", 1);
    write_file(other_path, "2\n", 1);
    a_line_becomes_a_statement();
    mistakes_have_a_place();
    pipelines_are_refused_on_both_sides();
    each_execution_sends_the_whole_file();
    a_file_that_cannot_be_read_says_why();
    unlink(rows_path);
    unlink(other_path);
    rmdir(folder);
    return check_result("copy");
}
