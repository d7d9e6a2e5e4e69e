// The checks of load_fuzzer.cpp without a fuzzer, for any compiler.
//
//   replay check MUTATIONS PATH…   checks files, also those in folders, and of each so many
//                                  mutations, always the same ones
//   replay texts MUTATIONS PATH…   writes the position texts among all these, a line each
//   replay kernels                 writes the names of the game's kernels, a line each
//   replay drive [KERNEL]          a kernel behind stdin and stdout, see tools/driver.hpp
//
// Compiled for one game with -DDUIYI_GAME=<folder of games/>.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/games.hpp"
#include "fuzz/mutations.hpp"
#include "tools/driver.hpp"

// There with sanitizers only.
extern "C" [[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)());

namespace {

using namespace duiyi;
namespace fs = std::filesystem;

std::string current;  // what is being checked

void show_current() { std::cerr << "replay: the input was " << current << '\n'; }

std::string content(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Files in the order of their names, so that the mutations do not depend on the disk.
std::vector<std::string> inputs(const std::vector<std::string>& paths) {
    std::vector<fs::path> files;
    for (const fs::path path : paths) {
        if (fs::is_directory(path))
            for (const auto& entry : fs::directory_iterator(path)) files.push_back(entry.path());
        else
            files.push_back(path);
    }
    std::ranges::sort(files);
    std::vector<std::string> texts;
    std::ranges::transform(files, std::back_inserter(texts), content);
    return texts;
}

template <typename Visit>
void each_text(const std::vector<std::string>& seeds, std::uint64_t mutations, Visit visit) {
    Random random(0);
    for (const std::string& seed : seeds) {
        visit(seed);
        for (std::uint64_t left = mutations; left > 0; --left)
            visit(fuzz::Mutations(seeds, random).of(seed));
    }
}

void check_texts(const std::vector<std::string>& seeds, std::uint64_t mutations) {
    if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(show_current);
    std::uint64_t all = 0, loaded = 0;
    each_text(seeds, mutations, [&](const std::string& text) {
        current = text;
        ++all;
        if (fuzz::check(text)) ++loaded;
    });
    std::cout << all << " texts, " << loaded << " loaded\n";
}

void write_texts(const std::vector<std::string>& seeds, std::uint64_t mutations) {
    each_text(seeds, mutations, [](const std::string& text) {
        std::cout << text.substr(0, text.find('\n')) << '\n';
    });
}

int write_names() {
    ThisGame::any([]<typename State>(std::string_view name) {
        std::cout << name << '\n';
        return false;
    });
    return 0;
}

int usage() {
    std::cerr << "usage: replay check|texts MUTATIONS PATH...\n"
                 "       replay kernels\n"
                 "       replay drive [KERNEL]\n";
    return 2;
}

}  // namespace

int main(int count, char** words) {
    const std::vector<std::string> arguments(words + 1, words + count);
    if (!arguments.empty() && arguments[0] == "drive")
        return drive<ThisGame>(arguments.size() > 1 ? arguments[1] : "");
    if (arguments.size() == 1 && arguments[0] == "kernels") return write_names();
    if (arguments.size() < 3) return usage();
    const std::uint64_t mutations = std::stoull(arguments[1]);
    const auto seeds = inputs({arguments.begin() + 2, arguments.end()});
    if (seeds.empty()) return usage();
    if (arguments[0] == "check")
        check_texts(seeds, mutations);
    else if (arguments[0] == "texts")
        write_texts(seeds, mutations);
    else
        return usage();
    return 0;
}
