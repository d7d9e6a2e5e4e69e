// The checks of load_fuzzer.cpp without a fuzzer, for any compiler.
//
//   replay check GAME MUTATIONS PATH…   checks files, also those in folders, and of each so many
//                                       mutations, always the same ones
//   replay texts GAME MUTATIONS PATH…   writes the position texts among all these, a line each
//   replay drive KERNEL                 a kernel behind stdin and stdout, see tools/driver.hpp
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
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

const std::map<std::string, bool (*)(std::string_view), std::less<>> games = {
    {"relati-classic", fuzz::ClassicKernels::check}, {"relati", fuzz::RelatiKernels::check},
    {"relati-legacy", fuzz::LegacyKernels::check},   {"tzaar", fuzz::TzaarKernels::check},
    {"atom", fuzz::AtomKernels::check},
};

const std::map<std::string, int (*)(), std::less<>> kernels = {
    {"relati-classic-2", drive<Classic<2>>},
    {"relati-classic-3", drive<Classic<3>>},
    {"relati-classic-4", drive<Classic<4>>},
    {"relati-2", drive<Relati<2>>},
    {"relati-3", drive<Relati<3>>},
    {"relati-4", drive<Relati<4>>},
    {"relati-legacy-narrow", drive<RelatiLegacyNarrow>},
    {"relati-legacy-wide", drive<RelatiLegacyWide>},
    {"tzaar", drive<Tzaar>},
    {"atom-narrow", drive<AtomNarrow>},
    {"atom-wide", drive<AtomWide>},
};

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

void check_texts(bool (*check)(std::string_view), const std::vector<std::string>& seeds,
                 std::uint64_t mutations) {
    if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(show_current);
    std::uint64_t all = 0, loaded = 0;
    each_text(seeds, mutations, [&](const std::string& text) {
        current = text;
        ++all;
        if (check(text)) ++loaded;
    });
    std::cout << all << " texts, " << loaded << " loaded\n";
}

void write_texts(const std::vector<std::string>& seeds, std::uint64_t mutations) {
    each_text(seeds, mutations, [](const std::string& text) {
        std::cout << text.substr(0, text.find('\n')) << '\n';
    });
}

int usage() {
    std::cerr << "usage: replay check|texts GAME MUTATIONS PATH...\n"
                 "       replay drive KERNEL\n";
    return 2;
}

}  // namespace

int main(int count, char** words) {
    const std::vector<std::string> arguments(words + 1, words + count);
    if (arguments.size() == 2 && arguments[0] == "drive") {
        const auto kernel = kernels.find(arguments[1]);
        return kernel == kernels.end() ? usage() : kernel->second();
    }
    if (arguments.size() < 4) return usage();
    const auto game = games.find(arguments[1]);
    if (game == games.end()) return usage();
    const std::uint64_t mutations = std::stoull(arguments[2]);
    const auto seeds = inputs({arguments.begin() + 3, arguments.end()});
    if (seeds.empty()) return usage();
    if (arguments[0] == "check")
        check_texts(game->second, seeds, mutations);
    else if (arguments[0] == "texts")
        write_texts(seeds, mutations);
    else
        return usage();
    return 0;
}
