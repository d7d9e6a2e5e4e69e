// What proof-number search remembers of positions, in a bounded room.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>

#include "common/refusal.hpp"

namespace duiyi {

// How many positions have to be won, at the least, to prove that the attacker wins, and how many
// to disprove it. Proven is {0, never}, disproven {never, 0}.
struct ProofNumbers {
    static constexpr std::uint32_t never = std::uint32_t{1} << 30;

    std::uint32_t proof;
    std::uint32_t disproof;

    static constexpr ProofNumbers known(bool proven) {
        return proven ? ProofNumbers{0, never} : ProofNumbers{never, 0};
    }
    constexpr bool proven() const { return proof == 0; }
    constexpr bool disproven() const { return disproof == 0; }
    constexpr bool decided() const { return proven() || disproven(); }
};

// Whole hashes are kept: two positions are taken for one only if all 64 bits agree.
class ProofTable {
public:
    struct Entry {
        std::uint64_t hash;
        ProofNumbers numbers;
        std::uint32_t work;  // positions searched for these numbers; 0 is an empty entry
    };

    // Within so many bytes, and never less than one bucket.
    explicit ProofTable(std::size_t memory)
        : size_(std::clamp<std::size_t>(memory / sizeof(Bucket), 1, most_buckets)),
          buckets_(static_cast<Bucket*>(std::calloc(size_, sizeof(Bucket)))) {
        if (!buckets_) out_of_memory();
    }

    const Entry* find(std::uint64_t hash) const {
        for (const Entry& entry : buckets_[place(hash)])
            if (entry.hash == hash && entry.work > 0) return &entry;
        return nullptr;
    }

    // What took least work gives way.
    void put(std::uint64_t hash, ProofNumbers numbers, std::uint64_t work) {
        constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
        Bucket& bucket = buckets_[place(hash)];
        Entry* chosen = bucket.data();
        for (Entry& entry : bucket) {
            if (entry.hash == hash && entry.work > 0) {
                chosen = &entry;
                work += entry.work;
                break;
            }
            if (entry.work < chosen->work) chosen = &entry;
        }
        *chosen = {hash, numbers, static_cast<std::uint32_t>(std::min(work, most))};
    }

private:
    using Bucket = std::array<Entry, 4>;
    static constexpr std::size_t most_buckets = std::numeric_limits<std::uint32_t>::max();

    std::size_t place(std::uint64_t hash) const {
        return static_cast<std::size_t>((hash >> 32) * size_ >> 32);
    }

    struct Free {
        void operator()(Bucket* buckets) const { std::free(buckets); }
    };

    std::size_t size_;
    // Zeroed by the system when first touched: a short search does not pay for a large table.
    std::unique_ptr<Bucket[], Free> buckets_;
};

}  // namespace duiyi
