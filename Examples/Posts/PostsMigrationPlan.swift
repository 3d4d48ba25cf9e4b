import Foundation
import Permafrost
import SwiftData

enum PostsMigrationPlan: DeclaredMigrationPlan {
    static let plan = MigrationPlan(
        schemas: [PostsSchemaV1.self, PostsSchemaV2.self, PostsSchemaV3.self, PostsSchemaV4.self]
    ) {
        Stage(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
        Stage(from: PostsSchemaV2.self, to: PostsSchemaV3.self) {
            Rename(\PostsSchemaV2.Post.body, to: \PostsSchemaV3.Post.content)
            CustomOperation("one author of each name", didMigrate: { context in try introduceAuthors(context) })
            Assert.unique(\PostsSchemaV3.Author.name)
        }
        Stage(from: PostsSchemaV3.self, to: PostsSchemaV4.self) {
            Backfill(\PostsSchemaV4.Post.publishedAt) { post in post.createdAt }
            CustomOperation("slugs of the titles", didMigrate: { context in try makeSlugs(context) })
            Assert.unique(\PostsSchemaV4.Post.slug)
        }
    }

    /// Creates one author for each name.
    ///
    /// The names are also in the new version's store, so an interrupted app can continue later: no value is only in
    /// memory, and a post is finished when its old name is gone.
    static func introduceAuthors(_ context: ModelContext) throws {
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
    }

    /// Creates slugs from the titles of old posts, oldest first, and adds numbers to duplicates. Only one batch of
    /// posts is in memory at a time. A post with a slug is finished.
    static func makeSlugs(_ context: ModelContext) throws {
        var taken: Set<String> = []
        try context.enumerate(FetchDescriptor<PostsSchemaV4.Post>(), batchSize: 500) { taken.insert($0.slug) }
        var oldestFirst = FetchDescriptor<PostsSchemaV4.Post>(
            predicate: #Predicate { $0.slug == "" }, sortBy: [SortDescriptor(\.createdAt)])
        oldestFirst.fetchLimit = 500
        while case let batch = try context.fetch(oldestFirst), !batch.isEmpty {
            for post in batch {
                post.slug = slug(of: post.title, besides: taken)
                taken.insert(post.slug)
            }
            try context.save()
        }
    }

    /// Returns the slug of a title: "Hello, World!" becomes `hello-world`, or `hello-world-2` if that is taken.
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
