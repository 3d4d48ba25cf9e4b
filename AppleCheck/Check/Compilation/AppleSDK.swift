import Foundation

/// An SDK of Xcode, in place of the stand-ins.
///
/// With it the compiler builds for the platform itself, so that it knows all versions and types. Linux has no such SDK: that
/// sources compile against one is proved where somebody has one. What is checked on Linux are the errors below.
package struct AppleSDK: Sendable {
    /// Its folder.
    let path: String
    /// What the compiler builds for: `arm64-apple-ios17.0`.
    let target: String
    /// Whose conditions hold.
    let platform: ApplePlatform
    /// What the reader of the findings should know of the SDK: nil, or that another version of Swift made its interfaces.
    package let note: String?
    /// The name that the compiler expects of the SDK's folder: `MacOSX.sdk`.
    private let folderName: String

    /// The names by which the compiler knows the platforms' folders.
    private static let folderNames = [
        "iPhoneOS", "iPhoneSimulator", "MacOSX", "AppleTVOS", "AppleTVSimulator", "WatchOS", "WatchSimulator", "XROS",
        "XRSimulator",
    ]

    /// The platforms by the beginnings of their SDKs' names, each with its target.
    private static let targets: [(name: String, target: String, platform: ApplePlatform)] = [
        ("iphoneos", "arm64-apple-ios17.0", .iOS),
        ("iphonesimulator", "arm64-apple-ios17.0-simulator", .iOS),
        ("macosx", "arm64-apple-macosx14.0", .macOS),
        ("appletvos", "arm64-apple-tvos17.0", .iOS),
        ("appletvsimulator", "arm64-apple-tvos17.0-simulator", .iOS),
        ("watchos", "arm64_32-apple-watchos10.0", .iOS),
        ("watchsimulator", "arm64-apple-watchos10.0-simulator", .iOS),
        ("xros", "arm64-apple-xros1.0", .iOS),
        ("xrsimulator", "arm64-apple-xros1.0-simulator", .iOS),
    ]

    /// Reads what an SDK says of itself.
    ///
    /// - Throws: ``CheckFailure`` if the folder is not an SDK, is one of a platform that the package does not build for, or
    ///   has no SwiftData.
    package init(path: String, toolchain: Toolchain) throws {
        let files = FileManager.default
        guard files.fileExists(atPath: path) else {
            throw CheckFailure("SDK=\(path): there is no such folder")
        }
        struct Settings: Decodable {
            let canonicalName: String

            enum CodingKeys: String, CodingKey { case canonicalName = "CanonicalName" }
        }
        guard let data = files.contents(atPath: path + "/SDKSettings.json"),
            let settings = try? JSONDecoder().decode(Settings.self, from: data)
        else {
            throw CheckFailure(
                "SDK=\(path): this is not an SDK of Xcode, since it has no SDKSettings.json with a CanonicalName")
        }
        let name = settings.canonicalName
        guard let known = Self.targets.first(where: { name.hasPrefix($0.name) }) else {
            throw CheckFailure("SDK=\(path): the package does not build for \(name)")
        }
        let interfaces = path + "/usr/lib/swift/Swift.swiftmodule"
        let interface = (try? files.contentsOfDirectory(atPath: interfaces))?.sorted()
            .first { $0.hasSuffix(".swiftinterface") && !$0.contains("private") }
        guard let interface, let text = try? String(contentsOfFile: interfaces + "/" + interface, encoding: .utf8),
            let made = Self.compilerVersion(in: text)
        else {
            throw CheckFailure("SDK=\(path): it has no interface of the Swift library in usr/lib/swift")
        }
        guard files.fileExists(atPath: path + "/System/Library/Frameworks/SwiftData.framework") else {
            throw CheckFailure(
                "SDK=\(path): it has no SwiftData; take one of iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1 or later"
            )
        }
        let own = Self.compilerVersion(in: toolchain.version)
        note =
            made == own
            ? nil
            : "SDK=\(path) is of Swift \(made), and the compiler is of Swift \(own ?? "another version"): a finding in what "
                + "the newer one added may be false"
        folderName = (Self.folderNames.first { $0.lowercased() == known.name } ?? "MacOSX") + ".sdk"
        self.path = path
        target = known.target
        platform = known.platform
    }

    /// The major and minor version in a text such as `Apple Swift version 6.3.1 effective-5.10 (…)`.
    static func compilerVersion(in text: String) -> String? {
        guard let start = text.range(of: "Swift version ") else { return nil }
        let parts = text[start.upperBound...].prefix { $0.isNumber || $0 == "." }.split(separator: ".")
        return parts.count >= 2 ? parts.prefix(2).joined(separator: ".") : nil
    }

    /// The name of a module's file for the target, which has no versions: `arm64-apple-macos`.
    var moduleName: String {
        target.replacing("macosx", with: "macos").split(separator: "-").enumerated().map { index, part in
            index == 2 ? part.prefix { !$0.isNumber } : part
        }.joined(separator: "-")
    }

    /// The folder of the platform's own libraries, in which an Xcode has Testing and XCTest: `iPhoneOS.platform/Developer`.
    private var developerFolder: String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
            .path
    }

    /// The libraries of tests that are neither in the SDK nor in the platform's folder around it.
    var missingTestLibraries: [String] {
        ["Testing", "XCTest"].filter { name in
            let places = [
                "\(path)/System/Library/Frameworks/\(name).framework", "\(path)/usr/lib/swift/\(name).swiftmodule",
                "\(developerFolder)/Library/Frameworks/\(name).framework",
                "\(developerFolder)/usr/lib/\(name).swiftmodule",
            ]
            return !places.contains(where: FileManager.default.fileExists)
        }
    }

    /// What the compiler needs for the SDK. Its own resources are taken from the toolchain, without the modules for Linux.
    func arguments(toolchain: Toolchain, scratch: String) throws -> [String] {
        let resources = scratch + "/sdk-resources"
        // The compiler derives the platform from the folder's name.
        let link = scratch + "/sdk/" + folderName
        let files = FileManager.default
        do {
            if !files.fileExists(atPath: resources + "/module.modulemap") {
                if files.fileExists(atPath: resources) { try files.removeItem(atPath: resources) }
                try files.createDirectory(atPath: resources, withIntermediateDirectories: true)
                for name in ["clang", "shims", "apinotes", "host"] {
                    try files.createSymbolicLink(
                        atPath: resources + "/" + name, withDestinationPath: toolchain.root + "/lib/swift/" + name)
                }
                // With an SDK of 2025 or later the compiler looks for C modules in no folder within this one.
                let maps = ["SwiftShims", "_SwiftConcurrencyShims", "SwiftOverlayShims", "_SynchronizationShims"].map {
                    "extern module \($0) \"shims/module.modulemap\"\n"
                }
                try maps.joined().write(
                    toFile: resources + "/module.modulemap", atomically: true, encoding: .utf8)
            }
            try? files.removeItem(atPath: link)
            try files.createDirectory(atPath: scratch + "/sdk", withIntermediateDirectories: true)
            try files.createSymbolicLink(
                atPath: link, withDestinationPath: URL(fileURLWithPath: path).standardizedFileURL.path)
        } catch {
            throw CheckFailure("cannot prepare \(resources): \(error.localizedDescription)")
        }
        return [
            "-target", target, "-sdk", link, "-resource-dir", resources, "-F", developerFolder + "/Library/Frameworks",
            "-I", developerFolder + "/usr/lib",
        ]
    }
}
