import Foundation
import PermafrostTestSupport
import Testing

@testable import AppleCheck

/// If the check can't run, it reports the reason in one line, with exit code 2.
@Suite("A check that can't run")
struct BadInputTests {
    /// A temporary folder.
    private final class Folder {
        let path = NSTemporaryDirectory() + "check-apple-\(UUID().uuidString)"

        func write(_ text: String, to file: String) throws {
            let url = URL(fileURLWithPath: path + "/" + file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: url, atomically: true, encoding: .utf8)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Returns the tool's exit code, standard output and standard error.
    private func run(_ arguments: [String], path: String? = nil) throws -> (Int32, String, String) {
        let process = Process()
        let output = Pipe()
        let errors = Pipe()
        process.executableURL = BuildFolder.program("check-apple")
        process.arguments = arguments
        if let path { process.environment = ["PATH": path] }
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let told = errors.fileHandleForReading.readDataToEndOfFile()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: said, as: UTF8.self), String(decoding: told, as: UTF8.self)
        )
    }

    private func expectRefusal(
        _ arguments: [String], path: String? = nil, saying text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (status, output, errors) = try run(arguments, path: path)
        #expect(status == 2, sourceLocation: sourceLocation)
        #expect(output.isEmpty, sourceLocation: sourceLocation)
        #expect(errors.hasPrefix("check-apple: "), sourceLocation: sourceLocation)
        #expect(errors.contains(text), "\(errors)", sourceLocation: sourceLocation)
        #expect(errors.split(separator: "\n").count == 1, "\(errors)", sourceLocation: sourceLocation)
    }

    private func sdk(_ folder: Folder, name: String, swift: String?, file: String = "arm64-apple-ios") throws
        -> [String]
    {
        try folder.write("{\"CanonicalName\": \"\(name)\"}", to: "SDKSettings.json")
        if let swift {
            try folder.write(
                "// swift-interface-format-version: 1.0\n// swift-compiler-version: Apple Swift version \(swift) (x)\n",
                to: "usr/lib/swift/Swift.swiftmodule/\(file).swiftinterface")
        }
        return [Bench.repository, folder.path + "/scratch", "--sdk", folder.path]
    }

    @Test("Invalid arguments")
    func usage() throws {
        try expectRefusal([], saying: "usage: check-apple REPOSITORY SCRATCH [--sdk PATH]")
        try expectRefusal(["a", "b", "--sdk"], saying: "usage:")
    }

    @Test("A path without an SDK")
    func wrongPath() throws {
        let folder = Folder()
        let path = folder.path + "/iPhoneOS.sdk"
        try expectRefusal(
            [Bench.repository, folder.path, "--sdk", path], saying: "SDK=\(path): the folder doesn't exist")
    }

    @Test("A folder that isn't an SDK")
    func wrongFolder() throws {
        let folder = Folder()
        try folder.write("", to: "file")
        try expectRefusal(
            [Bench.repository, folder.path, "--sdk", folder.path], saying: "this isn't an Xcode SDK")
    }

    @Test("An SDK of another platform, without Swift, or without SwiftData")
    func wrongSDK() throws {
        let folder = Folder()
        try expectRefusal(
            sdk(folder, name: "driverkit25.0", swift: nil), saying: "the package doesn't support driverkit25.0")
        try expectRefusal(
            sdk(folder, name: "iphoneos26.0", swift: nil), saying: "no interface of the Swift standard library")
        try expectRefusal(
            sdk(folder, name: "iphoneos16.0", swift: "5.8"), saying: "it has no SwiftData. Use an SDK for iOS 17")
    }

    @Test(
        "Settings without a platform",
        arguments: [
            ("SDKSettings.json", "{"), ("SDKSettings.json", "{\"CanonicalName\": 26}"),
            ("SDKSettings.plist", "<plist>"),
        ])
    func damagedSettings(file: String, text: String) throws {
        let folder = Folder()
        try folder.write(text, to: file)
        try expectRefusal(
            [Bench.repository, folder.path + "/scratch", "--sdk", folder.path], saying: "can't read the platform")
    }

    @Test("A file instead of an SDK")
    func file() throws {
        let folder = Folder()
        try folder.write("", to: "MacOSX.sdk")
        try expectRefusal(
            [Bench.repository, folder.path, "--sdk", folder.path + "/MacOSX.sdk"], saying: "this is a file")
    }

    @Test("An SDK with another platform's settings")
    func otherSettings() throws {
        let folder = Folder()
        try expectRefusal(
            sdk(folder, name: "macosx26.0", swift: "6.2"),
            saying: "its settings are for macosx26.0, but its Swift library is for another platform (arm64-apple-ios.")
        try expectRefusal(
            sdk(folder, name: "iphonesimulator26.0", swift: "6.2"),
            saying: "its settings are for iphonesimulator26.0, but its Swift library is for another platform")
    }

    @Test("An iOS SDK in a folder named after macOS is checked as iOS, with a note")
    func otherName() throws {
        let folder = Folder()
        let path = folder.path + "/MacOSX.sdk"
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>CanonicalName</key><string>iphoneos26.0</string></dict></plist>
            """, to: "MacOSX.sdk/SDKSettings.plist")
        try folder.write("", to: "MacOSX.sdk/System/Library/Frameworks/SwiftData.framework/SwiftData.tbd")
        let toolchain = try Toolchain()
        let version = try #require(toolchain.version.split(separator: " ").first { $0.first?.isNumber == true })
        try folder.write(
            "// swift-compiler-version: Apple Swift version \(version) (x)\n",
            to: "MacOSX.sdk/usr/lib/swift/Swift.swiftmodule/arm64-apple-ios.swiftinterface")
        let sdk = try AppleSDK(path: path, toolchain: toolchain)
        #expect(sdk.platform == .iOS)
        #expect(sdk.target == "arm64-apple-ios17.0")
        #expect(
            sdk.notes == [
                "SDK=\(path): its settings are for iphoneos26.0, but its folder is named after another platform. "
                    + "The sources are checked for iOS"
            ])
    }

    @Test("An SDK for another version of Swift is accepted, with a note")
    func otherVersion() throws {
        let folder = Folder()
        try folder.write("", to: "System/Library/Frameworks/SwiftData.framework/SwiftData.tbd")
        _ = try sdk(folder, name: "macosx14.0", swift: "5.9.2", file: "arm64e-apple-macos")
        let sdk = try AppleSDK(path: folder.path, toolchain: Toolchain())
        #expect(sdk.notes.map { $0.contains("built with Swift 5.9, but the compiler is Swift") } == [true])
        // Neither the SDK nor the folders around it have these libraries.
        #expect(sdk.missingTestLibraries == ["Testing", "XCTest"])
        let arguments = try sdk.arguments(toolchain: Toolchain(), scratch: folder.path + "/scratch")
        #expect(arguments.contains(folder.path + "/scratch/sdk/MacOSX.sdk"))
    }

    @Test("An SDK in its platform's folder has the test libraries")
    func testLibraries() throws {
        let folder = Folder()
        let sdk = "MacOSX.platform/Developer/SDKs/Any name.sdk/"
        try folder.write(
            "", to: "MacOSX.platform/Developer/Library/Frameworks/Testing.framework/Testing.tbd")
        try folder.write("", to: "MacOSX.platform/Developer/usr/lib/XCTest.swiftmodule/a.swiftinterface")
        try folder.write("", to: sdk + "System/Library/Frameworks/SwiftData.framework/SwiftData.tbd")
        try folder.write("{\"CanonicalName\": \"macosx26.0\"}", to: sdk + "SDKSettings.json")
        try folder.write(
            "// swift-compiler-version: Apple Swift version 6.2 (x)\n",
            to: sdk + "usr/lib/swift/Swift.swiftmodule/arm64e-apple-macos.swiftinterface")
        let found = try AppleSDK(path: folder.path + "/" + sdk, toolchain: Toolchain())
        #expect(found.missingTestLibraries.isEmpty)
        let arguments = try found.arguments(toolchain: Toolchain(), scratch: folder.path + "/scratch")
        for (option, place) in [("-F", "Library/Frameworks"), ("-I", "usr/lib")] {
            let folders = zip(arguments, arguments.dropFirst()).filter { $0.0 == option }.map(\.1)
            #expect(folders.contains { $0.hasSuffix("/MacOSX.platform/Developer/" + place) })
        }
    }

    @Test("No compiler, and a toolchain without SwiftSyntax")
    func wrongToolchain() throws {
        let folder = Folder()
        try folder.write("", to: "file")
        try expectRefusal([Bench.repository, folder.path], path: folder.path, saying: "swiftc isn't in PATH")
        try folder.write("#!/bin/sh\n", to: "bin/swiftc")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder.path + "/bin/swiftc")
        try expectRefusal(
            [Bench.repository, folder.path], path: folder.path + "/bin",
            saying: "has no lib/swift/host/SwiftSyntax.swiftmodule (SwiftSyntax")
    }

    @Test("A system without the C library's headers, and headers that changed")
    func wrongHeaders() throws {
        let folder = Folder()
        let change = DarwinHeaders.Change(header: "bits/a.h", pattern: "typedef [a-z]+ a_t;", replacement: "")
        func failure(_ system: String) throws -> String {
            do {
                _ = try DarwinHeaders(
                    in: folder.path + "/scratch", toolchain: Toolchain(), system: system, changes: [change])
                return ""
            } catch let failure as CheckFailure {
                return failure.description
            }
        }
        #expect(try failure(folder.path) == "can't read <bits/a.h> in \(folder.path): install the C library's headers")
        try folder.write("typedef int b_t;\n", to: "bits/a.h")
        #expect(
            try failure(folder.path).hasPrefix("\(folder.path)/bits/a.h doesn't declare what DarwinHeaders changes"))
        try folder.write("typedef int a_t;\n", to: "bits/a.h")
        #expect(try failure(folder.path) == "")
    }

    @Test("An SDK with the compiler's version is accepted")
    func rightSDK() throws {
        let folder = Folder()
        let toolchain = try Toolchain()
        let version = try #require(toolchain.version.split(separator: " ").first { $0.first?.isNumber == true })
        try folder.write("", to: "System/Library/Frameworks/SwiftData.framework/SwiftData.tbd")
        _ = try sdk(folder, name: "iphoneos26.0", swift: String(version))
        #expect(try AppleSDK(path: folder.path, toolchain: toolchain).notes == [])
    }
}
