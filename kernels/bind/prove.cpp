#include "bind/prove.hpp"

#include <optional>
#include <stdexcept>
#include <utility>

#include "search/proof.hpp"

namespace duiyi {
namespace {

template <ProvableKernel State>
std::optional<Proven> prove_as(const Position& position, const Limits& limits, Control& control,
                               bool certificate) {
    const auto* found = dynamic_cast<const PositionOf<State>*>(&position);
    if (found == nullptr || position.over()) return std::nullopt;
    auto result = prove(found->state(), limits, control,
                        certificate ? Certificate::wanted : Certificate::unwanted);
    return Proven{name_of(result.value), result.nodes, result.seconds,
                  result.decision ? found->state().text(*result.decision) : std::string(),
                  std::move(result.certificate)};
}

}  // namespace

Proven prove_position(const Position& position, const Limits& limits, Control& control,
                      bool certificate) {
    auto proven = prove_as<Tzaar>(position, limits, control, certificate);
    if (!proven) proven = prove_as<Relati<2>>(position, limits, control, certificate);
    if (!proven) proven = prove_as<Classic<2>>(position, limits, control, certificate);
    if (!proven) throw std::invalid_argument("such a position cannot be proven");
    return *std::move(proven);
}

}  // namespace duiyi
