/// A platform that supports SwiftData.
package enum Platform: String, Sendable, Hashable, CaseIterable, Codable {
    case iOS, macOS, watchOS, tvOS, visionOS

    /// Creates the platform for an SDK's name in Xcode's build settings, such as `iphonesimulator`. Returns nil for any
    /// other SDK.
    init?(sdk: String) {
        let names: [(String, Platform)] = [
            ("iphone", .iOS), ("macosx", .macOS), ("watch", .watchOS), ("appletv", .tvOS), ("xr", .visionOS),
        ]
        guard let found = names.first(where: { sdk.hasPrefix($0.0) }) else { return nil }
        self = found.1
    }
}
