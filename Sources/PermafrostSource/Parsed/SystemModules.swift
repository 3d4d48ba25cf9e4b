/// The modules of Apple's systems, for `canImport` conditions.
enum SystemModules {
    /// Returns whether a module is known to exist on some platforms, or not to exist on Apple's. Other modules are
    /// packages that an app may depend on, and frameworks that may be missing on some systems.
    static func knows(_ module: String) -> Bool {
        let name = framework(module)
        return platforms[name] != nil || everywhere.contains(name) || absent.contains(name)
    }

    /// Returns whether a module can be imported on a platform. Pass only a module that is known.
    static func canImport(_ module: String, on platform: Platform) -> Bool {
        let name = framework(module)
        return platforms[name]?.contains(platform) ?? everywhere.contains(name)
    }

    private static func framework(_ module: String) -> String { String(module.prefix { $0 != "." }) }

    /// Modules of systems with SwiftData. Most platforms have them.
    private static let everywhere: Set<String> = [
        "Swift", "Foundation", "SwiftData", "SwiftUI", "Combine", "CoreData", "CloudKit", "Observation", "CoreGraphics",
        "CoreLocation", "Darwin", "Dispatch", "os", "OSLog", "Security", "CryptoKit", "UniformTypeIdentifiers",
        "CoreFoundation", "Synchronization", "RegexBuilder", "MapKit", "StoreKit", "Photos", "PhotosUI", "Contacts",
        "UserNotifications", "AVFoundation", "AVKit", "Charts", "EventKit", "CoreMotion", "CoreML", "Vision", "Network",
        "NaturalLanguage", "LocalAuthentication", "AuthenticationServices", "GameKit", "CoreSpotlight", "CoreText",
        "QuartzCore", "Accelerate", "PassKit", "TipKit", "CoreTransferable", "ImageIO", "QuickLook", "Intents",
        "CoreBluetooth", "CoreImage", "PDFKit", "CoreMedia", "CoreAudio", "MediaPlayer", "SpriteKit", "Metal", "Speech",
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
