import Foundation

@testable import AppleCheck

/// A folder with the layout of a macOS SDK: the toolchain's standard library and the stand-in for SwiftData, both as
/// interfaces for Apple's platform, and a Foundation with a few types.
///
/// It has neither Testing nor XCTest, because no SDK has them, and its name doesn't contain its platform.
struct SmallSDK {
    /// The folder's path. The folder is kept between runs, so that the standard library is compiled once.
    let path: String

    /// The compiler version in the interfaces, which isn't the toolchain's.
    static let swiftVersion = "6.2"

    init(toolchain: Toolchain, in scratch: String) throws {
        path = scratch + "/small sdk"
        for module in [
            "Swift", "_Concurrency", "_StringProcessing", "SwiftOnoneSupport", "Observation", "_Builtin_float",
        ] {
            let source = "\(toolchain.root)/lib/swift/linux/\(module).swiftmodule/\(toolchain.target).swiftinterface"
            try write(
                Self.forMacOS(String(contentsOfFile: source, encoding: .utf8)),
                to: "usr/lib/swift/\(module).swiftmodule")
        }
        try write(
            Self.foundation,
            to: "System/Library/Frameworks/Foundation.framework/Modules/Foundation.swiftmodule")
        let swiftData = Bench.repository + "/AppleCheck/StandIns/SwiftData/SwiftData.swiftinterface"
        try write(
            Self.retargeted(String(contentsOfFile: swiftData, encoding: .utf8)),
            to: "System/Library/Frameworks/SwiftData.framework/Modules/SwiftData.swiftmodule")
        try write(
            #"{"CanonicalName": "macosx26.0", "Version": "26.0", "MaximumDeploymentTarget": "26.0.99"}"#,
            to: "", name: "SDKSettings.json")
    }

    /// Writes a file unless it already has that text, so that its compiled module stays valid.
    private func write(_ text: String, to folder: String, name: String = "arm64-apple-macos.swiftinterface") throws {
        let file = URL(fileURLWithPath: "\(path)/\(folder)/\(name)")
        if let present = try? String(contentsOf: file, encoding: .utf8), present == text { return }
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// Returns a Linux module's interface as one for macOS.
    private static func forMacOS(_ text: String) -> String {
        var text = text.replacing("-target x86_64-unknown-linux-gnu", with: target)
            .replacing("-target aarch64-unknown-linux-gnu", with: target)
            .replacing(
                "// swift-compiler-version: Swift version 6.3", with: "// swift-compiler-version: Swift version 6.2")
        text.replace(/\n[a-z @_]*import Glibc/, with: "")
        // On Linux, functions that are back-deployed into apps have no body, and Float80 uses functions of the C
        // library.
        text.replace(/@backDeployed\([^)]*\)/, with: "")
        text.replace(/self = _stdlib_(remainderl\(self, other\)|squareRootl\(self\))/, with: "")
        return text
    }

    // The standard library's declarations for newer systems use each other.
    private static let target = "-disable-availability-checking -target arm64-apple-macosx14.0"

    /// Returns the stand-in for SwiftData for Apple's platform. The compiler knows the availability versions in it only
    /// there.
    private static func retargeted(_ text: String) -> String {
        text.replacing("-swift-version 5", with: "-swift-version 5 -target arm64-apple-macosx14.0")
    }
}
