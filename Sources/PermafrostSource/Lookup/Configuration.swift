/// The build settings that `#if` and `#available` conditions depend on: the platform, the flags that are set, and the
/// oldest system version that the code runs on.
struct Configuration: Sendable, Hashable {
    var platform: Platform
    var flags: Set<String>
    /// The oldest system version that the code runs on, such as `[17, 2]`. Empty if it isn't known.
    var minimum: [Int] = []

    /// The platform and the flags, such as `iOS` or `iOS DEBUG`.
    var title: String { ([platform.rawValue] + flags.sorted()).joined(separator: " ") }

    /// Returns whether code under the given conditions is compiled.
    func holds(_ conditions: [Condition]) -> Bool {
        conditions.allSatisfy { holds($0.test) }
    }

    func holds(_ test: Condition.Test) -> Bool {
        switch test {
        case .all(let tests): tests.allSatisfy(holds)
        case .any(let tests): tests.contains(where: holds)
        case .not(let test): !holds(test)
        case .os(let name):
            name == platform.rawValue || name == "xrOS" && platform == .visionOS || name == "OSX" && platform == .macOS
        case .canImport(let module): canImport(module)
        case .flag(let flag): flags.contains(flag)
        case .constant(let value): value
        }
    }

    /// Returns whether every system that the code runs on satisfies an `#available` condition. For example, every
    /// system of an app that requires iOS 18 satisfies `#available(iOS 17, *)`. Returns false if the oldest system
    /// version isn't known.
    func alwaysSatisfies(availability condition: String) -> Bool {
        guard let open = condition.firstIndex(of: "("), let close = condition.lastIndex(of: ")"), open < close else {
            return false
        }
        var isListed = false
        for part in condition[condition.index(after: open)..<close].split(separator: ",") {
            let words = part.split { $0 == " " || $0 == "\n" || $0 == "\t" }
            guard words.count == 2,
                words[0] == platform.rawValue || words[0] == platform.rawValue + "ApplicationExtension"
            else { continue }
            isListed = true
            let version = TargetPlatforms.numbers(String(words[1]))
            if minimum.isEmpty || version.isEmpty || minimum.lexicographicallyPrecedes(version) { return false }
        }
        // `*` includes every system of a platform that isn't listed.
        return isListed || !minimum.isEmpty
    }

    /// Returns whether a module can be imported on the platform. Pass only a module that is known.
    private func canImport(_ module: String) -> Bool {
        Self.platforms[Self.framework(module)]?.contains(platform) ?? Self.everywhere.contains(Self.framework(module))
    }

    /// Returns whether a module is known to exist on some platforms, or not to exist on Apple's. Other modules are
    /// packages that an app may depend on, and frameworks that may be missing on some systems.
    static func knows(module: String) -> Bool {
        let name = framework(module)
        return platforms[name] != nil || everywhere.contains(name) || absent.contains(name)
    }

    private static func framework(_ module: String) -> String { String(module.prefix { $0 != "." }) }

    /// Modules that every platform has on which SwiftData runs.
    private static let everywhere: Set<String> = [
        "Swift", "Foundation", "SwiftData", "SwiftUI", "Combine", "CoreData", "CloudKit", "Observation", "CoreGraphics",
        "CoreLocation", "Darwin", "Dispatch", "os", "OSLog", "Security", "CryptoKit", "UniformTypeIdentifiers",
        "CoreFoundation", "Synchronization", "RegexBuilder",
    ]

    private static let platforms: [String: Set<Platform>] = [
        "UIKit": [.iOS, .watchOS, .tvOS, .visionOS], "AppKit": [.macOS], "Cocoa": [.macOS],
        "WatchKit": [.iOS, .watchOS],
        "WatchConnectivity": [.iOS, .watchOS], "ActivityKit": [.iOS], "TVUIKit": [.tvOS], "TVServices": [.tvOS],
        "CarPlay": [.iOS], "ARKit": [.iOS, .visionOS], "HealthKit": [.iOS, .macOS, .watchOS, .visionOS],
        "WidgetKit": [.iOS, .macOS, .watchOS, .visionOS], "MessageUI": [.iOS, .visionOS], "CoreNFC": [.iOS],
        "AppIntents": [.iOS, .macOS, .watchOS, .tvOS, .visionOS], "CoreTelephony": [.iOS],
        "ScreenCaptureKit": [.macOS], "ServiceManagement": [.macOS], "Carbon": [.macOS], "FinderSync": [.macOS],
        "FamilyControls": [.iOS], "AlarmKit": [.iOS], "CompositorServices": [.visionOS],
        "WebKit": [.iOS, .macOS, .visionOS], "SafariServices": [.iOS, .macOS, .visionOS],
    ]

    private static let absent: Set<String> = [
        "Glibc", "Musl", "Bionic", "Android", "WASILibc", "WinSDK", "ucrt", "CRT", "FoundationEssentials",
        "FoundationNetworking", "FoundationXML", "FoundationInternationalization",
    ]
}
