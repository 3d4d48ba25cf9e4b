/// A part of a model, such as a property of type `URL`, whose storage Permafrost only assumes. It isn't verified with
/// stores that Apple's framework wrote.
package struct Assumption: Sendable, Hashable, Codable {
    package var entity: String
    /// The property's name, or nil if the assumption is about the entity itself, such as its inheritance.
    package var property: String?
    /// A short description of the assumed shape, such as `URL`, `dictionary`, or `class inheritance`.
    package var shape: String

    package init(entity: String, property: String?, shape: String) {
        self.entity = entity
        self.property = property
        self.shape = shape
    }
}

extension Assumption {
    /// The confidence in a version's hashes.
    package enum HashConfidence: String, Sendable, Hashable {
        /// Every kind of entity and property in the version has a hash that is verified with Apple's framework.
        case verified
        /// At least one kind of entity or property in the version has a hash that isn't verified with Apple's
        /// framework.
        case assumed

        /// Creates the confidence from the assumptions that the hashes depend on. It is ``verified`` if there are no
        /// assumptions.
        package init(_ assumptions: some Collection) { self = assumptions.isEmpty ? .verified : .assumed }
    }
}
