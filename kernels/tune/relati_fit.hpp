// Weights for the evaluation of two-seat relati from results of games: logistic regression.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "games/relati/evaluation.hpp"

namespace duiyi::relati {

class Fit {
public:
    // A position, and what its decider got of the score in the end. Where the end is certain
    // nothing is to be learned.
    void add(const State& state, double share) {
        const View view = Viewer(state).view();
        if (view.settled) return;
        const auto parts = stage_parts(view.empty);
        Example example{{}, share};
        for (std::size_t stage = 0; stage < stages; ++stage)
            for (std::size_t i = 0; i < count_of_features; ++i)
                example.values[place(stage, i)] = view.features[i] * parts[stage];
        examples_.push_back(example);
    }

    std::size_t size() const { return examples_.size(); }

    // How badly weights explain the results: the mean of the logarithms of their likelihoods.
    double loss(const Weights& weights) const { return loss(joined(weights)); }

    // Newton's steps to the weights that explain the results best. They are drawn to those before
    // as strongly as so many positions would: features that are seldom seen stay what they were.
    Weights fitted(const Weights& before, double trust) const {
        const Vector prior = joined(before);
        Vector pull = spreads();
        for (double& each : pull) each = trust * 0.25 * std::max(each, 1e-3);
        const auto cost = [&](const Vector& vector) {
            double sum = loss(vector) * static_cast<double>(examples_.size());
            for (std::size_t i = 0; i < inputs; ++i)
                sum += pull[i] * (vector[i] - prior[i]) * (vector[i] - prior[i]) / 2;
            return sum;
        };
        Vector now = prior;
        for (int step = 0; step < 15; ++step) {
            Vector slope{};
            auto curve = std::vector<Vector>(inputs);
            for (const Example& example : examples_) add_example(example, now, slope, curve);
            for (std::size_t i = 0; i < inputs; ++i) {
                slope[i] -= pull[i] * (now[i] - prior[i]);
                curve[i][i] += pull[i];
            }
            const Vector change = solved(curve, slope);
            // A whole step may lead too far where the curve is flat.
            const double here = cost(now);
            double part = 1;
            while (part > 1e-3 && cost(moved(now, change, part)) > here) part /= 2;
            if (part <= 1e-3) break;
            now = moved(now, change, part);
        }
        return parted(now);
    }

private:
    static constexpr std::size_t inputs = stages * count_of_features;
    using Vector = std::array<double, inputs>;

    struct Example {
        std::array<float, inputs> values;
        double share;
    };

    static constexpr std::size_t place(std::size_t stage, std::size_t feature) {
        return stage * count_of_features + feature;
    }

    static Vector joined(const Weights& weights) {
        Vector vector;
        for (std::size_t stage = 0; stage < stages; ++stage)
            for (std::size_t i = 0; i < count_of_features; ++i)
                vector[place(stage, i)] = static_cast<double>(weights[stage][i]);
        return vector;
    }

    static Weights parted(const Vector& vector) {
        Weights weights;
        for (std::size_t stage = 0; stage < stages; ++stage)
            for (std::size_t i = 0; i < count_of_features; ++i)
                weights[stage][i] = static_cast<float>(vector[place(stage, i)]);
        return weights;
    }

    static double expected(const Example& example, const Vector& vector) {
        double sum = 0;
        for (std::size_t i = 0; i < inputs; ++i)
            sum += static_cast<double>(example.values[i]) * vector[i];
        return 1 / (1 + std::exp(-sum));
    }

    static Vector moved(Vector from, const Vector& change, double part) {
        for (std::size_t i = 0; i < inputs; ++i) from[i] += part * change[i];
        return from;
    }

    double loss(const Vector& vector) const {
        double sum = 0;
        for (const Example& example : examples_) {
            const double share = std::clamp(expected(example, vector), 1e-9, 1 - 1e-9);
            sum -= example.share * std::log(share) + (1 - example.share) * std::log(1 - share);
        }
        return sum / static_cast<double>(examples_.size());
    }

    // The mean square of each input.
    Vector spreads() const {
        Vector spread{};
        for (const Example& example : examples_)
            for (std::size_t i = 0; i < inputs; ++i)
                spread[i] += static_cast<double>(example.values[i] * example.values[i]) /
                             static_cast<double>(examples_.size());
        return spread;
    }

    static void add_example(const Example& example, const Vector& now, Vector& slope,
                            std::vector<Vector>& curve) {
        const double share = expected(example, now);
        const double error = example.share - share, weight = share * (1 - share);
        for (std::size_t i = 0; i < inputs; ++i) {
            const double input = static_cast<double>(example.values[i]);
            if (input == 0) continue;
            slope[i] += error * input;
            for (std::size_t j = 0; j < inputs; ++j)
                curve[i][j] += weight * input * static_cast<double>(example.values[j]);
        }
    }

    // Of a symmetric positive matrix, by elimination.
    static Vector solved(std::vector<Vector> matrix, Vector right) {
        for (std::size_t i = 0; i < inputs; ++i)
            for (std::size_t j = i + 1; j < inputs; ++j) {
                const double factor = matrix[j][i] / matrix[i][i];
                for (std::size_t k = i; k < inputs; ++k) matrix[j][k] -= factor * matrix[i][k];
                right[j] -= factor * right[i];
            }
        for (std::size_t i = inputs; i-- > 0;) {
            for (std::size_t j = i + 1; j < inputs; ++j) right[i] -= matrix[i][j] * right[j];
            right[i] /= matrix[i][i];
        }
        return right;
    }

    std::vector<Example> examples_;
};

}  // namespace duiyi::relati
