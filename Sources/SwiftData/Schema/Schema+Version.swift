extension Schema {
    /// The version of a schema: three numbers, compared from the left. A store keeps it as `1.0.0`.
    public struct Version: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
        /// The first number.
        public let major: Int
        /// The second number.
        public let minor: Int
        /// The third number.
        public let patch: Int

        /// The version of the three numbers.
        public init(_ major: Int, _ minor: Int, _ patch: Int) {
            self.major = major
            self.minor = minor
            self.patch = patch
        }

        /// The numbers with dots between them.
        public var description: String { "\(major).\(minor).\(patch)" }

        /// Whether the left version comes before the right one.
        public static func < (left: Version, right: Version) -> Bool {
            (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
        }
    }
}
