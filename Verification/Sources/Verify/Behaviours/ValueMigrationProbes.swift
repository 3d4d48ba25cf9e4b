import Foundation
import SwiftData

/// Probes of values whose Swift type changed, with inference only.
enum ValueMigrationProbes {
    static let all: [Probe] = [
        .opening(
            "struct-gains-required-member", "A required member is added to a Codable struct",
            rule: "inference: 134110, as for a required attribute (PF0210)",
            change: ("GrownSchemaV1", "GrownSchemaV2"),
            make: { try $0.make(GrownSchemaV1.self) { $0.insert(GrownSchemaV1.Parcel()) } },
            open: { try $0.open(GrownSchemaV2.self) }),
        .opening(
            "enum-gains-case", "A case is added to an enum without raw values",
            rule: "inference: lightweight, with an additional column (PF0211)",
            change: ("CasesSchemaV1", "CasesSchemaV2"), expected: [Fact("value", "plane")],
            make: { try $0.make(CasesSchemaV1.self) { $0.insert(CasesSchemaV1.Leg()) } },
            open: { folder in
                try folder.open(CasesSchemaV2.self) { context in
                    try context.fetch(FetchDescriptor<CasesSchemaV2.Leg>()).map { Fact("value", "\($0.means)") }
                }
            }),
        .opening(
            "raw-value-lost", "A raw value that a row has is removed from an enum",
            rule: "silent drift: the store opens, but the row can't be decoded (PF0211)",
            change: ("RawValuesSchemaV1", "RawValuesSchemaV2"), expected: [Fact("reading", "ends the process…")],
            onLinux: [
                LinuxDifference(
                    fact: Fact("reading", "refused with 1560"),
                    reason: "SwiftData for Linux throws where Apple's framework is reported to trap")
            ],
            make: { try $0.make(RawValuesSchemaV1.self) { $0.insert(RawValuesSchemaV1.Leg()) } },
            open: { try $0.open(RawValuesSchemaV2.self) }
        ).followed(by: "reading") { folder in
            try folder.open(RawValuesSchemaV2.self) { context in
                try context.fetch(FetchDescriptor<RawValuesSchemaV2.Leg>()).map { Fact("value", "\($0.means)") }
            }
        },
        .opening(
            "encoded-value-changes-shape", "The type of a member changes in an array's struct",
            rule: "silent drift: the store opens, but the value can't be decoded (SchemaDrift)",
            change: ("EncodedSchemaV1", "EncodedSchemaV2"), expected: [Fact("reading", "ends the process…")],
            onLinux: [
                LinuxDifference(
                    fact: Fact("reading", "refused with 1560"),
                    reason: "SwiftData for Linux throws where Apple's framework is reported to trap")
            ],
            make: { try $0.make(EncodedSchemaV1.self) { $0.insert(EncodedSchemaV1.Tour()) } },
            open: { try $0.open(EncodedSchemaV2.self) }
        ).followed(by: "reading") { folder in
            try folder.open(EncodedSchemaV2.self) { context in
                try context.fetch(FetchDescriptor<EncodedSchemaV2.Tour>()).map { tour in
                    Fact("value", "\(tour.stops.first?.minute ?? -1)")
                }
            }
        },
    ]
}

enum GrownSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Parcel.self] }

    struct Size: Codable {
        var width: Double
    }

    @Model
    final class Parcel {
        var size: Size = Size(width: 1)

        init() {}
    }
}

enum GrownSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Parcel.self] }

    struct Size: Codable {
        var width: Double
        var depth: Double
    }

    @Model
    final class Parcel {
        var size: Size

        init(size: Size) {
            self.size = size
        }
    }
}

enum CasesSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Leg.self] }

    enum Means: Codable {
        case train, plane
    }

    @Model
    final class Leg {
        var means: Means = Means.plane

        init() {}
    }
}

enum CasesSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Leg.self] }

    enum Means: Codable {
        case train, bicycle, plane
    }

    @Model
    final class Leg {
        var means: Means = Means.plane

        init() {}
    }
}

enum RawValuesSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Leg.self] }

    enum Means: String, Codable {
        case train, plane
    }

    @Model
    final class Leg {
        var means: Means = Means.plane

        init() {}
    }
}

enum RawValuesSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Leg.self] }

    enum Means: String, Codable {
        case train
    }

    @Model
    final class Leg {
        var means: Means = Means.train

        init() {}
    }
}

enum EncodedSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Tour.self] }

    struct Stop: Codable {
        var minute: String
    }

    @Model
    final class Tour {
        var stops: [Stop] = [Stop(minute: "noon")]

        init() {}
    }
}

enum EncodedSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Tour.self] }

    struct Stop: Codable {
        var minute: Int
    }

    @Model
    final class Tour {
        var stops: [Stop] = []

        init() {}
    }
}
