#include "machine/questions.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include "machine/client.h"

/* One question under way. */
struct asking {
    struct program *program;
    int target, number;
    struct diag diag; /* Fault of its answer. */
};

struct signals {
    int fd;
    bool have_come;
};

static bool
is_wanted(void *context)
{
    struct signals *const s = context;
    struct signalfd_siginfo info;

    if (s->fd >= 0 && !s->have_come)
        s->have_come = read(s->fd, &info, sizeof info) == (ssize_t)sizeof info;
    return s->have_come;
}

static void
take_rows(void *context, const struct reply *reply)
{
    struct asking *const a = context;

    a->diag = DIAG_NONE; /* It may be another try. */
    a->program->take_answer(a->program, a->target, a->number, reply, &a->diag);
}

/* `client` is opened for the first question. */
static enum err
ask(struct asking *a, const struct target *t, struct client **client, const struct interrupt *interrupt, struct diag *d)
{
    char what[512];
    struct request_answer answer;
    const struct request request = {.sql = a->program->question(a->program, a->target, a->number, what, sizeof what),
                                    .what = what,
                                    .answer = &answer,
                                    .undefined_hint = "make the table before the run: the query of values asks for its rows",
                                    .take_rows = take_rows,
                                    .context = a};

    if (!request.sql)
        return ERR_OK;
    if (!*client)
        *client = client_open(t, 0, 1, 0, interrupt, d);
    if (*client && client_ask(*client, 0, &request, d) == ERR_OK && a->diag.code != ERR_OK)
        *d = a->diag;
    return d->code;
}

enum err
questions_ask(struct program *p, const struct target *targets, int target_count, int signal_fd, struct diag *d)
{
    struct signals signals = {.fd = signal_fd};
    const struct interrupt interrupt = {.is_wanted = is_wanted, .context = &signals};

    for (int t = 0; t < target_count && d->code == ERR_OK; t++) {
        struct client *client = NULL;
        for (int i = 0; i < p->question_count && d->code == ERR_OK; i++) {
            struct asking asking = {.program = p, .target = t, .number = i, .diag = DIAG_NONE};
            ask(&asking, &targets[t], &client, &interrupt, d);
        }
        client_free(client);
    }
    return d->code;
}
