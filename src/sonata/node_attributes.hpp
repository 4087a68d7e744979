#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>

#include "base/ids.hpp"
#include "base/selection.hpp"

namespace simdrive::sonata {

using AttributeValue = std::variant<double, std::string>;
using AttributeTest = std::function<bool(const AttributeValue&)>;

/// What node sets ask of a population, from files or from a rule.
class NodeAttributes {
  public:
    virtual ~NodeAttributes() = default;
    virtual const std::string& name() const = 0;
    virtual std::uint64_t size() const = 0;
    virtual std::optional<std::uint64_t> row_of(NodeId id) const = 0;
    /// The rows whose attribute passes the test (a node without a value does not); none where the population
    /// has no such attribute.
    virtual std::optional<Selection> rows_where(const std::string& attribute,
                                                const AttributeTest& test) const = 0;
};

/// A population whose nodes are all alike, with ids 0 … size−1: what a rule describes.
class UniformAttributes : public NodeAttributes {
  public:
    UniformAttributes(std::string name, std::uint64_t size, std::map<std::string, AttributeValue> attributes)
        : name_(std::move(name)), size_(size), attributes_(std::move(attributes)) {}
    const std::string& name() const override { return name_; }
    std::uint64_t size() const override { return size_; }
    std::optional<std::uint64_t> row_of(NodeId id) const override {
        return id < size_ ? std::optional<std::uint64_t>(id) : std::nullopt;
    }
    std::optional<Selection> rows_where(const std::string& attribute,
                                        const AttributeTest& test) const override {
        const auto found = attributes_.find(attribute);
        if (found == attributes_.end()) return std::nullopt;
        return test(found->second) ? Selection(0, size_) : Selection();
    }

  private:
    std::string name_;
    std::uint64_t size_;
    std::map<std::string, AttributeValue> attributes_;
};

}  // namespace simdrive::sonata
