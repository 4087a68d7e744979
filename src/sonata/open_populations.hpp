#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "sonata/configuration.hpp"

namespace simdrive::sonata {

/// Opens the populations of an entry of the configuration: those that it lists, else all in its file.
/// Problems are added, each with the entry that it belongs to.
template <class Population>
std::vector<std::unique_ptr<Population>> open_populations(const NetworkFile& entry,
                                                          const Components& components, Problems& problems) {
    std::vector<std::unique_ptr<Population>> out;
    const auto attempt = [&](auto&& f) {
        try {
            f();
        } catch (const DataError& error) {
            problems.add(fmt::format("{}: {}", entry.where, error.what()));
        }
    };
    std::vector<std::string> names;
    if (entry.populations.empty()) {
        attempt([&] { names = Population::names_in(entry.file); });
    } else {
        for (const auto& settings : entry.populations) names.push_back(settings.first);
    }
    for (const std::string& name : names)
        attempt([&] { out.push_back(std::make_unique<Population>(entry, name, components)); });
    return out;
}

}  // namespace simdrive::sonata
