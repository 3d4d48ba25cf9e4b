/// The platform versions that a declaration requires, as in `@available`.
package struct Availability: Sendable, Hashable, Codable {
    /// The required versions as written, keyed by platform, such as `18` for `iOS`. Platforms without a requirement are
    /// omitted.
    package private(set) var versions: [String: String]

    /// Creates an availability without requirements.
    package init() {
        versions = [:]
    }

    /// Requires a version of a platform, unless a later version is already required.
    package mutating func require(_ platform: String, _ version: String) {
        guard let known = versions[platform] else {
            versions[platform] = version
            return
        }
        if Self.numbers(known).lexicographicallyPrecedes(Self.numbers(version)) { versions[platform] = version }
    }

    /// Returns the combined requirements of two declarations. For each platform, the later version is required.
    package func merged(with other: Availability) -> Availability {
        var all = self
        for (platform, version) in other.versions { all.require(platform, version) }
        return all
    }

    /// The arguments for `@available`, such as `iOS 18, macOS 15, *`, or nil if there are no requirements.
    package var arguments: String? {
        guard !versions.isEmpty else { return nil }
        return (versions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" } + ["*"]).joined(separator: ", ")
    }

    private static func numbers(_ version: String) -> [Int] { version.split(separator: ".").map { Int($0) ?? 0 } }
}
