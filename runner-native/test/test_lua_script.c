/* Scripts of sysbench that a word names: what is the same program, and what is refused. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/lua_script.h"
#include "check_values.h"

static uint64_t
fingerprint(const char *text)
{
    return lua_script_fingerprint(text, strlen(text));
}

static void
comments_and_blanks_change_nothing(void)
{
    const uint64_t plain = fingerprint("function event()\n  begin(\"a b\")\nend\n");

    CHECK(plain == fingerprint("#!/usr/bin/env sysbench\n-- what it is\nfunction event()\n\n\tbegin(\"a b\") -- now\nend"),
          "a line's end");
    CHECK(plain == fingerprint("--[[ long\n -- one ]]function event() begin(\"a b\") end"), "a long comment");
    CHECK(plain == fingerprint("function event() begin(\"a b\") end -- unfinished"), "the last line");
}

static void
all_else_does(void)
{
    static const char *const others[] = {
        "",
        "function event() begin(\"a  b\") end",
        "function event() begin('a b') end",
        "function event() begin(\"a b\") commit() end",
        "function event() begin(\"a b -- c\") end",
        "function event() begin([[a b]]) end",
        "function event() begin(\"a b",
        "function event() begin(\"a b\\\") end",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(others); i++)
        CHECK(fingerprint(others[i]) != fingerprint("function event() begin(\"a b\") end"), "%s", others[i]);
    for (const char *part = "[[x\\"; *part; part++) /* Whatever is unfinished ends with the text. */
        fingerprint(part);
    CHECK(fingerprint("[[ a ]]") != fingerprint("[[a]]"), "a long text");
}

static void
what_is_not_the_original_is_refused(void)
{
    struct diag d = DIAG_NONE;
    bool is_there;
    char path[] = "/tmp/plumbline-lua-XXXXXX";
    const int fd = mkstemp(path);

    CHECK(fd >= 0 && write(fd, "function event() end\n", 21) == 21, "a script is written");
    CHECK_INT(lua_script_check(path, "oltp_read_only", &is_there, &d), ERR_USAGE);
    CHECK(is_there, "it is there");
    CHECK(strstr(d.text, "is not the script of sysbench 1.0.20") && strstr(d.hint, "plumbline-load script -f FILE"), "%s; %s",
          d.text, d.hint);
    unlink(path);
    close(fd);
    d = DIAG_NONE;
    CHECK_INT(lua_script_check(path, "oltp_read_only", &is_there, &d), ERR_OK);
    CHECK(!is_there, "it is gone");
    CHECK_INT(lua_script_check(path, "tpcc", &is_there, &d), ERR_USAGE);
    CHECK(strstr(d.text, "No such file") && strstr(d.hint, "by itself"), "%s; %s", d.text, d.hint);
    d = DIAG_NONE;
    CHECK_INT(lua_script_check("/", "oltp_read_only", &is_there, &d), ERR_USAGE);
    CHECK(strstr(d.text, "cannot be read") && d.hint[0], "%s; %s", d.text, d.hint);
}

int
main(void)
{
    comments_and_blanks_change_nothing();
    all_else_does();
    what_is_not_the_original_is_refused();
    return check_result("lua script");
}
