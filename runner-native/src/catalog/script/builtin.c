/*
 * pgbench's own scripts: docs/workloads.md section 1.14.
 */

#include "catalog/script/script.h"

#define DRAW_ACCOUNT "\\set aid random(1, 100000 * :scale)\n"
#define DRAW_OTHERS                                                                                                            \
    "\\set bid random(1, 1 * :scale)\n"                                                                                        \
    "\\set tid random(1, 10 * :scale)\n"                                                                                       \
    "\\set delta random(-5000, 5000)\n"
#define CHANGE_ACCOUNT                                                                                                         \
    "BEGIN;\n"                                                                                                                 \
    "UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;\n"                                             \
    "SELECT abalance FROM pgbench_accounts WHERE aid = :aid;\n"
#define CHANGE_OTHERS                                                                                                          \
    "UPDATE pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = :tid;\n"                                              \
    "UPDATE pgbench_branches SET bbalance = bbalance + :delta WHERE bid = :bid;\n"
#define NOTE_IT                                                                                                                \
    "INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP);\n"        \
    "END;\n"

static const struct builtin builtins[] = {
    {"tpcb-like", "TPC-B (sort of)", DRAW_ACCOUNT DRAW_OTHERS CHANGE_ACCOUNT CHANGE_OTHERS NOTE_IT},
    {"simple-update", "simple update", DRAW_ACCOUNT DRAW_OTHERS CHANGE_ACCOUNT NOTE_IT},
    {"select-only", "select only", DRAW_ACCOUNT "SELECT abalance FROM pgbench_accounts WHERE aid = :aid;\n"},
};

const struct builtin *
builtin_at(size_t index)
{
    return index < ARRAY_LENGTH(builtins) ? &builtins[index] : NULL;
}
