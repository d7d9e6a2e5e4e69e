// Whole placements of atom: a beam over one atom after the other, and improvement of a found one by
// taking an atom back and placing another.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "games/atom/turns/acting.hpp"

namespace duiyi::atom {

// A position in which placing may be ended, and the placements that led to it.
template <std::unsigned_integral Word>
struct Placement {
    Atom<Word> state;
    Outlook<Word> outlook;
    Line line;
    float value = 0;  // to the owner of the turn, before its actions
};

struct PlacingSettings {
    std::size_t width = 1;  // of the beam
    std::size_t alike = 1;  // how many points are tried that do the same for their cell
};

template <std::unsigned_integral Word>
class Placing {
public:
    using State = Atom<Word>;
    using Cell = AtomCell<Word>;
    using Position = AtomPosition<Word>;
    using Kind = AtomAction::Kind;
    using Found = Placement<Word>;

    Placing(const Evaluation& evaluation, Budget& budget)
        : evaluation_(evaluation), budget_(budget) {}

    // Placements with any number of atoms; the best come first.
    std::vector<Found> beam(const State& state, const PlacingSettings& settings) {
        std::vector<Found> level{begun(state)}, all = level;
        while (level[0].state.position().step.left > 0 && !budget_.over()) {
            level = next_level(level, settings);
            if (level.empty()) break;
            all.insert(all.end(), level.begin(), level.end());
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const Found& a, const Found& b) { return a.value > b.value; });
        return all;
    }

    // What a placement becomes when one of its atoms goes elsewhere, or becomes another: the best
    // for each atom.
    std::vector<Found> neighbours(const State& start, const Line& line,
                                  const PlacingSettings& settings) {
        std::vector<Found> better;
        for (std::size_t skipped = 0; skipped < line.size() && !budget_.over(); ++skipped) {
            Found rest = begun(start);
            bool possible = true;
            for (std::size_t i = 0; i < line.size() && possible; ++i) {
                if (i == skipped) continue;
                possible = can_place(rest.state.position(), line[i]);
                if (possible) place(rest, line[i]);
            }
            if (!possible) continue;
            for (Found& next : next_level({rest}, settings)) better.push_back(std::move(next));
        }
        return better;
    }

    // For each cell, as high as the blacks that are held can make it: a beam may miss the win that
    // only the last of them makes.
    std::vector<Found> towers(const State& state) const {
        std::vector<Found> found;
        for (int number = 0; number < atom_cells; ++number) {
            Found tower = begun(state);
            while (const auto action = upwards(tower, number)) place(tower, *action);
            tower.value = judged(tower.state.position(), tower.outlook);
            found.push_back(std::move(tower));
        }
        return found;
    }

private:
    struct Candidate {
        std::size_t parent;
        AtomAction action;
        float value;
        std::uint64_t key;  // of the three cells
    };

    Found begun(const State& state) const {
        const Outlook<Word> outlook(state.position());
        return {state, outlook, {}, judged(state.position(), outlook)};
    }

    float judged(const Position& position, const Outlook<Word>& outlook) const {
        return evaluation_.value(position, outlook, Stage::acting, position.owner());
    }

    void place(Found& found, AtomAction action) const {
        found.state.play(action);
        found.outlook.refresh(found.state.position());
        found.line.push_back(action);
    }

    std::optional<AtomAction> upwards(const Found& found, int number) const {
        const Position& position = found.state.position();
        const int owner = position.owner();
        std::optional<AtomAction> action;
        if (position.step.left == 0 || position.side(owner).held[0] == 0) return action;
        const Cell& cell = position.cell(owner, number);
        const Shape& shape = found.outlook.of(owner)[static_cast<std::size_t>(number)];
        cell.each_free(position.options.caps(), [&](AtomSlot slot) {
            const int row = cell.point(slot).row;
            if (!action && (cell.empty() || row < shape.bottom || row > shape.top))
                action = AtomAction{Kind::place, static_cast<std::uint8_t>(number), 0, slot};
        });
        return action;
    }

    bool can_place(const Position& position, AtomAction action) const {
        const int owner = position.owner();
        const Cell& cell = position.cell(owner, action.cell);
        bool free = false;
        cell.each_free(position.options.caps(),
                       [&](AtomSlot slot) { free |= slot == action.slot; });
        return free && (!cell.empty() || action.detail == 0);
    }

    std::vector<Found> next_level(const std::vector<Found>& level,
                                  const PlacingSettings& settings) {
        candidates_.clear();
        for (std::size_t parent = 0; parent < level.size() && !budget_.over(); ++parent)
            expand(level[parent], parent, settings.alike);
        std::stable_sort(candidates_.begin(), candidates_.end(),
                         [](const auto& a, const auto& b) { return a.value > b.value; });
        std::vector<Found> next;
        std::vector<std::uint64_t> keys;
        for (const Candidate& candidate : candidates_) {
            if (next.size() == settings.width) break;
            if (std::find(keys.begin(), keys.end(), candidate.key) != keys.end()) continue;
            keys.push_back(candidate.key);
            next.push_back(level[candidate.parent]);
            place(next.back(), candidate.action);
            next.back().value = candidate.value;
        }
        return next;
    }

    void expand(const Found& found, std::size_t parent, std::size_t alike) {
        const Position& position = found.state.position();
        const int owner = position.owner();
        const AtomSide<Word>& side = position.side(owner);
        // A position without its cells' details is enough to be judged, but for what is held.
        Position changed = position;
        Outlook<Word> seen = found.outlook;
        bool emptied = false;
        for (int number = 0; number < atom_cells; ++number) {
            const Cell& cell = position.cell(owner, number);
            // One empty cell is like another.
            if (cell.empty() && std::exchange(emptied, true)) continue;
            list_points(position, cell, seen.of(owner)[static_cast<std::size_t>(number)], alike);
            for (int colour = 0; colour < (cell.empty() ? 1 : atom_colours); ++colour) {
                const auto at = static_cast<std::size_t>(colour);
                if (side.held[at] == 0) continue;
                --changed.side(owner).held[at];
                for (const AtomSlot slot : points_) {
                    if (budget_.spent()) break;
                    Cell& place = changed.cell(owner, number);
                    place = cell;
                    place.place(slot, static_cast<AtomColour>(colour));
                    seen.at(owner, number) = ShapeReader<Word>::read(place);
                    const AtomAction action{Kind::place, static_cast<std::uint8_t>(number),
                                            static_cast<std::uint8_t>(colour), slot};
                    candidates_.push_back(
                        {parent, action, judged(changed, seen), key(seen.of(owner))});
                }
                ++changed.side(owner).held[at];
            }
            changed.cell(owner, number) = cell;
            seen.at(owner, number) = found.outlook.of(owner)[static_cast<std::size_t>(number)];
        }
    }

    static std::uint64_t key(const std::array<Shape, atom_cells>& shapes) {
        std::uint64_t key = 0;
        for (const Shape& shape : shapes) key = key * 0x9E3779B97F4A7C15U + shape.hash;
        return key;
    }

    // Points that widen the reach of the blacks alike and have as many of them around are alike.
    void list_points(const Position& position, const Cell& cell, const Shape& shape,
                     std::size_t alike) {
        points_.clear();
        std::array<std::uint8_t, 3 * 3 * 7> seen{};
        cell.each_free(position.options.caps(), [&](AtomSlot slot) {
            const AtomPoint point = cell.point(slot);
            const int higher = std::max({0, point.row - shape.top, shape.bottom - point.row});
            const int wider = std::max({0, point.across - shape.right, shape.left - point.across});
            const int kind =
                (std::min(higher, 2) * 3 + std::min(wider, 2)) * 7 + cell.black_neighbours(slot);
            if (seen[static_cast<std::size_t>(kind)]++ < alike) points_.push_back(slot);
        });
    }

    const Evaluation& evaluation_;
    Budget& budget_;
    std::vector<Candidate> candidates_;
    std::vector<AtomSlot> points_;
};

}  // namespace duiyi::atom
