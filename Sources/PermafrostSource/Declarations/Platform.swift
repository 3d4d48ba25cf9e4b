/// A platform that supports SwiftData.
package enum Platform: String, Sendable, Hashable, CaseIterable, Codable {
    case iOS, macOS, watchOS, tvOS, visionOS

    /// Creates the platform for an SDK name in Xcode's build settings, such as `iphonesimulator`. Returns nil if the
    /// SDK isn't for one of these platforms.
    init?(sdk: String) {
        let names: [(String, Platform)] = [
            ("iphone", .iOS), ("macosx", .macOS), ("watch", .watchOS), ("appletv", .tvOS), ("xr", .visionOS),
        ]
        guard let found = names.first(where: { sdk.hasPrefix($0.0) }) else { return nil }
        self = found.1
    }
}
