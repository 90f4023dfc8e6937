#include "program/statement.h"

#include "base/text.h"

int
statement_write(const struct statement *statement, const struct workload_options *o, int table, char *out, size_t out_size)
{
    if (!statement->text)
        return statement->write_sql(o, table, out, out_size);
    write_text(out, out_size, "%s", statement->text);
    return statement->text_param_count;
}
