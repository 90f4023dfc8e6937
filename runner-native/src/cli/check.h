#ifndef PLUMBLINE_CLI_CHECK_H
#define PLUMBLINE_CLI_CHECK_H

#include "cli/options.h"

/* What no single row can know: ERR_USAGE with the reason and the way out when the options do not go together, or the database
 * cannot do what they ask for. */
enum err options_check(const struct options *o, struct diag *d);

#endif
