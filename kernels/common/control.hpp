// What a long computation hears from outside and says while it runs: one for a call, shared by its
// threads and by whoever waits for them.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>

namespace duiyi {

class Control {
public:
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

    // Work that has been done, in whatever the computation counts.
    void add(std::uint64_t work) { done_.fetch_add(work, std::memory_order_relaxed); }
    std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> stopped_ = false;
    std::atomic<std::uint64_t> done_ = 0;
};

// CPU seconds of the thread that asks.
inline double thread_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    std::timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#else
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

}  // namespace duiyi
