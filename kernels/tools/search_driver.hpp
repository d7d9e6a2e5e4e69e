// What the programs have in common that search, play matches and tune from the command line: their
// words, and the sentence for what is wrong with them.
#pragma once

#include <cstddef>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/kernel.hpp"
#include "search/limits.hpp"

namespace duiyi {

using Arguments = std::vector<std::string>;

// Bytes for a player's table: in matches every game makes its own.
inline constexpr std::size_t small_memory = std::size_t{16} << 20;

inline Arguments parts(const std::string& text, char separator) {
    Arguments found;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, separator);) found.push_back(word);
    return found;
}

inline Limits limits_of(const std::string& word, std::size_t memory = Limits{}.memory) {
    Limits limits;
    if (word.ends_with("ms"))
        limits.seconds = std::stod(word) / 1000;
    else if (word.ends_with("n"))
        limits.nodes = std::stoull(word);
    else
        throw std::runtime_error("a limit is 20ms or 5000n, not " + word);
    limits.memory = memory;
    return limits;
}

inline std::string whole_file(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    if (!file) throw std::runtime_error("no file " + name);
    return {std::istreambuf_iterator<char>(file), {}};
}

// A position has spaces: its text is all words from there on.
inline std::string position_text(const Arguments& words, std::size_t from) {
    std::string text = words.at(from);
    for (std::size_t i = from + 1; i < words.size(); ++i) text += ' ' + words[i];
    return text;
}

template <GameKernel State>
State position_of(const Arguments& words, std::size_t from) {
    const auto state = State::load(position_text(words, from));
    if (!state || state->over()) throw std::runtime_error("no position to think about");
    return *state;
}

// All of a `main`.
template <typename Run>
int run_words(int count, char** words, const Run& run) {
    try {
        run(Arguments{words + 1, words + count});
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}

}  // namespace duiyi
