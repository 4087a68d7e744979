#include "sonata/type_table.hpp"

#include <gtest/gtest.h>

#include "sonata/model_template.hpp"
#include "support/data_error.hpp"
#include "support/temporary_folder.hpp"

namespace simdrive::sonata {
namespace {

TEST(CsvLine, BlanksQuotesAndNothing) {
    const auto fields = split_csv_line("a  \"b c\" \"say \"\"hi\"\"\" NULL none NaN NA \"\" -1.5\t x\r");
    ASSERT_EQ(fields.size(), 10U);
    EXPECT_EQ(fields[0], "a");
    EXPECT_EQ(fields[1], "b c");
    EXPECT_EQ(fields[2], "say \"hi\"");
    for (std::size_t i = 3; i < 8; ++i) EXPECT_EQ(fields[i], std::nullopt) << i;
    EXPECT_EQ(fields[8], "-1.5");
    EXPECT_EQ(fields[9], "x");
    EXPECT_TRUE(split_csv_line("   ").empty());
}

TEST(Numbers, AreWholeTexts) {
    EXPECT_EQ(parse_number("1e-3"), 1e-3);
    EXPECT_EQ(parse_number("+2"), 2);
    for (const char* text : {"", "1x", "nan", "inf", "0x1", "1 2", "exc_1.json"})
        EXPECT_EQ(parse_number(text), std::nullopt) << text;
}

TEST(TypeTable, AnyOrderOfColumns) {
    test::TemporaryFolder folder;
    const auto table = TypeTable::read(
        folder.write("types.csv", "ei node_type_id tau_m\ne 100 20.0\ni   -1 NULL\n\n"), "node_type_id");
    EXPECT_EQ(table.ids(), (std::vector<std::int64_t>{100, -1}));
    EXPECT_EQ(table.columns(), (std::vector<std::string>{"ei", "tau_m"}));
    EXPECT_EQ(table.text(100, "ei"), "e");
    EXPECT_EQ(table.number(100, "tau_m"), 20.0);
    EXPECT_EQ(table.text(-1, "tau_m"), std::nullopt);
    EXPECT_EQ(table.number(100, "ei"), std::nullopt);
    EXPECT_EQ(table.text(7, "ei"), std::nullopt);
    EXPECT_FALSE(table.has(7));
}

TEST(TypeTable, Faults) {
    test::TemporaryFolder folder;
    const auto read = [&](const std::string& text) {
        return TypeTable::read(folder.write("t.csv", text), "node_type_id");
    };
    EXPECT_DATA_ERROR(TypeTable::read(folder.path("none.csv"), "node_type_id"), "none.csv");
    EXPECT_DATA_ERROR(read(""), "t.csv: empty");
    EXPECT_DATA_ERROR(read("node_typ_id ei\n"), "no column \"node_type_id\"; did you mean \"node_typ_id\"?");
    EXPECT_DATA_ERROR(read("node_type_id ei\n1 e\n1 i\n"), "line 3: node_type_id 1 occurs twice");
    EXPECT_DATA_ERROR(read("node_type_id ei\nx e\n"), "line 2: \"x\" is no node_type_id");
    EXPECT_DATA_ERROR(read("node_type_id ei\n1.5 e\n"), "line 2");
    EXPECT_DATA_ERROR(read("node_type_id ei\n1 e e\n"), "line 2: 3 fields; expected 2");
}

TEST(ModelTemplate, SchemaAndResource) {
    EXPECT_EQ(ModelTemplate::parse("nest:iaf_psc_alpha"), (ModelTemplate{"nest", "iaf_psc_alpha"}));
    EXPECT_EQ(ModelTemplate::parse("static_synapse"), (ModelTemplate{"", "static_synapse"}));
    EXPECT_EQ(ModelTemplate::parse("NULL"), ModelTemplate());
    EXPECT_EQ(canonical_model_type("point_process"), "point_neuron");
    EXPECT_EQ(canonical_model_type("virtual"), "virtual");
}

}  // namespace
}  // namespace simdrive::sonata
