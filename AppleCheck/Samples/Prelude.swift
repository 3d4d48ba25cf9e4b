// Declarations that samples in documentation comments use, in addition to the versions in Examples/Posts.

import Foundation
import SwiftData

let storeURL = URL(filePath: "Posts.store")

// For Reconnect: several authors, then a model between posts and authors, then several authors again.
enum PostsSchemaV5: VersionedSchema {
    static let versionIdentifier = Schema.Version(5, 0, 0)
    static var models: [any PersistentModel.Type] { [Post.self, Author.self] }
    @Model final class Post {
        var title: String = ""
        var authors: [Author] = []
        init() {}
    }
    @Model final class Author {
        var name: String = ""
        @Relationship(inverse: \Post.authors) var posts: [Post] = []
        init() {}
    }
}

enum PostsSchemaV6: VersionedSchema {
    static let versionIdentifier = Schema.Version(6, 0, 0)
    static var models: [any PersistentModel.Type] { [Post.self, Author.self, Authorship.self] }
    @Model final class Post {
        var title: String = ""
        var leadAuthor: Author?
        @Relationship(inverse: \Authorship.post) var authorships: [Authorship] = []
        init() {}
    }
    @Model final class Author {
        var name: String = ""
        @Relationship(inverse: \Post.leadAuthor) var leadPosts: [Post] = []
        @Relationship(inverse: \Authorship.author) var authorships: [Authorship] = []
        init() {}
    }
    @Model final class Authorship {
        var post: Post?
        var author: Author?
        init(post: Post?, author: Author?) {
            self.post = post
            self.author = author
        }
    }
}

enum PostsSchemaV7: VersionedSchema {
    static let versionIdentifier = Schema.Version(7, 0, 0)
    static var models: [any PersistentModel.Type] { [Post.self, Author.self] }
    @Model final class Post {
        var title: String = ""
        var authors: [Author] = []
        init() {}
    }
    @Model final class Author {
        var name: String = ""
        @Relationship(inverse: \Post.authors) var posts: [Post] = []
        init() {}
    }
}
