// Learns an evaluation of tzaar from games: what their positions came to, and what a search thought
// of them.
//
//   tune_tzaar linear EPOCHS OUT GAMES…   weights of the linear evaluation: logistic regression
//   tune_tzaar net EPOCHS OUT GAMES…      a network
//
// Every twentieth game is kept aside; its loss is printed after each epoch.
#include <array>
#include <cmath>
#include <fstream>
#include <iostream>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/tzaar/evaluation/features.hpp"
#include "games/tzaar/evaluation/linear.hpp"
#include "games/tzaar/evaluation/network.hpp"
#include "tune/tzaar_games.hpp"

namespace duiyi::tzaar {
namespace {

// How much the search's own opinion counts beside the result, which is right but full of chance.
constexpr float opinion = 0.8F;

// How fast rows of single points fade, so that they hold only what is different there.
constexpr float fading = 0.3F;

constexpr std::size_t most_active = points + 2 * kinds + 2;

struct Sample {
    std::array<std::uint16_t, most_active> features;  // in the view of the side to decide
    std::uint8_t active = 0;
    std::uint8_t step = 0;  // 0 or 1
    std::uint8_t head = 0;
    float target = 0;  // its chance to win
};

float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

struct Samples {
    std::vector<Sample> learned, aside;
};

Sample sample_of(const Tzaar& state, Decision decision, int winner) {
    Sample sample;
    const int side = state.owner();
    const Outlook outlook = Outlook::of(state.pieces());
    Featured(state.pieces(), outlook).each([&](int feature) {
        sample.features[sample.active++] =
            side == 0 ? static_cast<std::uint16_t>(feature) : mirrored[feature];
    });
    sample.step = static_cast<std::uint8_t>(state.step() - 1);
    sample.head = static_cast<std::uint8_t>(
        Network::head_of(count_set_bits(state.pieces().all()), state.step()));
    const float result = winner == side ? 1.0F : 0.0F;
    const float thought = sigmoid(static_cast<float>(decision.score) / scale);
    sample.target = opinion * thought + (1 - opinion) * result;
    return sample;
}

Samples read_samples(const std::vector<std::string>& names) {
    Samples samples;
    std::size_t number = 0;
    for (const std::string& name : names) {
        std::ifstream file(name, std::ios::binary);
        if (!file) throw std::runtime_error("no file " + name);
        while (const auto game = read_game(file)) {
            auto& into = ++number % 20 == 0 ? samples.aside : samples.learned;
            replay(*game, [&](const Tzaar& state, Decision decision) {
                if (decision.score != Decision::unknown)
                    into.push_back(sample_of(state, decision, game->winner));
            });
        }
    }
    std::cout << "games " << number << " positions " << samples.learned.size() << " + "
              << samples.aside.size() << std::endl;
    return samples;
}

// Numbers that are learned by Adam.
class Learned {
public:
    explicit Learned(std::size_t count)
        : values(count), slopes(count), mean_(count), square_(count) {}

    // What is not needed fades, if it is told to.
    void learn(float rate, int time, float fade = 0) {
        constexpr float slow = 0.9F, slower = 0.999F;
        const float mean_scale = 1 / (1 - std::pow(slow, static_cast<float>(time)));
        const float square_scale = 1 / (1 - std::pow(slower, static_cast<float>(time)));
        for (std::size_t i = 0; i < values.size(); ++i) {
            mean_[i] = slow * mean_[i] + (1 - slow) * slopes[i];
            square_[i] = slower * square_[i] + (1 - slower) * slopes[i] * slopes[i];
            values[i] -=
                rate * mean_[i] * mean_scale / (std::sqrt(square_[i] * square_scale) + 1e-8F);
            values[i] -= rate * fade * values[i];
            slopes[i] = 0;
        }
    }

    std::vector<float> values, slopes;

private:
    std::vector<float> mean_, square_;
};

// How far a prediction is from its target; 0 when they are the same.
double divergence(float target, float chance) {
    const auto part = [](float wanted, float said) {
        return wanted > 0 ? wanted * std::log(wanted / said) : 0.0F;
    };
    return part(target, chance) + part(1 - target, 1 - chance);
}

// A model has `predict(sample, symmetry)` (the logit), `blame(slope)` for the sample that was
// predicted last, and `learn(rate, time)`.
template <typename Model>
double loss_of(Model& model, const std::vector<Sample>& samples) {
    double total = 0;
    for (const Sample& sample : samples) {
        const float chance = std::clamp(sigmoid(model.predict(sample, 0)), 1e-6F, 1 - 1e-6F);
        total += divergence(sample.target, chance);
    }
    return total / static_cast<double>(samples.size());
}

template <typename Model>
void train(Model& model, const Samples& samples, int epochs, float first_rate) {
    constexpr std::size_t batch = 4096;
    Random random(1);
    std::vector<std::uint32_t> order(samples.learned.size());
    std::iota(order.begin(), order.end(), 0U);
    int time = 0;
    for (int epoch = 0; epoch < epochs; ++epoch) {
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
        const float rate =
            first_rate * std::pow(0.02F, static_cast<float>(epoch) / static_cast<float>(epochs));
        for (std::size_t first = 0; first < order.size(); first += batch) {
            const std::size_t end = std::min(first + batch, order.size());
            for (std::size_t i = first; i < end; ++i) {
                const Sample& sample = samples.learned[order[i]];
                const float chance = sigmoid(model.predict(sample, random.below(12)));
                model.blame((chance - sample.target) / static_cast<float>(end - first));
            }
            model.learn(rate, ++time);
        }
        std::cout << "epoch " << epoch + 1 << " loss " << loss_of(model, samples.aside)
                  << std::endl;
    }
}

// The same board turned and mirrored in its 12 ways.
const auto symmetries = [] {
    std::array<std::array<std::uint16_t, points>, 12> found{};
    for (unsigned number = 0; number < 12; ++number)
        for (Point point = 1; point <= points; ++point) {
            Place place = places[point];
            for (unsigned turn = 0; turn < number % 6; ++turn)
                place = {place.x + place.y, -place.x};
            if (number >= 6) place = {place.y, place.x};
            found[number][point - 1] =
                static_cast<std::uint16_t>(points_at[place.x + radius][place.y + radius] - 1);
        }
    return found;
}();

std::size_t turned(std::uint16_t feature, std::uint32_t symmetry) {
    if (feature >= first_counted) return feature;
    return feature / points * points + symmetries[symmetry][feature % points];
}

class LinearModel {
public:
    LinearModel() : weights_(2 * linear_groups) {
        const auto start = Linear::by_hand();
        for (std::size_t i = 0; i < weights_.values.size(); ++i)
            weights_.values[i] = static_cast<float>(start[i / 2][i % 2]) / scale;
    }

    float predict(const Sample& sample, std::uint32_t) {
        last_ = &sample;
        float total = 0;
        for (std::size_t i = 0; i < sample.active; ++i) total += weights_.values[place(i)];
        return total;
    }

    void blame(float slope) {
        for (std::size_t i = 0; i < last_->active; ++i) weights_.slopes[place(i)] += slope;
    }

    void learn(float rate, int time) { weights_.learn(rate, time); }

    void save(const std::string& name) const {
        std::ofstream file(name);
        for (std::size_t i = 0; i < weights_.values.size(); ++i)
            file << std::lround(weights_.values[i] * scale) << (i % 2 == 0 ? ' ' : '\n');
    }

private:
    std::size_t place(std::size_t i) const {
        return static_cast<std::size_t>(2 * linear_group(last_->features[i])) + last_->step;
    }

    Learned weights_;
    const Sample* last_ = nullptr;
};

// A feature's row is the sum of one that all points share and one of its own: what is true
// everywhere is learned from everything. Linear units begin with the weights set by hand.
class NetworkModel {
public:
    static constexpr std::size_t units = Network::units, bent_units = Network::bent_units;
    static constexpr std::size_t heads = Network::head_count;
    using Values = std::array<float, units>;

    NetworkModel()
        : shared_(groups * units),
          rows_(first_counted * units),
          start_(units),
          heads_(2 * heads * units),
          shifts_(heads) {
        Random random(2);
        const auto noise = [&](float size) {
            return size * (static_cast<float>(random.below(2001)) / 1000 - 1);
        };
        const auto by_hand = Linear::by_hand();
        for (int feature = 0; feature < features; ++feature)
            for (std::size_t unit = 0; unit < units; ++unit) {
                const int worth = by_hand[static_cast<std::size_t>(linear_group(feature))][0];
                shared_.values[group_of(feature) * units + unit] =
                    unit < bent_units ? noise(0.12F) : static_cast<float>(worth) / scale;
            }
        for (std::size_t i = 0; i < bent_units; ++i) start_.values[i] = 0.3F + noise(0.1F);
        for (std::size_t i = 0; i < heads_.values.size(); ++i)
            if (i % units < bent_units) heads_.values[i] = noise(0.3F);
    }

    float predict(const Sample& sample, std::uint32_t symmetry) {
        last_ = &sample;
        for (std::size_t i = 0; i < sample.active; ++i) {
            const std::uint16_t feature = sample.features[i];
            active_[0][i] = turned(feature, symmetry);
            active_[1][i] = turned(mirrored[feature], symmetry);
        }
        float total = shifts_.values[sample.head];
        for (std::size_t view = 0; view < 2; ++view) {
            Values sum;
            std::copy_n(start_.values.begin(), units, sum.begin());
            each_row(view, shared_.values, rows_.values, [&](const float* row) {
                for (std::size_t unit = 0; unit < units; ++unit) sum[unit] += row[unit];
            });
            const float* head = head_of(heads_.values, view);
            for (std::size_t unit = 0; unit < bent_units; ++unit) {
                bent_[view][unit] = std::clamp(sum[unit], 0.0F, 1.0F);
                inside_[view][unit] = sum[unit] > 0 && sum[unit] < 1 ? 2 * sum[unit] : 0.0F;
                total += bent_[view][unit] * bent_[view][unit] * head[unit];
            }
            if (view == 0) total += sum[bent_units + sample.head];
        }
        return total;
    }

    void blame(float slope) {
        shifts_.slopes[last_->head] += slope;
        for (std::size_t view = 0; view < 2; ++view) {
            const float* head = head_of(heads_.values, view);
            float* head_slopes = head_of(heads_.slopes, view);
            Values back{};
            for (std::size_t unit = 0; unit < bent_units; ++unit) {
                head_slopes[unit] += slope * bent_[view][unit] * bent_[view][unit];
                back[unit] = slope * head[unit] * inside_[view][unit];
                start_.slopes[unit] += back[unit];
            }
            if (view == 0) back[bent_units + last_->head] = slope;
            each_row(view, shared_.slopes, rows_.slopes, [&](float* row) {
                for (std::size_t unit = 0; unit < units; ++unit) row[unit] += back[unit];
            });
        }
    }

    void learn(float rate, int time) {
        for (Learned* part : {&shared_, &start_, &heads_, &shifts_}) part->learn(rate, time);
        rows_.learn(rate, time, fading);
        for (float& value : heads_.values) value = std::clamp(value, -4.0F, 4.0F);
    }

    void save(const std::string& name) const {
        auto weights = std::make_unique<Network::Weights>();
        const auto rounded = [](float value, int factor) {
            return static_cast<std::int16_t>(std::lround(value * static_cast<float>(factor)));
        };
        const auto factor = [](std::size_t unit) {
            return unit < bent_units ? Network::full : scale;
        };
        for (int feature = 0; feature < features; ++feature)
            for (std::size_t unit = 0; unit < units; ++unit) {
                const std::size_t group = group_of(feature);
                const auto place = static_cast<std::size_t>(feature);
                float value = shared_.values[group * units + unit];
                if (feature < first_counted) value += rows_.values[place * units + unit];
                weights->rows[place][unit] = rounded(value, factor(unit));
            }
        for (std::size_t unit = 0; unit < units; ++unit)
            weights->start[unit] = rounded(start_.values[unit], factor(unit));
        for (std::size_t i = 0; i < heads_.values.size(); ++i)
            weights->heads[i / units / 2][i / units % 2][i % units] =
                rounded(heads_.values[i], scale);
        for (std::size_t head = 0; head < heads; ++head)
            weights->shifts[head] = rounded(shifts_.values[head], scale);
        std::ofstream file(name, std::ios::binary);
        file << Network::mark;
        file.write(reinterpret_cast<const char*>(weights.get()), sizeof(Network::Weights));
    }

private:
    // What features share: those of pieces all but their point; others nothing.
    static constexpr std::size_t groups = placed_groups + features - first_counted;

    static std::size_t group_of(int feature) {
        return static_cast<std::size_t>(feature < first_counted
                                            ? feature / static_cast<int>(points)
                                            : feature - first_counted + placed_groups);
    }

    float* head_of(std::vector<float>& numbers, std::size_t view) const {
        return numbers.data() + (2 * last_->head + view) * units;
    }

    // Both rows of every feature of the last sample.
    template <typename Visit>
    void each_row(std::size_t view, std::vector<float>& shared, std::vector<float>& rows,
                  Visit visit) {
        for (std::size_t i = 0; i < last_->active; ++i) {
            const std::size_t feature = active_[view][i];
            const std::size_t group = group_of(static_cast<int>(feature));
            visit(shared.data() + group * units);
            if (feature < first_counted) visit(rows.data() + feature * units);
        }
    }

    Learned shared_, rows_, start_, heads_, shifts_;
    const Sample* last_ = nullptr;
    std::array<std::array<std::size_t, most_active>, 2> active_{};
    std::array<Values, 2> bent_{}, inside_{};
};

template <typename Model>
void tune(const std::vector<std::string>& words, float rate) {
    const Samples samples = read_samples({words.begin() + 3, words.end()});
    Model model;
    train(model, samples, std::stoi(words.at(1)), rate);
    model.save(words.at(2));
}

int run(const std::vector<std::string>& words) {
    if (words.size() < 4) throw std::runtime_error("tune_tzaar linear|net EPOCHS OUT GAMES…");
    if (words[0] == "linear")
        tune<LinearModel>(words, 0.02F);
    else if (words[0] == "net")
        tune<NetworkModel>(words, 0.003F);
    else
        throw std::runtime_error("linear or net, not " + words[0]);
    return 0;
}

}  // namespace
}  // namespace duiyi::tzaar

int main(int count, char** words) {
    try {
        return duiyi::tzaar::run({words + 1, words + count});
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
