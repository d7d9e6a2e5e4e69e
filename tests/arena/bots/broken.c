/*
 * A bot that does one thing wrong, which its argument names. Everything else is right: it asks the
 * referee what is legal and makes one of those moves.
 */
#include "duiyi.h"

#include <signal.h>
#include <unistd.h>

static const char *mode;
static int answers;

static int is(const char *name)
{
    return strcmp(mode, name) == 0;
}

static void burn(double seconds)
{
    clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
    while (clock() < end)
        continue;
}

static void hold(size_t size)
{
    static char *volatile held; /* volatile: otherwise the compiler sees that nobody needs it */
    held = (char *)malloc(size);
    memset(held, 1, size);
}

/* The conversation by hand, without ever flushing, or with one thing left out. */
static int by_hand(void)
{
    static char line[100000];
    while (fgets(line, sizeof line, stdin) != NULL && strncmp(line, "quit", 4) != 0) {
        if (strncmp(line, "hello", 5) == 0 || strncmp(line, "game", 4) == 0) {
            printf("ready\n");
            if (!is("no-flush"))
                fflush(stdout);
        } else if (strncmp(line, "go", 2) == 0) {
            printf(is("no-newline") ? "move D3xC3" : "move D3xC3\n");
            if (is("no-newline"))
                fflush(stdout);
        }
    }
    return 0;
}

/* What goes wrong before the move; 1 when there is to be none. */
static int spoil(duiyi_bot *bot)
{
    int *nowhere = NULL;
    if (is("debug"))
        printf("best = 7 after %d nodes\n", 1000);
    if (is("before"))
        printf("thinking... ");
    if (is("segv"))
        *nowhere = 1;
    if (is("divide"))
        raise(SIGFPE); /* some processors divide by zero without a word */
    if (is("assert")) {
        fprintf(stderr, "about to fail\n");
        assert(answers < 0);
    }
    if (is("exit")) {
        fprintf(stderr, "no idea what to do\n");
        exit(3);
    }
    if (is("leave"))
        exit(0);
    if (is("late"))
        burn(60);
    if (is("close")) {
        fclose(stdout);
        sleep(60);
    }
    if (is("leak"))
        hold(3000000);
    if (is("greedy-memory") && answers == 0)
        hold(200000000);
    if (is("nearly"))
        burn(0.9 * bot->clock_seconds);
    if (is("give-up"))
        duiyi_give_up(bot, "I do not like this position");
    return 0;
}

static void answer(duiyi_bot *bot)
{
    const char *token = bot->legal[bot->legal_count - 1];
    char text[200];
    if (is("bare")) {
        duiyi_send(token, "");
    } else if (is("bestmove")) {
        duiyi_send("bestmove", token);
    } else if (is("bad-token")) {
        duiyi_move(bot, "D3-C3");
    } else if (is("small-letters")) {
        snprintf(text, sizeof text, "%s", bot->legal[0]);
        for (char *at = text; *at != '\0'; at++)
            *at = (char)(*at >= 'A' && *at <= 'Z' ? *at - 'A' + 'a' : *at);
        duiyi_move(bot, text);
    } else if (is("illegal")) {
        duiyi_move(bot, "A1xI5");
    } else if (is("empty")) {
        duiyi_send("move", "");
    } else if (is("twice")) {
        snprintf(text, sizeof text, "%s\nmove %s", token, token);
        duiyi_move(bot, text);
    } else if (is("greedy-turn")) {
        snprintf(text, sizeof text, "%s pass pass pass", token);
        duiyi_move(bot, text);
    } else if (is("nul")) {
        fwrite("move \0\n", 1, 7, stdout);
        fflush(stdout);
    } else if (is("second-step") && strstr(bot->position, " 2 ") != NULL && answers == 0) {
        abort(); /* only when the first question is a second step */
    } else {
        duiyi_move(bot, token);
    }
}

int main(int count, char **arguments)
{
    duiyi_bot bot;
    mode = count > 1 ? arguments[1] : "";
    if (is("slow-start"))
        burn(60);
    if (is("sluggish-start"))
        burn(0.5);
    if (is("no-flush") || is("no-flush-move") || is("no-newline"))
        return by_hand();
    duiyi_start(&bot, mode, "");
    while (duiyi_turn(&bot)) {
        if (is("waits")) {
            duiyi_read_line(&bot);
            continue;
        }
        if (duiyi_legal(&bot) > 0 && !spoil(&bot))
            answer(&bot);
        answers++;
    }
    while (is("stays") || is("deaf"))
        sleep(1);
    return 0;
}
