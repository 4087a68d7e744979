#include "circuit/file_population.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <span>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "circuit/description.hpp"

namespace simdrive::circuit {

namespace {

/// OBI's point_neuron without a template (the developer guide of its circuits says which model that is).
constexpr const char* model_without_template = "aeif_cond_beta_multisynapse";

std::string model_of(const sonata::NodeType& type) {
    if (type.model_type == "virtual") return "virtual";
    if (type.model_type != "point_neuron" && !(type.model_type.empty() && !type.model.resource.empty())) {
        throw DataError(
            fmt::format("{}: model_type is \"{}\"; expected point_neuron, point_process or virtual",
                        type.where, type.model_type));
    }
    return type.model.resource.empty() ? model_without_template : type.model.resource;
}

nlohmann::json description_of(const NodeGroup& group) {
    return {{"model", group.model},
            {"rows", hash_bytes(std::as_bytes(group.rows.ranges())).text()},
            {"constants", group.constants},
            {"columns", group.columns}};
}

class FromFile : public Population {
  public:
    explicit FromFile(std::unique_ptr<sonata::NodePopulation> nodes) : nodes_(std::move(nodes)) {
        name_ = nodes_->name();
        size_ = nodes_->size();
        auto groups = nlohmann::json::array();
        for (const auto& type : nodes_->types()) {
            NodeGroup group{model_of(type),  type.rows,        type.constants, type.columns,
                            type.table_only, type.not_numbers, type.where};
            groups.push_back(description_of(group));
            groups_.push_back(std::move(group));
        }
        description_ = canonical({{"size", size_}, {"groups", groups}});
    }

    NodeId node_id(std::uint64_t row) const override { return nodes_->node_id(row); }
    std::optional<std::uint64_t> row_of(NodeId id) const override { return nodes_->row_of(id); }
    std::optional<NodeId> first_id() const override { return nodes_->first_id(); }
    bool in_files() const override { return true; }
    const sonata::NodeAttributes& attributes() const override { return *nodes_; }
    std::vector<double> column(const NodeGroup&, const std::string& name,
                               const Selection& rows) const override {
        return nodes_->parameter(name, rows);
    }

  private:
    std::unique_ptr<sonata::NodePopulation> nodes_;
};

}  // namespace

std::unique_ptr<Population> make_file_population(std::unique_ptr<sonata::NodePopulation> nodes) {
    return std::make_unique<FromFile>(std::move(nodes));
}

}  // namespace simdrive::circuit
