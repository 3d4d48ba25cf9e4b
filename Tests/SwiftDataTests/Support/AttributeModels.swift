import Foundation
import SwiftData

/// An entity with attributes, and later versions of it.
enum Attributes {
    enum Base {
        @Model final class Item {
            var name: String
            var count: Int
            var small: Int16
            var isOn: Bool
            var weight: Double
            var note: String?
            var data: Data?

            init(_ number: Int) {
                name = "Größe 😀 \(number)"
                count = number
                small = Int16(number % 7)
                isOn = number.isMultiple(of: 3)
                weight = Double(number / 2) / 4
                note = number.isMultiple(of: 2) ? nil : "nötig \(number)"
                data = number.isMultiple(of: 5) ? nil : Data([0, UInt8(number % 256), 255])
            }
        }
    }

    enum OptionalAdded {
        @Model final class Item {
            var name: String
            var count: Int
            var small: Int16
            var isOn: Bool
            var weight: Double
            var note: String?
            var data: Data?
            var extra: String?
            init() { (name, count, small, isOn, weight) = ("", 0, 0, false, 0) }
        }
    }

    enum DefaultAdded {
        @Model final class Item {
            var name: String
            var count: Int
            var small: Int16
            var isOn: Bool
            var weight: Double
            var note: String?
            var data: Data?
            var size: Int = 5
            var label: String = "Straße"
            init() { (name, count, small, isOn, weight) = ("", 0, 0, false, 0) }
        }
    }

    enum OneRemoved {
        @Model final class Item {
            var name: String
            var count: Int
            var small: Int16
            var isOn: Bool
            var weight: Double
            var note: String?
            init() { (name, count, small, isOn, weight) = ("", 0, 0, false, 0) }
        }
    }

    enum ManyRemoved {
        @Model final class Item {
            var name: String
            var count: Int
            var added: Int = 1
            init() { (name, count) = ("", 0) }
        }
    }

    /// A version that adds two attributes, renames one, and removes one.
    enum Mixed {
        @Model final class Item {
            @Attribute(originalName: "name") var title: String
            var count: Int
            var small: Int16
            var isOn: Bool
            var note: String?
            var data: Data?
            var extra: Date?
            var size: Int = 5
            init() { (title, count, small, isOn) = ("", 0, 0, false) }
        }
    }

    /// A version whose two attributes exchange their names.
    enum Swapped {
        @Model final class Item {
            @Attribute(originalName: "note") var name: String?
            @Attribute(originalName: "name") var note: String
            var count: Int
            var small: Int16
            var isOn: Bool
            var weight: Double
            var data: Data?
            init() { (note, count, small, isOn, weight) = ("", 0, 0, false, 0) }
        }
    }

    /// Two attributes with the same original name.
    enum Doubled {
        @Model final class Item {
            var name: String
            @Attribute(originalName: "name") var title: String
            var count: Int
            var small: Int16
            var isOn: Bool
            var weight: Double
            var note: String?
            var data: Data?
            init() { (name, title, count, small, isOn, weight) = ("", "", 0, 0, false, 0) }
        }
    }

    enum NowOptional {
        @Model final class Item {
            var name: String?
            var count: Int?
            var small: Int16
            var isOn: Bool
            var weight: Double
            var note: String?
            var data: Data?
            init() { (small, isOn, weight) = (0, false, 0) }
        }
    }

    enum NowRequiredWithDefault {
        @Model final class Item {
            var name: String
            var count: Int
            var small: Int16
            var isOn: Bool
            var weight: Double
            var note: String = "ohne"
            var data: Data = Data([9])
            init() { (name, count, small, isOn, weight) = ("", 0, 0, false, 0) }
        }
    }

    /// A version with a unique attribute and indexes. The unique attribute changes the version hash, so the migration
    /// also creates the indexes.
    enum Indexed {
        @Model final class Item {
            #Index<Item>([\.name], [\.count, \.weight])
            var name: String
            @Attribute(.unique) var count: Int
            var small: Int16
            var isOn: Bool
            var weight: Double
            var note: String?
            var data: Data?
            init() { (name, count, small, isOn, weight) = ("", 0, 0, false, 0) }
        }
    }

    // MARK: Changes that can't be migrated

    enum RequiredAdded {
        @Model final class Item {
            var name: String
            var added: String
            init() { (name, added) = ("", "") }
        }
    }

    /// A version with a required attribute. A default in `init` isn't a default of the model.
    enum NowRequired {
        @Model final class Item {
            var name: String
            var note: String
            init(note: String = "none") {
                name = ""
                self.note = note
            }
        }
    }

    enum Retyped {
        @Model final class Item {
            var name: Int
            init() { name = 0 }
        }
    }

    enum IntegerWidened {
        @Model final class Item {
            var small: Int
            init() { small = 0 }
        }
    }

    enum BoolToArray {
        @Model final class Item {
            var isOn: [Bool] = []
            init() {}
        }
    }

    enum ScalarToStruct {
        struct Name: Codable {
            var text = ""
        }
        @Model final class Item {
            var name = Name()
            init() {}
        }
    }

    enum AttributeToRelationship {
        @Model final class Item {
            var note: Note?
            init() {}
        }
        @Model final class Note {
            var text = ""
            init() {}
        }
    }

    enum DuplicatesNowUnique {
        @Model final class Item {
            var name: String
            @Attribute(.unique) var weight: Double
            init() { (name, weight) = ("", 0) }
        }
    }

    enum RequiredToOneAdded {
        @Model final class Item {
            var name: String
            var owner: Owner
            init(owner: Owner) { (name, self.owner) = ("", owner) }
        }
        @Model final class Owner {
            var name = ""
            init() {}
        }
    }
}
