#ifndef PLUMBLINE_REPORT_SQL_H
#define PLUMBLINE_REPORT_SQL_H

#include "base/diag.h"
#include "cli/options.h"

/* The command `sql`: prints every statement that prepare, run and cleanup would send, each ended by a semicolon, so that the
 * database's own parser can read it. Connects to nothing. */
enum err report_sql(const struct options *o, struct diag *d);

#endif
