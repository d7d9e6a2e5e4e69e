// What a kernel was asked for and cannot do. Where there are no exceptions, whoever called is told
// and nothing of the module is used any more.
#pragma once

#include <cstdlib>
#include <new>
#include <stdexcept>

namespace duiyi {

#if defined(__wasm__)

extern "C" [[noreturn]]
__attribute__((import_module("duiyi"), import_name("refused"))) void duiyi_refused(const char* why);

[[noreturn]] inline void refuse(const char* why) { duiyi_refused(why); }
[[noreturn]] inline void out_of_memory() { duiyi_refused("out of memory"); }

#else

[[noreturn]] inline void refuse(const char* why) { throw std::invalid_argument(why); }
[[noreturn]] inline void out_of_memory() { throw std::bad_alloc(); }

#endif

}  // namespace duiyi
