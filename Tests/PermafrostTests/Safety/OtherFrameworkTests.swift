#if os(Linux)
    import Foundation
    import PermafrostFixtures
    import PermafrostModel
    import PermafrostStore
    import PermafrostTestSupport
    import SwiftData
    import Testing

    @testable import Permafrost

    /// A store that an older framework made from the same declarations opens safely, and the framework is reported.
    ///
    /// Only on this platform: it isn't known how Apple's framework treats such a store.
    @Suite struct OtherFrameworkTests {
        private struct Older {
            let folder: ScratchFolder
            let url: URL
            let hashes: [String: [UInt8]]

            init() throws {
                let model = try LiveVersion.of(Chapters.V1.self).model
                let variant = try #require(model.frameworkVariants.first)
                folder = try ScratchFolder()
                url = folder.url.appending(path: "Older.store")
                hashes = model.model(of: variant).versionHashes
                try StoreWriter(model: model.model(of: variant), seed: [3], rowsPerEntity: 5).write(to: url.path)
            }

            var storeHashes: [String: [UInt8]] {
                get throws { try StoreReader(path: url.path).metadata().versionHashes }
            }
        }

        @Test func aStoreOfTheOlderFrameworkIsCurrent() throws {
            let older = try Older()
            let plan = MigrationPlan(Chapters.Plan.self)
            _ = try SafeModelContainer.make(for: Chapters.V1.self, plan: plan, storeURL: older.url)
            #expect(try older.storeHashes == older.hashes)
            #expect(!FileManager.default.fileExists(atPath: SafetyFolder(store: older.url).path))
            let drift = try detectDrift(declared: Chapters.V1.self, at: older.url)
            #expect(drift.isRecognised && drift.passed)
            #expect(drift.madeBy?.contains("1419") == true)
            #expect("\(drift)".contains("iOS 17 and 18"))
        }

        @Test func aStoreOfTheOlderFrameworkIsMigratedWithABackup() throws {
            let older = try Older()
            let plan = MigrationPlan(Chapters.Plan.self)
            let rehearsal = try SafeModelContainer.dryRun(for: Chapters.V2.self, plan: plan, storeURL: older.url)
            #expect(rehearsal.passed && rehearsal.from == Chapters.V1.versionIdentifier)
            #expect(rehearsal.madeBy?.contains("1419") == true)
            let container = try SafeModelContainer.make(for: Chapters.V2.self, plan: plan, storeURL: older.url)
            #expect(try ModelContext(container).fetchCount(FetchDescriptor<Chapters.V2.Chapter>()) == 5)
            #expect(try SafeModelContainer.backups(of: older.url).count == 1)
            #expect(try older.storeHashes == LiveVersion.of(Chapters.V2.self).hashes)
        }
    }

    /// A book with chapters. The first version leaves their inverse to inference.
    private enum Chapters {
        enum V1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Book.self, Chapter.self] }

            @Model final class Book {
                var name: String
                @Relationship(deleteRule: .cascade) var chapters: [Chapter] = []
                init(name: String) { self.name = name }
            }

            @Model final class Chapter {
                var title: String
                var book: Book?
                init(title: String) { self.title = title }
            }
        }

        enum V2: VersionedSchema {
            static let versionIdentifier = Schema.Version(2, 0, 0)
            static var models: [any PersistentModel.Type] { [Book.self, Chapter.self] }

            @Model final class Book {
                var name: String
                @Relationship(deleteRule: .cascade, inverse: \Chapter.book) var chapters: [Chapter] = []
                init(name: String) { self.name = name }
            }

            @Model final class Chapter {
                var title: String
                var pages: Int?
                var book: Book?
                init(title: String) { self.title = title }
            }
        }

        enum Plan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
            static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
        }
    }
#endif
