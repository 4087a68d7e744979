// Configuration, rules, inputs and all that is checked before a scan: whatever the file holds, it is a
// session or a list of problems.
#include <fstream>

#include "base/error.hpp"
#include "base/log.hpp"
#include "driver/session.hpp"
#include "fuzz/line_file_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace simdrive;
    static const fuzz::ScratchFolder folder;
    static const bool quiet = [] {
        log::configure(1, 2, log::Level::error);  // of two ranks the one that does not warn
        return true;
    }();
    static_cast<void>(quiet);
    const auto path = folder.path() / "simulation_config.json";
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    Options options;
    options.config = path.string();
    try {
        Problems problems;
        const auto session = driver::open_session(options, problems);
    } catch (const Error&) {
        return 0;
    }
    return 0;
}
