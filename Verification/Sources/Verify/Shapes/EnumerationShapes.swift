import Foundation
import SwiftData

/// Probes of enums whose attribute is assumed.
enum EnumerationShapes {
    static let all: [Probe] = [
        .shape(
            "enum-labelled-payloads", "An enum with labelled associated values",
            rule: "mapping: each associated value has a column, named after its label (AttributeMapping)",
            schema: "LabelledPayloadsSchema", rows: ["Delivery"],
            onLinux: payloadsFirst(
                Fact("Delivery.state", #"composite, elements [{"elements":[{"name":"carrier"…"#),
                Fact(
                    "table ZDELIVERY",
                    "CREATE TABLE ZDELIVERY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZDAYS INTEGER, "
                        + "ZCARRIER VARCHAR, ZWAITING VARCHAR, ZLOST VARCHAR )"))
        ) { folder in
            try folder.make(LabelledPayloadsSchema.self) { context in
                for state: LabelledPayloadsSchema.State in [.waiting, .sent(carrier: "post", days: 2), .lost] {
                    context.insert(LabelledPayloadsSchema.Delivery(state: state))
                    try context.save()
                }
            }
        },
        .shape(
            "enum-unlabelled-payloads", "An enum with unlabelled associated values",
            rule: "mapping: associated values without labels are named _0, _1 and so on (AttributeMapping)",
            schema: "UnlabelledPayloadsSchema", rows: ["Drawing"],
            onLinux: payloadsFirst(Fact("Drawing.form", #"composite, elements [{"elements":[{"name":"_0"…"#))
        ) { folder in
            try folder.make(UnlabelledPayloadsSchema.self) { context in
                for form: UnlabelledPayloadsSchema.Form in [.circle(1.5), .box(2.5, 3.5), .none] {
                    context.insert(UnlabelledPayloadsSchema.Drawing(form: form))
                    try context.save()
                }
            }
        },
        .shape(
            "enum-repeated-labels", "An enum whose cases repeat a label",
            rule: "mapping: each case has its own composite, so labels may repeat (AttributeMapping)",
            schema: "RepeatedLabelsSchema", rows: ["Contact"]
        ) { folder in
            try folder.make(RepeatedLabelsSchema.self) { context in
                for means: RepeatedLabelsSchema.Means in [.mail(address: "a"), .letter(address: "b")] {
                    context.insert(RepeatedLabelsSchema.Contact(means: means))
                    try context.save()
                }
            }
        },
        .shape(
            "enum-other-raw-values", "Enums whose raw values are neither strings nor Ints",
            rule: "mapping: the only element has the raw value's type (AttributeMapping)",
            schema: "OtherRawValuesSchema", rows: ["Setting"]
        ) { folder in
            try folder.make(OtherRawValuesSchema.self) { $0.insert(OtherRawValuesSchema.Setting()) }
        },
        .shape(
            "enum-own-raw-values", "Enums that implement RawRepresentable themselves",
            rule: "mapping: the stored value is the raw value, even if the enum has payloads (AttributeMapping)",
            schema: "OwnRawValuesSchema", rows: ["Ticket"]
        ) { folder in
            try folder.make(OwnRawValuesSchema.self) { context in
                for kind: OwnRawValuesSchema.Kind in [.day, .other("group")] {
                    context.insert(OwnRawValuesSchema.Ticket(kind: kind))
                    try context.save()
                }
            }
        },
        .shape(
            "enum-arrays", "Arrays of enums",
            rule: "mapping: an array of enums is a binary value, like an array of structs (AttributeMapping)",
            schema: "EnumArraysSchema", rows: ["Week"]
        ) { folder in
            try folder.make(EnumArraysSchema.self) { $0.insert(EnumArraysSchema.Week()) }
        },
        .shape(
            "raw-representable-struct", "A RawRepresentable struct",
            rule: "mapping: a RawRepresentable struct (EntityReader)",
            schema: "RawRepresentableSchema", rows: ["Label"]
        ) { folder in
            try folder.make(RawRepresentableSchema.self) { $0.insert(RawRepresentableSchema.Label()) }
        },
    ]

    private static func payloadsFirst(_ facts: Fact...) -> [LinuxDifference] {
        facts.map {
            LinuxDifference(
                fact: $0,
                reason: "Swift's metadata lists cases with payloads first, and SwiftData for Linux uses that order")
        }
    }
}

enum LabelledPayloadsSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Delivery.self] }

    enum State: Codable {
        case waiting
        case sent(carrier: String, days: Int)
        case lost
    }

    @Model
    final class Delivery {
        var state: State

        init(state: State) {
            self.state = state
        }
    }
}

enum UnlabelledPayloadsSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Drawing.self] }

    enum Form: Codable {
        case none
        case circle(Double)
        case box(Double, Double)
    }

    @Model
    final class Drawing {
        var form: Form

        init(form: Form) {
            self.form = form
        }
    }
}

enum RepeatedLabelsSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Contact.self] }

    enum Means: Codable {
        case mail(address: String)
        case letter(address: String)
    }

    @Model
    final class Contact {
        var means: Means

        init(means: Means) {
            self.means = means
        }
    }
}

enum OtherRawValuesSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Setting.self] }

    enum Level: Int16, Codable {
        case low = 1
        case high = 2
    }

    enum Factor: Double, Codable {
        case half = 0.5
        case double = 2
    }

    @Model
    final class Setting {
        var level: Level = Level.high
        var factor: Factor = Factor.half

        init() {}
    }
}

enum OwnRawValuesSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Ticket.self] }

    enum Kind: RawRepresentable, Codable {
        case day
        case other(String)

        init(rawValue: String) {
            self = rawValue == "day" ? .day : .other(rawValue)
        }

        var rawValue: String {
            switch self {
            case .day: "day"
            case .other(let text): text
            }
        }
    }

    enum Zone: RawRepresentable, Codable {
        case inner
        case numbered(Int)

        init(rawValue: Int) {
            self = rawValue == 0 ? .inner : .numbered(rawValue)
        }

        var rawValue: Int {
            switch self {
            case .inner: 0
            case .numbered(let number): number
            }
        }
    }

    @Model
    final class Ticket {
        var kind: Kind
        var zone: Zone?

        init(kind: Kind) {
            self.kind = kind
            zone = .numbered(3)
        }
    }
}

enum EnumArraysSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Week.self] }

    enum Day: String, Codable {
        case monday, friday
    }

    @Model
    final class Week {
        var days: [Day] = [Day.friday, Day.monday]
        var holidays: [Day]?

        init() {}
    }
}

enum RawRepresentableSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Label.self] }

    struct Tag: RawRepresentable, Codable, Hashable {
        var rawValue: String
    }

    @Model
    final class Label {
        var tag: Tag = Tag(rawValue: "red")
        var other: Tag?

        init() {}
    }
}
