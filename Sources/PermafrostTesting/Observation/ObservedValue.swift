import Foundation
import PermafrostStore
import SwiftData

/// Functions that describe a property's value as a string. Equal values have equal strings, regardless of the order of
/// the elements in a set, a dictionary or a relationship.
enum ObservedValue {
    static func text(_ value: Any?) -> String {
        guard let value else { return "nil" }
        switch value {
        case let optional as any OptionalValue: return text(optional.content)
        case let text as String: return text.debugDescription
        case let date as Date: return StoredDate.text(date.timeIntervalSinceReferenceDate)
        case let data as Data: return ComparedValue.data(Array(data)).description
        case let uuid as UUID: return uuid.uuidString
        case let url as URL: return url.absoluteString
        case let hashable as AnyHashable where !(hashable.base is AnyHashable): return structure(hashable.base)
        default: return structure(value)
        }
    }

    private static func structure(_ value: Any) -> String {
        if let model = value as? any PersistentModel { return reference(model) }
        let mirror = Mirror(reflecting: value)
        let parts = mirror.children.map { ($0.label, text($0.value)) }
        switch mirror.displayStyle {
        case .collection:
            // The order of a relationship's objects has no meaning.
            let isRelationship = mirror.children.first?.value is any PersistentModel
            let elements = parts.map(\.1)
            return "[\((isRelationship ? elements.sorted() : elements).joined(separator: ", "))]"
        case .set: return "[\(parts.map(\.1).sorted().joined(separator: ", "))]"
        case .dictionary:
            let entries = mirror.children.map { entry in
                Mirror(reflecting: entry.value).children.map { text($0.value) }.joined(separator: ": ")
            }
            return "[\(entries.sorted().joined(separator: ", "))]"
        case .struct where !parts.isEmpty && !(value is any Numeric):
            let members = parts.map { label, text in label.map { "\($0): \(text)" } ?? text }
            return "\(mirror.subjectType)(\(members.joined(separator: ", ")))"
        default: return String(describing: value)
        }
    }

    /// Returns a string that identifies a linked object: its entity, and its row if it is saved.
    private static func reference(_ model: any PersistentModel) -> String {
        let identifier = model.persistentModelID
        let name = identifier.entityName
        // The URI is `x-coredata://UUID/Entity/p7`. The store's UUID differs from run to run, so it is omitted.
        let row = String(describing: identifier).split(separator: "/").last {
            $0.hasPrefix("p") && Int($0.dropFirst()) != nil
        }
        return row.map { "\(name)/\($0)" } ?? name
    }
}

extension Optional: OptionalValue {
    static var wrapped: Any.Type { Wrapped.self }
    var content: Any? { self }
}
