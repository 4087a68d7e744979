#include "report/provenance.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "build_info.hpp"

namespace simdrive::report {

namespace {

std::vector<std::pair<std::string, std::string>> entries(const Provenance& p) {
    std::vector<std::pair<std::string, std::string>> all{{"version", p.version},
                                                         {"revision", p.revision},
                                                         {"compiler", p.compiler},
                                                         {"build type", p.build_type},
                                                         {"flags", p.flags},
                                                         {"MPI", p.mpi},
                                                         {"HDF5", p.hdf5},
                                                         {"allocator", p.allocator},
                                                         {"instruction set", p.instruction_set}};
    std::erase_if(all, [](const auto& entry) { return entry.second.empty(); });
    return all;
}

}  // namespace

Provenance this_build() {
    Provenance provenance;
    provenance.version = build_info::version;
    provenance.revision = build_info::revision;
    provenance.compiler = build_info::compiler;
    provenance.build_type = build_info::build_type;
    provenance.flags = build_info::flags;
    return provenance;
}

std::string version_text(const Provenance& provenance) {
    std::string text = fmt::format("simdrive {}\n", provenance.version);
    for (const auto& [name, value] : entries(provenance)) {
        if (name != "version") text += fmt::format("  {:<16}{}\n", name, value);
    }
    return text;
}

nlohmann::json to_json(const Provenance& provenance) {
    nlohmann::json json = {{"program", "simdrive"}};
    for (const auto& [name, value] : entries(provenance)) {
        std::string key = name;
        for (char& c : key)
            c = c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        json[key] = value;
    }
    return json;
}

}  // namespace simdrive::report
