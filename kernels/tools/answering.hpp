// What programs behind stdin and stdout have in common: one line in, one line out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <string>

namespace duiyi {

// Calls answer(word, rest) for every line: its first word, and what follows the space behind it.
template <typename Answerer>
int answer_lines(Answerer&& answerer) {
    for (std::string line; std::getline(std::cin, line);) {
        const std::size_t space = std::min(line.find(' '), line.size());
        const std::string rest = space < line.size() ? line.substr(space + 1) : "";
        std::cout << answerer.answer(line.substr(0, space), rest) << std::endl;
    }
    return 0;
}

}  // namespace duiyi
