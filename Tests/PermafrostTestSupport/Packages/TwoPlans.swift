/// The sources of an app with two plans: one that lists its versions and stages, and one that is a `MigrationPlan`.
/// Each has a version 1.0.0 that nothing but its plan uses.
public enum TwoPlans {
    /// The sources, by path. They compile as a module that depends on `Permafrost`.
    public static let sources = [
        "Sources/App/NotesV1.swift": """
        // The first release.
        import Foundation
        import SwiftData

        public enum NotesV1: VersionedSchema {
            public static let versionIdentifier = Schema.Version(1, 0, 0)
            public static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }

            @Model public final class Note {
                var title: String = ""
                @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
                init() {}
            }
        }

        extension NotesV1 {
            @Model public final class Tag {
                var name: String = ""
                var notes: [Note] = []
                init() {}
            }
        }

        """,
        "Sources/App/Aliases.swift": """
        import Foundation
        import SwiftData

        typealias Note = NotesV3.Note
        /// The note of the first release.
        typealias FirstNote = NotesV1.Note

        extension FirstNote {
            var heading: String { title.uppercased() }
        }

        """,
        "Sources/App/Notes.swift": """
        import Foundation
        import SwiftData

        public enum NotesV2: VersionedSchema {
            public static let versionIdentifier = Schema.Version(2, 0, 0)
            public static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }

            @Model public final class Note {
                var title: String = ""
                var isPinned: Bool = false
                @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
                init() {}
            }

            @Model public final class Tag {
                var name: String = ""
                var notes: [Note] = []
                init() {}
            }
        }

        public enum NotesV3: VersionedSchema {
            public static let versionIdentifier = Schema.Version(3, 0, 0)
            public static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }

            @Model public final class Note {
                var title: String = ""
                var isPinned: Bool = false
                var stars: Int = 0
                @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
                init() {}
            }

            @Model public final class Tag {
                var name: String = ""
                var notes: [Note] = []
                init() {}
            }
        }

        public enum NotesPlan: SchemaMigrationPlan {
            public static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self, NotesV3.self] }
            public static var stages: [MigrationStage] { [migrateV1toV2, migrateV2toV3] }

            /// Pins nothing.
            static let migrateV1toV2 = MigrationStage.custom(
                fromVersion: NotesV1.self, toVersion: NotesV2.self, willMigrate: nil,
                didMigrate: { context in
                    for note in try context.fetch(FetchDescriptor<NotesV2.Note>()) { note.isPinned = false }
                    try context.save()
                })

            static let migrateV2toV3 = MigrationStage.lightweight(
                fromVersion: NotesV2.self, toVersion: NotesV3.self)
        }

        """,
        "Sources/App/Cache.swift": """
        import Foundation
        import Permafrost
        import SwiftData

        enum CacheV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Page.self] }

            @Model final class Page {
                var address: String = ""
                init() {}
            }
        }

        enum CacheV2: VersionedSchema {
            static let versionIdentifier = Schema.Version(2, 0, 0)
            static var models: [any PersistentModel.Type] { [Page.self] }

            @Model final class Page {
                var address: String = ""
                var size: Int = 0
                init() {}
            }
        }

        enum CachePlan: DeclaredMigrationPlan {
            static let plan = MigrationPlan(schemas: [CacheV1.self, CacheV2.self]) {
                Stage(from: CacheV1.self, to: CacheV2.self)
            }
        }

        """,
    ]
}
