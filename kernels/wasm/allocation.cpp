// Allocation for modules with threads. The C library's own is for one thread only, so everything
// that C++ allocates takes a lock. What asks the C library directly (the tables of searches) does
// so while nobody helps.
#include <cstddef>
#include <cstdlib>
#include <new>

#include "common/refusal.hpp"
#include "common/threads.hpp"

namespace {

constinit duiyi::Mutex guard;

void* allocated(std::size_t size) noexcept {
    const duiyi::Locked lock(guard);
    return std::malloc(size);
}

void* allocated(std::size_t size, std::align_val_t alignment) noexcept {
    const auto step = static_cast<std::size_t>(alignment);
    const duiyi::Locked lock(guard);
    return std::aligned_alloc(step, (size + step - 1) / step * step);
}

void* present(void* place) {
    if (place == nullptr) duiyi::out_of_memory();
    return place;
}

void release(void* place) noexcept {
    const duiyi::Locked lock(guard);
    std::free(place);
}

}  // namespace

// All other forms come down to these.
void* operator new(std::size_t size) { return present(allocated(size)); }
void* operator new[](std::size_t size) { return present(allocated(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return present(allocated(size, alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return present(allocated(size, alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocated(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocated(size); }
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
    return allocated(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
    return allocated(size, alignment);
}
void operator delete(void* place) noexcept { release(place); }
void operator delete[](void* place) noexcept { release(place); }
void operator delete(void* place, std::align_val_t) noexcept { release(place); }
void operator delete[](void* place, std::align_val_t) noexcept { release(place); }
void operator delete(void* place, std::size_t) noexcept { release(place); }
void operator delete[](void* place, std::size_t) noexcept { release(place); }
void operator delete(void* place, std::size_t, std::align_val_t) noexcept { release(place); }
void operator delete[](void* place, std::size_t, std::align_val_t) noexcept { release(place); }
