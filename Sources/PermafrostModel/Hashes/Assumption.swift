/// A part of a model whose mapping is assumed rather than verified with stores that Apple's framework wrote.
package struct Assumption: Sendable, Hashable, Codable {
    /// The entity's name.
    package var entity: String
    /// The property's name; nil if the assumption is about the entity itself (inheritance).
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
    /// The confidence in a version's hashes: verified against Apple's framework or not.
    package enum HashConfidence: String, Sendable, Hashable {
        /// Every shape in the version was compared with the framework's hash.
        case verified
        /// The hash of at least one shape is an assumption.
        case assumed

        /// Creates the confidence in hashes that depend on the given assumptions.
        package init(_ assumptions: some Collection) { self = assumptions.isEmpty ? .verified : .assumed }
    }
}
