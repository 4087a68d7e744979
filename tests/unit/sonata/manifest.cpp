#include "sonata/manifest.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/data_error.hpp"

namespace simdrive::sonata {
namespace {

Manifest manifest(const nlohmann::json& entries) {
    return {"some/config.json", entries};
}

TEST(Manifest, LongestNameWins) {
    auto m = manifest({{"$BASE", "/a"}, {"$BASE_DIR", "/b"}, {"OTHER", "/c"}});
    EXPECT_EQ(m.expand("$BASE/x"), "/a/x");
    EXPECT_EQ(m.expand("$BASE_DIR/x"), "/b/x");
    EXPECT_EQ(m.expand("${BASE}_DIR/x"), "/a_DIR/x");
    EXPECT_EQ(m.expand("$BASE_DIRECTORY"), "/bECTORY");
    EXPECT_EQ(m.expand("$OTHER$BASE"), "/c/a");
    EXPECT_TRUE(m.unknown().empty());
}

TEST(Manifest, Nested) {
    auto m = manifest({{"$A", "$B/a"}, {"$B", "${C}/b"}, {"$C", "c"}});
    EXPECT_EQ(m.expand("$A"), "c/b/a");
}

TEST(Manifest, BuiltIn) {
    auto m = manifest(nullptr);
    const auto folder = (std::filesystem::current_path() / "some").string();
    EXPECT_EQ(m.expand("${configdir}/x"), folder + "/x");
    EXPECT_EQ(m.expand("$workingdir"), std::filesystem::current_path().string());
    EXPECT_EQ(m.expand("$configfname"), folder + "/config.json");
    EXPECT_EQ(m.expand("$date").size(), 10U);
    EXPECT_TRUE(m.expand("$datetime").starts_with(m.expand("$date")));
    auto own = manifest({{"$configdir", "/mine"}});
    EXPECT_EQ(own.expand("$configdir"), "/mine");
}

TEST(Manifest, OnlyStringsAndNoKeys) {
    auto m = manifest({{"$A", "x"}});
    nlohmann::json document = {{"$A", {"$A", 1, {{"k", "$A/y"}}}}, {"n", nullptr}};
    m.expand_all(document);
    EXPECT_EQ(document, (nlohmann::json{{"$A", {"x", 1, {{"k", "x/y"}}}}, {"n", nullptr}}));
}

TEST(Manifest, DollarsThatAreNoVariables) {
    auto m = manifest({{"$NETWORK_DIR", "x"}});
    EXPECT_EQ(m.expand("^L[45]$"), "^L[45]$");
    EXPECT_EQ(m.expand("a $ b $$ ${"), "a $ b $$ ${");
    EXPECT_TRUE(m.unknown().empty());
    EXPECT_EQ(m.expand("$NETWROK_DIR/nodes.h5"), "$NETWROK_DIR/nodes.h5");
    ASSERT_EQ(m.unknown().size(), 1U);
    EXPECT_PRED2(test::contains, m.unknown()[0], "did you mean \"NETWORK_DIR\"?");
}

TEST(Manifest, Faults) {
    EXPECT_DATA_ERROR(manifest({{"$A", "$B"}, {"$B", "${C}"}, {"$C", "$A"}}), "A → B → C → A");
    EXPECT_DATA_ERROR(manifest({{"$A", "$A/x"}}), "A → A");
    EXPECT_DATA_ERROR(manifest({{"$A", 1}}), "some/config.json: manifest.$A: expected a text");
    EXPECT_DATA_ERROR(manifest({1}), "expected an object");
    EXPECT_DATA_ERROR(manifest({{"$", "x"}}), "without a name");
}

}  // namespace
}  // namespace simdrive::sonata
