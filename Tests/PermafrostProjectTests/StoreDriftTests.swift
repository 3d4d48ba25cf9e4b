import Foundation
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// Real stores, compared with declarations. A matching one is recognized; after an edit of one property only that
/// property is reported.
@Suite struct StoreDriftTests {
    static let isPresent: ConditionTrait = .enabled(Comment(rawValue: Evidence.stores.reason)) {
        try Evidence.stores.isUsable()
    }

    /// An edit of one property, and the expected change.
    struct Edit: Sendable, CustomTestStringConvertible {
        let store: RealStoreSource
        let old: String
        let new: String
        let subject: String
        let aspect: ModelChange.Aspect
        var testDescription: String { "\(store.store): \(old) → \(new)" }
    }

    static let edits: [Edit] = RealStoreSource.all.flatMap { store in
        Self.lines(store).map { Edit(store: store, old: $0.0, new: $0.1, subject: $0.2, aspect: $0.3) }
    }

    private static func lines(_ store: RealStoreSource) -> [(String, String, String, ModelChange.Aspect)] {
        switch store.name {
        case "users 1.0.0":
            [
                (
                    "var createdAt: Date?\n        init", "var createdAt: Date\n        init", "User.createdAt",
                    .optionality
                ),
                ("var name: String?", "var name: Int?", "User.name", .type),
                ("var name: String?", "var name: String?; var more: Bool = false", "User.more", .added),
            ]
        case "users 2.0.0": [("        var email: String?\n", "", "User.email", .removed)]
        case "resources":
            [
                ("var count: Int = 1", "var count: Int32 = 1", "Component.count", .type),
                ("@Attribute(.unique) var name: String", "var name: String", "Item.name", .uniqueness),
            ]
        case "cards":
            [
                ("var imageFrontId: String?", "var imageFrontId: String", "StereoCard.imageFrontId", .optionality),
                ("var score: Float", "var score: Double", "Crop.score", .type),
                ("var titlePick: Title?", "var titlePick: Title", "StereoCard.titlePick", .optionality),
            ]
        default:
            [
                ("var cocktailName: String", "var cocktailName: String?", "Cocktail.cocktailName", .optionality),
                ("var place: String?; var year", "var place: Int?; var year", "Cocktail.author.place", .type),
                ("case coupe = \"Coupe\", rocks", "case coupe = \"Coupe\", rocks", "", .added),
            ].filter { !$0.2.isEmpty }
        }
    }

    private static func drift(_ source: String, _ store: String) throws -> StoreIdentification {
        let project = try TestProject(["Sources/App/Schemas.swift": source])
        let path = RealStores.url(store).path
        return try StoreIdentification(
            try StoreInspection(StoreReader(path: path)), with: try VersionCatalog(try project.project()))
    }

    @Test(isPresent, arguments: RealStoreSource.all)
    func isRecognised(_ source: RealStoreSource) throws {
        let drift = try Self.drift(source.text, source.store)
        #expect(drift.isRecognised)
        #expect(drift.matches.map(\.version.schema) == [source.schema])
        // The store also records facts that no hash includes. None of them differs.
        guard case .models(let changes)? = drift.matches.first?.differences else {
            Issue.record("no models")
            return
        }
        #expect(changes.filter { $0.aspect != .className } == [], "\(changes)")
    }

    @Test(isPresent, arguments: edits)
    func theEditedPropertyIsNamed(_ edit: Edit) throws {
        let edited = edit.store.text.replacing(edit.old, with: edit.new, maxReplacements: 1)
        #expect(edited != edit.store.text)
        let drift = try Self.drift(edited, edit.store.store)
        #expect(!drift.isRecognised)
        #expect(drift.matches.isEmpty)
        let nearest = try #require(drift.nearest)
        #expect(nearest.version.schema == edit.store.schema)
        guard case .models(let changes) = nearest.differences else {
            Issue.record("no models")
            return
        }
        let identity = changes.filter { $0.kind == .identity }
        #expect(Set(identity.map(\.subject)) == [edit.subject], "\(changes)")
        #expect(identity.contains { $0.aspect == edit.aspect })
        #expect(Set(changes.map(\.subject)) == [edit.subject], "\(changes)")
        let place = try #require(identity.first.flatMap { nearest.version.place(of: $0) })
        #expect(place.file == "Sources/App/Schemas.swift")
    }

    @Test func theDriftOfAFrozenVersionIsReportedWithItsChanges() throws {
        let project = try TestProject(["Sources/App/Schemas.swift": RealStoreSource.users1.text])
        try project.freeze()
        let store = project.folder.path("Fixtures/1.0.0/App-1_0_0.sqlite")
        let known = try VersionCatalog(try project.project())
        let inspection = try StoreInspection(StoreReader(path: store))
        #expect(try StoreIdentification(inspection, with: known).isRecognised)
        try project.edit("Sources/App/Schemas.swift", "var name: String?", "var name: String")
        let drift = try StoreIdentification(inspection, with: try VersionCatalog(try project.project()))
        #expect(!drift.isRecognised)
        #expect(drift.matches.map(\.version.name) == ["1.0.0"])
        #expect(drift.nearest?.version.name == "1.0.0")
        #expect(drift.nearest?.version.isDeclared == true)
        guard case .models(let changes)? = drift.nearest?.differences else {
            Issue.record("no models")
            return
        }
        #expect(changes.map(\.subject) == ["User.name"])
    }

    @Test func aStoreWithoutAModelIsIdentifiedByHashesAndComparedByTables() throws {
        let project = try TestProject(["Sources/App/Schemas.swift": RealStoreSource.users1.text])
        try project.freeze()
        let store = project.folder.path("Fixtures/1.0.0/App-1_0_0.sqlite")
        try SQLiteConnection(path: store, mode: .create).execute("DROP TABLE Z_MODELCACHE")
        let inspection = try StoreInspection(StoreReader(path: store))
        #expect(try StoreIdentification(inspection, with: try VersionCatalog(try project.project())).isRecognised)
        try project.edit("Sources/App/Schemas.swift", "var name: String?", "var title: String?")
        let drift = try StoreIdentification(
            inspection, with: try VersionCatalog(try project.project { $0.fixtures = "none" }))
        let nearest = try #require(drift.candidates.first { $0.version.name == "1.0.0" })
        #expect(!nearest.isMatch)
        guard case .tables(let differences) = nearest.differences else {
            Issue.record("no tables")
            return
        }
        #expect(differences.map(\.entity) == ["User"])
        #expect(differences.first?.columnsOfStore == ["ZNAME"])
        #expect(differences.first?.columnsOfVersion == ["ZTITLE"])
    }

    @Test(isPresent) func unrelatedDeclarationsAreNotTheNearest() throws {
        let drift = try Self.drift(RealStoreSource.users1.text, "swiftdata-cards.store")
        #expect(!drift.isRecognised)
        #expect(drift.nearest == nil)
    }

    @Test func aProjectWithoutSchemasIsAnError() throws {
        let project = try TestProject(["Sources/App/Empty.swift": "struct A {}"])
        #expect(throws: ProjectError.self) { try VersionCatalog(try project.project()) }
    }
}
