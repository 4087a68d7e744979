#pragma once

#include "sonata/configuration.hpp"
#include "sonata/configuration_file.hpp"

namespace simdrive::sonata {

// The sections of a configuration, each filling its part of the result; for configuration.cpp.

void read_networks(const ConfigurationSection& networks, Configuration& out);
void read_components(const ConfigurationSection& components, Configuration& out);
void read_run(const ConfigurationSection& run, Configuration& out);
void read_output(const ConfigurationSection& output, Configuration& out);
void read_inputs(const ConfigurationSection& inputs, Configuration& out);
void read_reports(const ConfigurationSection& reports, Configuration& out);

}  // namespace simdrive::sonata
