import Foundation

/// The modules that the check needs and an SDK lacks, built for the SDK's platform: the module that expansions of
/// `#Predicate` name, and the test libraries, which Xcode keeps outside its SDKs.
struct SDKStandIns: Sendable {
    /// The compiler's arguments for the SDK and these modules.
    let arguments: [String]
    /// The test libraries that the SDK lacks and the check can't provide. This is `Testing`, or empty.
    let missingTestLibraries: [String]

    /// The module that the toolchain's `#Predicate` names. In an SDK, it is Foundation.
    static let predicateModule = "FoundationEssentials"

    /// Builds the modules. Modules of an earlier check are rebuilt because they may be for another SDK.
    ///
    /// - Parameters:
    ///   - sources: the folder with the sources of the stand-ins.
    ///   - scratch: the folder for all written files.
    init(sdk: AppleSDK, sources: String, scratch: String, toolchain: Toolchain) throws {
        let modules = scratch + "/sdk-modules"
        let files = FileManager.default
        do {
            if files.fileExists(atPath: modules) { try files.removeItem(atPath: modules) }
            try files.createDirectory(atPath: modules, withIntermediateDirectories: true)
            try "@_exported import Foundation\n".write(
                toFile: modules + "/\(Self.predicateModule).swift", atomically: false, encoding: .utf8)
        } catch {
            throw CheckFailure("can't prepare \(modules): \(error.localizedDescription)")
        }
        let platform = try sdk.arguments(toolchain: toolchain, scratch: scratch)
        arguments = platform + ["-I", modules]
        var made = [(name: Self.predicateModule, source: modules + "/\(Self.predicateModule).swift")]
        if sdk.missingTestLibraries.contains("XCTest") { made.append(("XCTest", sources + "/XCTest/XCTest.swift")) }
        for (name, source) in made {
            let run = try CommandRun(
                toolchain.program("swift-frontend"),
                [
                    "-frontend", "-emit-module", "-module-name", name, "-o", "\(modules)/\(name).swiftmodule",
                    "-parse-as-library", "-swift-version", "5", "-module-cache-path", scratch + "/module-cache",
                ] + platform + [source], in: scratch)
            guard run.status == 0 else {
                throw CheckFailure("can't build \(name) for \(sdk.target):\n\(run.errors)")
            }
        }
        let needsTesting = sdk.missingTestLibraries.contains("Testing")
        let madeTesting =
            try needsTesting && Self.writeTesting(for: sdk, to: modules + "/Testing.swiftmodule", toolchain: toolchain)
        missingTestLibraries = needsTesting && !madeTesting ? ["Testing"] : []
    }

    /// Returns the import to compile before a source that uses `#Predicate` or `#Expression`: the module that their
    /// expansions name. Returns an empty string for any other source.
    ///
    /// The module exports Foundation, so it isn't imported into a source that forgets to import Foundation.
    static func preamble(for text: String) -> String {
        let usesMacro = text.contains("#Predicate") || text.contains("#Expression")
        return usesMacro && text.contains("import Foundation\n") ? "import \(predicateModule)\n" : ""
    }

    /// Writes the interface of the toolchain's Swift Testing for an SDK's platform. Returns false if the toolchain has
    /// none.
    private static func writeTesting(for sdk: AppleSDK, to folder: String, toolchain: Toolchain) throws -> Bool {
        let place = toolchain.root + "/lib/swift/linux/Testing.swiftmodule"
        let files = FileManager.default
        guard files.fileExists(atPath: place) else { return false }
        do {
            let names = try files.contentsOfDirectory(atPath: place).sorted()
            guard let name = names.first(where: { $0.hasSuffix(".swiftinterface") && !$0.contains(".private.") }) else {
                return false
            }
            let text = try String(contentsOfFile: place + "/" + name, encoding: .utf8)
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try retargeted(text, to: sdk.target).write(
                toFile: "\(folder)/\(sdk.moduleName).swiftinterface", atomically: false, encoding: .utf8)
            return true
        } catch {
            throw CheckFailure("can't write \(folder): \(error.localizedDescription)")
        }
    }

    /// Returns an interface with the given target in its flags, and without the flag `-disable-objc-interop`.
    static func retargeted(_ interface: String, to target: String) -> String {
        interface.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            guard line.hasPrefix("// swift-module-flags: ") else { return String(line) }
            var words = line.split(separator: " ").map(String.init)
            if let index = words.firstIndex(of: "-target"), index + 1 < words.count { words[index + 1] = target }
            return words.filter { $0 != "-disable-objc-interop" }.joined(separator: " ")
        }.joined(separator: "\n")
    }
}
