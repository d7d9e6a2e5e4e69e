// A libFuzzer target for one game: clang++ -fsanitize=fuzzer … -DDUIYI_GAME=atom
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "fuzz/games.hpp"
#include "fuzz/mutations.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t room);

namespace {

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

// What does not fit is cut off.
std::size_t give(const std::string& text, std::uint8_t* data, std::size_t room) {
    const std::size_t size = std::min(text.size(), room);
    std::memcpy(data, text.data(), size);
    return size;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    duiyi::fuzz::check(text_of(data, size));
    return 0;
}

// A text must be right as a whole to be loaded. Changed bytes seldom lead to another good one, but
// decisions do.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t room, unsigned seed) {
    duiyi::Random random(seed);
    const std::string text(text_of(data, size));
    switch (random.below(4)) {
        case 0:
            if (const auto played = duiyi::fuzz::played(text.substr(0, text.find('\n')), random))
                return give(*played, data, room);
            [[fallthrough]];
        case 1: {
            const std::span<const std::string> itself(&text, 1);
            return give(duiyi::fuzz::Mutations(itself, random).of(text), data, room);
        }
        default: return LLVMFuzzerMutate(data, size, room);
    }
}
