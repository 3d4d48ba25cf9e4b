import PermafrostModel
import Testing

@testable import PermafrostStore

/// The marks of retired versions in a fixture tree.
@Suite struct RetirementRecordTests {
    private static let identity = String(repeating: "0f", count: 32)

    @Test(arguments: [
        ("1.0.0 ID 0.1 % of launches", "1.0.0", "0.1 % of launches"),
        ("Posts/1.0.0 ID few", "Posts/1.0.0", "few"),
        ("1.0.0 beta 2 ID few users", "1.0.0 beta 2", "few users"),
        ("1.0.0 ID see ID", "1.0.0", "see ID"),
    ])
    func aLineIsRead(_ line: String, _ folder: String, _ reason: String) throws {
        let text = line.replacing("ID", with: Self.identity)
        let (records, malformed) = RetirementRecord.read(Array(text.utf8))
        let record = try #require(records.first)
        #expect(records.count == 1 && malformed.isEmpty)
        #expect(record.folder == folder && record.reason == reason.replacing("ID", with: Self.identity))
        #expect(record.line == text)
    }

    @Test(arguments: ["nonsense", "1.0.0", "1.0.0 ID", "ID few", "1.0.0 0f0f few", "1.0.0  few"])
    func anInvalidLineIsReported(_ line: String) {
        let text = "# retired\n\n" + line.replacing("ID", with: Self.identity) + "\n"
        let (records, malformed) = RetirementRecord.read(Array(text.utf8))
        #expect(records.isEmpty && malformed == [3])
    }

    @Test(arguments: ["", "# retired\n", "# retired", "1.0.0 ID few\n", "1.0.0 ID few"])
    func marksAreAddedAtTheEnd(_ old: String) throws {
        let before = Array(old.replacing("ID", with: Self.identity).utf8)
        let identity = try #require(FixtureIdentity(hex: Self.identity))
        let marks = ["2.0.0", "Posts/2.0.0"].map {
            RetirementRecord(folder: $0, identity: identity, reason: "few\nusers")
        }
        let after = RetirementRecord.adding(marks, to: before)
        #expect(after.starts(with: before) && after.last == 0x0A)
        let (records, malformed) = RetirementRecord.read(after)
        #expect(records.suffix(2) == marks[...] && malformed.isEmpty)
        #expect(records.count == RetirementRecord.read(before).records.count + 2)
    }
}
