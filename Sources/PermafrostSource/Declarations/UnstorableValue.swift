import PermafrostModel

/// The reason why Apple's framework rejects a property's value. The reasons are based on developers' reports and
/// aren't verified.
package enum UnstorableValue: Sendable, Hashable, Codable {
    /// The value, or a part of the value that is stored field by field, is an instance of a class. The associated
    /// value is the class's name in the framework's message.
    case classInside(String)
    /// The value has a stored property with a type that the framework doesn't support. The associated value is the
    /// type in the framework's message.
    case unexpected(String)
    /// The value is encoded as an unkeyed list, which can't be mapped to columns.
    case unkeyed
    /// The type's own code requests a container without keys, or it isn't known which container the code requests.
    case ownCode(OwnCode)
    /// The value may be an instance of a class, because its type is a protocol or a generic parameter, or isn't
    /// declared by the project. Its enclosing type doesn't encode it.
    case maybeClass
    /// The value's type can't be determined from the source, and the enclosing type doesn't encode the value.
    case unreadType

    /// The container that a type's own `encode(to:)` or `init(from:)` requests.
    package enum OwnCode: String, Sendable, Hashable, Codable {
        case unkeyed
        /// The code uses a single-value container. Because the value has no key, Permafrost assumes that it can't
        /// be mapped to columns.
        case singleValue
        /// The code can't be followed, or requests different containers.
        case unknown
    }
}
