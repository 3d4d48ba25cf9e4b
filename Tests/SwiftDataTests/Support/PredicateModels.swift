import Foundation
import SwiftData

enum Mood: String, Codable, CaseIterable { case calm, wild, odd }
enum Shade: Codable, CaseIterable { case light, dark }
struct Spot: Codable, Equatable {
    var x: Int
    var label: String?

    var negated: Int { -x }
}
struct Home: Codable {
    var spot: Spot
}

@Model final class Thing {
    let serial = UUID()
    var number: Int
    var maybe: Int?
    var text: String
    var note: String?
    var weight: Double
    var isOn: Bool
    var date: Date?
    var mood: Mood
    var shade: Shade?
    var spot: Spot
    var other: Spot?
    var key: UUID
    var owner: Owner?
    var parts: [Part] = []
    @Attribute(.externalStorage) var picture: Data?
    @Attribute(.externalStorage) var title: String = "t"

    var doubled: Int { number * 2 }
    var ownerIdentifier: PersistentIdentifier { owner?.persistentModelID ?? persistentModelID }

    init(_ random: inout some RandomNumberGenerator) {
        number = Int.random(in: -3...3, using: &random)
        maybe = Bool.random(using: &random) ? nil : Int.random(in: 0...3, using: &random)
        text = Samples.text(&random)
        note = Bool.random(using: &random) ? nil : Samples.text(&random)
        weight = Double(Int.random(in: -4...4, using: &random)) / 2
        isOn = Bool.random(using: &random)
        date = Bool.random(using: &random) ? nil : Samples.date(&random)
        mood = Mood.allCases.randomElement(using: &random) ?? .calm
        shade = Bool.random(using: &random) ? nil : Shade.allCases.randomElement(using: &random)
        spot = Spot(x: Int.random(in: 0...2, using: &random), label: Bool.random(using: &random) ? nil : "é")
        other = Bool.random(using: &random) ? nil : Spot(x: Int.random(in: 0...2, using: &random), label: "a")
        let size = Int.random(in: 0...2, using: &random)
        picture = size == 0 ? nil : Data(repeating: 1, count: size == 1 ? 10 : 200_000)
        key = Samples.keys.randomElement(using: &random) ?? UUID()
    }
}

@Model final class Owner {
    let serial = UUID()
    var name: String
    var rank: Int?
    var boss: Owner?
    var home = Home(spot: Spot(x: 0, label: nil))
    @Attribute(.externalStorage) var portrait: Data?
    @Relationship(inverse: \Thing.owner) var things: [Thing] = []
    @Relationship(inverse: \Pet.owner) var pets: [Pet]? = []

    var shout: String { name.uppercased() }

    init(name: String, rank: Int?) {
        self.name = name
        self.rank = rank
    }
}

struct Grade: Codable, Comparable {
    var major: Int
    var minor: Int

    static func < (left: Grade, right: Grade) -> Bool { (left.major, left.minor) < (right.major, right.minor) }
}

/// A class with a property of every kind that a store can't sort by.
@Model final class Crate {
    var label: String
    var grade = Grade(major: 1, minor: 2)
    var tags: [String] = []
    @Attribute(.externalStorage) var title = "t"
    @Transient var weight = 0
    var lid: Crate?
    @Relationship(inverse: \Crate.lid) var lids: [Crate] = []

    var doubled: Int { label.count * 2 }

    init(label: String) { self.label = label }
}

@Model final class Pet {
    var name: String
    var owner: Owner?

    init(name: String) { self.name = name }
}

@Model final class Part {
    var size: Int
    var label: String?
    var thing: Thing?

    init(size: Int, label: String?) {
        self.size = size
        self.label = label
    }
}

/// Sample values for random choices. There are only a few, so that choices are often equal. The texts include
/// canonically equal ones, other scripts and the empty text.
enum Samples {
    static let texts = [
        "", "a", "A", "ab", "b", "K", "\u{212A}", "café", "cafe\u{301}", "日本", "🏔️", "🏔", "x;y", "x\u{37E}y", "ß", "ss",
        "%_",
    ]
    static let keys = (0..<4).map { UUID(uuid: (UInt8($0), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)) }

    static func text(_ random: inout some RandomNumberGenerator) -> String { texts.randomElement(using: &random) ?? "" }

    static func date(_ random: inout some RandomNumberGenerator) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0...3, using: &random)))
    }
}
