#ifndef PLUMBLINE_CLI_PREPARE_OPTIONS_H
#define PLUMBLINE_CLI_PREPARE_OPTIONS_H

/*
 * What prepare does about tables that are there, and tables that are not.
 */

#include "base/base.h"

struct prepare_options {
    bool skip_ddl; /* Loads into empty tables that are there. */
    bool recreate; /* prepare and create drop the tables first. */
};

#endif
