// How long a search may go on, and the check that is cheap enough to be made at every node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "common/control.hpp"

namespace duiyi {

struct Limits {
    double seconds = std::numeric_limits<double>::infinity();  // CPU time of each thread
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::size_t memory = std::size_t{64} << 20;  // bytes for tables and trees
};

// One per thread. `spent` is asked at every node; the clock is read at every 256th only, so that
// a limit in nodes alone is kept exactly and always alike.
class Budget {
public:
    Budget(const Limits& limits, Control& control)
        : limits_(limits), control_(control), start_(thread_seconds()) {}

    // Counts a node; true when the search has to end.
    bool spent() {
        if (++nodes_ >= limits_.nodes) over_ = true;
        if ((nodes_ & 0xFF) == 0) look();
        return over_;
    }

    bool over() const { return over_; }
    std::uint64_t nodes() const { return nodes_; }
    double seconds() const { return thread_seconds() - start_; }

private:
    void look() {
        control_.add(0x100);
        over_ = over_ || control_.stopped() || seconds() >= limits_.seconds;
    }

    Limits limits_;
    Control& control_;
    double start_;
    std::uint64_t nodes_ = 0;
    bool over_ = false;
};

}  // namespace duiyi
