/*
 * Lua scripts of sysbench, which are not run but known by a fingerprint: any text has one, and space in front changes nothing.
 *
 * The input is the script.
 */

#include <stdlib.h>
#include <string.h>

#include "cli/lua_script.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *const text = (const char *)data; /* Without a NUL, so that reading on is seen. */
    char *const spaced = malloc(size + 1);

    spaced[0] = '\n';
    memcpy(spaced + 1, data, size);
    const uint64_t fingerprint = lua_script_fingerprint(text, size);
    if (size < 2 || memcmp(text, "#!", 2) != 0)
        FUZZ_CHECK(lua_script_fingerprint(spaced, size + 1) == fingerprint);
    free(spaced);
    return 0;
}
