import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import CartographerExample
@testable import PermafrostTesting
@testable import PostsExample

@Suite struct SnapshotTests {
    private func verify(
        _ name: String, _ folder: ScratchFolder, excluding excluded: [String] = [], record: SnapshotRecording
    ) throws -> SnapshotReport {
        let migration = try migrate(
            Fixture("2.0.0", group: "PostsMigrationPlan"), through: [PostsSchemaV3.self, PostsSchemaV4.self],
            plan: PostsMigrationPlan.self)
        return try verifyMigrationSnapshot(
            migration, matches: name, excluding: excluded, record: record, file: folder.path("Tests/PostTests.swift"))
    }

    /// The recording modes, with the file before and after each.
    @Test func everyRecordingModeWorks() throws {
        let folder = try ScratchFolder()
        let url = folder.url.appendingPathComponent("snapshot.json")
        let path = url.path
        func compare(_ text: String, _ mode: SnapshotRecording) throws -> SnapshotReport {
            try StoreSnapshot.File(url: url).compare(with: text, recording: mode)
        }
        #expect(try compare("a\n", .never) == .missing(path: path))
        #expect(try compare("a\n", .missing) == .recorded(path: path))
        #expect(try compare("a\n", .missing) == .matches(path: path))
        #expect(try compare("b\n", .missing) == .differs(path: path, difference: "- a\n+ b\n  "))
        #expect(try compare("b\n", .never) == .differs(path: path, difference: "- a\n+ b\n  "))
        #expect(try compare("b\n", .failed) == .recorded(path: path))
        #expect(try compare("b\n", .failed) == .matches(path: path))
        #expect(try compare("b\n", .all) == .recorded(path: path))
        #expect(try String(contentsOf: url, encoding: .utf8) == "b\n")
    }

    @Test func nothingIsWrittenWhereCIIsSet() {
        for mode in SnapshotRecording.allCases {
            #expect(SnapshotRecording.effective(mode, environment: ["CI": "true"]) == .never)
            #expect(SnapshotRecording.effective(mode, environment: [:]) == mode)
        }
        let asked = ["PERMAFROST_RECORD": "failed"]
        #expect(SnapshotRecording.effective(nil, environment: asked) == .failed)
        #expect(SnapshotRecording.effective(nil, environment: [:]) == .missing)
    }

    @Test func aMigrationIsComparedValueForValue() throws {
        // The modes are tested above. If the tests themselves run in CI, nothing can be recorded here.
        let folder = try ScratchFolder()
        let migration = try migrate(
            Fixture("2.0.0", group: "PostsMigrationPlan"), through: [PostsSchemaV3.self, PostsSchemaV4.self],
            plan: PostsMigrationPlan.self)
        let text = try StoreSnapshot(of: migration.after.url.path).text
        try folder.write(text, to: "Tests/__Snapshots__/PostTests/posts.json")
        #expect(try verify("posts", folder, record: .never).passed)
        let changed = text.replacingOccurrences(of: "\"slug\": \"title-0\"", with: "\"slug\": \"title-1\"")
        #expect(changed != text)
        try folder.write(changed, to: "Tests/__Snapshots__/PostTests/changed.json")
        guard case .differs(_, let difference) = try verify("changed", folder, record: .never) else {
            Issue.record("the difference was not noticed")
            return
        }
        #expect(difference.contains("-       \"slug\": \"title-1\""))
        #expect(difference.contains("+       \"slug\": \"title-0\""))
        #expect(difference.split(separator: "\n").count < 12)
        #expect(throws: SnapshotError.unsafeName("../x")) { try verify("../x", folder, record: .never) }
    }

    @Test func everyKindOfValueIsShown() throws {
        let fixture = try Fixture("2.0.0", group: "CartographerMigrationPlan")
        let text = try StoreSnapshot(of: fixture.url.path, excluding: ["Location.id", "Path"]).text
        #expect(!text.contains("\"Path\""))
        #expect(!text.contains("\"id\""))
        for part in ["\"coordinate\": {", "\"keywords\": [", "\"memberLocations\": [", "\"symbol\": 0", "\"Z_PK\": 1"] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(StoredDate.text(0.125) == "2001-01-01T00:00:00.125Z")
        #expect(StoredDate.text(-0.25) == "2000-12-31T23:59:59.75Z")
        #expect(
            StoredDate.text(Date.distantPast.timeIntervalSinceReferenceDate) == "0001-01-01T00:00:00Z")
    }

    /// A collection is shown as its JSON, and associated values by the name of their case.
    @Test func collectionsAndAssociatedValuesAreShown() throws {
        let folder = try ScratchFolder()
        let state = SwiftType.enumeration(
            .init(
                name: "State",
                cases: [.init(name: "sent", associatedValues: [.init(name: "carrier", type: .scalar("String"))])]))
        let types: [(String, SwiftType)] = [
            ("labels", .dictionary(key: .scalar("String"), value: .scalar("Int"))), ("state", state),
        ]
        let parcel = PermafrostModel.Entity(
            name: "Parcel", properties: types.map { .attribute(AttributeMapping(name: $0.0, type: $0.1).attribute) })
        try StoreWriter(model: SchemaModel(entities: [parcel]), seed: [1], rowsPerEntity: 4).write(to: folder.path("s"))
        let text = try StoreSnapshot(of: folder.path("s")).text
        #expect(text.contains(/"labels": \{\s*"key": [0-9]+\s*\}/))
        #expect(text.contains(/"state": \{\s*"sent": \{\s*"carrier": "/))
    }

    @Test func unchangedLinesAreOmitted() {
        let lines = (0..<1000).map(String.init)
        var changed = lines
        changed[100] = "x"
        changed.remove(at: 900)
        let text = LineDifference(
            from: lines.joined(separator: "\n"), to: changed.joined(separator: "\n")
        ).text
        let shown = text.split(separator: "\n")
        #expect(shown.contains("- 100") && shown.contains("+ x") && shown.contains("- 900"))
        #expect(shown.filter { $0 == "  …" }.count == 1)
        #expect(shown.count < 20)
        #expect(LineDifference(from: "a", to: "a").text == "")
    }
}
