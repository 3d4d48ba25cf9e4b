/// A change that prevents, or may prevent, a stored value from being decoded.
package struct DecodingObstacle: Sendable, Hashable {
    /// The reason a stored value can't be decoded.
    package enum Reason: Sendable, Hashable {
        /// No case has this raw value anymore. Older values may contain it.
        case goneRawValue(String)
        /// The case was removed. Older values may contain its name.
        case goneCase
        /// The field is new, so older values lack it. The decoder requires the field, or may require it.
        case addedField
        /// Older values have the field under this key, which the decoder no longer reads, or may no longer read.
        case changedKey(String)
        /// The key of a field that has a column of its own changed. Whether such a key has an effect isn't documented.
        case changedKeyOfColumn
        /// The type's own `Codable` code changed.
        case changedCode
        /// The type of the value changed. The strings describe the old and the new type.
        case retyped(before: String, after: String)
    }

    /// The path from the property to the field or case, as names of fields and cases.
    package let path: [String]
    package let reason: Reason
    /// Whether decoding is certain to fail. If false, the result depends on code or types that aren't known.
    package let isCertain: Bool

    package init(path: [String], reason: Reason, isCertain: Bool = true) {
        self.path = path
        self.reason = reason
        self.isCertain = isCertain
    }
}
