import PermafrostModel
import Testing

@testable import PermafrostStore

/// The lines of `shipped.txt` and `replaced.txt` for every name that a version's folder can have.
@Suite struct RecordLineTests {
    private static let folders = ["2.0.0", "Posts/2.0.0", "2.0.0 beta", "My Plan/version 2", "größe"]

    private static func identity() throws -> FixtureIdentity {
        try #require(FixtureIdentity(hex: String(repeating: "0a", count: 32)))
    }

    @Test(arguments: folders) func aReleaseIsReadAsItWasWritten(_ folder: String) throws {
        let record = ReleaseRecord(folder: folder, release: "2.3", identity: try Self.identity())
        let read = ReleaseRecord.read(Array((record.line + "\n").utf8))
        #expect(read.records == [record])
        #expect(read.malformed == [])
    }

    @Test(arguments: folders) func aReplacementIsReadAsItWasWritten(_ folder: String) throws {
        let record = FixtureReplacement(
            folder: folder, identity: try Self.identity(), reason: "never reached a user: pulled before review")
        let read = FixtureReplacement.read(Array((record.line + "\n").utf8))
        #expect(read.records == [record])
        #expect(read.malformed == [])
    }

    @Test(arguments: ["2.0.0", "2.0.0 because", "2.0.0 0a because", "\(String(repeating: "0a", count: 32)) because"])
    func aReplacementNeedsAFolderAnIdentityAndAReason(_ line: String) throws {
        #expect(FixtureReplacement.read(Array(line.utf8)).malformed == [1])
        let withoutReason = "2.0.0 \(try Self.identity().hex)"
        #expect(FixtureReplacement.read(Array(withoutReason.utf8)).malformed == [1])
    }
}
