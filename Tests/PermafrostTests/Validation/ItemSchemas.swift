import SwiftData

/// Versions of a class. Each version differs from an earlier one in one respect.
enum Items {
    enum First: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var name: String = ""
            var count: Int = 0
            init() {}
        }
    }

    /// A version that adds an optional property.
    enum Noted: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var name: String = ""
            var count: Int = 0
            var note: String?
            init() {}
        }
    }

    /// ``Noted`` with a different version number.
    enum NotedAgain: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 1, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var name: String = ""
            var count: Int = 0
            var note: String?
            init() {}
        }
    }

    /// A version that adds a required property with a default.
    enum Coded: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var name: String = ""
            var count: Int = 0
            var note: String?
            var code: String = ""
            init() {}
        }
    }

    /// A version that adds the required property without a default.
    enum CodedWithoutDefault: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var name: String = ""
            var count: Int = 0
            var note: String?
            var number: String
            init() { number = "" }
        }
    }

    /// A version that changes the type of the count to a string.
    enum Retyped: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var name: String = ""
            var count: String = ""
            var note: String?
            init() {}
        }
    }

    /// A version that makes the name unique.
    enum Unique: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            @Attribute(.unique) var name: String = ""
            var count: Int = 0
            var note: String?
            init() {}
        }
    }

    /// A version that replaces the note with a remark.
    enum Silent: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var name: String = ""
            var count: Int = 0
            var remark: String?
            init() {}
        }
    }

    /// A version that renames the `name` property.
    enum Titled: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            @Attribute(originalName: "name") var title: String = ""
            var count: Int = 0
            init() {}
        }
    }

    /// A version that renames the `title` property.
    enum Headed: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            @Attribute(originalName: "title") var heading: String = ""
            var count: Int = 0
            init() {}
        }
    }

    /// A version that lists two classes with the same name.
    enum Doubled: VersionedSchema {
        static let versionIdentifier = Schema.Version(4, 0, 0)
        static var models: [any PersistentModel.Type] { [First.Item.self, Noted.Item.self] }
    }
}
