// Threads in WebAssembly: workers of the page that share its memory. Each has joined and waits for
// work, which the one that searches hands out. Nothing here needs a C++ library with threads, for
// there is none.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace duiyi {

// Sleeping and waking are the page's business, too: some browsers lose an address that is
// used again after the instructions for it (V8 11 before it optimises).
extern "C" __attribute__((import_module("duiyi"), import_name("sleep"))) void duiyi_sleep(
    const void* number, int value);
extern "C" __attribute__((import_module("duiyi"), import_name("wake"))) void duiyi_wake(
    const void* number);

class Mutex {
public:
    void lock() {
        // What is guarded takes less time than falling asleep does.
        for (int tries = 0; tries < 100; ++tries) {
            int found = open;
            if (state_.compare_exchange_weak(found, closed, std::memory_order_acquire)) return;
        }
        while (state_.exchange(awaited, std::memory_order_acquire) != open)
            duiyi_sleep(&state_, awaited);
    }
    void unlock() {
        if (state_.exchange(open, std::memory_order_release) == awaited) duiyi_wake(&state_);
    }

private:
    enum State : int { open, closed, awaited };  // awaited: closed, and somebody may sleep

    std::atomic<int> state_ = open;
};

class Locked {
public:
    explicit Locked(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
    ~Locked() { mutex_.unlock(); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

private:
    Mutex& mutex_;
};

// A worker: what it does now, or that it waits.
class Member {
public:
    using Work = void (*)(void* what);

    void begin(Work work, void* what) {
        work_ = work;
        what_ = what;
        become(busy);
    }
    void finish() { wait_while(busy); }

    [[noreturn]] void serve() {
        for (;;) {
            wait_while(idle);
            work_(what_);
            become(idle);
        }
    }

private:
    enum State : int { idle, busy };

    void become(State state) {
        state_.store(state, std::memory_order_release);
        duiyi_wake(&state_);
    }
    void wait_while(State state) {
        while (state_.load(std::memory_order_acquire) == state) duiyi_sleep(&state_, state);
    }

    std::atomic<int> state_ = idle;
    Work work_ = nullptr;
    void* what_ = nullptr;
};

class Members {
public:
    // The number of a new one; from now on it is given work, which it does once it serves.
    std::size_t join() {
        const std::size_t number = present_.fetch_add(1);
        if (number >= all_.size()) __builtin_trap();
        return number;
    }
    std::size_t present() const { return present_; }
    Member& operator[](std::size_t number) { return all_[number]; }

private:
    std::array<Member, 16> all_{};
    std::atomic<std::size_t> present_ = 0;
};
inline constinit Members members;

// One at a time, by the thread that searches.
class Helpers {
public:
    static int present() { return static_cast<int>(members.present()); }

    Helpers() = default;
    ~Helpers() { join(); }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    // There are no more than are present.
    template <typename Work>
    void add(Work work) {
        if (count_ == members.present()) __builtin_trap();
        const auto done_once = [](void* what) {
            const std::unique_ptr<Work> own(static_cast<Work*>(what));
            (*own)();
        };
        members[count_++].begin(done_once, new Work(std::move(work)));
    }
    void join() {
        while (count_ > 0) members[--count_].finish();
    }

private:
    std::size_t count_ = 0;
};

}  // namespace duiyi
