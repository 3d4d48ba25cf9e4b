import PermafrostModel
import Testing

@testable import PermafrostProject

/// An edit of an enum or struct that frozen versions share is one finding, at the type's line, with everything that it
/// affects.
@Suite struct SharedTypeDriftTests {
    private static let types = "Sources/App/Types.swift"

    private static func version(_ number: Int, _ body: String) -> String {
        """
        import SwiftData
        enum TripV\(number): VersionedSchema {
            static let versionIdentifier = Schema.Version(\(number), 0, 0)
            static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }
            @Model final class Trip {
                \(body)
                var mode: Mode
                var plan: Plan
                init() {}
            }
            @Model final class Stop {
                var modes: [Mode] = []
                var notes: [Note] = []
                var byDay: [String: Note] = [:]
                init() {}
            }
        }

        """
    }

    private static let sources = [
        "Sources/App/V1.swift": version(1, ""), "Sources/App/V2.swift": version(2, "var name: String?"),
        "Sources/App/Plan.swift": """
        import SwiftData
        enum TripPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [TripV1.self, TripV2.self] }
            static var stages: [MigrationStage] { [.lightweight(fromVersion: TripV1.self, toVersion: TripV2.self)] }
        }
        """,
        types: """
        import Foundation
        enum Mode: String, Codable { case walk, ride }
        struct Plan: Codable {
            var title: String
            var mood: Mood
        }
        enum Mood: Int, Codable { case calm, wild }
        struct Note: Codable {
            var text: String
            var kind: Kind
        }
        enum Kind: Codable {
            case plain
            case dated(at: Date)
        }
        """,
    ]

    struct Edit: Sendable, CustomTestStringConvertible {
        var about: String
        var old: String
        var new: String
        var code: String
        var type: String
        var properties: [String]
        /// Texts in the finding about rows and about the change.
        var says: [String]
        var severity = Finding.Severity.error
        var testDescription: String { about }
    }

    @Test(arguments: [
        Edit(
            about: "a raw value is gone", old: "case walk, ride", new: "case walk", code: "PF0102", type: "Mode",
            properties: ["Stop.modes", "Trip.mode"],
            says: ["Mode.ride was removed", "A row with \"ride\" no longer decodes"]),
        Edit(
            about: "a case is renamed, and its raw value with it", old: "case walk, ride", new: "case walk, drive",
            code: "PF0102", type: "Mode", properties: ["Stop.modes", "Trip.mode"],
            says: ["A row with \"ride\" no longer decodes", "Mode.drive was added"]),
        Edit(
            about: "an enum inside a struct", old: "case calm, wild", new: "case calm", code: "PF0102", type: "Mood",
            properties: ["Trip.plan"], says: ["Mood.wild was removed", "A row with \"1\" no longer decodes"]),
        Edit(
            about: "a struct of columns gains a field", old: "var title: String\n",
            new: "var title: String\n    var days: Int\n",
            code: "PF0101", type: "Plan", properties: ["Trip.plan"], says: ["Plan.days was added", "134504"]),
        Edit(
            about: "a struct that is stored as one gains a field", old: "var text: String\n",
            new: "var text: String\n    var size: Int = 0\n", code: "PF0102", type: "Note",
            properties: ["Stop.byDay", "Stop.notes"], says: ["Existing rows lack the required Note.size"]),
        Edit(
            about: "it gains an optional field", old: "var text: String\n",
            new: "var text: String\n    var size: Int?\n",
            code: "PF0102", type: "Note", properties: ["Stop.byDay", "Stop.notes"], says: ["Every row still decodes"],
            severity: .note),
        Edit(
            about: "it gains a field that its own decoder doesn't require", old: "var text: String\n",
            new: """
                var text: String
                var size = 0
                enum CodingKeys: CodingKey { case text, size, kind }
                init(from decoder: any Decoder) throws {
                    let values = try decoder.container(keyedBy: CodingKeys.self)
                    text = try values.decode(String.self, forKey: .text)
                    size = try values.decodeIfPresent(Int.self, forKey: .size) ?? 0
                    kind = try values.decode(Kind.self, forKey: .kind)
                }

                """, code: "PF0102", type: "Note", properties: ["Stop.byDay", "Stop.notes"],
            says: ["Every row still decodes"], severity: .note),
        Edit(
            about: "it gains a field that a function decodes", old: "var text: String\n",
            new:
                "var text: String\n    var size = 0\n    init(from decoder: any Decoder) throws { self = try read(decoder) }\n",
            code: "PF0102", type: "Note", properties: ["Stop.byDay", "Stop.notes"],
            says: ["Existing rows lack Note.size", "may no longer decode"], severity: .warning),
        Edit(
            about: "it loses a field", old: "var text: String\n", new: "", code: "PF0102", type: "Note",
            properties: ["Stop.byDay", "Stop.notes"],
            says: ["Every row still decodes", "the values of removed fields are lost"], severity: .warning),
        Edit(
            about: "a field has another name and its old key", old: "var text: String\n",
            new: "var title: String\n    enum CodingKeys: String, CodingKey { case title = \"text\", kind }\n",
            code: "PF0102",
            type: "Note", properties: ["Stop.byDay", "Stop.notes"], says: ["Every row still decodes"], severity: .note),
        Edit(
            about: "a field is of another type", old: "var text: String\n", new: "var text: Int\n", code: "PF0102",
            type: "Note", properties: ["Stop.byDay", "Stop.notes"],
            says: ["Existing rows store Note.text as String, but the app reads the value as Int"]),
        Edit(
            about: "what a case holds, inside", old: "dated(at: Date)", new: "dated(at: Date, by: String)",
            code: "PF0102",
            type: "Kind", properties: ["Stop.byDay", "Stop.notes"],
            says: ["Existing rows lack the required Kind.dated.by"]),
        Edit(
            about: "a case by whose name values are encoded", old: "case plain\n", new: "case simple\n", code: "PF0102",
            type: "Kind", properties: ["Stop.byDay", "Stop.notes"],
            says: ["A row with Kind.plain no longer decodes"]),
    ])
    func isOneFindingAtTheTypesLine(_ edit: Edit) throws {
        let project = try TestProject(Self.sources)
        try project.freeze()
        #expect(try project.check().findings.isEmpty)
        try project.edit(Self.types, edit.old, edit.new)
        let check = try project.check()
        let finding = try #require(check.findings.first)
        #expect(check.findings.count == 1, "\(check.findings.map(\.what))")
        #expect(finding.code == edit.code && finding.severity == edit.severity)
        let lines = try project.text(Self.types).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(finding.location?.file == Self.types)
        #expect(finding.location.map { lines[$0.line - 1].contains(" \(edit.type)") } == true, "\(finding)")
        guard case .typeEdit(let found)? = finding.subject else {
            Issue.record("\(finding)")
            return
        }
        #expect(found.type == edit.type)
        #expect(found.properties.sorted() == edit.properties)
        #expect(found.schemas == ["TripV1", "TripV2"])
        let text = finding.sentences.joined(separator: "\n")
        for words in edit.says + ["TripV1 1.0.0 and TripV2 2.0.0 are frozen", "Revert \(edit.type)"] {
            #expect(text.contains(words), "\(text)")
        }
        #expect(check.versions.allSatisfy { $0.status == .drifted })
    }

    /// An added case, or a new name for a raw value, needs no new version and no revert.
    @Test(arguments: [
        ("case walk, ride, fly", "Mode gained cases", "Mode.fly was added"),
        ("case walk, drive = \"ride\"", "Mode has renamed cases", "Mode.drive was added"),
    ])
    func anAddedOrRenamedCaseIsANote(_ cases: String, _ what: String, _ added: String) throws {
        let project = try TestProject(Self.sources)
        try project.freeze()
        try project.edit(Self.types, "case walk, ride", cases)
        let check = try project.check()
        #expect(check.findings.map(\.code) == ["PF0102"] && check.findings.map(\.severity) == [.note])
        let text = check.findings.flatMap(\.sentences).joined(separator: "\n")
        for words in [what, "Stop.modes and Trip.mode store it", added, "still decodes"] {
            #expect(text.contains(words), "\(text)")
        }
        #expect(check.versions.allSatisfy { $0.status == .unchanged })
    }

    /// A property that now has another type was edited itself.
    @Test(arguments: [
        ("var mode: Mode", "var mode: Mode?"), ("var mode: Mode", "var mode: String"),
        ("var plan: Plan", "var plan: Plan?"),
        ("var modes: [Mode]", "var modes: [String]"), ("var notes: [Note]", "var notes: Note?"),
    ])
    func aPropertyOfAnotherTypeIsFoundAtItsLine(_ old: String, _ new: String) throws {
        let project = try TestProject(Self.sources)
        try project.freeze()
        try project.edit("Sources/App/V1.swift", old, new)
        let findings = try project.check().findings
        #expect(!findings.isEmpty)
        let lines = try project.text("Sources/App/V1.swift").split(separator: "\n", omittingEmptySubsequences: false)
        for finding in findings {
            #expect(finding.location.map { lines[$0.line - 1].contains(new) } == true, "\(finding.what)")
        }
    }
}
