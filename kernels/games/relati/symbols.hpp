// Symbols and their marks (符號) on the board of relati, and what each root reaches. Whose turn it
// is and which extensions are played is not known here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "common/guarded.hpp"
#include "common/kernel.hpp"
#include "games/relati/links.hpp"

namespace duiyi {

template <int seats>
class RelatiSymbols {
public:
    using Board = GuardedSquare<4 * seats + 1>;
    using Cells = typename Board::Set;
    using Links = RelatiLinks<Board>;
    using Ground = typename Links::Ground;

    enum class Mark { plain, root, ready, spent, dead };

    // All symbols of a seat, dead ones included.
    const Cells& owned(int seat) const { return owned_[index(seat)]; }
    Cells living(int seat) const { return owned(seat) & living_; }
    Cells ready(int seat) const { return owned(seat) & ready_; }
    Cells cannons(int seat) const { return owned(seat) & cannons(); }
    Cells root(int seat) const { return owned(seat) & roots_; }
    Cells dead(int seat) const { return owned(seat) & dead_; }
    const Cells& living() const { return living_; }

    // 空格: the cells without any symbol, dead ones included.
    Cells empty() const { return Board::all.without(living_ | dead_); }

    // 放置條件: empty cells that can be linked; the first symbol goes anywhere.
    Cells placeable(int seat) const {
        return owned(seat).empty() ? empty() : linkable_[index(seat)] & empty();
    }

    // 一般符號: living, connected, without a mark.
    Cells plain(int seat) const {
        return (owned(seat) & connected_).without(ready_ | spent_ | roots_);
    }

    // plain symbols with a direct link to the root.
    Cells migratable(int seat) const {
        const Cells plain_ones = plain(seat);
        if (plain_ones.empty()) return {};
        return Links::ends(root(seat), ground()) & plain_ones;
    }

    // 失聯符號: how many living symbols of a seat are lost. A lost cannon is dead.
    int lost(int seat) const { return (owned(seat) & living_).without(connected_).count(); }

    // The cannons of a seat that meet one of these symbols first in a direction.
    Cells aiming(int seat, const Cells& targets, Direction direction) const {
        return ready(seat) & Links::facing(targets, Board::all.without(living_), direction);
    }

    // the first living symbol; empty cells and dead symbols are skipped.
    std::optional<Cell> met(Cell cannon, Direction direction) const {
        constexpr std::array<int, 4> steps{-Board::stride, Board::stride, -1, 1};
        const int step = steps[static_cast<std::size_t>(direction)];
        // To the left of a row's first cell is the guard of the row above, or nothing.
        for (Cell cell = cannon + step; Board::has(cell); cell += step)
            if (living_.has(cell)) return cell;
        return std::nullopt;
    }

    void place(int seat, Cell cell) {
        if (owned(seat).empty()) roots_.add(cell);
        owned_[index(seat)].add(cell);
        living_.add(cell);
        connected_.add(cell);
        // Whatever the seat had linked by a path over this cell is linked to the new symbol:
        // nothing of his is cut off.
        const Ground paths = ground();
        grow(seat, Cells::of(cell), paths);
        // Every cell of a path can itself be linked: others who cannot have no path over this one.
        for (int other = 0; other < seats; ++other)
            if (other != seat && linkable_[index(other)].has(cell)) narrow(other, cell, paths);
        bury_lost_cannons();
    }

    // a cannon passes no link on.
    void build(int seat, Cell cell) {
        ready_.add(cell);
        rebuild(seat, ground());
        bury_lost_cannons();
    }

    //
    void migrate(int seat, Cell cell) {
        const Cells old = root(seat);
        bury(old);
        roots_.add(cell);
        open_up(old, seat);
        bury_lost_cannons();
    }

    // 死亡符號: whoever's symbol stands there is dead, and keeps its cell.
    void kill(Cell cell) {
        const Cells target = Cells::of(cell);
        const bool source = connected_.has(cell) && !cannons().has(cell);
        bury(target);
        open_up(target, source ? owner(cell) : nobody);
        bury_lost_cannons();
    }

    // 彈盡.
    void spend(Cell cannon) {
        ready_.remove(cannon);
        spent_.add(cannon);
    }
    void reload(Cell cannon) {
        spent_.remove(cannon);
        ready_.add(cannon);
    }

    // For reading a position: symbols first, then all links at once.
    void put(int seat, Cell cell, Mark mark) {
        owned_[index(seat)].add(cell);
        if (mark == Mark::dead) return dead_.add(cell);
        living_.add(cell);
        if (mark == Mark::root) roots_.add(cell);
        if (mark == Mark::ready) ready_.add(cell);
        if (mark == Mark::spent) spent_.add(cell);
    }
    void link_all() {
        const Ground paths = ground();
        for (int seat = 0; seat < seats; ++seat) rebuild(seat, paths);
    }
    bool has_lost_cannons() const { return !cannons().without(connected_).empty(); }

    int owner(Cell cell) const {
        int seat = 0;
        while (!owned(seat).has(cell)) ++seat;
        return seat;
    }
    Mark mark(Cell cell) const {
        if (dead_.has(cell)) return Mark::dead;
        if (roots_.has(cell)) return Mark::root;
        if (ready_.has(cell)) return Mark::ready;
        return spent_.has(cell) ? Mark::spent : Mark::plain;
    }

    std::uint64_t hash() const {
        std::uint64_t mixed = roots_.hash(salt(0)) ^ ready_.hash(salt(1)) ^ spent_.hash(salt(2)) ^
                              dead_.hash(salt(3));
        for (int seat = 0; seat < seats; ++seat) mixed ^= owned(seat).hash(salt(4 + seat));
        return mixed;
    }

private:
    static constexpr std::size_t index(int seat) { return static_cast<std::size_t>(seat); }
    static constexpr std::uint64_t salt(int number) {
        return static_cast<std::uint64_t>(number) << 32;
    }

    Cells cannons() const { return ready_ | spent_; }
    // what a path may cross.
    Ground ground() const { return Ground(Board::all.without(living_)); }
    // 可供連線符號: what passes a link on.
    Cells sources(int seat) const { return living(seat).without(cannons()); }

    // these connected sources link what they can, and so on with what is found.
    void grow(int seat, Cells frontier, const Ground& paths) {
        const Cells own = living(seat), passing = sources(seat);
        Cells linkable = linkable_[index(seat)], connected = connected_;
        while (!frontier.empty()) {
            linkable |= Links::ends(frontier, paths);
            const Cells found = (linkable & own).without(connected);
            connected |= found;
            frontier = found & passing;
        }
        linkable_[index(seat)] = linkable;
        connected_ = connected;
    }

    void rebuild(int seat, const Ground& paths) {
        connected_ = connected_.without(owned(seat)) | root(seat);
        linkable_[index(seat)] = {};
        grow(seat, root(seat), paths);
    }

    // No path leads over this cell any more. Such a path had both its ends near the cell: as long
    // as the symbols there hold together, over whatever links of the seat, nothing is cut off.
    void narrow(int seat, Cell cell, const Ground& paths) {
        const Cells own = living(seat) & connected_;
        const Cells passing = own.without(cannons());
        const Cells near = Board::around(Board::around(Cells::of(cell)));
        const Cells shaken = own & near;
        Cells frontier = Cells::of((passing & near).first()), held = frontier;
        while (!shaken.without(held).empty()) {
            if (frontier.empty()) return rebuild(seat, paths);
            const Cells found = (Links::ends(frontier, paths) & own).without(held);
            held |= found;
            frontier = found & passing;
        }
        linkable_[index(seat)] = Links::ends(passing, paths);
    }

    // These cells have become blank; one seat may have lost links besides. A path over one of them
    // begins not more than two cells away.
    void open_up(const Cells& cells, int cut) {
        const Cells near = Board::around(Board::around(cells)) & connected_;
        const Ground paths = ground();
        for (int seat = 0; seat < seats; ++seat)
            if (seat == cut)
                rebuild(seat, paths);
            else
                grow(seat, sources(seat) & near, paths);
    }

    void bury(const Cells& cells) {
        dead_ |= cells;
        living_ = living_.without(cells);
        connected_ = connected_.without(cells);
        roots_ = roots_.without(cells);
        ready_ = ready_.without(cells);
        spent_ = spent_.without(cells);
    }

    // all at the same time; they passed no link on, so that links can only be gained.
    void bury_lost_cannons() {
        const Cells lost_ones = cannons().without(connected_);
        if (lost_ones.empty()) return;
        bury(lost_ones);
        open_up(lost_ones, nobody);
    }

    std::array<Cells, seats> owned_{};
    Cells roots_, ready_, spent_, dead_;
    // What follows from the others, kept because every question about a position asks for it:
    Cells living_;
    Cells connected_;                      // living symbols that are not lost, of all seats
    std::array<Cells, seats> linkable_{};  // the cells that a link could reach, taken ones included
};

}  // namespace duiyi
