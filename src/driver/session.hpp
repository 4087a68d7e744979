#pragma once

#include <simdrive/options.hpp>

#include <memory>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "circuit/circuit.hpp"
#include "driver/inputs.hpp"
#include "engine/exchange_plan.hpp"
#include "engine/shape.hpp"
#include "engine/stimulus_plan.hpp"
#include "mpi/communicator.hpp"
#include "sonata/configuration.hpp"

namespace simdrive::driver {

/// What every pass begins with: configuration, circuit and inputs, read and checked by every rank.
struct Session {
    sonata::Configuration configuration;
    TimeGrid grid;
    circuit::Circuit circuit;
    engine::Shape shape;                           ///< complete after plan_synapses()
    std::optional<engine::Delivery> delivery;      ///< as the user wants it
    std::optional<engine::ExchangeKind> exchange;  ///< as the user wants it
    engine::StimulusPlan stimuli;
    std::vector<ReplayInput> replays;
    std::uint64_t bytes = 0;  ///< of all this
};

/// Collective. Opens what the configuration names; all problems of all parts are added to `problems`, so that
/// they can be told together. None where something is so wrong that the rest cannot be looked at.
std::unique_ptr<Session> open_session(const Options& options, Problems& problems);

/// Collective. The same for a pass that cannot go on with problems: all ranks throw the same AgreedError.
std::unique_ptr<Session> open_session(const Options& options, const mpi::Communicator& comm);

}  // namespace simdrive::driver
