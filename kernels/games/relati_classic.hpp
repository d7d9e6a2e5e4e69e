// The rules of relati classic for a fixed number of seats. Withdrawal is not part of it yet:
// the state knows who moves next and who won, but not who left.
#pragma once

#include <array>
#include <optional>

#include "common/square.hpp"

namespace duiyi {

template <int seats_>
class RelatiClassic {
public:
    static constexpr int seats = seats_;
    using Seat = int;
    using Board = Square<2 * seats + 1>;
    using Sites = typename Board::Set;

    // None when the game is over.
    std::optional<Seat> actor() const { return over_ ? std::nullopt : std::optional(seat_); }

    // None while the game goes on, and when it ended without a winner.
    std::optional<Seat> winner() const {
        return over_ && can_act(seat_) ? std::optional(seat_) : std::nullopt;
    }

    bool taken(Site site) const { return taken_.has(site); }

    Sites actions() const { return over_ ? Sites{} : placements(seat_); }

    // The site must be one of actions().
    RelatiClassic play(Site site) const {
        RelatiClassic next = *this;
        next.taken_.add(site);
        next.linked_[seat_] = linked_[seat_] | Board::neighbours(site);
        next.pass_turn();
        return next;
    }

private:
    // A seat's first symbol may go anywhere. Every site has neighbours, so a seat with no linked
    // site has no symbol.
    Sites placements(Seat seat) const {
        static constexpr Sites board = Board::all();
        return (linked_[seat].empty() ? board : linked_[seat]).without(taken_);
    }

    bool can_act(Seat seat) const { return !placements(seat).empty(); }

    // The next other seat that can act moves. Without one the game is over, and seat_ stays with
    // the last mover, who has won if he could go on.
    void pass_turn() {
        for (int step = 1; step < seats; ++step) {
            const Seat candidate = (seat_ + step) % seats;
            if (can_act(candidate)) {
                seat_ = candidate;
                return;
            }
        }
        over_ = true;
    }

    Sites taken_;
    // Per seat the sites next to its symbols, taken ones included: all that its symbols decide.
    std::array<Sites, seats> linked_;
    Seat seat_ = 0;
    bool over_ = false;
};

}  // namespace duiyi
