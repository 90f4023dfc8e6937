#ifndef PLUMBLINE_CLI_DESCRIBE_OPTIONS_H
#define PLUMBLINE_CLI_DESCRIBE_OPTIONS_H

/*
 * The part of the catalogue that is about options.
 */

#include "base/json_writer.h"

/* The options of the program and of all families: "options". */
void describe_options(struct json_writer *j);

/* Names that are taken, too: "old_names" and "ignored_options". */
void describe_other_names(struct json_writer *j);

#endif
