/*
 * The board of duiyi.h behind a few commands, so that Python can compare it with its own rules.
 *
 *     read TEXT    a position: "bad", or as after play
 *     play TOKEN   makes a step: "winner text|token token ..."; "bad" for no token
 *     perft N      how many sequences of N steps there are from here
 */
#include "duiyi.h"

static void show(const tzaar_board *board)
{
    char text[TZAAR_TEXT], token[TZAAR_TOKEN];
    tzaar_step steps[TZAAR_MOST_STEPS];
    int count = tzaar_steps(board, steps);
    printf("%d %s|", tzaar_winner(board), tzaar_write(board, text));
    for (int i = 0; i < count; i++)
        printf("%s%s", i > 0 ? " " : "", tzaar_token(steps[i], token));
    printf("\n");
}

static long long perft(const tzaar_board *board, int depth)
{
    tzaar_step steps[TZAAR_MOST_STEPS];
    int count = tzaar_steps(board, steps);
    long long total = 0;
    if (depth <= 1)
        return depth == 1 ? count : 1;
    for (int i = 0; i < count; i++) {
        tzaar_board next = *board;
        tzaar_play(&next, steps[i]);
        total += perft(&next, depth - 1);
    }
    return total;
}

int main(void)
{
    duiyi_bot input;
    tzaar_board board;
    tzaar_step step;
    int readable = 0;
    duiyi_start(&input, "", "");
    while (duiyi_read_line(&input)) {
        char *rest;
        if ((rest = duiyi_after(input.line, "read")) != NULL) {
            readable = tzaar_read(&board, rest);
            if (readable)
                show(&board);
            else
                printf("bad\n");
        } else if (readable && (rest = duiyi_after(input.line, "play")) != NULL) {
            if (tzaar_parse(rest, &step) && tzaar_legal(&board, step)) {
                tzaar_play(&board, step);
                show(&board);
            } else {
                printf("bad\n");
            }
        } else if (readable && (rest = duiyi_after(input.line, "perft")) != NULL) {
            printf("%lld\n", perft(&board, atoi(rest)));
        } else {
            printf("unknown\n");
        }
        fflush(stdout);
    }
    duiyi_free(&input);
    return 0;
}
