// The solver of relati classic behind stdin and stdout. One line in, one line out.
//
//   usage: classic_solver_driver SIDE [MEGABYTES]
//
//   values         → CPU seconds, and the value of every first action for the first seat
//   values DUMP    → CPU seconds, and every cell's value for who is to act, `-` where he may not
//   best DUMP      → CPU seconds, value and cell
//   seconds S      → `set`; the limit for what follows
//
// `unknown` when the time is up, `bad` for what cannot be answered.
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

#include "games/relati_classic/solver.hpp"
#include "tools/answering.hpp"

namespace duiyi {

template <int side>
class ClassicSolverDriver {
    using Solver = ClassicSolver<side>;
    using Board = typename Solver::Board;
    using Position = typename Solver::Position;

public:
    explicit ClassicSolverDriver(std::size_t memory) : solver_(memory) {}

    std::string answer(std::string_view word, const std::string& rest) {
        if (word == "seconds") {
            limits_.seconds = std::atof(rest.c_str());
            return "set";
        }
        const auto position = rest.empty() ? Position{} : Board::read(rest);
        if (!position) return "bad";
        Control control;
        const double begun = thread_seconds();
        std::ostringstream out;
        if (word == "values") {
            const auto values = solver_.values(*position, limits_, control);
            if (!values) return "unknown";
            out << thread_seconds() - begun;
            for (const int value : *values)
                out << ' ' << (value == Solver::illegal ? "-" : std::to_string(value));
        } else if (word == "best") {
            const auto best = solver_.best(*position, limits_, control);
            if (!best) return "unknown";
            out << thread_seconds() - begun << ' ' << best->value << ' ' << Board::name(best->cell);
        } else {
            return "bad";
        }
        return out.str();
    }

private:
    Solver solver_;
    Limits limits_;
};

}  // namespace duiyi

int main(int count, char** arguments) {
    using namespace duiyi;
    const std::size_t megabytes = count > 2 ? std::strtoul(arguments[2], nullptr, 10) : 64;
    switch (count > 1 ? std::atoi(arguments[1]) : 0) {
        case 3: return answer_lines(ClassicSolverDriver<3>(megabytes << 20));
        case 4: return answer_lines(ClassicSolverDriver<4>(megabytes << 20));
        case 5: return answer_lines(ClassicSolverDriver<5>(megabytes << 20));
    }
    std::cerr << "usage: classic_solver_driver 3 | 4 | 5 [MEGABYTES]\n";
    return 2;
}
