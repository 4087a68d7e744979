#include "engine/source_index.hpp"

namespace simdrive::engine {

namespace {
std::uint64_t words_for(std::uint64_t gids) {
    return (gids + 63) / 64;
}
}  // namespace

void SourceIndex::assign(std::span<const std::uint32_t> targets) {
    words_.resize(words_for(targets.size()));
    rows_ = 0;
    for (std::size_t w = 0; w < words_.size(); ++w) {
        Word& word = words_[w];
        word = {0, rows_};
        const std::size_t past = std::min(targets.size(), 64 * (w + 1));
        for (std::size_t gid = 64 * w; gid < past; ++gid) {
            word.present |= static_cast<std::uint64_t>(targets[gid] != 0) << (gid % 64);
        }
        rows_ += static_cast<std::uint64_t>(std::popcount(word.present));
    }
}

void SourceIndex::count(memory::Footprint& footprint, std::uint64_t gids) {
    footprint.add(memory::Category::source_index, words_for(gids), sizeof(Word));
}

}  // namespace simdrive::engine
