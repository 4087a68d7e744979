#include "sonata/text_column.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"

namespace simdrive::sonata {

std::optional<TextColumn> TextColumn::find(const io::Group& group, const std::string& name) {
    auto dataset = group.find_dataset(name);
    if (!dataset) return std::nullopt;
    if (dataset->type_class() == io::Dataset::TypeClass::string) return TextColumn(std::move(*dataset), {});
    const auto library = group.find_dataset("@library/" + name);
    if (!library) return std::nullopt;
    return TextColumn(std::move(*dataset), library->read_strings());
}

std::vector<std::string> TextColumn::read(const GroupPart& part) const {
    if (dataset_.type_class() == io::Dataset::TypeClass::string) {
        if (part.window.past > dataset_.size())
            throw DataError(fmt::format("{}: index {} is used, but there are {} rows", dataset_.where(),
                                        part.window.past - 1, dataset_.size()));
        auto texts = dataset_.read_strings(part.window);
        if (part.contiguous) return texts;
        std::vector<std::string> out;
        out.reserve(part.count);
        for (const std::uint64_t index : part.indices) out.push_back(texts[index - part.window.first]);
        return out;
    }
    GroupPart dense = part;
    dense.positions.clear();
    std::vector<std::int64_t> numbers(part.count);
    gather<std::int64_t>(dataset_, dense, numbers);
    std::vector<std::string> out;
    out.reserve(part.count);
    for (const std::int64_t number : numbers) {
        if (number < 0 || static_cast<std::uint64_t>(number) >= library_.size())
            throw DataError(fmt::format("{}: found {}, but @library has {} texts", dataset_.where(), number,
                                        library_.size()));
        out.push_back(library_[static_cast<std::size_t>(number)]);
    }
    return out;
}

std::vector<std::string> TextColumn::distinct() const {
    if (dataset_.type_class() != io::Dataset::TypeClass::string) return library_;
    constexpr std::uint64_t block = 1 << 16;
    std::set<std::string> found;
    for (std::uint64_t first = 0; first < dataset_.size(); first += block) {
        for (std::string& text : dataset_.read_strings({first, std::min(dataset_.size(), first + block)}))
            found.insert(std::move(text));
    }
    return {found.begin(), found.end()};
}

}  // namespace simdrive::sonata
