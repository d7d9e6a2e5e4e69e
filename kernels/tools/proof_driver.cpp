// Proofs behind stdin and stdout. One line in, one line out.
//
//   usage: proof_driver tzaar | relati | relati-classic
//
//   seconds S, nodes N, megabytes M   → `set`; limits for what follows
//   solve DUMP    → value, nodes, CPU seconds, decision (`-` for none), bytes of the certificate
//   save FILE     → `saved`; the certificate of the last one
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

#include "search/proof.hpp"

namespace duiyi {

template <ProvableKernel State>
class ProofDriver {
public:
    int run() {
        for (std::string line; std::getline(std::cin, line);) {
            const std::size_t space = std::min(line.find(' '), line.size());
            const std::string rest = space < line.size() ? line.substr(space + 1) : "";
            std::cout << answer(line.substr(0, space), rest) << std::endl;
        }
        return 0;
    }

private:
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

int main(int count, char** arguments) {
    const std::string_view game = count > 1 ? arguments[1] : "";
    if (game == "tzaar") return duiyi::ProofDriver<duiyi::Tzaar>().run();
    if (game == "relati") return duiyi::ProofDriver<duiyi::Relati<2>>().run();
    if (game == "relati-classic") return duiyi::ProofDriver<duiyi::Classic<2>>().run();
    std::cerr << "usage: proof_driver tzaar | relati | relati-classic\n";
    return 2;
}
