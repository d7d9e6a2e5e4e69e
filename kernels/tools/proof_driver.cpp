// Proofs behind stdin and stdout. One line in, one line out.
//
// Compiled for one game with -DDUIYI_GAME=<folder of games/>; for its first kernel that is
// provable.
//
//   seconds S, nodes N, megabytes M   → `set`; limits for what follows
//   solve DUMP    → value, nodes, CPU seconds, decision (`-` for none), bytes of the certificate
//   save FILE     → `saved`; the certificate of the last one
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "common/this_game.hpp"
#include "search/proof/proof.hpp"
#include "tools/answering.hpp"

namespace duiyi {

template <ProvableKernel State>
class ProofDriver {
public:
    std::string answer(std::string_view word, const std::string& rest) {
        if (word == "solve") return solve(rest);
        if (word == "save") {
            std::ofstream(rest) << certificate_;
            return "saved";
        }
        std::istringstream number(rest);
        if (word == "seconds") number >> limits_.seconds;
        if (word == "nodes") number >> limits_.nodes;
        if (word == "megabytes") {
            number >> limits_.memory;
            limits_.memory <<= 20;
        }
        return number ? "set" : "bad";
    }

private:
    std::string solve(const std::string& text) {
        const auto state = State::load(text);
        if (!state || state->over()) return "bad";
        Control control;
        auto result = prove(*state, limits_, control, Certificate::wanted);
        std::ostringstream out;
        out << name_of(result.value) << ' ' << result.nodes << ' ' << result.seconds << ' '
            << (result.decision ? state->text(*result.decision) : "-") << ' '
            << result.certificate.size();
        certificate_ = std::move(result.certificate);
        return out.str();
    }

    Limits limits_;
    std::string certificate_;
};

}  // namespace duiyi

int main() {
    const bool provable = duiyi::ThisGame::any([]<typename State>(std::string_view) {
        if constexpr (duiyi::ProvableKernel<State>)
            duiyi::answer_lines(duiyi::ProofDriver<State>());
        return duiyi::ProvableKernel<State>;
    });
    return provable ? 0 : 2;
}
