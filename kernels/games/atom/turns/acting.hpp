// The actions of a turn of atom: attacks and effects in any order, with what the attacker destroys
// and what the defender loses and keeps. Whoever owns the turn goes for the most, the other for the
// least. `greedy` takes what looks best each time; `exact` looks at everything, as far as it can.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "games/atom/rules.hpp"
#include "games/atom/turns/evaluation.hpp"
#include "search/limits.hpp"

namespace duiyi::atom {

using Line = std::vector<AtomAction>;

// An action and what it would be worth to the owner of the turn.
struct Option {
    AtomAction action;
    float value;
};

template <std::unsigned_integral Word>
class Acting {
public:
    using State = Atom<Word>;
    using Cell = AtomCell<Word>;
    using Position = AtomPosition<Word>;
    using Which = typename Cell::Which;
    using Kind = AtomAction::Kind;

    Acting(const Evaluation& evaluation, Budget& budget)
        : evaluation_(evaluation), budget_(budget) {}

    // Plays to the end of the turn; what it is worth to its owner. The line grows by the actions.
    float greedy(State& state, Outlook<Word>& outlook, Line& line) {
        for (;;) {
            resolve(state, outlook, line);
            if (state.over()) return won(state);
            float best = evaluation_.ended(state.position(), outlook);
            const AtomAction* taken = nullptr;
            list(state.position(), outlook);
            const std::vector<AtomAction> options = options_;
            for (const AtomAction& option : options) {
                if (budget_.over()) break;
                const float value = looked_at(state, outlook, option);
                if (value <= best) continue;
                best = value;
                taken = &option;
            }
            if (taken == nullptr) return end(state, line);
            play(state, outlook, *taken, line);
        }
    }

    // The same by looking at all orders of actions and at all atoms. Where that would be more than
    // so many positions, the best few atoms at each decision must do, and after as many positions
    // again greed goes on.
    float exact(State& state, Outlook<Word>& outlook, Line& line, std::size_t width,
                std::size_t most) {
        float value = solved(state, outlook, std::numeric_limits<std::size_t>::max(), most);
        if (left_ == 0) value = solved(state, outlook, width, most);
        while (!state.over() && state.position().step.phase != AtomPhase::choosing) {
            const std::uint64_t hash = state.hash();
            const Entry& entry = table_[hash % table_size];
            if (entry.hash != hash) {
                greedy(state, outlook, line);
                break;
            }
            play(state, outlook, entry.best, line);
        }
        return value;
    }

    // All possibilities of a decision about atoms, the best for whoever decides first.
    std::vector<Option> decisions(const Position& position, Outlook<Word>& outlook) {
        std::vector<Option> found;
        const AtomStep& step = position.step;
        const int other = position.other(), number = position.first_cell();
        const auto each_removal = [&]<Which which>(int cell_number, Kind kind) {
            const Cell& cell = position.cell(other, cell_number);
            cell.template each_atom<which>([&](AtomSlot slot) {
                Cell rest = cell;
                rest.remove(slot);
                found.push_back({made(kind, cell_number, slot),
                                 with_cell(position, outlook, other, cell_number, rest)});
            });
        };
        bool defending = true;
        switch (step.phase) {
            case AtomPhase::destroying_first:
                each_removal.template operator()<Which::black>(number, Kind::destroy);
                defending = false;
                break;
            case AtomPhase::destroying:
                each_removal.template operator()<Which::any>(number, Kind::destroy);
                found.push_back(
                    {{Kind::stop},
                     with_cell(position, outlook, other, number, position.cell(other, number))});
                defending = false;
                break;
            case AtomPhase::losing:
                for (int cell = 0; cell < atom_cells; ++cell)
                    each_removal.template operator()<Which::any>(cell, Kind::lose);
                break;
            case AtomPhase::keeping:
                defending = step.seat == other;
                position.cell(step.seat, number).each_black_part([&](AtomSlot smallest) {
                    Cell rest = position.cell(step.seat, number);
                    rest.keep(smallest);
                    found.push_back({made(Kind::keep, number, smallest),
                                     with_cell(position, outlook, step.seat, number, rest)});
                });
                break;
            default: break;
        }
        std::stable_sort(found.begin(), found.end(), [=](const Option& a, const Option& b) {
            return defending ? a.value < b.value : a.value > b.value;
        });
        return found;
    }

    // Attacks that succeed and effects that do something; more of the same kind only once.
    void list(const Position& position, const Outlook<Word>& outlook) {
        options_.clear();
        const int owner = position.owner(), other = position.other();
        if (position.step.attacks > 0) list_attacks(outlook.of(owner), outlook.of(other));
        for (int number = 0; number < atom_cells; ++number) {
            const Cell& cell = position.cell(owner, number);
            cell.template each_atom<Which::coloured>([&](AtomSlot slot) {
                const int y = cell.black_neighbours(slot);
                const bool idle =
                    cell.colour(slot) == AtomColour::red && position.side(other).filled() == 0;
                if (y > 0 && !idle) options_.push_back(made(Kind::effect, number, slot));
            });
        }
    }

    // What `list` found.
    const std::vector<AtomAction>& options() const { return options_; }

private:
    struct Entry {
        std::uint64_t hash = 0;
        float value = 0;
        AtomAction best{};
    };
    static constexpr std::size_t table_size = 2048;

    static AtomAction made(Kind kind, int cell, AtomSlot slot) {
        return {kind, static_cast<std::uint8_t>(cell), 0, slot};
    }

    float won(const State& state) const {
        const int winner = state.winner();
        if (winner == nobody) return 0;
        return winner == state.owner() ? surely : -surely;
    }

    void list_attacks(const std::array<Shape, atom_cells>& own,
                      const std::array<Shape, atom_cells>& theirs) {
        bool bare = true;
        for (std::size_t target = 0; target < atom_cells; ++target) {
            if (!theirs[target].filled()) continue;
            bare = false;
            for (std::size_t cell = 0; cell < atom_cells; ++cell) {
                if (2 * own[cell].attack <= theirs[target].twice_defence) continue;
                const bool outdone = std::any_of(own.begin(), own.end(), [&](const Shape& rival) {
                    return rival.attack >= own[cell].attack &&
                           rival.counts[1] >= own[cell].counts[1] &&
                           (rival.attack > own[cell].attack ||
                            rival.counts[1] > own[cell].counts[1]);
                });
                if (!outdone)
                    options_.push_back({Kind::attack, static_cast<std::uint8_t>(cell),
                                        static_cast<std::uint8_t>(target)});
            }
        }
        if (!bare) return;
        const auto* best =
            std::max_element(own.begin(), own.end(),
                             [](const auto& a, const auto& b) { return a.attack < b.attack; });
        if (best->attack > 0)
            options_.push_back({Kind::direct, static_cast<std::uint8_t>(best - own.begin())});
    }

    // If this cell were so, and settled to its owner's liking.
    float with_cell(const Position& position, Outlook<Word>& outlook, int seat, int number,
                    Cell cell) {
        Shape& place = outlook.at(seat, number);
        const Shape before = place;
        const bool owned = seat == position.owner();
        float value = 0;
        const auto judge = [&](const Cell& settled) {
            budget_.spent();
            place = ShapeReader<Word>::read(settled);
            return evaluation_.ended(position, outlook);
        };
        if (!cell.settle()) {
            value = judge(cell);
        } else {
            value = owned ? -surely : surely;
            cell.each_black_part([&](AtomSlot smallest) {
                Cell part = cell;
                part.keep(smallest);
                const float here = judge(part);
                value = owned ? std::max(value, here) : std::min(value, here);
            });
        }
        place = before;
        return value;
    }

    void play(State& state, Outlook<Word>& outlook, AtomAction action, Line& line) {
        state.play(action);
        line.push_back(action);
        outlook.refresh(state.position());
    }

    float end(State& state, Line& line) {
        const AtomAction action{Kind::end};
        Outlook<Word> outlook(state.position());
        const float value = evaluation_.ended(state.position(), outlook);
        state.play(action);
        line.push_back(action);
        return value;
    }

    // Takes the best at each decision about atoms, until there is none.
    void resolve(State& state, Outlook<Word>& outlook, Line& line) {
        while (deciding(state.position().step.phase))
            play(state, outlook, decisions(state.position(), outlook).front().action, line);
    }

    static bool deciding(AtomPhase phase) {
        return phase == AtomPhase::destroying_first || phase == AtomPhase::destroying ||
               phase == AtomPhase::keeping || phase == AtomPhase::losing;
    }

    float looked_at(const State& state, const Outlook<Word>& outlook, AtomAction option) {
        State next = state;
        Outlook<Word> seen = outlook;
        Line line;
        play(next, seen, option, line);
        resolve(next, seen, line);
        budget_.spent();
        return next.over() ? won(next) : evaluation_.ended(next.position(), seen);
    }

    float solved(const State& state, Outlook<Word>& outlook, std::size_t width, std::size_t most) {
        table_.assign(table_size, Entry{});
        width_ = width;
        left_ = most;
        return solve(state, outlook);
    }

    // Minimax over what is left of the turn.
    float solve(const State& state, Outlook<Word>& outlook) {
        if (state.over()) return won(state);
        const Position& position = state.position();
        const std::uint64_t hash = state.hash();
        Entry& known = table_[hash % table_size];
        if (known.hash == hash) return known.value;
        budget_.spent();
        if (left_ > 0) --left_;
        std::vector<Option> options;
        const bool acting = position.step.phase == AtomPhase::acting;
        bool smallest = false;
        Entry found{hash, 0, {Kind::end}};
        if (acting) {
            found.value = evaluation_.ended(position, outlook);
            list(position, outlook);
            for (const AtomAction& action : options_) options.push_back({action, 0});
        } else {
            options = decisions(position, outlook);
            smallest = state.actor() != state.owner();
            options.resize(std::min(options.size(), left_ > 0 ? width_ : 1));
            found.value = smallest ? 2 * surely : -2 * surely;
        }
        if (left_ == 0 && acting) {
            State next = state;
            Outlook<Word> seen = outlook;
            Line line;
            found.value = greedy(next, seen, line);
            found.best = line.front();
            options.clear();
        }
        for (const Option& option : options) {
            State next = state;
            Outlook<Word> seen = outlook;
            next.play(option.action);
            seen.refresh(next.position());
            const float value = solve(next, seen);
            if (smallest ? value < found.value : value > found.value) {
                found.value = value;
                found.best = option.action;
            }
            const bool decided = !smallest && found.value >= surely;
            if (decided || left_ == 0 || budget_.over()) break;
        }
        table_[hash % table_size] = found;
        return found.value;
    }

    const Evaluation& evaluation_;
    Budget& budget_;
    std::vector<AtomAction> options_;
    std::vector<Entry> table_;
    std::size_t width_ = 1;
    std::size_t left_ = 0;
};

}  // namespace duiyi::atom
