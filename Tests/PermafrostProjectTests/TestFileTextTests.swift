import PermafrostSource
import Testing

@testable import PermafrostProject

/// The lines and literals in scaffolded test files.
@Suite struct TestFileTextTests {
    @Test(arguments: [
        ("2.0.0", #""2.0.0""#), (#"a "b""#, ##"#"a "b""#"##), (#"a\b"#, ##"#"a\b"#"##),
        (##"a"#b"##, ###"##"a"#b"##"###), ("a#b", #""a#b""#), ("a\n\t\r\0", #""a\n\t\r\0""#),
        ("\"\n", ##"#""\#n"#"##), ("\u{1}\u{2028}", #""\u{1}\u{2028}""#), ("é👩‍👩‍👧", #""é👩‍👩‍👧""#),
    ])
    func literals(_ text: String, _ literal: String) {
        #expect(text.swiftLiteral == literal)
    }

    @Test(arguments: [
        (4, ["assertNoDrift(of: SSSS.self, frozenAs: \"1.0.0\", group: \"Group\")"]),
        (
            60,
            [
                "assertNoDrift(",
                "    of: \(String(repeating: "S", count: 60)).self, frozenAs: \"1.0.0\", group: \"Group\")",
            ]
        ),
        (
            66,
            [
                "assertNoDrift(", "    of: \(String(repeating: "S", count: 66)).self,", "    frozenAs: \"1.0.0\",",
                "    group: \"Group\")",
            ]
        ),
    ])
    func aLongCallIsBroken(_ length: Int, _ call: [String]) {
        let file = TestFile(
            name: "DriftTests", modules: ["App"],
            test: .drift(
                DriftTest(
                    schema: String(repeating: "S", count: length),
                    fixture: FrozenName(version: "1.0.0", group: "Group"))))
        let lines = TestFileText(file, for: .xctest).text.split(separator: "\n", omittingEmptySubsequences: false)
        let body = lines.drop { !$0.contains("func ") }.dropFirst().prefix { $0 != "    }" }
        #expect(body.map { String($0.dropFirst(8)) } == call)
        #expect(lines.allSatisfy { $0.count <= 120 })
    }

    @Test(arguments: TestFramework.allCases)
    func theAvailabilityAttributeIsWhereTheFrameworkAcceptsIt(_ framework: TestFramework) {
        var availability = Availability()
        availability.require("iOS", "18")
        let file = TestFile(
            name: "DriftTests", modules: [], availability: availability,
            test: .drift(DriftTest(schema: "S", fixture: FrozenName(version: "1"))))
        let lines = TestFileText(file, for: framework).text.split(separator: "\n")
        let next = lines.firstIndex { $0.contains("@available(iOS 18, *)") }.map { lines[$0 + 1] }
        #expect(
            next == (framework == .xctest ? "final class DriftTests: XCTestCase {" : "    @Test func hasNotDrifted() {")
        )
    }
}
