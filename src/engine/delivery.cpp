#include "engine/delivery.hpp"

#include <algorithm>

#include "base/half.hpp"

namespace simdrive::engine {

using circuit::WeightForm;

namespace {

/// Jobs that memory is asked for ahead of their turn, and the lines of each: the rest of a long row follows
/// by itself.
constexpr std::size_t jobs_ahead = 8;
constexpr std::size_t most_lines = 8;
constexpr std::size_t line = 64;

// How a weight is read, by form.
struct EqualWeights {
    double operator()(std::uint64_t, double equal) const { return equal; }
    static constexpr std::size_t bytes = 0;
    const void* data() const { return nullptr; }
};
struct HalfWeights {
    const std::uint16_t* weights;
    double operator()(std::uint64_t i, double) const { return static_cast<double>(from_half(weights[i])); }
    static constexpr std::size_t bytes = sizeof(std::uint16_t);
    const void* data() const { return weights; }
};
struct SingleWeights {
    const float* weights;
    double operator()(std::uint64_t i, double) const { return static_cast<double>(weights[i]); }
    static constexpr std::size_t bytes = sizeof(float);
    const void* data() const { return weights; }
};
struct FullWeights {
    const double* weights;
    double operator()(std::uint64_t i, double) const { return weights[i]; }
    static constexpr std::size_t bytes = sizeof(double);
    const void* data() const { return weights; }
};

template <class F>
void with_weights(const SynapseRows& rows, F&& f) {
    switch (rows.layout().form) {
        case WeightForm::equal:
            return f(EqualWeights{});
        case WeightForm::half:
            return f(HalfWeights{rows.half_weights()});
        case WeightForm::single:
            return f(SingleWeights{rows.single_weights()});
        case WeightForm::full:
            return f(FullWeights{rows.full_weights()});
    }
}

void prefetch(const void* column, std::size_t item, const DeliveryJob& job) {
    const char* const first = static_cast<const char*>(column) + job.first * item;
    const std::size_t bytes = std::min(job.count * item + line, most_lines * line);
    for (std::size_t at = 0; at < bytes; at += line) __builtin_prefetch(first + at);
}

/// Calls `f` for each job while the columns of later ones are on their way.
template <class Weights, class F>
void for_each_job(const SynapseRows& rows, std::span<const DeliveryJob> jobs, const Weights& weights,
                  const void* delays, std::size_t delay_bytes, F&& f) {
    const auto ask = [&](const DeliveryJob& job) {
        prefetch(rows.targets(), sizeof(std::uint16_t), job);
        if (Weights::bytes != 0) prefetch(weights.data(), Weights::bytes, job);
        if (delay_bytes != 0) prefetch(delays, delay_bytes, job);
    };
    for (std::size_t j = 0; j < std::min(jobs_ahead, jobs.size()); ++j) ask(jobs[j]);
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        if (j + jobs_ahead < jobs.size()) ask(jobs[j + jobs_ahead]);
        f(jobs[j]);
    }
}

template <class Delay, class Weights>
void push(const SynapseRows& rows, std::span<const DeliveryJob> jobs, const Delay* delays,
          const Weights& weights, InputRing& ring, std::uint32_t place) {
    for_each_job(rows, jobs, weights, delays, sizeof(Delay), [&](const DeliveryJob& job) {
        const std::uint16_t* const targets = rows.targets();
        for (std::uint64_t i = job.first; i < job.first + job.count; ++i)
            ring.after(place, delays[i])[job.base + targets[i]] += weights(i, job.weight);
    });
}

}  // namespace

void deliver(const SynapseRows& rows, std::span<const DeliveryJob> jobs, double* slots) {
    with_weights(rows, [&](const auto& weights) {
        for_each_job(rows, jobs, weights, nullptr, 0, [&](const DeliveryJob& job) {
            const std::uint16_t* const targets = rows.targets() + job.first;
            double* const segment = slots + job.base;
            const auto of_job = weights;
            for (std::uint64_t i = 0; i < job.count; ++i)
                segment[targets[i]] += of_job(job.first + i, job.weight);
        });
    });
}

void deliver(const SynapseRows& rows, std::span<const DeliveryJob> jobs, InputRing& ring,
             std::uint32_t place) {
    with_weights(rows, [&](const auto& weights) {
        if (rows.short_delays() != nullptr) {
            push(rows, jobs, rows.short_delays(), weights, ring, place);
        } else {
            push(rows, jobs, rows.long_delays(), weights, ring, place);
        }
    });
}

}  // namespace simdrive::engine
