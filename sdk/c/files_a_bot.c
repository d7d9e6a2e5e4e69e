/*
 * A bot for tzaar that speaks interface A: it is started for each turn, and answers with both of
 * its steps in out.txt.
 *
 *     ./bot White 1 board.txt chessLayer.txt stepHistory.txt
 */
#include "duiyi_files.h"

/* Any legal step. */
static tzaar_step choose(duiyi_bot *bot, const tzaar_board *board)
{
    tzaar_step steps[TZAAR_MOST_STEPS];
    int count = tzaar_steps(board, steps);
    return steps[duiyi_random(bot, count)];
}

int main(int argc, char **argv)
{
    duiyi_bot bot;
    tzaar_board board;
    tzaar_step first, second = {TZAAR_PASS, 0, 0};
    int seat;
    if (!files_read_a(&bot, &board, argc, argv)) {
        duiyi_log("the arguments or the files are not those of interface A");
        return 1;
    }
    seat = board.seat;
    first = choose(&bot, &board);
    tzaar_play(&board, first);
    /* White's first turn has one step, and so has a turn that wins the game. */
    if (board.seat == seat && tzaar_winner(&board) == TZAAR_NOBODY)
        second = choose(&bot, &board);
    return files_write_a(first, second) ? 0 : 2;
}
