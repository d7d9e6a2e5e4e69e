// Threads that help another one, and locks between them. In WebAssembly they are workers of the
// page where memory can be shared; elsewhere there are none, and whoever searches asks for one
// thread.
#pragma once

#if defined(__wasm_atomics__)
#include "common/members.hpp"
#elif !defined(__wasm__)
#include <mutex>
#include <thread>
#include <utility>
#include <vector>
#endif

namespace duiyi {

#if !defined(__wasm__)

class Helpers {
public:
    template <typename Work>
    void add(Work work) {
        threads_.emplace_back(std::move(work));
    }
    void join() { threads_.clear(); }

private:
    std::vector<std::jthread> threads_;  // which join when they go
};

using Mutex = std::mutex;
using Locked = std::lock_guard<std::mutex>;

#elif !defined(__wasm_atomics__)

class Helpers {
public:
    static constexpr int present() { return 0; }

    template <typename Work>
    void add(const Work&) {
        __builtin_trap();
    }
    void join() {}
};

struct Mutex {};

class Locked {
public:
    explicit Locked(Mutex&) {}
};

#endif

}  // namespace duiyi
