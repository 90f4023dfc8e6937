#ifndef PLUMBLINE_CLI_PROPERTY_FILE_H
#define PLUMBLINE_CLI_PROPERTY_FILE_H

/*
 * --property-file: what another program calls its options, in lines NAME=VALUE of a file.
 */

#include "catalog/family.h"
#include "cli/option_table.h"

/* Reads the file that was named, if one was: each of its properties is an option, unless that is given already; those that it lacks have
 * the values that the program of the file gives them. ERR_USAGE with the file's line. */
enum err property_file_settle(struct option_table *t, const struct family *family, struct diag *d);

#endif
