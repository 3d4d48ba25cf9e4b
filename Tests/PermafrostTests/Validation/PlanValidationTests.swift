import SwiftData
import Testing

@testable import Permafrost

@Suite struct PlanValidationTests {
    private struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var plan: MigrationPlan
        var findings: [String]
        var testDescription: String { name }

        init(
            _ name: String, _ schemas: [any VersionedSchema.Type], _ findings: [String] = [],
            @StageBuilder stages: () -> [Stage] = { [] }
        ) {
            self.name = name
            plan = MigrationPlan(schemas: schemas, stages: stages)
            self.findings = findings
        }
    }

    private static let cases = [
        Case("no versions", [], ["noVersions error"]),
        Case("one version", [Items.First.self]),
        Case(
            "classes that make no store", [Items.First.self, Items.Doubled.self],
            ["unreadableVersion error"]),
        Case("in order", [Items.First.self, Items.Noted.self]) { Stage(from: Items.First.self, to: Items.Noted.self) },
        Case(
            "out of order", [Items.Noted.self, Items.First.self],
            ["versionsOutOfOrder warning", "lostValues warning Item.note"]),
        Case(
            "backwards, as a stage says", [Items.Noted.self, Items.First.self],
            ["versionsOutOfOrder warning", "lostValues warning Item.note"]
        ) { Stage(from: Items.Noted.self, to: Items.First.self) },
        Case(
            "the same twice", [Items.First.self, Items.Noted.self, Items.NotedAgain.self],
            ["duplicateHashes error", "missingStage error"]
        ) { Stage(from: Items.First.self, to: Items.Noted.self) },
        Case(
            "a version that is not listed", [Items.First.self, Items.Coded.self],
            ["missingStage error", "unlistedVersion error"]
        ) { Stage(from: Items.First.self, to: Items.Noted.self) },
        Case(
            "a version under another name", [Items.First.self, Items.Noted.self]
        ) { Stage(from: Items.First.self, to: Items.NotedAgain.self) },
        Case("no stage", [Items.First.self, Items.Noted.self]),
        Case(
            "a stage back", [Items.First.self, Items.Noted.self],
            ["backwardStage error"]
        ) {
            Stage(from: Items.First.self, to: Items.Noted.self)
            Stage(from: Items.Noted.self, to: Items.First.self)
        },
        Case(
            "stages out of order", [Items.First.self, Items.Noted.self, Items.Coded.self],
            ["stagesOutOfOrder error"]
        ) {
            Stage(from: Items.Noted.self, to: Items.Coded.self)
            Stage(from: Items.First.self, to: Items.Noted.self)
        },
        Case(
            "a stage past a version", [Items.First.self, Items.Noted.self, Items.Coded.self],
            ["skippedVersion warning"]
        ) {
            Stage(from: Items.First.self, to: Items.Coded.self)
            Stage(from: Items.Noted.self, to: Items.Coded.self)
        },
        Case(
            "two stages from one version", [Items.First.self, Items.Noted.self], ["repeatedStage error"]
        ) {
            Stage(from: Items.First.self, to: Items.Noted.self)
            Stage(from: Items.First.self, to: Items.Noted.self)
        },
        Case(
            "a name changed twice", [Items.First.self, Items.Titled.self, Items.Headed.self],
            ["chainDoesNotCompose error", "lostValues warning The"]
        ) {
            Stage(from: Items.First.self, to: Items.Titled.self)
            Stage(from: Items.Titled.self, to: Items.Headed.self)
        },
        Case("a name changed twice, walked", [Items.First.self, Items.Titled.self, Items.Headed.self]) {
            Stage(from: Items.First.self, to: Items.Titled.self)
            Stage(from: Items.Titled.self, to: Items.Headed.self) { CustomOperation("walk") { _ in } }
        },
        Case("a chain that composes", [Items.First.self, Items.Noted.self, Items.Coded.self]) {
            Stage(from: Items.First.self, to: Items.Noted.self)
            Stage(from: Items.Noted.self, to: Items.Coded.self)
        },
        Case(
            "a required property without default", [Items.Noted.self, Items.CodedWithoutDefault.self],
            ["missingDefault error"]
        ) {
            Stage(from: Items.Noted.self, to: Items.CodedWithoutDefault.self) {
                Backfill(\Items.CodedWithoutDefault.Item.number) { $0.name }
            }
        },
        Case("a required property with default", [Items.Noted.self, Items.Coded.self]) {
            Stage(from: Items.Noted.self, to: Items.Coded.self)
        },
        Case(
            "another type", [Items.Noted.self, Items.Retyped.self], ["notInferable error"]
        ) {
            Stage(from: Items.Noted.self, to: Items.Retyped.self) {
                Transform(from: \Items.Noted.Item.count, to: \Items.Retyped.Item.count) { "\($0)" }
            }
        },
        Case(
            "a new constraint", [Items.Noted.self, Items.Unique.self], ["newUniqueness error"]
        ) { Stage(from: Items.Noted.self, to: Items.Unique.self) },
        Case("a new constraint, without equals", [Items.Noted.self, Items.Unique.self]) {
            Stage(from: Items.Noted.self, to: Items.Unique.self) { Deduplicate(\Items.Noted.Item.name, keep: .first) }
        },
        Case(
            "a class of another version", [Items.First.self, Items.Noted.self], ["wrongVersion error"]
        ) {
            Stage(from: Items.First.self, to: Items.Noted.self) { Backfill(\Items.First.Item.name) { _ in "" } }
        },
        Case("a class of the new version", [Items.First.self, Items.Noted.self]) {
            Stage(from: Items.First.self, to: Items.Noted.self) { Backfill(\Items.Noted.Item.note) { $0.name } }
        },
        Case(
            "a backfill of values that rows already have", [Items.First.self, Items.Noted.self],
            ["replacedValues warning"]
        ) {
            Stage(from: Items.First.self, to: Items.Noted.self) { Backfill(\Items.Noted.Item.name) { _ in "" } }
        },
        Case("a backfill that says that it replaces values", [Items.First.self, Items.Noted.self]) {
            Stage(from: Items.First.self, to: Items.Noted.self) {
                Backfill(\Items.Noted.Item.name, overwrite: true) { _ in "" }
            }
        },
        Case("a backfill that keeps values", [Items.First.self, Items.Noted.self]) {
            Stage(from: Items.First.self, to: Items.Noted.self) {
                Backfill(\Items.Noted.Item.name, overwrite: false) { _ in "" }
            }
        },
        Case(
            "snapshots that can't be encoded", [Items.First.self, Items.Noted.self], ["snapshotsInMemory warning"]
        ) {
            Stage(from: Items.First.self, to: Items.Noted.self) {
                Transform(
                    from: Items.First.Item.self, to: Items.Noted.Item.self,
                    capture: { old -> (@Sendable () -> Void)? in nil }, build: { _, _ in })
            }
        },
        Case("snapshots that can be encoded", [Items.First.self, Items.Noted.self]) {
            Stage(from: Items.First.self, to: Items.Noted.self) {
                Transform(
                    from: Items.First.Item.self, to: Items.Noted.Item.self, capture: { $0.name }, build: { _, _ in })
            }
        },
        Case(
            "values that go", [Items.Noted.self, Items.Silent.self], ["lostValues warning Item.note"]
        ) { Stage(from: Items.Noted.self, to: Items.Silent.self) },
        Case("values that are dropped", [Items.Noted.self, Items.Silent.self]) {
            Stage(from: Items.Noted.self, to: Items.Silent.self) {
                Drop(\Items.Noted.Item.note, because: "never shown")
            }
        },
        Case(
            "a loss that is declared twice", [Items.Noted.self, Items.Silent.self], ["lossThatDoesNotHappen error"]
        ) {
            Stage(from: Items.Noted.self, to: Items.Silent.self) {
                Drop(\Items.Noted.Item.note, because: "never shown")
                Drop(\Items.Noted.Item.note, because: "moved")
            }
        },
        Case(
            "a loss that doesn't happen, one without a reason, and one of another version",
            [Items.Noted.self, Items.Silent.self],
            [
                "wrongVersion error", "lossThatDoesNotHappen error", "lossThatDoesNotHappen error",
                "lossThatDoesNotHappen error",
            ]
        ) {
            Stage(from: Items.Noted.self, to: Items.Silent.self) {
                Drop(\Items.Noted.Item.note, because: "")
                Drop(\Items.Noted.Item.name, because: "never shown")
                Drop(Items.Noted.Item.self, because: "never shown")
                Drop(\Items.Silent.Item.remark, because: "never shown")
            }
        },
        Case("values that are carried", [Items.Noted.self, Items.Silent.self]) {
            Stage(from: Items.Noted.self, to: Items.Silent.self) {
                Rename(\Items.Noted.Item.note, to: \Items.Silent.Item.remark)
            }
        },
        Case("links that are carried", [NotesV1.self, NotesV2.self]) {
            Stage(from: NotesV1.self, to: NotesV2.self) {
                Rename(\NotesV1.Note.body, to: \NotesV2.Note.content)
                Split(\NotesV1.Note.author, to: \NotesV2.Note.firstName, \NotesV2.Note.lastName) { ($0, nil) }
                Transform(from: \NotesV1.Note.weight, to: \NotesV2.Note.grams) { Int($0) }
                Transform(from: \NotesV1.Note.mood, to: \NotesV2.Note.level) { $0.level }
                Merge(\NotesV1.Folder.first, \NotesV1.Folder.last, to: \NotesV2.Folder.fullName) { $0 + $1 }
                Reconnect(\NotesV1.Note.folder, to: \NotesV2.Note.folders)
                Reconnect(\NotesV1.Note.tags, to: \NotesV2.Note.labels)
            }
        },
    ]

    @Test(arguments: cases.indices)
    func eachValidatorReportsOnlyItsOwnFindings(index: Int) {
        let expected = Self.cases[index]
        let found = expected.plan.validate()
        let described = found.map { finding -> String in
            let kind = "\(finding.kind) \(finding.severity)"
            guard finding.kind == .lostValues else { return kind }
            return "\(kind) \(finding.what.prefix { $0 != " " })"
        }
        #expect(described == expected.findings, "\(expected.name): \(found)")
        #expect(found.allSatisfy { !$0.what.isEmpty && $0.fix.hasSuffix(".") })
    }
}
