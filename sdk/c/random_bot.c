/* A bot for tzaar that does anything legal. The smallest complete program. */
#include "duiyi.h"

int main(void)
{
    duiyi_bot bot;
    duiyi_start(&bot, "random", "");
    while (duiyi_turn(&bot)) {
        tzaar_board board;
        tzaar_step steps[TZAAR_MOST_STEPS];
        char token[TZAAR_TOKEN];
        int count;
        if (!tzaar_read(&board, bot.position))
            duiyi_give_up(&bot, "I play tzaar, and this is no position of it");
        count = tzaar_steps(&board, steps);
        duiyi_move(&bot, tzaar_token(steps[duiyi_random(&bot, count)], token));
    }
    return 0;
}
