import Foundation
import SwiftData

// On Apple's platforms, CoreGraphics declares the Codable conformance of CGPoint and CGRect. Foundation doesn't include
// it.
#if canImport(CoreGraphics)
    import CoreGraphics
#endif

/// Probes of structs and collections whose attribute is assumed.
enum ValueShapes {
    static let all: [Probe] = [
        .shape(
            "struct-arrays", "Arrays of Codable structs",
            rule: "mapping: an array of structs is assumed to be one binary value (AttributeMapping)",
            schema: "StructArraysSchema", rows: ["Route"]
        ) { folder in
            try folder.make(StructArraysSchema.self) { $0.insert(StructArraysSchema.Route()) }
        },
        .shape(
            "sets", "Sets", rule: "mapping: a set is assumed to be like an array (AttributeMapping)",
            schema: "SetsSchema", rows: ["Bag"]
        ) { folder in
            try folder.make(SetsSchema.self) { $0.insert(SetsSchema.Bag()) }
        },
        .shape(
            "dictionaries", "Dictionaries",
            rule: "mapping: a dictionary is assumed to be like one of structs (AttributeMapping)",
            schema: "DictionariesSchema", rows: ["Glossary"]
        ) { folder in
            try folder.make(DictionariesSchema.self) { $0.insert(DictionariesSchema.Glossary()) }
        },
        .shape(
            "value-arrays", "Arrays of scalars",
            rule: "mapping: an array of scalars is 1800, an archived value (AttributeMapping)",
            schema: "ValueArraysSchema", rows: ["Series"]
        ) { folder in
            try folder.make(ValueArraysSchema.self) { $0.insert(ValueArraysSchema.Series()) }
        },
        .shape(
            "nested-composites", "Structs in structs, with collections and enums inside",
            rule: "mapping: nested composites, with leaves in declaration order (AttributeMapping, ColumnNaming)",
            schema: "NestedCompositesSchema", rows: ["House"]
        ) { folder in
            try folder.make(NestedCompositesSchema.self) { $0.insert(NestedCompositesSchema.House()) }
        },
        .shape(
            "optional-composite", "An optional struct with members that aren't optional",
            rule:
                "mapping: an optional composite has optional elements, but perhaps not on iOS 17 (AttributeMapping)",
            schema: "OptionalCompositeSchema", rows: ["Parcel"]
        ) { folder in
            try folder.make(OptionalCompositeSchema.self) { context in
                context.insert(OptionalCompositeSchema.Parcel(size: nil))
                try context.save()
                context.insert(OptionalCompositeSchema.Parcel(size: .init(width: 2, depth: nil)))
            }
        },
        .shape(
            "unkeyed-members", "A struct with members that CodingKeys doesn't list",
            rule: "mapping: a member that isn't encoded keeps its element (AttributeMapping)",
            schema: "UnkeyedMembersSchema", rows: ["Meter"]
        ) { folder in
            try folder.make(UnkeyedMembersSchema.self) { $0.insert(UnkeyedMembersSchema.Meter()) }
        },
        .shape(
            "framework-structs", "Structs from a framework",
            rule: "mapping: a framework's struct is a composite of its stored properties (AttributeMapping)",
            schema: "FrameworkStructsSchema", rows: ["Shape"]
        ) { folder in
            try folder.make(FrameworkStructsSchema.self) { $0.insert(FrameworkStructsSchema.Shape()) }
        },
    ]
}

enum UnkeyedMembersSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Meter.self] }

    struct Reading: Codable {
        var value: Int
        var cached: Int?
        var note: String

        enum CodingKeys: String, CodingKey {
            case value
            case note
        }
    }

    @Model
    final class Meter {
        var last: Reading = Reading(value: 1, note: "a")

        init() {}
    }
}

enum StructArraysSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Route.self] }

    struct Stop: Codable {
        var name: String
        var minute: Int
    }

    @Model
    final class Route {
        var stops: [Stop] = [Stop(name: "a", minute: 1)]
        var detours: [Stop]?

        init() {}
    }
}

enum SetsSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Bag.self] }

    @Model
    final class Bag {
        var words: Set<String> = ["one"]
        var numbers: Set<Int>?

        init() {}
    }
}

enum DictionariesSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Glossary.self] }

    struct Entry: Codable {
        var page: Int
    }

    @Model
    final class Glossary {
        var counts: [String: Int] = ["a": 1]
        var titles: [Int: String] = [1: "a"]
        var entries: [String: Entry] = ["a": Entry(page: 1)]

        init() {}
    }
}

enum ValueArraysSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Series.self] }

    @Model
    final class Series {
        var words: [String] = ["a", "é"]
        var numbers: [Int] = [1, 2]
        var ratios: [Double]?
        var links: [URL]?

        init() {}
    }
}

enum NestedCompositesSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [House.self] }

    enum Heating: String, Codable {
        case gas, wood
    }

    enum Roof: Codable {
        case flat, pitched
    }

    struct Point: Codable {
        var x: Double
        var y: Double
    }

    struct Site: Codable {
        var entrance: Point
        var garage: Point?
        var heating: Heating
        var roof: Roof
        var names: [String]
        var corners: [Point]
    }

    @Model
    final class House {
        var site: Site = Site(
            entrance: Point(x: 1, y: 2), garage: nil, heating: Heating.wood, roof: Roof.flat, names: ["a"],
            corners: [Point(x: 3, y: 4)])
        var oldSite: Site?

        init() {}
    }
}

enum OptionalCompositeSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Parcel.self] }

    struct Size: Codable {
        var width: Double
        var depth: Double?
    }

    @Model
    final class Parcel {
        var size: Size?
        var outerSize: Size = Size(width: 1, depth: 2)

        init(size: Size?) {
            self.size = size
        }
    }
}

enum FrameworkStructsSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Shape.self] }

    @Model
    final class Shape {
        var origin: CGPoint = CGPoint(x: 1, y: 2)
        var frame: CGRect?

        init() {}
    }
}
