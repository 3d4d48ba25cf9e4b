import Testing

@testable import PermafrostModel

@Suite struct VersionNameTests {
    @Test(arguments: [
        ("2.0.0", "2_0_0"), ("2.0.0-beta.1", "2_0_0-beta_1"), ("2024-01-15", "2024-01-15"), ("1", "1"),
        ("Älter 2", "_lter_2"),
    ])
    func goodNames(_ name: String, _ filePart: String) throws {
        #expect(try VersionName(name).filePart == filePart)
    }

    @Test(arguments: [
        ("", VersionName.Rejection.empty), ("-1", .leadingCharacter), (".1", .leadingCharacter),
        ("..", .leadingCharacter), ("1/2", .unsafeCharacter), ("1..2", .unsafeCharacter), ("a\u{0}b", .unsafeCharacter),
        ("a\\b", .unsafeCharacter), ("a\nb", .unsafeCharacter), (String(repeating: "1", count: 201), .tooLong),
    ])
    func badNames(_ name: String, _ rejection: VersionName.Rejection) {
        #expect(throws: rejection) { try VersionName(name) }
    }

    @Test func orderIsByNumber() throws {
        let sorted = [
            "1", "1.0.0", "1.2.0", "1.10.0", "2.0.0-alpha", "2.0.0-beta.1", "2.0.0", "2.0.1", "2024-01-15", "App v2",
            "App v10",
        ]
        #expect(try sorted.shuffled().map(VersionName.init).sorted().map(\.description) == sorted)
    }
}
