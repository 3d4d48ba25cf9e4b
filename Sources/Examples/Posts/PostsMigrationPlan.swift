import Foundation
import SwiftData

enum PostsMigrationPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        [PostsSchemaV1.self, PostsSchemaV2.self, PostsSchemaV3.self, PostsSchemaV4.self]
    }

    static var stages: [MigrationStage] {
        [addAuthorName, introduceAuthors, publishPosts]
    }

    static var addAuthorName: MigrationStage {
        .lightweight(fromVersion: PostsSchemaV1.self, toVersion: PostsSchemaV2.self)
    }

    /// Makes one author of each name.
    ///
    /// The names are in the new version's store too, so that an app which ends in the middle can go on from there:
    /// nothing is carried over in memory, and a post is done once its old name is gone.
    static var introduceAuthors: MigrationStage {
        .custom(
            fromVersion: PostsSchemaV2.self, toVersion: PostsSchemaV3.self,
            willMigrate: nil,
            didMigrate: { context in
                // permafrost:ignore PF0225 because authors are new here: there are none but those of an interrupted run
                let known = try context.fetch(FetchDescriptor<PostsSchemaV3.Author>())
                var authors = Dictionary(known.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
                let named = FetchDescriptor<PostsSchemaV3.Post>(predicate: #Predicate { $0.legacyAuthorName != nil })
                for post in try context.fetch(named) {
                    let name = (post.legacyAuthorName ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
                    post.legacyAuthorName = nil
                    guard !name.isEmpty else { continue }
                    if let author = authors[name] {
                        post.author = author
                    } else {
                        let author = PostsSchemaV3.Author(name: name)
                        context.insert(author)
                        authors[name] = author
                        post.author = author
                    }
                }
                try context.save()
            })
    }

    /// Dates old posts by their creation and makes slugs of their titles, telling equal ones apart by a number. No more than
    /// a batch of posts is in memory at once, and one that is done has its slug.
    static var publishPosts: MigrationStage {
        .custom(
            fromVersion: PostsSchemaV3.self, toVersion: PostsSchemaV4.self,
            willMigrate: nil,
            didMigrate: { context in
                var taken: Set<String> = []
                try context.enumerate(FetchDescriptor<PostsSchemaV4.Post>(), batchSize: 500) { taken.insert($0.slug) }
                var oldestFirst = FetchDescriptor<PostsSchemaV4.Post>(
                    predicate: #Predicate { $0.slug == "" }, sortBy: [SortDescriptor(\.createdAt)])
                oldestFirst.fetchLimit = 500
                while case let batch = try context.fetch(oldestFirst), !batch.isEmpty {
                    for post in batch {
                        post.publishedAt = post.createdAt
                        post.slug = slug(of: post.title, besides: taken)
                        taken.insert(post.slug)
                    }
                    try context.save()
                }
            })
    }

    /// "Hello, World!" becomes `hello-world`, or `hello-world-2` where that is taken.
    static func slug(of title: String, besides taken: Set<String>) -> String {
        let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
        let base = words.isEmpty ? "post" : words.joined(separator: "-")
        var slug = base
        var number = 2
        while taken.contains(slug) {
            slug = "\(base)-\(number)"
            number += 1
        }
        return slug
    }
}
