/*
 * A bot for any game: it asks the referee which moves are legal and makes one of them.
 *
 * bot.position is the position as text. What it means is in the rules page of the game; a board
 * that understands it is where a stronger bot begins.
 */
#include "duiyi.h"

int main(void)
{
    duiyi_bot bot;
    duiyi_start(&bot, "legal", "");
    while (duiyi_turn(&bot)) {
        int count = duiyi_legal(&bot);
        if (count > 0)
            duiyi_move(&bot, bot.legal[duiyi_random(&bot, count)]);
    }
    return 0;
}
