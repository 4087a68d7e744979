// list_spikes FILE [POPULATION] [UNTIL_MS]: the spikes of a file as text, a line each: time, population,
// node. Sorted.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "base/error.hpp"
#include "sonata/spike_file.hpp"

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    try {
        std::vector<std::tuple<double, std::string, std::uint64_t>> lines;
        const double until = argc > 3 ? std::stod(argv[3]) : 1e300;
        for (const auto& [population, train] : simdrive::sonata::read_spikes(argv[1], "")) {
            if (argc > 2 && population != argv[2]) continue;
            for (std::size_t i = 0; i < train.node_ids.size(); ++i) {
                if (train.times_ms[i] <= until)
                    lines.emplace_back(train.times_ms[i], population, train.node_ids[i]);
            }
        }
        std::sort(lines.begin(), lines.end());
        for (const auto& [time, population, node] : lines)
            fmt::print("{:.4f} {} {}\n", time, population, node);
        return 0;
    } catch (const simdrive::Error& fault) {
        fmt::print(stderr, "{}\n", fault.what());
        return 3;
    }
}
