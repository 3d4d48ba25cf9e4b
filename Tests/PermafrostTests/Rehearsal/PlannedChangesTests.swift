import Foundation
import PermafrostModel
import SwiftData
import Testing

@testable import Permafrost

/// Changes that a plan's operations make on purpose aren't differences in a rehearsal. All other changes are.
@Suite struct PlannedChangesTests {
    private typealias Old = NotesV1.Note
    private typealias New = NotesV2.Note

    /// Operations and the changes that they declare.
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let operations: @Sendable () -> [any MigrationOperation]
        let changes: [String]

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(
            name: "Rename", operations: { [Rename(\Old.body, to: \New.content)] },
            changes: ["Note.body renamed to Note.content"]),
        Case(name: "Rename that is inferred", operations: { [Rename(\Old.title, to: \New.headline)] }, changes: []),
        Case(
            name: "Backfill",
            operations: {
                [Backfill(\New.slug) { $0.headline }, Backfill(\New.headline, overwrite: true) { _ in "new" }]
            },
            changes: ["Note.headline changed", "Note.slug added"]),
        Case(
            name: "Transform",
            operations: { [Transform(from: \Old.weight, to: \New.grams) { Int($0 * 1000) }] },
            changes: ["Note.grams added", "Note.weight removed"]),
        Case(
            name: "Split",
            operations: {
                [Split(\Old.author, to: \New.firstName, \New.lastName) { name in (name, Optional(name)) }]
            },
            changes: ["Note.author removed", "Note.firstName added", "Note.lastName added"]),
        Case(
            name: "Merge",
            operations: {
                [
                    Merge(\NotesV1.Folder.first, \NotesV1.Folder.last, to: \NotesV2.Folder.fullName) { first, last in
                        first + last
                    }
                ]
            }, changes: ["Folder.first removed", "Folder.fullName added", "Folder.last removed"]),
        Case(
            name: "Reconnect", operations: { [Reconnect(\Old.folder, to: \New.folders)] },
            changes: ["Note.folder renamed to Note.folders"]),
        Case(
            name: "Reconnect with a choice", operations: { [Reconnect(\Old.tags, to: \New.mainTag) { $0.first }] },
            changes: ["Note.mainTag added", "Note.tags removed"]),
        Case(
            name: "Reconnect through a model",
            operations: {
                [
                    Reconnect(
                        \Old.tags, through: { (note: New, tag: NotesV2.Tag) in NotesV2.Labelling(note: note, tag: tag) }
                    )
                ]
            }, changes: ["Labelling added", "Labelling.note added", "Labelling.tag added", "Note.tags removed"]),
        Case(name: "DeleteAll", operations: { [DeleteAll(NotesV1.Draft.self)] }, changes: ["Draft removed"]),
        Case(
            name: "DeleteWhere", operations: { [DeleteWhere(#Predicate<New> { $0.headline == "1" })] },
            changes: ["Note removed"]),
        Case(
            name: "Deduplicate",
            operations: { [Deduplicate(\NotesV1.Tag.name, keep: .first), Reconnect(\Old.tags, to: \New.labels)] },
            changes: ["Draft.tag changed", "Note.labels changed", "Note.tags renamed to Note.labels", "Tag removed"]),
        Case(
            name: "Drop", operations: { [Drop(\Old.weight, because: "unused"), Drop(\Old.author, because: "unused")] },
            changes: []),
        Case(name: "CustomOperation", operations: { [CustomOperation("nothing") { _ in }] }, changes: []),
    ]

    private func text(_ change: ExpectedChange) -> String {
        switch change.kind {
        case .removed: "\(change.path) removed"
        case .changed: "\(change.path) changed"
        case .filled: "\(change.path) filled"
        case .added: "\(change.path) added"
        case .renamed(let target): "\(change.path) renamed to \(target)"
        }
    }

    private func store() throws -> PlanStore {
        let store = try PlanStore()
        try store.fill(NotesV1.self) { context in
            let tags = ["a", "b", "a"].map { NotesV1.Tag(name: $0) }
            let folder = NotesV1.Folder(first: "f", last: "g")
            for tag in tags { context.insert(tag) }
            context.insert(folder)
            for (index, own) in [[tags[2], tags[1]], [tags[0]]].enumerated() {
                let note = Old(title: "\(index)", body: "body \(index)", author: "Ada \(index)", weight: 1.5)
                context.insert(note)
                note.tags = own
                note.folder = folder
            }
            context.insert(NotesV1.Draft(text: "draft", tag: tags[2]))
        }
        return store
    }

    @Test(arguments: cases)
    func changesMadeByOperationsAreNotDifferences(_ tested: Case) throws {
        let store = try store()
        let stage = Stage(from: NotesV1.self, to: NotesV2.self) { for operation in tested.operations() { operation } }
        let plan = MigrationPlan(schemas: [NotesV1.self, NotesV2.self]) { stage }
        let facts = try #require(try StoreFacts.read(store.url))
        let steps = try PlanSteps(
            plan, from: facts, to: NotesV2.self, keeping: StoreConfigurations(storeURL: store.url))
        #expect(steps.planned.changes.map(text) == tested.changes)
        let report = try SafeModelContainer.dryRun(for: NotesV2.self, plan: plan, storeURL: store.url)
        #expect(report.passed, "\(report)")
        let told = try #require(report.preservation).differences
        #expect(!told.contains { $0.kind == .untrueExpectation }, "\(told)")
        let declared = Set(steps.planned.changes.flatMap { change in [change.path, Self.target(of: change)] })
        #expect(!told.contains { declared.contains($0.path) }, "\(told)")
        let grown = steps.planned.changes.filter { $0.kind == .added && !$0.path.contains(".") }.map { $0.path + "." }
        #expect(!told.contains { difference in grown.contains { difference.path.hasPrefix($0) } }, "\(told)")
        // Changes that no operation makes are still reported.
        if !tested.name.hasPrefix("Merge") { #expect(told.contains { $0.path == "Folder.last" }) }
    }

    private static func target(of change: ExpectedChange) -> String {
        if case .renamed(let target) = change.kind { target } else { change.path }
    }

    /// Names that occur only in intermediate versions aren't in any store.
    @Test func changesAreFollowedThroughVersionsBetween() throws {
        func model(_ name: String, from oldName: String? = nil) -> SchemaModel {
            var attribute = Attribute(name: name, type: .string)
            attribute.renamingIdentifier = oldName
            return SchemaModel(entities: [Entity(name: "Photo", properties: [.attribute(attribute)])])
        }
        let models = [model("name"), model("caption"), model("title", from: "caption")]
        let rename = Rename(\PhotosV1.Photo.name, to: \PhotosV2.Photo.caption)
        let backfill = Backfill(\PhotosV2.Photo.caption, overwrite: false) { $0.name }
        let overwrite = Backfill(\PhotosV2.Photo.caption) { $0.name }
        let expected: [([any MigrationOperation], [String])] = [
            ([rename], ["Photo.name renamed to Photo.title"]), ([backfill], ["Photo.title added"]),
            ([rename, backfill], ["Photo.name renamed to Photo.title", "Photo.title filled"]),
            ([rename, overwrite], ["Photo.name renamed to Photo.title", "Photo.title changed"]),
        ]
        for (operations, changes) in expected {
            #expect(PlannedChanges(models: models, stages: [operations, []]).changes.map(text) == changes)
        }
        // A loss is declared with the names of its stage.
        let drop = Drop(\PhotosV2.Photo.caption, because: "never shown")
        let planned = PlannedChanges(models: [models[0], models[1], model("other")], stages: [[rename], [drop]])
        #expect(planned.losses.reason(forLossOf: .init(entity: "Photo", property: "name")) == "never shown")
        #expect(planned.losses.mistakes.isEmpty)
        // A property that is dropped on the way isn't traced to the end.
        let dropped = PlannedChanges(models: [models[0], models[1], model("other")], stages: [[rename], []])
        #expect(dropped.changes.isEmpty)
    }
}
