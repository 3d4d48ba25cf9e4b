import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore
import Testing

@testable import SwiftData

/// A version with its own label class. The entry, declared outside any version, refers to the other label class.
enum JournalSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [JournalEntry.self, JournalSchema.JournalLabel.self] }

    @Model final class JournalLabel {
        var text: String = ""

        init(text: String) { self.text = text }
    }
}

@Model final class JournalEntry {
    var title: String = ""
    @Relationship(deleteRule: .cascade) var labels: [JournalLabel] = []

    init(title: String) { self.title = title }
}

@Model final class JournalLabel {
    var text: String = ""
    var colour: Int = 0

    init() {}
}

/// A version lists a class, and one of its models refers to another class with that name. The listed class becomes the
/// entity, as it does when the sources are read.
@Suite struct NamesakeSchemaTests {
    private func fromSource() throws -> DeclaredVersion {
        try Places.withFolder { folder in
            try FileManager.default.copyItem(
                at: URL(filePath: #filePath), to: folder.appendingPathComponent("Models.swift"))
            let project = try SourceReader(request: SourceRequest(directory: folder.path)).read()
            return try #require(project.schemas.first { $0.name == "JournalSchema" })
        }
    }

    @Test func theListedClassIsTheEntity() throws {
        let schema = Schema(versionedSchema: JournalSchema.self)
        #expect(schema.problem == nil)
        #expect(schema.entities.map(\.name) == ["JournalEntry", "JournalLabel"])
        #expect(schema.model.entity(named: "JournalLabel")?.properties.map(\.name) == ["text"])
        #expect(schema.types.contains { $0 == JournalSchema.JournalLabel.self })
        #expect(!schema.types.contains { $0 == JournalLabel.self })
        #expect(schema.entity(for: JournalLabel.self) == nil)
        #expect(schema.entity(for: JournalSchema.JournalLabel.self)?.name == "JournalLabel")
    }

    @Test func theSourcesGiveTheSameModel() throws {
        let declared = try fromSource()
        let model = try #require(declared.model?.known, "\(declared.issues)")
        let live = Schema(versionedSchema: JournalSchema.self).model
        #expect(model == live)
        #expect(model.versionHashes == live.versionHashes)
        guard
            case .namesake("JournalEntry", "labels", "JournalLabel", _, "JournalSchema.JournalLabel")? =
                declared.issues.first?.problem
        else {
            Issue.record("\(declared.issues)")
            return
        }
        #expect(declared.assumptions.map(\.property) == ["labels"])
    }

    @Test func aStoreHasRowsOfTheListedClass() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("a.store")
            let schema = Schema(versionedSchema: JournalSchema.self)
            let container = try ModelContainer(for: schema, configurations: [ModelConfiguration(url: url)])
            let context = ModelContext(container)
            context.insert(JournalSchema.JournalLabel(text: "a"))
            context.insert(JournalEntry(title: "b"))
            try context.save()
            let again = ModelContext(container)
            #expect(try again.fetch(FetchDescriptor<JournalSchema.JournalLabel>()).map(\.text) == ["a"])
            #expect(try again.fetch(FetchDescriptor<JournalEntry>()).map(\.title) == ["b"])
            #expect(try StoreReader(path: url.path).metadata().versionHashes == schema.model.versionHashes)
        }
    }

    /// The referenced class becomes the entity if the version lists no class with its name.
    @Test func aReferencedClassIsTheEntityIfNoneIsListed() {
        let schema = Schema([JournalEntry.self])
        #expect(schema.problem == nil)
        #expect(schema.model.entity(named: "JournalLabel")?.properties.map(\.name) == ["colour", "text"])
    }

    @Test func twoListedClassesOfOneNameAreRefused() {
        let schema = Schema([JournalLabel.self, JournalSchema.JournalLabel.self])
        #expect(schema.problem == .duplicateEntity("JournalLabel"))
    }
}
