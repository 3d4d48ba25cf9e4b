/// A part of a model whose mapping is assumed, not proven on stores of Apple's framework.
package struct Assumption: Sendable, Hashable, Codable {
    /// The entity's name.
    package var entity: String
    /// The property's name; nil if the entity itself is meant (inheritance).
    package var property: String?
    /// What is assumed, in a few words: `URL`, `dictionary`, `class inheritance`.
    package var shape: String

    /// An assumption.
    package init(entity: String, property: String?, shape: String) {
        self.entity = entity
        self.property = property
        self.shape = shape
    }
}

extension Assumption {
    /// Whether a version's hashes are verified against Apple's framework.
    package enum HashConfidence: String, Sendable, Hashable {
        /// Every shape in the version was compared with the framework's hash.
        case verified
        /// At least one shape is assumed to be hashed as it is here.
        case assumed

        /// The confidence in hashes that rest on assumptions.
        package init(_ assumptions: some Collection) { self = assumptions.isEmpty ? .verified : .assumed }
    }
}
