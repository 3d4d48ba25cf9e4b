import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// Stores in the form that SwiftData leaves after a migration, whose model cache lacks keys. Every comparison and
/// rehearsal has the same result as for the original store.
@Suite struct MigratedStoreTests {
    /// The properties of a version that a migrated store's model cache doesn't describe completely.
    struct Parts: OptionSet, Sendable, CustomTestStringConvertible {
        let rawValue: Int
        static let rawEnumeration = Parts(rawValue: 1)
        static let cases = Parts(rawValue: 2)
        static let structure = Parts(rawValue: 4)
        static let transformable = Parts(rawValue: 8)
        static let unique = Parts(rawValue: 16)
        static let combinations = (0..<32).map(Parts.init(rawValue:))
        static let all: Parts = [.rawEnumeration, .cases, .structure, .transformable, .unique]

        var testDescription: String { String(rawValue, radix: 2) }

        var properties: String {
            var lines = [(contains(.unique) ? "@Attribute(.unique) " : "") + "var title: String = \"\""]
            if contains(.rawEnumeration) { lines.append("var mood: Mood = Mood.calm") }
            if contains(.cases) { lines.append("var state: State?") }
            if contains(.structure) { lines.append("var place: Place?") }
            if contains(.transformable) { lines.append("var words: [String] = []") }
            return lines.joined(separator: "\n                    ")
        }
    }

    /// Returns two versions of a schema and their plan. The newer one has an additional property.
    static func source(_ parts: Parts, newer: String? = nil, plan: String = plan) -> String {
        """
        import Foundation
        import SwiftData

        enum Mood: String, Codable { case calm, wild }
        enum State: Codable { case on, off }
        struct Place: Codable { var city: String?; var zip: String? }

        enum NotesV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Note.self, Label.self] }
            @Model final class Note {
                \(parts.properties)
                @Relationship(inverse: \\Label.notes) var labels: [Label] = []
                init() {}
            }
            @Model final class Label {
                var notes: [Note] = []
                init() {}
            }
        }

        enum NotesV2: VersionedSchema {
            static let versionIdentifier = Schema.Version(2, 0, 0)
            static var models: [any PersistentModel.Type] { [Note.self, Label.self] }
            @Model final class Note {
                \(newer ?? parts.properties)
                var added: String?
                @Relationship(inverse: \\Label.notes) var labels: [Label] = []
                init() {}
            }
            @Model final class Label {
                var notes: [Note] = []
                init() {}
            }
        }

        \(plan)
        """
    }

    static let plan = """
        enum NotesPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
            static var stages: [MigrationStage] { [.lightweight(fromVersion: NotesV1.self, toVersion: NotesV2.self)] }
        }
        """

    /// A project, and two stores of its oldest version: a new one, and the same in the form of a migrated store.
    private struct Stores {
        let project: TestProject
        let original: String
        let migrated: String

        init(_ source: String) throws {
            project = try TestProject(["Sources/App/Notes.swift": source])
            try project.freeze()
            original = project.folder.path("Fixtures/1.0.0/App-1_0_0.sqlite")
            migrated = project.folder.path("migrated.store")
            try FileManager.default.copyItem(atPath: original, toPath: migrated)
            try MigratedCache.reduce(migrated)
        }

        func inspection(_ path: String) throws -> StoreInspection { try StoreInspection(StoreReader(path: path)) }

        func drift(_ path: String) throws -> StoreIdentification {
            try StoreIdentification(inspection(path), with: VersionCatalog(project.project()))
        }

        func rehearsal(_ path: String) throws -> MigrationRehearsal {
            let drift = try drift(path)
            let route = try RouteSearch(drift, to: "2.0.0", in: project.project(), isStepwise: false).route()
            return try MigrationRehearsal(of: path, drift.inspection, route)
        }

        func difference(_ path: String, to version: String) throws -> VersionDifference {
            let project = try project.project()
            let known = try VersionCatalog(project)
            let versions = try [path, version].map { name in
                try known.completing(VersionCatalog.version(named: name) { project })
            }
            return try VersionDifference(from: versions[0], to: versions[1])
        }

        /// Expects equal answers about both stores.
        func expectEqualAnswers(isSimilar: Bool = true) throws {
            let drifts = (try drift(original), try drift(migrated))
            #expect(drifts.0.candidates.map(\.version.typeName) == drifts.1.candidates.map(\.version.typeName))
            for (one, other) in zip(drifts.0.candidates, drifts.1.candidates) {
                #expect(one.differences == other.differences, "\(one.version.name)")
                #expect(one.likeness == other.likeness && one.isMatch == other.isMatch)
            }
            #expect(drifts.0.model == drifts.1.model)
            #expect(drifts.1.inspection.problems == drifts.0.inspection.problems)
            for version in ["NotesV1", "NotesV2"] {
                let differences = (
                    try difference(original, to: version), try difference(migrated, to: version)
                )
                #expect(differences.0.inference.changes == differences.1.inference.changes, "\(version)")
            }
            let rehearsals = (try rehearsal(original), try rehearsal(migrated))
            #expect(rehearsals.0.failure == rehearsals.1.failure)
            #expect(rehearsals.0.isClean == rehearsals.1.isClean)
            #expect(rehearsals.0.result.preservation == rehearsals.1.result.preservation)
        }
    }

    @Test(arguments: Parts.combinations)
    func aMigratedStoreIsIdentifiedLikeTheOriginal(_ parts: Parts) throws {
        let stores = try Stores(Self.source(parts))
        try stores.expectEqualAnswers()
        let drift = try stores.drift(stores.migrated)
        #expect(drift.isRecognised)
        #expect(drift.matches.first?.differences == .models([]))
        #expect(drift.inspection.problems == [])
        let rehearsal = try stores.rehearsal(stores.migrated)
        #expect(rehearsal.isClean && rehearsal.failure == nil)
        #expect(rehearsal.result.preservation?.passed == true)
        for paths in [(stores.original, stores.migrated), (stores.migrated, stores.original)] {
            let difference = try StoreDifference(
                from: StoreReader(path: paths.0), to: StoreReader(path: paths.1), comparesRows: true)
            #expect(difference.modelChanges?.isEmpty == true)
            #expect(difference.rows?.isEmpty == true)
        }
    }

    /// After the declaration was edited, the differences are only those of the edit. The frozen version, which matches,
    /// still describes the store.
    @Test(arguments: Parts.combinations)
    func anEditIsTheOnlyDifference(_ parts: Parts) throws {
        let stores = try Stores(Self.source(parts))
        try stores.project.edit(
            "Sources/App/Notes.swift", "var title: String = \"\"", "var title: String?")
        try stores.expectEqualAnswers()
        let drift = try stores.drift(stores.migrated)
        #expect(!drift.isRecognised && !drift.matches.isEmpty)
        guard case .models(let changes)? = drift.nearest?.differences else {
            Issue.record("no models")
            return
        }
        #expect(Set(changes.map(\.subject)) == ["Note.title"], "\(changes)")
    }

    /// Changes that a model cache without marks can't show. The version that matches the store shows them.
    @Test(arguments: [
        ("var mood: Mood = Mood.calm", "var mood: Text?", "struct Text: Codable { var mood: String? }"),
        ("var state: State?", "var state: Switch?", "struct Switch: Codable { var on: String?; var off: String? }"),
        ("var place: Place?", "var place: Site?", "enum Site: Codable { case city, zip }"),
        ("var words: [String] = []", "var words: [Int] = []", ""),
    ])
    func aChangeOfTheKindIsStillFound(_ old: String, _ new: String, _ type: String) throws {
        let parts = Parts.all.properties
        #expect(parts.contains(old))
        let stores = try Stores(Self.source(.all, newer: parts.replacing(old, with: new)) + "\n" + type)
        try stores.expectEqualAnswers()
        let candidate = try stores.drift(stores.migrated).candidates.first { $0.version.schema == "NotesV2" }
        guard case .models(let changes)? = candidate?.differences else {
            Issue.record("no models")
            return
        }
        let aspect: ModelChange.Aspect = type.isEmpty ? .valueClass : .swiftType
        #expect(changes.contains { $0.aspect == aspect }, "\(changes)")
    }

    // MARK: Bad input

    /// The store's hashes are those of the older version, and its model cache contains the newer version.
    @Test(arguments: [Parts.all, [], [.cases, .unique]])
    func aModelCacheThatContradictsTheMetadataIsIgnored(_ parts: Parts) throws {
        let stores = try Stores(Self.source(parts))
        let newer = try StoreReader(path: stores.project.folder.path("Fixtures/2.0.0/App-2_0_0.sqlite")).modelCache()
        do {
            let connection = try SQLiteConnection(path: stores.migrated, mode: .create)
            try connection.prepare("UPDATE Z_MODELCACHE SET Z_CONTENT = ?").run([.blob(newer)])
            try MigratedCache.reduce(connection)
        }
        let drift = try stores.drift(stores.migrated)
        #expect(drift.matches.contains { $0.version.schema == "NotesV1" && $0.differences == .models([]) })
        #expect(drift.inspection.problems == [.modelOfOtherHashes(entities: ["Note"])])
        let rehearsal = try stores.rehearsal(stores.migrated)
        #expect(rehearsal.isClean, "\(rehearsal.failure?.reason ?? "")")
    }

    /// No version has the store's hashes, and its model cache lacks keys. What it lacks is unknown, not different.
    @Test(arguments: Parts.combinations)
    func aStoreOfNoVersionIsComparedOnlyByItsKnownParts(_ parts: Parts) throws {
        let stores = try Stores(Self.source(parts))
        try FileManager.default.removeItem(atPath: stores.project.folder.path("Fixtures"))
        let moved = stores.project.folder.path("Notes.store")
        try FileManager.default.moveItem(atPath: stores.migrated, toPath: moved)
        let text = try stores.project.text("Sources/App/Notes.swift")
        try stores.project.folder.write(
            text.replacing("var title: String = \"\"", with: "var title: String?"), to: "Sources/App/Notes.swift")
        let drift = try stores.drift(moved)
        #expect(drift.matches.isEmpty)
        for candidate in drift.candidates {
            guard case .models(let changes) = candidate.differences else {
                Issue.record("no models")
                return
            }
            #expect(
                Set(changes.filter { $0.entity != nil }.map(\.subject)).subtracting(["Note.added"]) == ["Note.title"],
                "\(changes)")
        }
        // A plan rejects such a store, as it rejects the original.
        #expect(try stores.rehearsal(moved).failure?.code == CoreDataFailure.unknownModelVersion.code)
    }

    /// The declarations of real stores describe them after a migration, too.
    @Test(StoreDriftTests.isPresent, arguments: RealStoreSource.all)
    func aRealStoreIsRecognised(_ source: RealStoreSource) throws {
        let project = try TestProject(["Sources/App/Schemas.swift": source.text])
        let copy = try ScratchStore(of: RealStores.url(source.store), in: project.folder.url).url.path
        try MigratedCache.reduce(copy)
        let drift = try StoreIdentification(
            StoreInspection(StoreReader(path: copy)), with: VersionCatalog(project.project()))
        #expect(drift.matches.map(\.version.schema) == [source.schema])
        #expect(drift.matches.first?.differences == .models([]))
        #expect(drift.inspection.problems == [])
    }
}
