// Threads that share the parts of a job.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>

#include "common/control.hpp"
#include "common/threads.hpp"

namespace duiyi {

// Calls work(part) for every part below `parts`, each once, on so many threads; the CPU seconds
// that all of them used. Nothing more is begun once `control` is stopped, or when a part has
// thrown: its exception is thrown here.
#if defined(__cpp_exceptions)
template <typename Work>
double share_out(std::size_t parts, int threads, Control& control, const Work& work) {
    std::atomic<std::size_t> next = 0;
    Mutex guard;
    double seconds = 0;
    std::exception_ptr failure;
    const auto take_parts = [&] {
        const double start = thread_seconds();
        try {
            for (std::size_t part; !control.stopped() && (part = next++) < parts;) work(part);
        } catch (...) {
            control.stop();
            const Locked lock(guard);
            failure = std::current_exception();
        }
        const Locked lock(guard);
        seconds += thread_seconds() - start;
    };
    Helpers others;
    for (int count = 1; count < threads; ++count) others.add(take_parts);
    take_parts();
    others.join();
    if (failure) std::rethrow_exception(failure);
    return seconds;
}
#else
template <typename Work>
double share_out(std::size_t parts, int, Control& control, const Work& work) {
    const double start = thread_seconds();
    for (std::size_t part = 0; part < parts && !control.stopped(); ++part) work(part);
    return thread_seconds() - start;
}
#endif

}  // namespace duiyi
