#include "circuit/weight_form.hpp"

#include <gtest/gtest.h>

#include "circuit/file_statistics.hpp"
#include "parts.hpp"
#include "support.hpp"

namespace simdrive::circuit {
namespace {

using nlohmann::json;

TEST(WeightForm, RoundedWeights) {
    const double fine = 0.1;  // neither a half nor a single number
    const auto single = static_cast<double>(0.1F);
    const double half = 0x1.998p-4;
    EXPECT_EQ(rounded_weight(fine, WeightPrecision::full, true), fine);
    EXPECT_EQ(rounded_weight(fine, WeightPrecision::full, false), fine);
    EXPECT_EQ(rounded_weight(fine, WeightPrecision::automatic, true), single) << "drawn";
    EXPECT_EQ(rounded_weight(fine, WeightPrecision::automatic, false), fine) << "read";
    EXPECT_EQ(rounded_weight(fine, WeightPrecision::single, true), single);
    EXPECT_EQ(rounded_weight(fine, WeightPrecision::single, false), single);
    EXPECT_EQ(rounded_weight(fine, WeightPrecision::half, true), half);
    EXPECT_EQ(rounded_weight(-fine, WeightPrecision::half, false), -half);
    EXPECT_FALSE(std::isfinite(rounded_weight(65'520, WeightPrecision::half, false)));
    EXPECT_FALSE(std::isfinite(rounded_weight(-1e300, WeightPrecision::half, false)));
    EXPECT_FALSE(std::isfinite(rounded_weight(1e39, WeightPrecision::single, false)));
}

TEST(WeightForm, NarrowestThatIsExact) {
    EXPECT_EQ(WeightRange::exact(0.1, 0.1, WeightForm::full).form, WeightForm::equal);
    EXPECT_EQ(WeightRange::exact(1, 2, form_of(1.1F)).form, WeightForm::single);
    EXPECT_EQ(WeightRange::exact(1, 2, form_of(1.1)).form, WeightForm::full);
    EXPECT_EQ(WeightRange::exact(1, 2, form_of(1.5)).form, WeightForm::half);
}

/// What two batches of weights from a file come to.
WeightRange range_of(const std::vector<double>& first, const std::vector<double>& second) {
    WeightSet set;
    set.add(first);
    set.add(second);
    return set.all(mpi::Communicator::self());
}

TEST(FileStatistics, FormOfWeights) {
    const auto equal = range_of({0.1, 0.1}, {0.1});
    EXPECT_EQ(equal.form, WeightForm::equal);
    EXPECT_EQ(equal.least, 0.1);
    const auto half = range_of({0.5, 2}, {-3});
    EXPECT_EQ(half.form, WeightForm::half) << "halfs hold these exactly";
    EXPECT_EQ(half.least, -3);
    EXPECT_EQ(half.largest, 2);
    EXPECT_EQ(range_of({0.5, 2}, {1e6}).form, WeightForm::single) << "too large for a half";
    EXPECT_EQ(range_of({0.5, 2}, {0.1F}).form, WeightForm::single);
    EXPECT_EQ(range_of({0.1}, {0.5, 0.5}).form, WeightForm::full);
    EXPECT_EQ(range_of({0.5, 0.5}, {0.1}).form, WeightForm::full);
    EXPECT_EQ(range_of({1e300}, {0.5}).form, WeightForm::full) << "too large for a single number";
    EXPECT_EQ(range_of({}, {}).form, WeightForm::equal);
}

TEST(FileStatistics, CountsOfABatch) {
    FileStatistics statistics;
    statistics.targets_of.resize(3);
    statistics.in_degrees.resize(2);
    EdgeBatch edges;
    edges.source_row = {0, 2, 2};
    edges.target_row = {1, 1, 0};
    edges.weight = {1, 2, 3};
    edges.delay = {7, 65'535, 1};
    statistics.add(edges);
    statistics.add(edges);
    EXPECT_EQ(statistics.targets_of, (std::vector<std::uint64_t>{2, 0, 4}));
    EXPECT_EQ(statistics.in_degrees, (std::vector<std::uint64_t>{2, 4}));
    EXPECT_EQ(statistics.delays.all(mpi::Communicator::self()), (std::vector<std::uint32_t>{1, 7, 65'535}));
    EXPECT_EQ(statistics.weights.all(mpi::Communicator::self()).largest, 3);
}

/// Form and limits of drawn weights, having checked that every weight lies in them and fits the form.
WeightRange drawn_range(const json& weight, WeightPrecision precision) {
    const Circuit circuit = two_populations(100, 10);
    auto entry = drawn_entry({{"fixed_indegree", {{"indegree", 2000}}}});
    entry["syn_weight"] = weight;
    const auto projection = drawn(circuit, "EE", 0, 0, entry, 1, precision);
    const auto range = projection->weights();
    EdgeBatch edges;
    projection->edges(3, 2000, 0, 2000, EdgeDetail::all, edges);
    for (const double found : edges.weight) {
        EXPECT_GE(found, range.least);
        EXPECT_LE(found, range.largest);
        EXPECT_EQ(rounded_weight(found, precision, true), found);
    }
    return range;
}

TEST(DrawnProjection, FormOfWeights) {
    EXPECT_EQ(drawn_range(spread_weight(), WeightPrecision::automatic).form, WeightForm::single);
    EXPECT_EQ(drawn_range(spread_weight(), WeightPrecision::single).form, WeightForm::single);
    EXPECT_EQ(drawn_range(spread_weight(), WeightPrecision::half).form, WeightForm::half);
    EXPECT_EQ(drawn_range(spread_weight(), WeightPrecision::full).form, WeightForm::full);
    for (const auto precision : {WeightPrecision::automatic, WeightPrecision::half, WeightPrecision::full}) {
        const auto constant = drawn_range(0.1, precision);
        EXPECT_EQ(constant.form, WeightForm::equal);
        EXPECT_EQ(constant.least, rounded_weight(0.1, precision, true));
    }
    const json nearly{{"uniform", {{"min", 1.0}, {"max", 1.00001}}}};
    EXPECT_EQ(drawn_range(nearly, WeightPrecision::half).form, WeightForm::equal) << "all are rounded to 1";
}

TEST(DrawnProjection, WeightsThatDoNotFitThePrecisionAreRefused) {
    EXPECT_NE(data_error_of([] { drawn_range(1e5, WeightPrecision::half); }).find("--weight-precision"),
              std::string::npos);
    EXPECT_NE(data_error_of([] { drawn_range(1e39, WeightPrecision::automatic); }).find("EE.syn_weight"),
              std::string::npos);
    EXPECT_EQ(data_error_of([] { drawn_range(1e39, WeightPrecision::full); }), "");
}

}  // namespace
}  // namespace simdrive::circuit
