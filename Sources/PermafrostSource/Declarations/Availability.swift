/// The platforms' versions that a declaration needs, as `@available` gives them.
package struct Availability: Sendable, Hashable, Codable {
    /// The version, as it is written, by platform: `18` for `iOS`. A platform that is not here has no limit.
    package private(set) var versions: [String: String]

    /// No limit.
    package init() {
        versions = [:]
    }

    /// Limits the declaration to a version of a platform, unless it needs a later one already.
    package mutating func require(_ platform: String, _ version: String) {
        guard let known = versions[platform] else {
            versions[platform] = version
            return
        }
        if Self.numbers(known).lexicographicallyPrecedes(Self.numbers(version)) { versions[platform] = version }
    }

    /// What two declarations need together: of each platform the later version.
    package func merged(with other: Availability) -> Availability {
        var all = self
        for (platform, version) in other.versions { all.require(platform, version) }
        return all
    }

    /// What goes between the parentheses of `@available`: `iOS 18, macOS 15, *`; nil without a limit.
    package var arguments: String? {
        guard !versions.isEmpty else { return nil }
        return (versions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" } + ["*"]).joined(separator: ", ")
    }

    private static func numbers(_ version: String) -> [Int] { version.split(separator: ".").map { Int($0) ?? 0 } }
}
