import Foundation
import SwiftData

/// An entity with structs, enums and encoded values, and later versions of it.
enum Composites {
    enum Colour: String, Codable { case red, green, blue }
    enum Kind: Codable { case one, two }

    enum Base {
        struct Size: Codable {
            var width: Int
            var height: Double?
        }
        struct Step: Codable { var title: String }
        @Model final class Item {
            var number: Int
            var size: Size
            var box: Box?
            var colour: Colour
            var kind: Kind
            var steps: [Step] = []
            init(_ number: Int) {
                self.number = number
                size = Size(width: number, height: number.isMultiple(of: 3) ? nil : 0.5)
                box = number.isMultiple(of: 2) ? nil : Box(label: "Kürbis 🎃 \(number)")
                colour = [.red, .green, .blue][number % 3]
                kind = number.isMultiple(of: 2) ? .one : .two
                steps = [Step(title: "Schritt \(number)")]
            }
        }
        struct Box: Codable { var label: String }
    }

    enum OptionalMemberGained {
        struct Size: Codable {
            var width: Int
            var height: Double?
            var unit: String?
        }
        @Model final class Item {
            var number: Int
            var size: Size
            var box: Base.Box?
            var colour: Colour
            var kind: Kind
            var steps: [Base.Step] = []
            init(size: Size, colour: Colour, kind: Kind) {
                (number, self.size, self.colour, self.kind) = (0, size, colour, kind)
            }
        }
    }

    enum RequiredMemberGained {
        struct Size: Codable {
            var width: Int
            var height: Double?
            var unit: String
        }
        @Model final class Item {
            var number: Int
            var size: Size
            init(size: Size) { (number, self.size) = (0, size) }
        }
    }

    enum RequiredMemberWithDefaultGained {
        struct Size: Codable {
            var width: Int
            var height: Double?
            var unit: String
        }
        @Model final class Item {
            var number: Int
            var size: Size = Size(width: -1, height: -1, unit: "Fuß")
            var box: Base.Box?
            var colour: Colour
            var kind: Kind
            var steps: [Base.Step] = []
            init(colour: Colour, kind: Kind) { (number, self.colour, self.kind) = (0, colour, kind) }
        }
    }

    /// A version whose optional struct has a new required member. The elements of an optional struct are optional, even
    /// if its members aren't.
    enum OptionalStructGained {
        struct Box: Codable {
            var label: String
            var tag: Int
        }
        @Model final class Item {
            var number: Int
            var box: Box?
            init() { number = 0 }
        }
    }

    enum MemberLost {
        struct Size: Codable { var width: Int }
        @Model final class Item {
            var number: Int
            var size: Size
            var box: Base.Box?
            var colour: Colour
            var kind: Kind
            var steps: [Base.Step] = []
            init(size: Size, colour: Colour, kind: Kind) {
                (number, self.size, self.colour, self.kind) = (0, size, colour, kind)
            }
        }
    }

    enum CaseGained {
        enum Kind: Codable { case one, two, three }
        @Model final class Item {
            var number: Int
            var size: Base.Size
            var box: Base.Box?
            var colour: Colour
            var kind: Kind = Kind.three
            var steps: [Base.Step] = []
            init(size: Base.Size, colour: Colour) { (number, self.size, self.colour) = (0, size, colour) }
        }
    }

    enum CaseLost {
        enum Kind: Codable { case one }
        @Model final class Item {
            var number: Int
            var kind: Kind = Kind.one
            init() { number = 0 }
        }
    }

    enum RawValuesToNone {
        enum Colour: Codable { case red, green, blue }
        @Model final class Item {
            var number: Int
            var colour: Colour?
            init() { number = 0 }
        }
    }

    // MARK: The same schema

    enum RawCaseLost {
        enum Colour: String, Codable { case red, green }
        @Model final class Item {
            var number: Int
            var size: Base.Size
            var box: Base.Box?
            var colour: Colour
            var kind: Kind
            var steps: [Base.Step] = []
            init(size: Base.Size, colour: Colour, kind: Kind) {
                (number, self.size, self.colour, self.kind) = (0, size, colour, kind)
            }
        }
    }

    enum EncodedShapeChanged {
        struct Step: Codable {
            var title: String
            var seconds: Int
        }
        @Model final class Item {
            var number: Int
            var size: Base.Size
            var box: Base.Box?
            var colour: Colour
            var kind: Kind
            var steps: [Step] = []
            init(size: Base.Size, colour: Colour, kind: Kind) {
                (number, self.size, self.colour, self.kind) = (0, size, colour, kind)
            }
        }
    }

    /// A version with a new attribute and a different `Step`. The version hash changes, so the migration runs. The
    /// stored values of `steps` stay unchanged.
    enum EncodedShapeAndMore {
        struct Step: Codable { var seconds: Int }
        @Model final class Item {
            var number: Int
            var colour: RawCaseLost.Colour
            var steps: [Step] = []
            var extra: Int?
            init(colour: RawCaseLost.Colour) { (number, self.colour) = (0, colour) }
        }
    }
}
