import Foundation
import SwiftData

/// Probes of scalars and plain properties whose attribute is assumed.
enum ScalarShapes {
    static let all: [Probe] = [
        .shape(
            "url", "A URL",
            rule: "mapping: URL is 1200 NSURL, a text column with the absolute URL (AttributeMapping)",
            schema: "LinkSchema", rows: ["Bookmark"]
        ) { folder in
            try folder.make(LinkSchema.self) { context in
                guard let link = URL(string: "https://example.invalid/a?b=c#d") else { return }
                context.insert(LinkSchema.Bookmark(link: link))
            }
        },
        .shape(
            "integers", "Integers of every width, including Int8 and UInt",
            rule: "mapping: an integer's width decides its attribute type, signed or unsigned (AttributeMapping)",
            schema: "IntegersSchema", rows: ["Counter"]
        ) { folder in
            try folder.make(IntegersSchema.self) { $0.insert(IntegersSchema.Counter()) }
        },
        .shape(
            "floating-point", "CGFloat, Float and TimeInterval",
            rule: "mapping: Float and CGFloat are 600, TimeInterval is 500 (AttributeMapping)",
            schema: "FloatingPointSchema", rows: ["Measure"]
        ) { folder in
            try folder.make(FloatingPointSchema.self) { $0.insert(FloatingPointSchema.Measure()) }
        },
        .shape(
            "inferred-types", "Properties without a written type",
            rule: "mapping: a literal or an initializer has the type that Swift infers (TypeInference)",
            schema: "InferredTypesSchema", rows: ["Sample"]
        ) { folder in
            try folder.make(InferredTypesSchema.self) { context in
                let sample = InferredTypesSchema.Sample()
                sample.moment = Date(timeIntervalSinceReferenceDate: 700_000_000)
                context.insert(sample)
            }
        },
        .shape(
            "observed-properties", "Properties with willSet or didSet",
            rule: "mapping: a property with only observers is stored, a computed one isn't (StoredProperty)",
            schema: "ObservedPropertiesSchema", rows: ["Dial"]
        ) { folder in
            try folder.make(ObservedPropertiesSchema.self) { $0.insert(ObservedPropertiesSchema.Dial()) }
        },
        .shape(
            "private-properties", "Private properties",
            rule: "mapping: the access level has no effect (EntityReader)",
            schema: "PrivatePropertiesSchema", rows: ["Safe"]
        ) { folder in
            try folder.make(PrivatePropertiesSchema.self) { $0.insert(PrivatePropertiesSchema.Safe()) }
        },
        .shape(
            "unicode-names", "Names with non-ASCII characters",
            rule:
                "version hash: names are UTF-8, sorted by code unit (PropertyHash); columns are uppercased (ColumnNaming)",
            schema: "UnicodeNamesSchema", rows: ["Maß"]
        ) { folder in
            try folder.make(UnicodeNamesSchema.self) { $0.insert(UnicodeNamesSchema.Maß()) }
        },
    ]
}

enum LinkSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Bookmark.self] }

    @Model
    final class Bookmark {
        var link: URL
        var preview: URL?

        init(link: URL) {
            self.link = link
        }
    }
}

enum IntegersSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Counter.self] }

    @Model
    final class Counter {
        var tiny: Int8 = -8
        var small: Int16 = -16
        var medium: Int32 = -32
        var large: Int64 = -64
        var unsignedTiny: UInt8 = 8
        var unsignedSmall: UInt16 = 16
        var unsignedMedium: UInt32 = 32
        var unsignedLarge: UInt64 = 64
        var word: UInt = 1

        init() {}
    }
}

enum FloatingPointSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Measure.self] }

    @Model
    final class Measure {
        var width: CGFloat = 0.5
        var weight: Float = 0.25
        var duration: TimeInterval = 0.125

        init() {}
    }
}

enum InferredTypesSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Sample.self] }

    struct Spot: Codable {
        var row = 3
        var column = 4
    }

    @Model
    final class Sample {
        var count = 7
        var ratio = 1.5
        var isNew = true
        var moment = Date()
        var spot = Spot()

        init() {}
    }
}

enum ObservedPropertiesSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Dial.self] }

    @Model
    final class Dial {
        var position: Int = 3 {
            didSet { turns += 1 }
        }
        var limit: Int = 10 {
            willSet { turns += 1 }
        }
        var turns: Int = 0
        var isAtLimit: Bool { position == limit }

        init() {}
    }
}

enum PrivatePropertiesSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Safe.self] }

    @Model
    final class Safe {
        private var combination: String = "1234"
        private(set) var isOpen: Bool = false
        fileprivate var note: String?

        init() {}
    }
}

// swift-format-ignore: IdentifiersMustBeASCII
enum UnicodeNamesSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Maß.self] }

    @Model
    final class Maß {
        var größe: Int = 1
        var été: String = "é"
        var 名前: String = "名"
        var zone: String = "z"

        init() {}
    }
}
