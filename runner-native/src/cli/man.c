/* The man page, from the same tables as --help: neither can say what the other does not know. */

#include <stdio.h>

#include "catalog/workload.h"
#include "cli/help.h"
#include "cli/option_set.h"

/* roff takes '\', and '.' or ''' at the beginning of a line, for its own, and '-' for a hyphen, which a shell does not take. */
static void
put_text(FILE *file, const char *text)
{
    for (const char *at = text; *at; at++) {
        const bool is_first = at == text || at[-1] == '\n';
        if (is_first && (*at == '.' || *at == '\''))
            fputs("\\&", file);
        if (*at == '\\')
            fputs("\\e", file);
        else if (*at == '-')
            fputs("\\-", file);
        else
            fputc(*at, file);
    }
}

static void
put_paragraph(FILE *file, const char *text)
{
    fputs(".PP\n", file);
    put_text(file, text);
    fputc('\n', file);
}

static void
put_term(FILE *file, const char *term, const char *text)
{
    fputs(".TP\n.B ", file);
    put_text(file, term);
    fputc('\n', file);
    put_text(file, text);
    fputc('\n', file);
}

static void
put_lists(FILE *file)
{
    fputs(".SH COMMANDS\n", file);
    for (enum command i = 0; i < COMMAND_COUNT; i++)
        put_term(file, command_name(i), command_summary(i));
    fputs(".SH WORKLOADS\n", file);
    for (size_t i = 0; workload_at(i); i++)
        put_term(file, workload_at(i)->name, workload_at(i)->summary);
    fputs(".SH DIALECTS\n", file);
    for (size_t i = 0; dialect_at(i); i++)
        put_term(file, dialect_at(i)->name, dialect_at(i)->summary);
}

static void
put_option(void *context, const char *heading, const struct option_row *row)
{
    FILE *const file = context;
    char words[HELP_WORDS_SIZE], text[HELP_TEXT_SIZE];

    if (!row) {
        fputs(".SS ", file);
        put_text(file, heading);
        fputc('\n', file);
        return;
    }
    help_describe(row, words, text);
    put_term(file, words, text);
}

void
help_print_man(FILE *file)
{
    fputs(".TH PLUMBLINE\\-LOAD 1 \"\" \"plumbline\\-load " PLUMBLINE_VERSION "\"\n.SH NAME\n", file);
    fputs("plumbline\\-load \\- drives a PostgreSQL\\-wire database with well\\-known workloads\n.SH SYNOPSIS\n", file);
    fputs(".B plumbline\\-load\n[\\fIoptions\\fR] \\fIWORKLOAD\\fR \\fICOMMAND\\fR\n.br\n", file);
    fputs(".B plumbline\\-load\n\\fB\\-\\-help\\fR [\\fIWORKLOAD\\fR]\n.SH DESCRIPTION\n", file);
    for (const char *const *text = help_introduction; *text; text++)
        put_paragraph(file, *text);
    put_lists(file);
    fputs(".SH OPTIONS\n", file);
    help_each_option(put_option, file);
    fputs(".SH EXAMPLES\n.EX\n", file);
    put_text(file, help_examples);
    fputs(".EE\n.SH EXIT STATUS\n", file);
    put_text(file, help_exit_codes);
    fputs(".SH SEE ALSO\n.BR pgbench (1),\n.BR psql (1)\n", file);
}
