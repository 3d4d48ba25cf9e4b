/// The confidence in a version's hashes.
package enum HashConfidence: String, Sendable, Hashable, Encodable {
    /// Every kind of entity and property in the version has a hash that is verified with Apple's framework.
    case verified
    /// At least one kind of entity or property in the version has a hash that isn't verified with Apple's
    /// framework.
    case assumed

    /// Creates the confidence from the assumptions that the hashes depend on. It is ``verified`` if there are no
    /// assumptions.
    package init(_ assumptions: some Collection) { self = assumptions.isEmpty ? .verified : .assumed }
}
