#pragma once

#include <simdrive/stimulus_model.hpp>

#include <string>
#include <vector>

#include "base/selection.hpp"
#include "engine/shape.hpp"

namespace simdrive::engine {

/// One entry of "inputs" with its model looked up and its node set resolved.
struct StimulusEntry {
    std::string name;
    const StimulusModel* model = nullptr;
    StimulusSettings settings;
    double weight = 0;            ///< of events, as the user gave it
    std::vector<Selection> rows;  ///< by population
};

/// A stimulus that acts on nodes of one group: what a block is driven by.
struct Drive {
    std::size_t entry;  ///< index into StimulusPlan::entries
    std::size_t group;  ///< index into Shape::groups
    Selection rows;     ///< of the group's population
};

/// All stimuli of a run, in the order of the configuration: the order in which a slot or a current sums them.
struct StimulusPlan {
    std::vector<StimulusEntry> entries;
    std::vector<Drive> drives;  ///< by (entry, group), those with nodes
};

/// Finds out which groups each entry acts on. A node set that holds virtual nodes is an error, added to
/// `problems`.
StimulusPlan plan_stimuli(std::vector<StimulusEntry> entries, const circuit::Circuit& circuit,
                          const Shape& shape, Problems& problems);

}  // namespace simdrive::engine
