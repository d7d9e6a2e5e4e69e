// The transposition table of an alpha-beta search: what is known about positions by their hash, in
// a bounded memory, shared by threads without locks.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "common/refusal.hpp"

namespace duiyi {

enum class Bound : std::uint8_t { none, lower, upper, exact };

// What is kept of a search of one position. `action` is whatever 16 bits the game makes of it.
struct Known {
    std::int16_t score = 0;
    std::uint16_t action = 0;
    std::uint8_t depth = 0;
    Bound bound = Bound::none;
};

class Table {
public:
    explicit Table(std::size_t bytes)
        : count_(std::clamp(bytes / sizeof(Bucket), std::size_t{1}, most_buckets)),
          // Untouched pages of zeros cost no time until they are used.
          buckets_(static_cast<Bucket*>(std::calloc(count_, sizeof(Bucket)))) {
        if (!buckets_) out_of_memory();
    }

    std::size_t bytes() const { return count_ * sizeof(Bucket); }

    // Before each search: what older ones left is given up first.
    void age() { age_ = (age_ + 1) & 0x3F; }

    void prefetch(std::uint64_t hash) const {
#if defined(__GNUC__)
        __builtin_prefetch(&bucket(hash));
#else
        static_cast<void>(hash);
#endif
    }

    // Bound::none when nothing is known.
    Known find(std::uint64_t hash) const {
        for (const Entry& entry : bucket(hash)) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            // A half-written entry does not match: its check belongs to other data.
            if ((entry.check.load(std::memory_order_relaxed) ^ data) == hash) return known(data);
        }
        return {};
    }

    void store(std::uint64_t hash, Known what) {
        Entry* poorest = nullptr;
        int least = 0;
        for (Entry& entry : bucket(hash)) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.check.load(std::memory_order_relaxed) ^ data) == hash) {
                if (what.action == 0) what.action = known(data).action;
                poorest = &entry;
                break;
            }
            const auto older = static_cast<int>((age_ - age(data)) & 0x3F);
            const int worth = int{known(data).depth} - 4 * older;
            if (poorest == nullptr || worth < least) {
                poorest = &entry;
                least = worth;
            }
        }
        const std::uint64_t data = packed(what);
        poorest->data.store(data, std::memory_order_relaxed);
        poorest->check.store(hash ^ data, std::memory_order_relaxed);
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> check, data;
    };
    using Bucket = std::array<Entry, 4>;

    static constexpr std::size_t most_buckets = 0xFFFFFFFF;

    struct Free {
        void operator()(Bucket* buckets) const { std::free(buckets); }
    };

    // The upper half of the hash as a share of all buckets.
    Bucket& bucket(std::uint64_t hash) const { return buckets_.get()[(hash >> 32) * count_ >> 32]; }

    std::uint64_t packed(Known what) const {
        return std::uint64_t{static_cast<std::uint16_t>(what.score)} |
               std::uint64_t{what.action} << 16 | std::uint64_t{what.depth} << 32 |
               static_cast<std::uint64_t>(what.bound) << 40 | std::uint64_t{age_} << 42;
    }

    static Known known(std::uint64_t data) {
        return {static_cast<std::int16_t>(data & 0xFFFF),
                static_cast<std::uint16_t>(data >> 16 & 0xFFFF),
                static_cast<std::uint8_t>(data >> 32 & 0xFF), static_cast<Bound>(data >> 40 & 3)};
    }

    static unsigned age(std::uint64_t data) { return static_cast<unsigned>(data >> 42 & 0x3F); }

    std::size_t count_;
    std::unique_ptr<Bucket, Free> buckets_;
    unsigned age_ = 1;
};

}  // namespace duiyi
