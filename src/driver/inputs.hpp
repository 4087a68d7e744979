#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/spike.hpp"
#include "base/time_grid.hpp"
#include "circuit/circuit.hpp"
#include "engine/stimulus_plan.hpp"
#include "sonata/configuration.hpp"

namespace simdrive::driver {

/// An entry of "inputs" that replays spikes of virtual nodes from a file.
struct ReplayInput {
    std::string name;
    std::string module;
    std::filesystem::path file;
    std::vector<Selection> rows;  ///< by population: the nodes of its node set
};

/// The configuration's inputs, sorted into replays and stimuli.
struct Inputs {
    std::vector<ReplayInput> replays;
    std::vector<engine::StimulusEntry> stimuli;
};

/// Resolves node sets and looks up stimulus models. Unknown modules, missing or unknown fields, node sets
/// that do not exist are added to `problems`. Inputs keep the order of their names.
Inputs resolve_inputs(const sonata::Configuration& configuration, const circuit::Circuit& circuit,
                      const TimeGrid& grid, Problems& problems);

/// The spikes of the nodes with `owned[gid]`… of all replays, as (step, gid). Times are rounded to 1 µs and
/// moved up to the next step of the grid. DataError for a spike of a node that is not virtual, or that lies
/// before 0 ms.
std::vector<Spike> read_replays(const std::vector<ReplayInput>& replays, const circuit::Circuit& circuit,
                                const TimeGrid& grid, const std::function<bool(Gid)>& owned);

}  // namespace simdrive::driver
