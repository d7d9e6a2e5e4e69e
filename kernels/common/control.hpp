// What a long computation hears from outside and says while it runs: one for a call, shared by its
// threads and by whoever waits for them.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>

namespace duiyi {

#if defined(__wasm__)
// The page's clock in seconds, and whether it wants an end: nobody can call in meanwhile.
extern "C" __attribute__((import_module("duiyi"), import_name("now"))) double duiyi_now();
extern "C" __attribute__((import_module("duiyi"), import_name("stopped"))) int duiyi_stopped();
#endif

class Control {
public:
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed) || asked_to_stop(); }

    // Work that has been done, in whatever the computation counts.
    void add(std::uint64_t work) { done_.fetch_add(work, std::memory_order_relaxed); }
    std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }

private:
#if defined(__wasm__)
    static bool asked_to_stop() { return duiyi_stopped() != 0; }
#else
    static constexpr bool asked_to_stop() { return false; }
#endif

    std::atomic<bool> stopped_ = false;
    std::atomic<std::uint64_t> done_ = 0;
};

// CPU seconds of the thread that asks; in WebAssembly, those of the clock.
inline double thread_seconds() {
#if defined(__wasm__)
    return duiyi_now();
#elif defined(CLOCK_THREAD_CPUTIME_ID)
    std::timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#else
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

}  // namespace duiyi
