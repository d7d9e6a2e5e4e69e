// The rules of relati for a fixed number of seats: what may be done in a position, whose turn it is
// and when the game is over. Symbols and links are in symbols.hpp, the position text is in
// position.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/kernel.hpp"
#include "games/relati/fields.hpp"
#include "games/relati/symbols.hpp"

namespace duiyi {

// 擴充規則.
struct RelatiOptions {
    bool continuous = false, cannon = false, chain = false, friendly_fire = false,
         migration = false;
};

struct RelatiAction {
    enum class Kind : std::uint8_t { place, build, fire, migrate, pass };

    std::int16_t cell;
    Kind kind;
    Direction direction;  // of a shot; otherwise front

    friend bool operator==(const RelatiAction&, const RelatiAction&) = default;
};

template <int seats>
class RelatiPosition;

template <int seats_>
class Relati {
public:
    static constexpr std::string_view id = "relati";
    using Symbols = RelatiSymbols<seats_>;
    using Board = typename Symbols::Board;
    using Cells = typename Symbols::Cells;
    using Action = RelatiAction;
    using Kind = RelatiAction::Kind;
    // A cell is empty, or has a plain symbol, or a cannon with four directions; the root has at
    // most 24 symbols around it; and there is `pass`.
    using Actions = ActionList<Action, 4 * Board::sites + 25>;

    static Relati start(RelatiOptions options) {
        Relati state;
        state.options_ = options;
        return state;
    }

    int seats() const { return seats_; }
    bool over() const { return ending_ != Ending::none; }
    int actor() const { return over() ? nobody : actor_; }
    int owner() const { return over() ? std::max<int>(last_, 0) : actor_; }
    int turn() const { return turn_; }
    std::uint32_t out() const { return out_; }
    const RelatiOptions& options() const { return options_; }
    const Symbols& symbols() const { return symbols_; }

    int winner() const {
        if (ending_ == Ending::withdrawn) return std::countr_one(out());
        return ending_ == Ending::others_cannot_act ? last_ : nobody;
    }

    std::string_view reason() const { return relati_fields::reason_of(ending_); }

    std::uint64_t hash() const;

    void actions(Actions& actions) const {
        actions.clear();
        if (over()) return;
        if (chain_.open()) return add_shots(actions, chain_.cannon);
        add_all(actions, symbols_.placeable(actor_), Kind::place);
        if (options_.cannon) {
            add_all(actions, symbols_.plain(actor_), Kind::build);
            symbols_.ready(actor_).each([&](Cell cannon) { add_shots(actions, cannon); });
        }
        if (options_.migration) add_all(actions, symbols_.migratable(actor_), Kind::migrate);
        if (bonus_ > 0) actions.add({0, Kind::pass, Direction::front});
    }

    template <typename Weights>
    void chances(Actions& actions, Weights&) const {
        actions.clear();
    }

    void play(Action action) {
        if (action.kind == Kind::pass) return turn_over(actor_, 0);
        if (action.kind == Kind::fire) return shoot(action.cell, action.direction);
        const Counts before = lost();
        switch (action.kind) {
            case Kind::place: symbols_.place(actor_, action.cell); break;
            case Kind::build: symbols_.build(actor_, action.cell); break;
            default: symbols_.migrate(actor_, action.cell);
        }
        acted(before);
    }

    void random_step(Random& random) { play(random_action(random)); }

    void withdraw(int seat);

    std::string text(Action action) const { return RelatiPosition<seats_>::text(action); }
    std::optional<Action> parse(std::string_view text) const {
        return RelatiPosition<seats_>::parse(text);
    }
    std::string dump() const { return RelatiPosition<seats_>::write(*this); }
    static std::optional<Relati> load(std::string_view text) {
        return RelatiPosition<seats_>::read(text);
    }

private:
    friend class RelatiPosition<seats_>;

    using Ending = relati_fields::Ending;
    using Counts = std::array<std::int32_t, seats_>;
    static constexpr std::array<Direction, 4> directions{Direction::front, Direction::back,
                                                         Direction::left, Direction::right};

    // An open chain (連鎖砲台): which cannon must go on firing, and with how many shells.
    struct Chain {
        static constexpr std::int16_t none = -1;

        Cells passed{};   // the cannons that have passed their shells on
        Counts before{};  // how many symbols each seat had lost before the chain
        std::int32_t shells = 0;
        std::int16_t cannon = none;

        bool open() const { return cannon != none; }
    };

    // 玩家行動

    static void add_all(Actions& actions, const Cells& cells, Kind kind) {
        cells.each([&](Cell cell) {
            actions.add({static_cast<std::int16_t>(cell), kind, Direction::front});
        });
    }

    // 目標符號: what a seat's cannons may kill or pass their shells to. Own symbols are no targets
    // but for relays that may still pass on.
    Cells targets(int seat) const {
        Cells found = symbols_.living();
        if (!options_.friendly_fire) found = found.without(symbols_.owned(seat));
        if (options_.chain) found = (found | symbols_.cannons(seat)).without(chain_.passed);
        return found;
    }

    // For a cannon of whoever is to decide.
    bool can_fire(Cell cannon, Direction direction) const {
        const auto met = symbols_.met(cannon, direction);
        return met && targets(actor_).has(*met);
    }

    template <typename List>
    void add_shots(List& actions, Cell cannon) const {
        for (const Direction direction : directions)
            if (can_fire(cannon, direction))
                actions.add({static_cast<std::int16_t>(cannon), Kind::fire, direction});
    }

    bool has_shot(Cell cannon) const {
        return std::any_of(directions.begin(), directions.end(),
                           [&](Direction direction) { return can_fire(cannon, direction); });
    }

    // any action but `pass`.
    bool can_act(int seat) const {
        if (!symbols_.placeable(seat).empty()) return true;
        if (options_.cannon) {
            if (!symbols_.plain(seat).empty()) return true;
            if (has_target(seat)) return true;
        }
        return options_.migration && !symbols_.migratable(seat).empty();
    }

    bool has_target(int seat) const {
        if (symbols_.ready(seat).empty()) return false;
        const Cells targets = this->targets(seat);
        return std::any_of(directions.begin(), directions.end(), [&](Direction direction) {
            return !symbols_.aiming(seat, targets, direction).empty();
        });
    }

    // Actions, as a set of cells for each kind and direction.
    struct Groups {
        struct Group {
            Cells cells;
            Kind kind;
            Direction direction;
        };

        // Called at several places, each of which is faster with a copy of it.
        DUIYI_INLINE void add(const Cells& cells, Kind kind, Direction direction) {
            all[size] = {cells, kind, direction};
            total += counts[size++] = cells.count();
        }

        std::array<Group, 7> all;
        std::array<int, 7> counts;
        std::size_t size = 0;
        int total = 0;
    };

    // Exactly uniform: a number below the number of all actions, then the group that it falls into.
    Action random_action(Random& random) const {
        if (chain_.open()) {
            ActionList<Action, directions.size()> shots;
            add_shots(shots, chain_.cannon);
            return shots[random.below(static_cast<std::uint32_t>(shots.size()))];
        }
        Groups groups;
        groups.total = bonus_ > 0 ? 1 : 0;
        groups.add(symbols_.placeable(actor_), Kind::place, Direction::front);
        if (options_.cannon) {
            groups.add(symbols_.plain(actor_), Kind::build, Direction::front);
            if (!symbols_.ready(actor_).empty()) {
                const Cells targets = this->targets(actor_);
                for (const Direction direction : directions)
                    groups.add(symbols_.aiming(actor_, targets, direction), Kind::fire, direction);
            }
        }
        if (options_.migration)
            groups.add(symbols_.migratable(actor_), Kind::migrate, Direction::front);
        int rank = static_cast<int>(random.below(static_cast<std::uint32_t>(groups.total)));
        for (std::size_t i = 0; i < groups.size; ++i) {
            const auto& group = groups.all[i];
            if (rank < groups.counts[i])
                return {static_cast<std::int16_t>(group.cells.nth(rank)), group.kind,
                        group.direction};
            rank -= groups.counts[i];
        }
        return {0, Kind::pass, Direction::front};
    }

    // What an action does

    // Nobody asks for it without these extensions.
    Counts lost() const {
        Counts counts{};
        if (options_.continuous || options_.chain)
            for (int seat = 0; seat < seats_; ++seat)
                counts[static_cast<std::size_t>(seat)] = symbols_.lost(seat);
        return counts;
    }

    // 砲台攻擊, and under `chain` what must follow.
    void shoot(Cell cannon, Direction direction);

    // 彈盡: the firing cannon is spent, whatever shells it still had.
    void close_chain() {
        if (chain_.open() && symbols_.ready(actor_).has(chain_.cannon))
            symbols_.spend(chain_.cannon);
        chain_ = {};
    }

    // The action is complete: bonuses, then the next decision.
    void acted(const Counts& before) {
        int left = std::max(bonus_ - 1, 0);
        if (options_.continuous) {
            const Counts after = lost();
            for (std::size_t seat = 0; seat < seats_; ++seat) {
                const bool own = static_cast<int>(seat) == actor_;
                left += own ? after[seat] < before[seat] : after[seat] > before[seat];
            }
        }
        turn_over(actor_, left);
    }

    bool asked(int seat) const { return !(out_ >> seat & 1U) && can_act(seat); }

    // The first seat after the mover that can act; the mover himself is asked last.
    int next_able(int mover) const {
        for (int step = 1; step <= seats_; ++step) {
            const int seat = (mover + step) % seats_;
            if (asked(seat)) return seat;
        }
        return nobody;
    }

    // C-3: the end of the game, a bonus action, or the next player.
    void turn_over(int mover, int left) {
        const int found = next_able(mover);
        last_ = static_cast<std::int8_t>(mover);
        bonus_ = 0;
        if (found == nobody) {
            ending_ = Ending::nobody_can_act;
        } else if (found == mover) {
            ending_ = Ending::others_cannot_act;
        } else if (left > 0 && can_act(mover)) {
            actor_ = static_cast<std::int8_t>(mover);
            bonus_ = left;
        } else {
            actor_ = static_cast<std::int8_t>(found);
            ++turn_;
        }
    }

    Symbols symbols_;
    Chain chain_;
    std::int32_t turn_ = 1;
    // Bonus actions left, the one to be decided now included; 0 at a turn's first action.
    std::int32_t bonus_ = 0;
    RelatiOptions options_;
    std::int8_t actor_ = 0;
    std::int8_t last_ = relati_fields::before_first;
    std::uint8_t out_ = 0;
    Ending ending_ = Ending::none;
};

template <int seats_>
void Relati<seats_>::shoot(Cell cannon, Direction direction) {
    const int mover = actor_;
    const Cell target = *symbols_.met(cannon, direction);
    if (!chain_.open()) {
        chain_.before = lost();
        chain_.shells = 1;
        chain_.cannon = static_cast<std::int16_t>(cannon);
    }
    if (options_.chain && symbols_.cannons(mover).has(target)) {
        chain_.shells += symbols_.ready(mover).has(target);
        chain_.passed.add(cannon);
        chain_.cannon = static_cast<std::int16_t>(target);
        symbols_.spend(cannon);
        symbols_.reload(target);
    } else {
        --chain_.shells;
        symbols_.kill(target);
    }
    last_ = static_cast<std::int8_t>(mover);
    const bool alive = symbols_.cannons(mover).has(chain_.cannon);
    if (alive && chain_.shells > 0 && has_shot(chain_.cannon)) return;
    const Counts before = chain_.before;
    close_chain();
    acted(before);
}

// W-2, W-5: an open action is dropped; a turn that stays where it was goes on.
template <int seats_>
void Relati<seats_>::withdraw(int seat) {
    out_ = static_cast<std::uint8_t>(out_ | 1U << seat);
    if (std::popcount(out()) == seats_ - 1) {
        close_chain();
        bonus_ = 0;
        ending_ = Ending::withdrawn;
    } else if (seat == actor_) {
        close_chain();
        turn_over(last_, 0);
    } else if (bonus_ > 0 && !chain_.open()) {
        turn_over(last_, bonus_);
    }
}

template <int seats_>
std::uint64_t Relati<seats_>::hash() const {
    // The turn's number decides nothing.
    const auto word = [](auto number) { return static_cast<std::uint64_t>(number); };
    std::uint64_t mixed = word(actor() + 2) | word(last_ + 1) << 4 | word(out_) << 8 |
                          word(options_.continuous) << 12 | word(options_.cannon) << 13 |
                          word(options_.chain) << 14 | word(options_.migration) << 15 |
                          word(options_.friendly_fire) << 16 | word(bonus_) << 17;
    mixed = scrambled(mixed) ^ symbols_.hash();
    if (!chain_.open()) return mixed;
    mixed = scrambled(mixed + (word(chain_.cannon) | word(chain_.shells) << 16));
    for (const std::int32_t count : chain_.before) mixed = scrambled(mixed + word(count));
    return mixed ^ chain_.passed.hash(word(seats_ + 4) << 32);
}

}  // namespace duiyi

#include "games/relati/position.hpp"

namespace duiyi {

static_assert(GameKernel<Relati<2>>);
static_assert(GameKernel<Relati<3>>);
static_assert(GameKernel<Relati<4>> && sizeof(Relati<4>) <= 1024);

}  // namespace duiyi
