#pragma once

#include <simdrive/instruction_set.hpp>
#include <simdrive/neuron_model.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace simdrive {

/// What the author of a neuron model writes (docs/models.md has a complete example):
///
///     struct MyModel {
///         struct Parameters { double …; };     // what users set
///         struct Constants { double …; };      // what a step needs, derived from Parameters and dt
///         struct State { double …; };          // what a step changes
///         static constexpr std::size_t ports;  // sums of incoming weights that a neuron reads
///         static constexpr std::string_view summary;
///         static constexpr std::array parameters{constant(&Parameters::…, "name", "unit", default,
///         "meaning"), …}; static constexpr std::array recordables{Field{"V_m", "mV", 0, "…",
///         FieldKind::recorded}, …}; static SynapticInput input(double weight, std::int32_t receptor); static
///         Constants prepare(const Parameters&, double dt);  // throws std::invalid_argument static State
///         start(const Parameters&);                   // the state at t = 0 static double step(const
///         Constants&, State&, const std::array<double, ports>& in, double current); static
///         std::array<double, recordables.size()> record(const Constants&, const State&);
///     };
///
/// `step` returns the number of spikes. It is called in one tight loop that the compiler turns into vector
/// code (for SSE2, AVX2 and AVX-512, whichever the processor has) when it holds selections (a ? b : c)
/// instead of branches and calls no function that is not inline. All members are doubles.
template <class M>
concept PointNeuron = requires(typename M::Parameters p, typename M::Constants c, typename M::State s,
                               std::array<double, M::ports> in) {
    { M::input(1.0, std::int32_t{0}) } -> std::same_as<SynapticInput>;
    { M::prepare(p, 0.1) } -> std::same_as<typename M::Constants>;
    { M::start(p) } -> std::same_as<typename M::State>;
    { M::step(c, s, in, 0.0) } -> std::same_as<double>;
};

namespace detail {

template <class Struct>
inline constexpr std::size_t columns_of = sizeof(Struct) / sizeof(double);

/// Calls f with 0, 1, … as constants. No loop: the compiler keeps a struct in registers only if every access
/// to it is at a constant place, and it unrolls short loops alone.
template <std::size_t count, class F>
void for_each_column(F&& f) {
    [&]<std::size_t... column>(std::index_sequence<column...>) {
        (f(std::integral_constant<std::size_t, column>{}), ...);
    }
    (std::make_index_sequence<count>{});
}

/// Gathers a struct of doubles from column-wise storage.
template <class Struct>
Struct load(const double* base, std::size_t stride, std::size_t i) {
    static_assert(sizeof(Struct) % sizeof(double) == 0 && std::is_trivially_copyable_v<Struct>);
    Struct value;
    for_each_column<columns_of<Struct>>([&](auto c) {
        std::memcpy(reinterpret_cast<char*>(&value) + c * sizeof(double), &base[c * stride + i],
                    sizeof(double));
    });
    return value;
}

template <class Struct>
void store(double* base, std::size_t stride, std::size_t i, const Struct& value) {
    for_each_column<columns_of<Struct>>([&](auto c) {
        std::memcpy(&base[c * stride + i], reinterpret_cast<const char*>(&value) + c * sizeof(double),
                    sizeof(double));
    });
}

}  // namespace detail

/// A block of model M: one allocation that holds the columns of State and, where constants differ from neuron
/// to neuron, those of Constants.
template <PointNeuron M>
class ModelBlock final : public NeuronBlock {
  public:
    using State = typename M::State;
    using Constants = typename M::Constants;

    /// Columns begin on cache lines.
    static std::size_t stride_of(std::size_t neurons) { return (neurons + 7) / 8 * 8; }
    static std::size_t bytes(std::size_t neurons, bool uniform) {
        const std::size_t columns = detail::columns_of<State> + (uniform ? 0 : detail::columns_of<Constants>);
        return columns * stride_of(neurons) * sizeof(double);
    }

    ModelBlock(std::size_t neurons, const ParameterColumns& values, bool uniform, double dt,
               std::pmr::memory_resource* resource)
        : neurons_(neurons), stride_(stride_of(neurons)), uniform_(uniform), resource_(resource) {
        if (uniform_) shared_ = M::prepare(parameters_of(values, 0), dt);
        if (neurons_ == 0) return;
        columns_ = static_cast<double*>(resource_->allocate(bytes(neurons_, uniform_), 64));
        try {
            for (std::size_t i = 0; i < neurons_; ++i) {
                const auto parameters = parameters_of(values, i);
                detail::store(columns_, stride_, i, M::start(parameters));
                if (!uniform_) detail::store(constants(), stride_, i, M::prepare(parameters, dt));
            }
        } catch (...) {
            resource_->deallocate(columns_, bytes(neurons_, uniform_), 64);
            throw;
        }
    }
    ModelBlock(const ModelBlock&) = delete;
    ModelBlock& operator=(const ModelBlock&) = delete;
    ~ModelBlock() override {
        if (columns_ != nullptr) resource_->deallocate(columns_, bytes(neurons_, uniform_), 64);
    }

    void advance(NeuronRange part, std::span<double* const> slots, const double* current,
                 std::pmr::vector<std::uint32_t>& fired) override {
        std::array<double*, M::ports> in;
        std::copy_n(slots.begin(), M::ports, in.begin());
        if (uniform_) {
            current != nullptr ? advance_part<true, true>(part, in, current, fired)
                               : advance_part<true, false>(part, in, current, fired);
        } else {
            current != nullptr ? advance_part<false, true>(part, in, current, fired)
                               : advance_part<false, false>(part, in, current, fired);
        }
    }

    double recorded(std::size_t which, std::size_t neuron) const override {
        const auto constants =
            uniform_ ? shared_ : detail::load<Constants>(this->constants(), stride_, neuron);
        return M::record(constants, detail::load<State>(columns_, stride_, neuron))[which];
    }

  private:
    static typename M::Parameters parameters_of(const ParameterColumns& values, std::size_t neuron) {
        typename M::Parameters parameters{};
        for (std::size_t f = 0; f < M::parameters.size(); ++f) {
            parameters.*(M::parameters[f].member) = values[f].size() == 1 ? values[f][0] : values[f][neuron];
        }
        return parameters;
    }

    double* constants() const { return columns_ + detail::columns_of<State> * stride_; }

    template <bool Uniform, bool Driven>
    void advance_part(NeuronRange part, const std::array<double*, M::ports>& in, const double* current,
                      std::pmr::vector<std::uint32_t>& fired) {
        alignas(64) std::array<double, NeuronRange::longest> spikes;
        double* const out = spikes.data();
        const bool any = with_instructions(
            [=, this](auto) { return step_all<Uniform, Driven>(part.first, part.size(), in, current, out); });
        if (!any) return;
        for (std::size_t i = 0; i < part.size(); ++i) {
            for (double n = spikes[i]; n > 0; n -= 1)
                fired.push_back(static_cast<std::uint32_t>(part.first + i));
        }
    }

    /// One step of `count` neurons; writes their numbers of spikes and tells whether there is any.
    template <bool Uniform, bool Driven>
    bool step_all(std::size_t first, std::size_t count, const std::array<double*, M::ports>& in,
                  const double* current, double* __restrict spikes) {
        double* const state = columns_ + first;
        const double* const constant = Uniform ? nullptr : constants() + first;
        const std::size_t stride = stride_;
        const Constants shared = shared_;
        std::uint64_t any = 0;
#pragma GCC ivdep
        for (std::size_t i = 0; i < count; ++i) {
            std::array<double, M::ports> arrived;
            for (std::size_t p = 0; p < M::ports; ++p) {
                arrived[p] = in[p][first + i];
                in[p][first + i] = 0;
            }
            State s = detail::load<State>(state, stride, i);
            const Constants c = Uniform ? shared : detail::load<Constants>(constant, stride, i);
            const double n = M::step(c, s, arrived, Driven ? current[first + i] : 0.0);
            detail::store(state, stride, i, s);
            spikes[i] = n;
            any |= std::bit_cast<std::uint64_t>(n);
        }
        return any != 0;
    }

    std::size_t neurons_;
    std::size_t stride_;
    bool uniform_;
    std::pmr::memory_resource* resource_;
    Constants shared_{};
    double* columns_ = nullptr;
};

/// The NeuronModel made of M. A model's file ends with
/// `const NeuronModel& neuron_model_<file name>() { static const NeuronModelOf<MyModel> model; return model;
/// }`.
template <PointNeuron M>
class NeuronModelOf : public NeuronModel {
  public:
    std::string_view summary() const override { return M::summary; }
    std::span<const Field> parameters() const override {
        static constexpr auto fields = plain_fields(M::parameters);
        return fields;
    }
    std::span<const Field> recordables() const override { return M::recordables; }
    std::size_t ports() const override { return M::ports; }
    SynapticInput input(double weight, std::int32_t receptor) const override {
        return M::input(weight, receptor);
    }
    std::size_t block_bytes(std::size_t neurons, bool uniform) const override {
        return ModelBlock<M>::bytes(neurons, uniform);
    }
    std::unique_ptr<NeuronBlock> make_block(std::size_t neurons, const ParameterColumns& values, double dt,
                                            std::pmr::memory_resource* resource) const override {
        return std::make_unique<ModelBlock<M>>(neurons, values, is_uniform(*this, values), dt, resource);
    }
};

/// For `prepare`: std::invalid_argument unless `holds`.
inline void require(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
}

/// Excitatory weights go to port 0, inhibitory ones to port 1, as NEST sorts them by sign. For models with
/// two ports.
inline SynapticInput input_by_sign(double weight, std::int32_t receptor) {
    require(receptor == 0, "this model has no receptor types; expected 0");
    return {weight >= 0 ? 0U : 1U, weight};
}

}  // namespace simdrive
