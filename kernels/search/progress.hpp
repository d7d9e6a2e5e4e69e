// What a search has found so far, while it goes on. Whoever hears of it changes nothing: the same
// search finds the same, heard or not.
#pragma once

#include <cstdint>
#include <functional>

#include "common/control.hpp"

namespace duiyi {

template <typename Found>
using Heard = std::function<void(const Found&)>;

// When it is time to tell again, for searches of very many small steps: the clock is read at every
// 64th only.
class Pace {
public:
    bool due() {
        if ((++steps_ & 0x3F) != 0) return false;
        const double now = thread_seconds();
        if (now - last_ < between) return false;
        last_ = now;
        return true;
    }

private:
    static constexpr double between = 0.1;  // seconds

    std::uint64_t steps_ = 0;
    double last_ = thread_seconds();
};

}  // namespace duiyi
