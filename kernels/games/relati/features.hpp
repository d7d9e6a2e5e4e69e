// What a position of two-seat relati looks like to an evaluation: some numbers, for whoever
// decides.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "games/relati/reach.hpp"
#include "search/alphabeta/judgement.hpp"

namespace duiyi::relati {

// Each is the decider's number less the other's, up to `shared_features`; then come those of the
// decider alone, of the other alone, and of the position.
enum Feature : std::size_t {
    only_his,      // cells that he can ever come to and the other cannot
    guaranteed,    // of these, those that nothing can cut off
    nearer,        // cells that he comes to first
    places,        // cells where he could place now
    connected,     // symbols that pass links on
    lost,          // 失聯符號
    held,          // connected symbols that hold together whatever the other places next
    plain,         // 一般符號
    ready,         // cannons with a shell
    spent,         // cannons without
    rootless,      // his root is dead
    can_migrate,   // at all
    migrations,    // how many symbols could become the root
    builders,      // plain symbols that see the other's root
    watchers,      // cells to place on that see the other's root
    closed_lines,  // lines of his root that nobody can look along
    aiming,        // ready cannons in a line with a symbol of the other
    strikes,       // ready cannons that see the other's root
    shared_features,
    strike_now = shared_features,  // the decider could shoot the root at once
    struck_next,                   // the other could, if nothing is done
    struck_twice,                  // from two cannons
    level,                         // cells that both come to at the same time
    decides,                       // 1: it is worth something to decide
    count_of_features
};

inline constexpr std::array<std::string_view, count_of_features> feature_names{
    "only-his",   "guaranteed",  "nearer",       "places",       "connected", "lost",
    "held",       "plain",       "ready",        "spent",        "rootless",  "can-migrate",
    "migrations", "builders",    "watchers",     "closed-lines", "aiming",    "strikes",
    "strike-now", "struck-next", "struck-twice", "level",        "decides"};

struct View {
    std::array<float, count_of_features> features{};
    int empty = 0;  // cells
    std::optional<int>
        settled;  // the score, as in search/alphabeta/judgement.hpp, where the end is certain
    bool urgent = false;
};

class Viewer {
public:
    explicit Viewer(const State& state)
        : state_(state), symbols_(state.symbols()), blank_(Board::all.without(symbols_.living())) {}

    View view() {
        View view;
        const int decider = state_.actor();
        view.empty = symbols_.empty().count();
        look_around();
        view.settled = certain_end(decider);
        if (view.settled) return view;
        Both<std::array<int, shared_features>> sides{};
        for (int seat = 0; seat < 2; ++seat) {
            ground(seat, sides[index(seat)]);
            if (state_.options().cannon) weapons(seat, sides[index(seat)]);
            if (state_.options().migration) roots(seat, sides[index(seat)]);
        }
        const auto& his = sides[index(decider)];
        const auto& others = sides[index(1 - decider)];
        for (std::size_t i = 0; i < shared_features; ++i)
            view.features[i] = static_cast<float>(his[i] - others[i]);
        view.features[strike_now] = his[strikes] > 0 ? 1 : 0;
        view.features[struck_next] = others[strikes] > 0 ? 1 : 0;
        view.features[struck_twice] = others[strikes] > 1 ? 1 : 0;
        view.features[level] = static_cast<float>(race_.level.count());
        view.features[decides] = 1;
        view.urgent = others[strikes] > 0;
        return view;
    }

private:
    static constexpr std::size_t index(int seat) { return static_cast<std::size_t>(seat); }

    void look_around() {
        const Cells empty = symbols_.empty();
        const Ground paths(blank_);
        for (int seat = 0; seat < 2; ++seat) {
            const auto at = index(seat);
            places_[at] = symbols_.placeable(seat);
            reach_[at] =
                symbols_.owned(seat).empty()
                    ? empty
                    : flooded(symbols_, seat, places_[at], paths, empty, places_[at]) & empty;
        }
        for (int seat = 0; seat < 2; ++seat) {
            const auto at = index(seat);
            only_[at] = reach_[at].without(reach_[1 - at]);
            safe_[at] = only_[at].empty() ? 0 : safe_cells(seat);
        }
    }

    // What the root alone holds over cells that the other never comes to.
    int safe_cells(int seat) const {
        const auto at = index(seat);
        const Cells root = symbols_.root(seat);
        const Ground paths(blank_.without(reach_[1 - at]));
        return (flooded(symbols_, seat, root, paths, only_[at], root) & only_[at]).count();
    }

    // Without cannons and migrations an action is a cell less, and who has none left loses (or
    // nobody wins, if the other has none left then either). So it is known who wins when a seat's
    // safe cells are more than all that the other could ever place on. A bonus action can be
    // declined, so that the other has to be the first.
    std::optional<int> certain_end(int decider) const {
        if (state_.options().cannon || state_.options().migration) return std::nullopt;
        const auto at = index(decider);
        const int his = safe_[at], others = safe_[1 - at];
        const int his_most = reach_[at].count(), others_most = reach_[1 - at].count();
        const int free = (his == others_most + 1 || others == his_most + 1) && can_pass() ? 1 : 0;
        if (his >= others_most + 2 - free) return duel::win - (2 * others_most + 1);
        if (others >= his_most + 1 + free) return -(duel::win - 2 * (his_most + free));
        const bool apart = his == his_most && others == others_most;
        return apart ? std::optional(0) : std::nullopt;
    }

    bool can_pass() const {
        if (!state_.options().continuous) return false;
        State::Actions actions;
        state_.actions(actions);
        return actions[actions.size() - 1].kind == RelatiAction::Kind::pass;
    }

    void ground(int seat, std::array<int, shared_features>& numbers) {
        const auto at = index(seat);
        if (seat == 0) race_ = raced(symbols_, blank_, places_);
        const Cells passing = sources(symbols_, seat);
        numbers[only_his] = only_[at].count();
        numbers[guaranteed] = safe_[at];
        numbers[nearer] = race_.nearer[at].count();
        numbers[places] = places_[at].count();
        numbers[connected] = passing.count();
        numbers[lost] = symbols_.lost(seat);
        const Cells root = symbols_.root(seat);
        const Ground paths(blank_.without(places_[1 - at]));
        numbers[held] = (flooded(symbols_, seat, root, paths, {}, root) & passing).count();
    }

    void weapons(int seat, std::array<int, shared_features>& numbers) const {
        const Lines target = lines_of(symbols_, 1 - seat);
        const Cells ready_ones = symbols_.ready(seat), plain_ones = symbols_.plain(seat);
        numbers[plain] = plain_ones.count();
        numbers[ready] = ready_ones.count();
        numbers[spent] = symbols_.cannons(seat).count() - numbers[ready];
        numbers[rootless] = symbols_.root(seat).empty() && !symbols_.owned(seat).empty();
        numbers[builders] = (target.met & plain_ones).count();
        numbers[watchers] = (target.open & places_[index(seat)]).count();
        numbers[closed_lines] = lines_of(symbols_, seat).closed;
        numbers[strikes] = (target.met & ready_ones).count();
        if (ready_ones.empty()) return;
        const Cells enemies = symbols_.living(1 - seat);
        Cells in_line;
        for (const Direction direction :
             {Direction::front, Direction::back, Direction::left, Direction::right})
            in_line |= Symbols::Links::seeing(enemies, direction);
        numbers[aiming] = (in_line & ready_ones).count();
    }

    void roots(int seat, std::array<int, shared_features>& numbers) const {
        numbers[migrations] = symbols_.migratable(seat).count();
        numbers[can_migrate] = numbers[migrations] > 0;
        numbers[plain] = symbols_.plain(seat).count();
        numbers[rootless] = symbols_.root(seat).empty() && !symbols_.owned(seat).empty();
    }

    const State& state_;
    const Symbols& symbols_;
    Cells blank_;
    Both<Cells> places_, reach_, only_;
    Both<int> safe_{};
    Race race_;
};

}  // namespace duiyi::relati
