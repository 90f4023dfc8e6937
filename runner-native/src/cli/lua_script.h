#ifndef PLUMBLINE_CLI_LUA_SCRIPT_H
#define PLUMBLINE_CLI_LUA_SCRIPT_H

/*
 * sysbench's users name a workload by the path of its Lua script. Lua is not run here: the path stands for the workload of that name,
 * which is right where the file is sysbench's own, and would measure something else silently where it is not.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

/* Is this word of the command line a file, and not just a name? */
bool lua_script_is_path(const char *word);

/* ERR_USAGE where the file is not what sysbench 1.0.20 has under `name`, or the oltp_common.lua next to it is not, where it needs
 * one. No file at all (`*is_there`) is fine for a name of sysbench's: it is not installed here. */
enum err lua_script_check(const char *path, const char *name, bool *is_there, struct diag *d);

/* FNV-1a, 64 bits, over the text without comments and blanks: equal for what is the same program. */
uint64_t lua_script_fingerprint(const char *text, size_t length);

#endif
