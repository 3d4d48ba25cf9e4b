import PermafrostModel
import PermafrostStore

/// An error while a context reads or writes objects.
enum ContextFailure: Error, Sendable, Hashable {
    /// A value is missing, or can't be decoded or encoded.
    case undecodable(entity: String, property: String, error: ValueError)
    /// A property was read but has no value, because the object's row was deleted or a related object doesn't exist.
    /// Also used if a relationship is set to an object whose class isn't in the container's schema.
    case valueIsGone(entity: String, key: Int64)
    /// SQLite couldn't read an object's row, or the row has the invalid key 0.
    case unreadable(entity: String, reason: String)
    /// The file of a large value couldn't be written.
    case externalFile(entity: String, reason: String)
    /// A relationship with the `deny` rule prevents the deletion of an object.
    case denied(entity: String, property: String)
    /// An object has the unique values of another object's row, and the save can't give that row to it.
    case constraint(entity: String, properties: [String])
    /// A row with changes to save was deleted by another writer.
    case conflict(entity: String, key: Int64)
    /// A relationship refers to a deleted object, or to an object that wasn't inserted into the context.
    case goneTarget(entity: String, property: String)
    /// An inserted object's class isn't in the container's schema.
    case unknownClass(String)
    /// An object was requested with an identifier from a different container, or with an unknown temporary identifier.
    case unknownObject(String)
    /// The store's configuration doesn't allow saving, or its file isn't writable.
    case readOnly

    /// Returns the failure for a row with the key 0, which would never be removed from the registry. Keys start at 1.
    static func invalidKey(entity: String) -> ContextFailure {
        .unreadable(entity: entity, reason: "A row has the invalid number 0.")
    }

    /// Creates the failure for an error that occurred while an object was read. A `ContextFailure` is used unchanged.
    init(_ error: any Error, reading entity: String, key: Int64) {
        switch error {
        case let failure as ContextFailure: self = failure
        case let error as SQLiteError: self = .unreadable(entity: entity, reason: error.message)
        default: self = .valueIsGone(entity: entity, key: key)
        }
    }

    /// The public error that is thrown for the failure.
    var swiftDataError: SwiftDataError {
        let cause: CoreDataError =
            switch self {
            case .undecodable(let entity, let property, .missingFile(let name)):
                CoreDataError(
                    code: 1560, text: "The large value of \(entity).\(property) is missing.",
                    reason: "There is no file \(name) in the folder of the store's large values.")
            case .undecodable(let entity, let property, .unreadableFile(let name, let reason)):
                CoreDataError(
                    code: 1560, text: "The large value of \(entity).\(property) can't be read.",
                    reason: "The file \(name) in the folder of the store's large values can't be read: \(reason).")
            case .undecodable(let entity, let property, let error):
                CoreDataError(
                    code: 1560, text: "The value of \(entity).\(property) doesn't match its type.",
                    reason: String(describing: error))
            case .valueIsGone(let entity, let key):
                CoreDataError(
                    code: 133000, text: "An object of \(entity) was read, but its row \(key) no longer exists.",
                    reason: "The row was deleted after the object was fetched.")
            case .unreadable(let entity, let reason):
                CoreDataError(code: 256, text: "SQLite couldn't read an object of \(entity).", reason: reason)
            case .externalFile(let entity, let reason):
                CoreDataError(code: 512, text: "A large value of \(entity) couldn't be written.", reason: reason)
            case .denied(let entity, let property):
                CoreDataError(
                    code: 1600,
                    text: "An object of \(entity) can't be deleted while \(property) refers to other objects.",
                    reason: "Its delete rule is deny.")
            case .constraint(let entity, let properties):
                CoreDataError(
                    code: 133021, text: "Two objects of \(entity) have the same \(properties.joined(separator: ", ")).",
                    reason: "The values must be unique.")
            case .conflict(let entity, let key):
                CoreDataError(
                    code: 133020, text: "Row \(key) of \(entity) was deleted by another writer.",
                    reason: "This context has unsaved changes to it.")
            case .goneTarget(let entity, let property):
                CoreDataError(
                    code: CoreDataFailure.missingRequiredValue.code,
                    text: "\(entity).\(property) refers to an object that isn't in the store.",
                    reason: "The object is deleted, or wasn't inserted into this context.")
            case .unknownClass(let name):
                CoreDataError(code: 134020, text: "\(name) isn't in the container's schema.", reason: "")
            case .unknownObject(let identifier):
                CoreDataError(
                    code: 133000, text: "\(identifier) isn't an object of this context.",
                    reason: "Its entity isn't in the container's schema, or it wasn't inserted into this context.")
            case .readOnly:
                CoreDataError(
                    code: 513, text: "The store is open for reading only.",
                    reason: "Its configuration doesn't allow saving, or the file can't be written.")
            }
        if case .unknownClass = self { return SwiftDataError(.unknownSchema, cause.text, cause: cause) }
        return SwiftDataError(.modelValidationFailure, cause.text, cause: cause)
    }
}
