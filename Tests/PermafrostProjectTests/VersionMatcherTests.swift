import PermafrostModel
import Testing

@testable import PermafrostProject

/// The choice of a fixture's declaration if the two differ.
@Suite struct VersionMatcherTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The declarations: `AppV1 1.0.0`, or `AppV1` without a version.
        let declarations: [String]
        /// The fixture's version, and the type that it names.
        let fixture: (version: String, schema: String?)
        /// The positions of declarations with the fixture's hashes.
        let sameHashes: Set<Int>
        /// The positions of the fixture's possible declarations.
        let positions: [Int]

        init(
            _ name: String, _ declarations: [String], fixture version: String, _ schema: String?,
            hashesOf sameHashes: Set<Int> = [], _ positions: [Int]
        ) {
            testDescription = name
            self.declarations = declarations
            fixture = (version, schema)
            self.sameHashes = sameHashes
            self.positions = positions
        }
    }

    @Test(arguments: [
        Case("as it was frozen", ["AppV1 1.0.0", "AppV2 2.0.0"], fixture: "2.0.0", "AppV2", [1]),
        Case("edited", ["AppV1 1.0.0"], fixture: "1.0.0", "AppV1", hashesOf: [], [0]),
        Case("the type renamed", ["AppV9 1.0.0", "AppV2 2.0.0"], fixture: "1.0.0", "AppV1", [0]),
        Case("the version renamed", ["AppV1 1.1.0", "AppV2 2.0.0"], fixture: "1.0.0", "AppV1", [0]),
        Case("the version unknown", ["AppV1"], fixture: "1.0.0", "AppV1", [0]),
        Case(
            "renumbered: the hashes decide", ["AppV1 2.0.0", "AppV2 3.0.0"], fixture: "2.0.0", "AppV2", hashesOf: [1],
            [1]),
        Case(
            "renumbered and edited: the name decides", ["AppV1 2.0.0", "AppV2 3.0.0"], fixture: "2.0.0", "AppV2",
            [0]),
        Case(
            "renumbered, both of the hashes: the name decides", ["AppV1 2.0.0", "AppV2 3.0.0"], fixture: "2.0.0",
            "AppV2", hashesOf: [0, 1], [0]),
        Case(
            "swapped", ["AppV1 2.0.0", "AppV2 1.0.0"], fixture: "1.0.0", "AppV1", hashesOf: [0], [0]),
        Case(
            "types swapped", ["AppV2 1.0.0", "AppV1 2.0.0"], fixture: "1.0.0", "AppV1", hashesOf: [0], [0]),
        Case(
            "one identifier twice", ["AppV1 1.0.0", "AppV2 1.0.0"], fixture: "1.0.0", "AppV2", hashesOf: [0],
            [1]),
        Case(
            "one identifier twice, of a type that is gone", ["AppV1 1.0.0", "AppV2 1.0.0"], fixture: "1.0.0", "AppV0",
            hashesOf: [1], [1]),
        Case(
            "one identifier twice, and nothing decides", ["AppV1 1.0.0", "AppV2 1.0.0"], fixture: "1.0.0", "AppV0",
            [0, 1]),
        Case("without a type", ["AppV1 1.0.0", "AppV2 2.0.0"], fixture: "2.0.0", nil, [1]),
        Case(
            "without a type, of several", ["AppV1 1.0.0", "TripsV1 1.0.0"], fixture: "1.0.0", nil, hashesOf: [1],
            [1]),
        Case(
            "without a type, of several that are the same", ["AppV1 1.0.0", "TripsV1 1.0.0"], fixture: "1.0.0", nil,
            hashesOf: [0, 1], [0, 1]),
        Case(
            "without a type, and none has its name", ["AppV1 1.0.0"], fixture: "0.9.0", nil, hashesOf: [0], []),
        Case("gone", ["AppV2 2.0.0"], fixture: "1.0.0", "AppV1", hashesOf: [0], []),
        Case("nothing declared", [], fixture: "1.0.0", "AppV1", []),
        Case(
            "a type declared twice", ["AppV1 1.1.0", "AppV1 1.2.0"], fixture: "1.0.0", "AppV1", hashesOf: [1],
            [1]),
    ])
    func declarationOfAFixture(_ example: Case) {
        let declarations = example.declarations.map { text in
            let parts = text.split(separator: " ").map(String.init)
            return SchemaVersion(
                schema: parts[0], name: parts.count > 1 ? parts[1] : "", isNamed: parts.count > 1, origin: .declared(),
                content: nil)
        }
        let positions = VersionMatcher.positions(
            of: example.fixture.version, schema: example.fixture.schema, among: declarations
        ) { example.sameHashes.contains($0) }
        #expect(positions == example.positions)
    }
}
