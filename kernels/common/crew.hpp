// Threads that share the parts of a job.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "common/control.hpp"

namespace duiyi {

// Calls work(part) for every part below `parts`, each once, on so many threads; the CPU seconds
// that all of them used. Nothing more is begun once `control` is stopped, or when a part has
// thrown: its exception is thrown here.
template <typename Work>
double share_out(std::size_t parts, int threads, Control& control, const Work& work) {
    std::atomic<std::size_t> next = 0;
    std::mutex guard;
    double seconds = 0;
    std::exception_ptr failure;
    const auto take_parts = [&] {
        const double start = thread_seconds();
        try {
            for (std::size_t part; !control.stopped() && (part = next++) < parts;) work(part);
        } catch (...) {
            control.stop();
            const std::lock_guard lock(guard);
            failure = std::current_exception();
        }
        const std::lock_guard lock(guard);
        seconds += thread_seconds() - start;
    };
    {
        std::vector<std::jthread> others;
        for (int count = 1; count < threads; ++count) others.emplace_back(take_parts);
        take_parts();
    }
    if (failure) std::rethrow_exception(failure);
    return seconds;
}

}  // namespace duiyi
