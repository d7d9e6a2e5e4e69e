// Long computations, called from Python: without the GIL, on threads of their own, while the thread
// that called looks for Ctrl-C and reports progress.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <future>
#include <utility>

#include "common/control.hpp"

namespace duiyi {

// What compute() gives, which heeds `control`. `report` is None, or is called now and then with the
// work done so far; what it raises, or a signal handler, ends the computation and is raised here.
template <typename Compute>
auto wait_for(Control& control, const nanobind::object& report, Compute compute) {
    constexpr std::chrono::milliseconds between_looks(20), between_reports(100);
    namespace nb = nanobind;
    std::future<decltype(compute())> result;
    {
        const nb::gil_scoped_release release;
        result = std::async(std::launch::async, compute);
    }
    auto last = std::chrono::steady_clock::now();
    try {
        for (;;) {
            {
                const nb::gil_scoped_release release;
                if (result.wait_for(between_looks) == std::future_status::ready) break;
            }
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            const auto now = std::chrono::steady_clock::now();
            if (!report.is_none() && now - last >= between_reports) {
                last = now;
                report(control.done());
            }
        }
    } catch (...) {
        control.stop();
        const nb::gil_scoped_release release;
        result.wait();
        throw;
    }
    return result.get();
}

}  // namespace duiyi
