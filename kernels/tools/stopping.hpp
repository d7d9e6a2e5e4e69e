// Telling a search to stop while it runs, to see that it does.
#pragma once

#include <chrono>
#include <optional>
#include <thread>

#include "common/control.hpp"

namespace duiyi {

// Tells it after some milliseconds of the clock, and remembers when; never for 0.
class Stopping {
public:
    Stopping(Control& control, double milliseconds) {
        if (milliseconds <= 0) return;
        thread_ = std::jthread([&control, milliseconds, this] {
            std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
            told_ = std::chrono::steady_clock::now();
            control.stop();
        });
    }

    // How long it went on, in milliseconds; nothing when nobody told it to stop.
    std::optional<double> waited() {
        const auto now = std::chrono::steady_clock::now();
        if (!thread_.joinable()) return std::nullopt;
        thread_.join();
        return std::chrono::duration<double, std::milli>(now - told_).count();
    }

private:
    std::chrono::steady_clock::time_point told_;
    std::jthread thread_;  // the last: it is waited for before the others are gone
};

}  // namespace duiyi
