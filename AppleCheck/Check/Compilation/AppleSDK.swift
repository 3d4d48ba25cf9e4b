import Foundation

/// An Xcode SDK that replaces the stand-ins.
///
/// With an SDK, the compiler builds for the platform itself, so it knows all versions and types. Tests use a small
/// folder with the structure of an SDK. Only a run with a real SDK proves that the project's sources compile against
/// Apple's.
package struct AppleSDK: Sendable {
    /// The SDK's folder.
    let path: String
    /// The compiler's target: `arm64-apple-ios17.0`.
    let target: String
    /// The platform whose conditions apply.
    let platform: ApplePlatform
    /// Notes about the SDK for readers of the findings: for example, that another Swift version generated its
    /// interfaces, or that its folder is named after another platform.
    package let notes: [String]
    /// The folder name that the compiler expects: `MacOSX.sdk`.
    private let folderName: String

    /// The folder names that identify a platform to the compiler.
    private static let folderNames = [
        "iPhoneOS", "iPhoneSimulator", "MacOSX", "AppleTVOS", "AppleTVSimulator", "WatchOS", "WatchSimulator", "XROS",
        "XRSimulator",
    ]

    /// The compiler's target and the platform for each prefix of an SDK's name.
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

    /// Reads an SDK's settings and interfaces.
    ///
    /// - Throws: ``CheckFailure`` if the folder isn't an SDK, is for a platform that the package doesn't support, or
    ///   lacks SwiftData.
    package init(path: String, toolchain: Toolchain) throws {
        let files = FileManager.default
        let name = try SDKSettings(path: path).canonicalName
        guard let known = Self.targets.first(where: { name.hasPrefix($0.name) }) else {
            throw CheckFailure("SDK=\(path): the package doesn't support \(name)")
        }
        let interfaces = path + "/usr/lib/swift/Swift.swiftmodule"
        let names = ((try? files.contentsOfDirectory(atPath: interfaces)) ?? []).sorted()
            .filter { $0.hasSuffix(".swiftinterface") && !$0.contains("private") }
        guard let interface = names.first else {
            throw CheckFailure("SDK=\(path): it has no interface of the Swift standard library in usr/lib/swift")
        }
        // The names of every platform's interfaces contain its system: arm64e-apple-ios-simulator.
        let system = Self.moduleName(for: known.target).drop { $0 != "-" }
        guard let own = names.first(where: { $0.drop { $0 != "-" } == system + ".swiftinterface" }) else {
            throw CheckFailure(
                "SDK=\(path): its settings are for \(name), but its Swift library is for another platform (\(interface)). "
                    + "Use an unchanged SDK folder from Xcode")
        }
        guard let text = try? String(contentsOfFile: interfaces + "/" + own, encoding: .utf8),
            let made = Self.compilerVersion(in: text)
        else {
            throw CheckFailure("SDK=\(path): \(own) doesn't contain the version of its Swift compiler")
        }
        guard files.fileExists(atPath: path + "/System/Library/Frameworks/SwiftData.framework") else {
            throw CheckFailure(
                "SDK=\(path): it has no SwiftData. Use an SDK for iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1 or later"
            )
        }
        let compiler = Self.compilerVersion(in: toolchain.version)
        var notes: [String] = []
        let folder = URL(fileURLWithPath: path).lastPathComponent.lowercased()
        if let other = Self.targets.first(where: { folder.hasPrefix($0.name) }), other.name != known.name {
            notes.append(
                "SDK=\(path): its settings are for \(name), but its folder is named after another platform. The sources are "
                    + "checked for \(known.platform)")
        }
        if made != compiler {
            notes.append(
                "SDK=\(path): it was built with Swift \(made), but the compiler is Swift \(compiler ?? "(unknown version)"). "
                    + "Findings about features of the newer Swift may be false")
        }
        self.notes = notes
        folderName = (Self.folderNames.first { $0.lowercased() == known.name } ?? "MacOSX") + ".sdk"
        self.path = path
        target = known.target
        platform = known.platform
    }

    /// Returns the major and minor version in a text such as `Apple Swift version 6.3.1 effective-5.10 (…)`, or nil if
    /// the text contains no version.
    static func compilerVersion(in text: String) -> String? {
        guard let start = text.range(of: "Swift version ") else { return nil }
        let parts = text[start.upperBound...].prefix { $0.isNumber || $0 == "." }.split(separator: ".")
        return parts.count >= 2 ? parts.prefix(2).joined(separator: ".") : nil
    }

    /// The target's name in module files, which doesn't contain versions: `arm64-apple-macos`.
    var moduleName: String { Self.moduleName(for: target) }

    private static func moduleName(for target: String) -> String {
        target.replacing("macosx", with: "macos").split(separator: "-").enumerated().map { index, part in
            index == 2 ? part.prefix { !$0.isNumber } : part
        }.joined(separator: "-")
    }

    /// The folder of the platform's own libraries, where Xcode keeps Testing and XCTest: `iPhoneOS.platform/Developer`.
    private var developerFolder: String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
            .path
    }

    /// The test libraries that are neither in the SDK nor in the platform's folder around it.
    var missingTestLibraries: [String] {
        ["Testing", "XCTest"].filter { name in
            let places = [
                "\(path)/System/Library/Frameworks/\(name).framework",
                "\(path)/usr/lib/swift/\(name).swiftmodule",
                "\(developerFolder)/Library/Frameworks/\(name).framework",
                "\(developerFolder)/usr/lib/\(name).swiftmodule",
            ]
            return !places.contains(where: FileManager.default.fileExists)
        }
    }

    /// Returns the compiler's arguments for the SDK. The compiler uses the toolchain's resources without the modules
    /// for Linux. Creates links to these resources and to the SDK in `scratch`.
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
                // With an SDK from 2025 or later, the compiler doesn't search this folder's subfolders for C modules.
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
            throw CheckFailure("can't prepare \(resources): \(error.localizedDescription)")
        }
        return [
            "-target", target, "-sdk", link, "-resource-dir", resources, "-F",
            developerFolder + "/Library/Frameworks",
            "-I", developerFolder + "/usr/lib",
        ]
    }
}
