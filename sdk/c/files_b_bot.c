/*
 * A bot for tzaar that speaks interface B: it is started for each step, and answers by rewriting
 * three files as its step leaves them.
 *
 *     ./bot white 1 chessColor.txt chessLayer.txt chessType.txt stepLog.txt
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
    if (!files_read_b(&bot, &board, argc, argv)) {
        duiyi_log("the arguments or the files are not those of interface B");
        return 1;
    }
    tzaar_play(&board, choose(&bot, &board));
    return files_write_b(&board, argv) ? 0 : 2;
}
