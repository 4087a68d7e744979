#include "report/table.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace simdrive::report {
namespace {

Table example() {
    Table table("Cells",
                {{"population", "", Align::left}, {"bytes per cell", "", Align::right}, {"total", "bytes"}});
    table.add_row({"L4E", Cell::mean_bytes(1536.5), Cell::bytes(3 << 20)});
    table.add_row({"µ-cells", {}, Cell::count(1'234'567)});
    table.add_separator();
    table.add_row({"all"});
    return table;
}

TEST(Table, AlignsByCharactersNotBytes) {
    EXPECT_EQ(example().text(),
              "Cells\n"
              "population  bytes per cell      total\n"
              "-------------------------------------\n"
              "L4E               1.50 KiB   3.00 MiB\n"
              "µ-cells                     1 234 567\n"
              "-------------------------------------\n"
              "all\n");
}

TEST(Table, TellsProgramsTheSame) {
    const nlohmann::json expected = {{{"population", "L4E"}, {"bytes_per_cell", 1536.5}, {"bytes", 3 << 20}},
                                     {{"population", "µ-cells"}, {"bytes", 1234567}},
                                     {{"population", "all"}}};
    EXPECT_EQ(example().json(), expected);
}

TEST(Table, RefusesTooManyCells) {
    Table table("", {{"a", ""}});
    EXPECT_THROW(table.add_row({"1", "2"}), std::logic_error);
}

TEST(Table, PrintsHeadersAlone) {
    EXPECT_EQ(Table("", {{"a", "", Align::left}, {"bcd", ""}}).text(), "a  bcd\n------\n");
    EXPECT_EQ(Table("", {{"a", ""}}).json(), nlohmann::json::array());
}

TEST(Cell, PrintsUnitsAndKeepsValues) {
    EXPECT_EQ(Cell::bytes(~0ULL).json(), ~0ULL);
    EXPECT_EQ(Cell::seconds(226).text(), "3 min 46 s");
    EXPECT_EQ(Cell::seconds(226).json(), 226.0);
    EXPECT_EQ(Cell::percent(-0.0123, 2).text(), "-1.23 %");
    EXPECT_EQ(Cell::percent(-0.0123, 2).json(), -0.0123);
    EXPECT_EQ(Cell::number(1.01649, 3).text(), "1.016");
    EXPECT_TRUE(Cell().json().is_null());
}

}  // namespace
}  // namespace simdrive::report
