import PermafrostModel
import Testing

/// The version that a number with fewer or more zeros means.
@Suite struct VersionNumbersTests {
    @Test(arguments: [
        ("1.0", "1.0.0"), ("1", "1.0.0"), ("1.0.0.0", "1.0.0"), ("2.1", "2.1.0"), ("3.0", nil), ("3", nil),
        ("1.1", nil),
        ("01.0", nil), ("1.", nil), ("", nil), ("1.0-beta", nil), ("١", nil), ("0", nil),
    ])
    func aNumberMeansTheOnlyVersionWithIt(_ name: String, _ version: String?) {
        #expect(VersionNumbers.only(name, among: ["1.0.0", "2.1.0", "3.0.0", "3.0", "2024-01-15", "beta"]) == version)
    }
}
