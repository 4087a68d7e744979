#include "circuit/drawn_population.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/spike.hpp"
#include "circuit/description.hpp"
#include "circuit/distribution.hpp"
#include "sonata/node_attributes.hpp"

namespace simdrive::circuit {

namespace {

class FromDistributions : public Population {
  public:
    FromDistributions(const std::string& name, const nlohmann::json& entry, std::uint64_t seed,
                      const std::string& where)
        : seed_(seed) {
        check_keys(entry, {"size", "model_type", "model_template", "dynamics_params"}, where);
        name_ = name;
        size_ = size_of(entry, where);
        NodeGroup group;
        group.rows = Selection(0, size_);
        group.model = model_of(entry, where);
        parse_parameters(entry.value("dynamics_params", nlohmann::json::object()), group,
                         where + ".dynamics_params");
        description_ =
            canonical({{"size", size_},
                       {"model", group.model},
                       {"dynamics_params", entry.value("dynamics_params", nlohmann::json::object())}});
        group.where = where;
        attributes_.emplace(name_, size_, attributes_of(group, entry));
        groups_.push_back(std::move(group));
    }

    const sonata::NodeAttributes& attributes() const override { return *attributes_; }
    std::vector<double> column(const NodeGroup&, const std::string& name,
                               const Selection& rows) const override {
        const Distribution& distribution = distributions_.at(name);
        const RandomStream stream(seed_, Purpose::node_parameter, name_key(name_ + "/" + name));
        std::vector<double> values(rows.size());
        std::size_t done = 0;
        for (const Range& range : rows.ranges()) {
            distribution.draw(stream, 0, range.first, std::span(values).subspan(done, range.size()));
            done += range.size();
        }
        return values;
    }

  private:
    static std::uint64_t size_of(const nlohmann::json& entry, const std::string& where) {
        const auto found = entry.find("size");
        if (found == entry.end()) throw DataError(fmt::format("{}: \"size\" is missing", where));
        const double size = found->is_number() ? found->get<double>() : -1;
        if (!(size >= 1 && size <= static_cast<double>(PackedSpike::max_source)) ||
            size != std::floor(size)) {
            throw DataError(fmt::format("{}.size: found {}; expected a whole number from 1 to {}", where,
                                        found->dump(), PackedSpike::max_source));
        }
        return static_cast<std::uint64_t>(size);
    }

    static std::string model_of(const nlohmann::json& entry, const std::string& where) {
        const std::string type = text_at(entry, "model_type", "point_neuron", where);
        if (type == "virtual") return "virtual";
        if (type != "point_neuron" && type != "point_process") {
            throw DataError(
                fmt::format("{}.model_type: found \"{}\"; expected point_neuron or virtual", where, type));
        }
        const std::string model_template = text_at(entry, "model_template", "", where);
        if (model_template.empty()) throw DataError(fmt::format("{}: \"model_template\" is missing", where));
        return model_of_template(model_template);
    }

    static std::map<std::string, sonata::AttributeValue> attributes_of(const NodeGroup& group,
                                                                       const nlohmann::json& entry) {
        std::map<std::string, sonata::AttributeValue> attributes;
        attributes["model_type"] = std::string(group.is_virtual() ? "virtual" : "point_neuron");
        const auto found = entry.find("model_template");
        if (found != entry.end() && found->is_string())
            attributes["model_template"] = found->get<std::string>();
        return attributes;
    }

    void parse_parameters(const nlohmann::json& parameters, NodeGroup& group, const std::string& where) {
        if (!parameters.is_object()) {
            throw DataError(fmt::format("{}: found {}; expected an object of numbers and distributions",
                                        where, parameters.dump()));
        }
        for (const auto& [name, value] : parameters.items()) {
            const auto distribution = Distribution::parse(value, fmt::format("{}.{}", where, name));
            if (distribution.is_constant()) {
                group.constants[name] = distribution.least();
            } else {
                group.columns.insert(name);
                distributions_.emplace(name, distribution);
            }
        }
    }

    std::uint64_t seed_;
    std::map<std::string, Distribution> distributions_;
    std::optional<sonata::UniformAttributes> attributes_;
};

}  // namespace

std::unique_ptr<Population> make_drawn_population(const std::string& name, const nlohmann::json& entry,
                                                  std::uint64_t seed, const std::string& where) {
    return std::make_unique<FromDistributions>(name, entry, seed, where);
}

}  // namespace simdrive::circuit
