/*
 * A bot for tzaar that tries every legal step, gives each resulting position a value, and makes the
 * step with the best one. It looks no further ahead than that.
 *
 * To make it stronger, begin with `worth`: what else is good for a side?
 */
#include "duiyi.h"

#define WIN 1000000

/* How many captures a side could make now. */
static int captures(const tzaar_board *board, int seat)
{
    int found = 0;
    for (int from = 0; from < TZAAR_POINTS; from++) {
        if (board->at[from].seat != seat)
            continue;
        for (int direction = 0; direction < TZAAR_DIRECTIONS; direction++) {
            int to = tzaar_look(board, from, direction);
            if (to >= 0 && board->at[to].seat != seat &&
                board->at[to].height <= board->at[from].height)
                found++;
        }
    }
    return found;
}

/* What a side has: its heights, its captures, and above all the kind that it has fewest of, for
   without one kind the game is lost. */
static int worth(const tzaar_board *board, int seat)
{
    int fewest = board->count[seat][TZAAR_TZAAR];
    int value = captures(board, seat);
    for (int kind = 0; kind < TZAAR_KINDS; kind++) {
        if (board->count[seat][kind] < fewest)
            fewest = board->count[seat][kind];
    }
    for (int point = 0; point < TZAAR_POINTS; point++) {
        if (board->at[point].seat == seat)
            value += board->at[point].height;
    }
    return value + 4 * fewest;
}

/* How good a position is for a side: more is better. */
static int evaluate(const tzaar_board *board, int seat)
{
    int winner = tzaar_winner(board);
    if (winner != TZAAR_NOBODY)
        return winner == seat ? WIN : -WIN;
    return worth(board, seat) - worth(board, 1 - seat);
}

/* The step after which the position is best; among equals, any. */
static tzaar_step choose(duiyi_bot *bot, const tzaar_board *board)
{
    tzaar_step steps[TZAAR_MOST_STEPS];
    int count = tzaar_steps(board, steps);
    int best = 0, best_value = 0, equals = 0;
    for (int i = 0; i < count; i++) {
        tzaar_board next = *board;
        int value;
        tzaar_play(&next, steps[i]);
        value = evaluate(&next, board->seat);
        if (i == 0 || value > best_value) {
            best = i;
            best_value = value;
            equals = 1;
        } else if (value == best_value && duiyi_random(bot, ++equals) == 0) {
            best = i;
        }
    }
    duiyi_info("eval %d", best_value);
    return steps[best];
}

int main(void)
{
    duiyi_bot bot;
    duiyi_start(&bot, "greedy", "");
    while (duiyi_turn(&bot)) {
        tzaar_board board;
        char token[TZAAR_TOKEN];
        if (!tzaar_read(&board, bot.position))
            duiyi_give_up(&bot, "I play tzaar, and this is no position of it");
        duiyi_move(&bot, tzaar_token(choose(&bot, &board), token));
    }
    return 0;
}
