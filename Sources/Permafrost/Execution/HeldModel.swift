import Foundation
import SwiftData

/// A model object in a snapshot. It makes the snapshot unusable, because the object doesn't exist after the migration.
///
/// The object can be the snapshot itself or a value inside it, at any depth up to 16: in a stored property, a
/// collection, a tuple or an optional.
///
/// An object that a closure captures can't be found, because Swift's reflection doesn't show a closure's variables.
struct HeldModel {
    /// The path of the property that contains the object, such as `author.posts`. If no property contains the object,
    /// the name of its type.
    let path: String

    /// Creates an instance for the first model object in a snapshot. Returns nil if there is none.
    init?(in snapshot: Any) {
        var seen: Set<ObjectIdentifier> = []
        guard let path = Self.path(to: snapshot, seen: &seen) else { return nil }
        self.path = path
    }

    private static let maximumDepth = 16

    private static func path(
        to value: Any, below path: [String] = [], depth: Int = 0, seen: inout Set<ObjectIdentifier>
    ) -> String? {
        if value is any PersistentModel { return path.isEmpty ? "\(type(of: value))" : path.joined(separator: ".") }
        guard depth < maximumDepth, !isScalar(value) else { return nil }
        var mirror: Mirror? = Mirror(reflecting: value)
        if mirror?.displayStyle == .class, !seen.insert(ObjectIdentifier(value as AnyObject)).inserted { return nil }
        while let current = mirror {
            // The label of an optional's value is "some", and the elements of a tuple are ".0", ".1".
            let isNamed = current.displayStyle != .optional && current.displayStyle != .tuple
            for child in current.children {
                let below = isNamed ? path + [child.label].compactMap(\.self) : path
                if let found = self.path(to: child.value, below: below, depth: depth + 1, seen: &seen) { return found }
            }
            mirror = current.superclassMirror
        }
        return nil
    }

    /// Returns whether a value has a common type that can't contain an object. Such values aren't examined.
    private static func isScalar(_ value: Any) -> Bool {
        switch value {
        case is String, is Int, is Double, is Bool, is Date, is Data, is UUID, is URL, is Decimal: true
        case is [String], is [Int], is [Double], is [Date], is [UUID], is [String: String], is Set<String>: true
        default: false
        }
    }
}
