// What Python sees of relati classic: its positions and its searches.
#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "bind/duel_thinker.hpp"
#include "bind/game.hpp"
#include "bind/mcts_thinker.hpp"
#include "common/refusal.hpp"
#include "games/relati_classic/kernel.hpp"
#include "games/relati_classic/knowledge.hpp"
#include "games/relati_classic/solver.hpp"

namespace duiyi {
namespace {

// Knows the value of every cell, or nothing when it had to end before.
class ClassicSolverThinker final : public Thinker {
public:
    Thought think(const Position& position, const Limits& limits, Control& control, int,
                  std::uint64_t, std::size_t lines, const Heard<Thought>&) override {
        const Classic<2>& state = state_of<Classic<2>>(position);
        const auto read = Board::read(state.dump());
        if (!read) refuse("a position of another size");
        const double begun = thread_seconds();
        const auto values = solver_.values(*read, limits, control);
        Thought thought;
        thought.cpu_seconds = thread_seconds() - begun;
        if (values) add(thought, *values);
        if (thought.lines.empty()) thought.lines.push_back(unconsidered(state));
        if (thought.lines.size() > lines) thought.lines.resize(lines);
        return thought;
    }

    void forget() override { solver_ = ClassicSolver<5>(); }

private:
    using Board = ClassicSolver<5>::Board;

    static void add(Thought& thought, const ClassicSolver<5>::Values& values) {
        constexpr std::array<std::string_view, 3> proofs{"loss", "level", "win"};
        for (int cell = 0; cell < Board::cells; ++cell) {
            const int value = values[static_cast<std::size_t>(cell)];
            if (value == ClassicSolver<5>::illegal) continue;
            const auto place = static_cast<std::size_t>(value + 1);
            thought.lines.push_back({{Board::name(cell)}, 0.5 * (value + 1), 0, proofs[place]});
        }
        std::stable_sort(thought.lines.begin(), thought.lines.end(),
                         [](const Line& a, const Line& b) { return a.share > b.share; });
    }

    ClassicSolver<5> solver_;
};

ThinkerPointer thinker(const Position& position, std::string_view kind, std::string_view) {
    if (kind == "mcts") return mcts_for<registered::relati_classic>(position);
    if (position.seats() != 2) return nullptr;
    if (kind == "alphabeta")
        return std::make_unique<DuelThinker<Classic<2>, relati::ClassicKnowledge>>(
            relati::ClassicKnowledge{});
    if (kind == "solver") return std::make_unique<ClassicSolverThinker>();
    return nullptr;
}

}  // namespace

Game bound_relati_classic() {
    return bound<registered::relati_classic>({}, {"mcts", "alphabeta", "solver"}, thinker);
}

}  // namespace duiyi
