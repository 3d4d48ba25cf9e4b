import Foundation
import SwiftData

@testable import Permafrost

/// Photos with images that are stored in files.
enum PhotosV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Photo.self] }

    @Model final class Photo {
        var name: String
        @Attribute(.externalStorage) var image: Data?
        var note: String?

        init(name: String, image: Data? = nil, note: String? = nil) {
            self.name = name
            self.image = image
            self.note = note
        }
    }
}

/// A version that adds a caption.
enum PhotosV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Photo.self] }

    @Model final class Photo {
        var name: String
        @Attribute(.externalStorage) var image: Data?
        var note: String?
        var caption: String = "none"

        init(name: String) { self.name = name }
    }
}

/// A version that adds a slug and removes the note.
enum PhotosV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Photo.self] }

    @Model final class Photo {
        var name: String
        @Attribute(.externalStorage) var image: Data?
        var caption: String = "none"
        var slug: String = ""

        init(name: String) { self.name = name }
    }
}

enum Photos {
    /// Returns a plan whose second stage makes slugs.
    static func plan(
        before: MigrationHook? = nil, after: MigrationHook? = nil,
        slug: @escaping @Sendable (String) throws -> String = { $0.lowercased() }
    ) -> MigrationPlan {
        MigrationPlan(
            schemas: [PhotosV1.self, PhotosV2.self, PhotosV3.self], preMigration: before, postMigration: after
        ) {
            Stage(from: PhotosV1.self, to: PhotosV2.self)
            Stage(from: PhotosV2.self, to: PhotosV3.self) {
                Backfill(\PhotosV3.Photo.slug) { photo in try slug(photo.name) }
                Assert.noNulls(\PhotosV3.Photo.slug)
                Assert.unique(\PhotosV3.Photo.slug)
            }
        }
    }

    /// The bytes of an image that is too large for its cell.
    static let image = Data((0..<200_000).map { (index: Int) in UInt8(truncatingIfNeeded: index &* 31) })

    /// Makes a store of the first version.
    static func fill(_ store: PlanStore) throws {
        try store.fill(PhotosV1.self) { context in
            context.insert(PhotosV1.Photo(name: "A", image: image, note: "kept?"))
            context.insert(PhotosV1.Photo(name: "B"))
        }
    }
}
