/// Whether a version's hashes are verified against Apple's framework.
package enum HashConfidence: String, Sendable, Hashable {
    /// Every shape in the version was compared with the framework's hash.
    case verified
    /// At least one shape is assumed to be hashed as it is here.
    case assumed

    /// The confidence in hashes that rest on assumptions.
    package init(_ assumptions: some Collection) { self = assumptions.isEmpty ? .verified : .assumed }
}
