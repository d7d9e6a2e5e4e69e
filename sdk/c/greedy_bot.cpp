// A bot for tzaar in C++: tries every legal step, gives each resulting position a value, and makes
// the step with the best one. It looks no further ahead than that.
//
// To make it stronger, begin with `worth`: what else is good for a side?
#include "duiyi.h"

#include <algorithm>
#include <vector>

namespace {

constexpr int win = 1'000'000;

std::vector<tzaar_step> legal_steps(const tzaar_board &board)
{
    std::vector<tzaar_step> steps(TZAAR_MOST_STEPS);
    steps.resize(static_cast<std::size_t>(tzaar_steps(&board, steps.data())));
    return steps;
}

// What a side has: its heights, its captures, and above all the kind that it has fewest of, for
// without one kind the game is lost.
int worth(const tzaar_board &board, int seat)
{
    int value = 0;
    for (int from = 0; from < TZAAR_POINTS; from++) {
        const tzaar_piece &piece = board.at[from];
        if (piece.seat != seat)
            continue;
        value += piece.height;
        for (int direction = 0; direction < TZAAR_DIRECTIONS; direction++) {
            const int to = tzaar_look(&board, from, direction);
            if (to >= 0 && board.at[to].seat != seat && board.at[to].height <= piece.height)
                value++;
        }
    }
    return value + 4 * *std::min_element(board.count[seat], board.count[seat] + TZAAR_KINDS);
}

// How good a position is for a side: more is better.
int evaluate(const tzaar_board &board, int seat)
{
    const int winner = tzaar_winner(&board);
    if (winner != TZAAR_NOBODY)
        return winner == seat ? win : -win;
    return worth(board, seat) - worth(board, 1 - seat);
}

// The step after which the position is best; among equals, any.
tzaar_step choose(duiyi_bot &bot, const tzaar_board &board)
{
    std::vector<tzaar_step> best;
    int best_value = 0;
    for (const tzaar_step &step : legal_steps(board)) {
        tzaar_board next = board;
        tzaar_play(&next, step);
        const int value = evaluate(next, board.seat);
        if (best.empty() || value > best_value) {
            best.clear();
            best_value = value;
        }
        if (value == best_value)
            best.push_back(step);
    }
    duiyi_info("eval %d", best_value);
    return best[static_cast<std::size_t>(duiyi_random(&bot, static_cast<int>(best.size())))];
}

} // namespace

int main()
{
    duiyi_bot bot;
    duiyi_start(&bot, "greedy", "");
    while (duiyi_turn(&bot)) {
        tzaar_board board;
        char token[TZAAR_TOKEN];
        if (!tzaar_read(&board, bot.position))
            duiyi_give_up(&bot, "I play tzaar, and this is no position of it");
        duiyi_move(&bot, tzaar_token(choose(bot, board), token));
    }
}
