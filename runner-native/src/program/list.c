#include "program/list.h"

#include <assert.h>
#include <stdlib.h>

static size_t
count_ops(const struct list_group *groups, int group_count)
{
    size_t count = 0;

    for (int g = 0; g < group_count; g++)
        count += (size_t)groups[g].rounds * (size_t)groups[g].statement_count;
    return count;
}

static int
index_of(const struct program *p, const struct statement *statement)
{
    for (int i = 0; i < p->statement_count; i++)
        if (p->statements[i].statement == statement)
            return i;
    assert(false && "a statement that was not added");
    return -1;
}

static void
fill_group(struct program *p, const struct list_group *group, enum step_kind kind)
{
    for (int64_t round = 0; round < group->rounds; round++) {
        for (int s = 0; s < group->statement_count; s++) {
            const bool is_first = round == 0 && s == 0;
            p->ops[p->op_count++] = (struct op){
                .kind = (uint8_t)kind,
                .starts_group = is_first && group->statements[s]->is_per_table,
                .is_per_table = group->statements[s]->is_per_table,
                .statement = index_of(p, group->statements[s]),
            };
        }
    }
}

bool
list_add_event(struct program *p, const char *name, const struct list_group *groups, int group_count, bool is_pipelined)
{
    const size_t count = count_ops(groups, group_count);
    struct op *const ops = reallocarray(p->ops, (size_t)p->op_count + count + 1, sizeof *p->ops);

    if (!ops)
        return false;
    p->ops = ops;
    for (int g = 0; g < group_count; g++)
        for (int s = 0; s < groups[g].statement_count && groups[g].rounds > 0; s++)
            if (!program_add_statement(p, groups[g].statements[s]))
                return false;
    const int kind = program_add_event(p, name);
    p->has_event[kind] = count > 0;
    p->first_op[kind] = (uint32_t)p->op_count;
    for (int g = 0; g < group_count; g++)
        fill_group(p, &groups[g], is_pipelined ? STEP_PIPELINE : STEP_SEND);
    if (count > 0)
        p->ops[p->op_count - 1].kind = STEP_SEND;
    p->ops[p->op_count++] = (struct op){.kind = STEP_END};
    p->is_pipelined = p->is_pipelined || is_pipelined;
    if (is_pipelined && (int)count > p->batch_max)
        p->batch_max = (int)count;
    return true;
}
