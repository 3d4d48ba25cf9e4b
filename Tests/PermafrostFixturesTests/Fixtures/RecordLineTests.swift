import PermafrostModel
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// The lines of `shipped.txt` and `replaced.txt` for every name that a version's folder can have.
@Suite struct RecordLineTests {
    private static let folders = [
        "2.0.0", "Posts/2.0.0", "2.0.0 beta", "My Plan/version 2", "größe", "#1.0.0", "# 1", "#Group/#1", " 1.0.0",
        "1.0.0 ", " ", "a  b", "\u{FEFF}1", "#\u{301}", "a \u{301}b", "u{23}", "1\u{A0}",
        "1 " + String(repeating: "0a", count: 32) + " 2",
    ]

    private static func identity() throws -> FixtureIdentity {
        try #require(FixtureIdentity(hex: String(repeating: "0a", count: 32)))
    }

    @Test(arguments: folders) func aReleaseRoundTrips(_ folder: String) throws {
        let record = ReleaseRecord(folder: folder, release: "2.3", identity: try Self.identity())
        let read = ReleaseRecord.read(Array((record.line + "\n").utf8))
        #expect(read.records == [record])
        #expect(read.malformed == [])
    }

    @Test(arguments: folders) func aReplacementRoundTrips(_ folder: String) throws {
        let record = FixtureReplacement(
            folder: folder, identity: try Self.identity(), reason: "never reached a user: pulled before review")
        let read = FixtureReplacement.read(Array((record.line + "\n").utf8))
        #expect(read.records == [record])
        #expect(read.malformed == [])
    }

    /// Random names, including characters that have a meaning in a line.
    @Test func everyNameRoundTrips() throws {
        var generator = DigestGenerator(state: 7)
        let characters = Array("#  \"u{}19aß\u{301}\u{85}\u{FEFF}\u{2028}\t\r\n\u{1F468}\u{200D}".unicodeScalars)
        let hex = String(repeating: "0a", count: 32)
        let identity = try Self.identity()
        var count = 0
        for _ in 0..<3000 {
            func name() -> String {
                let length = 1 + Int(generator.next() % 6)
                let scalars = (0..<length).map { _ in characters[Int(generator.next() % UInt64(characters.count))] }
                let text = String(String.UnicodeScalarView(scalars))
                return generator.next() % 8 == 0 ? text + " " + hex : text
            }
            let parts = [name(), name()].prefix(1 + Int(generator.next() % 2))
            // A version's name can't contain a line break.
            guard parts.allSatisfy({ (try? VersionName($0)) != nil }) else { continue }
            count += 1
            let folder = parts.joined(separator: "/")
            let reason = name()
            let release = ReleaseRecord(folder: folder, release: "2.3", identity: identity)
            let replacement = FixtureReplacement(folder: folder, identity: identity, reason: reason)
            let releases = ReleaseRecord.read(Array("\(release.line)\n\(release.line)\n".utf8))
            #expect(releases.records == [release, release] && releases.malformed == [], "\(release.line)")
            let replacements = FixtureReplacement.read(Array("\(replacement.line)\n".utf8))
            #expect(replacements.records == [replacement] && replacements.malformed == [], "\(replacement.line)")
        }
        #expect(count > 500)
    }

    @Test(arguments: ["\u{85}", "\u{2028}", "\u{2029}", "\n", "\r", "\u{B}"]) func aNameMustNotContainALineBreak(
        _ text: String
    ) {
        #expect(throws: VersionName.Rejection.unsafeCharacter) { try VersionName("1\(text)0") }
    }

    @Test(arguments: [#"\u{} "#, #"\u{110000} "#, #"\u23 "#, #"1\ "#, "  "])
    func anInvalidEscapeIsReported(_ start: String) throws {
        let identity = try Self.identity().hex
        #expect(FixtureReplacement.read(Array("\(start)\(identity) few".utf8)).malformed == [1])
        #expect(ReleaseRecord.read(Array("\(start)2.3 \(identity)".utf8)).malformed == [1])
    }

    @Test(arguments: ["2.0.0", "2.0.0 because", "2.0.0 0a because", "\(String(repeating: "0a", count: 32)) because"])
    func aReplacementNeedsAFolderAnIdentityAndAReason(_ line: String) throws {
        #expect(FixtureReplacement.read(Array(line.utf8)).malformed == [1])
        let withoutReason = "2.0.0 \(try Self.identity().hex)"
        #expect(FixtureReplacement.read(Array(withoutReason.utf8)).malformed == [1])
    }
}
