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

    /// Dates old posts by their creation and makes slugs of their titles, telling equal ones apart by a number.
    static var publishPosts: MigrationStage {
        .custom(
            fromVersion: PostsSchemaV3.self, toVersion: PostsSchemaV4.self,
            willMigrate: nil,
            didMigrate: { context in
                let oldestFirst = FetchDescriptor<PostsSchemaV4.Post>(sortBy: [SortDescriptor(\.createdAt)])
                let posts = try context.fetch(oldestFirst)
                var taken = Set(posts.map(\.slug))
                for post in posts where post.slug.isEmpty {
                    post.publishedAt = post.createdAt
                    post.slug = slug(of: post.title, besides: taken)
                    taken.insert(post.slug)
                }
                try context.save()
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
