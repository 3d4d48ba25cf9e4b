import Foundation

/// The Swift toolchain that runs the check.
package struct Toolchain: Sendable {
    /// The toolchain's `usr` folder.
    package let root: String
    /// The first line of `swiftc --version`.
    package let version: String
    /// The target that it builds for: `x86_64-unknown-linux-gnu`.
    let target: String

    /// Finds the toolchain by a compiler's path, or in `PATH`.
    ///
    /// - Throws: ``CheckFailure`` if there is no compiler, or if the toolchain lacks SwiftSyntax, the index library, or
    ///   PackagePlugin.
    package init(compiler: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        let candidates =
            compiler.map { [$0] }
            ?? (environment["PATH"] ?? "").split(separator: ":").map { $0 + "/swiftc" }
        guard let found = candidates.first(where: FileManager.default.isExecutableFile) else {
            throw CheckFailure(
                "no Swift compiler: \(compiler.map { "\($0) isn't executable" } ?? "swiftc isn't in PATH")")
        }
        let url = URL(fileURLWithPath: found).resolvingSymlinksInPath()
        root = url.deletingLastPathComponent().deletingLastPathComponent().path
        for (file, purpose) in [
            ("lib/swift/host/SwiftSyntax.swiftmodule", "SwiftSyntax, which the command line and the macros import"),
            ("lib/libIndexStore.so", "the index library, which finds uses of newer symbols"),
            ("lib/swift/pm/PluginAPI/PackagePlugin.swiftmodule", "PackagePlugin, which the plugins import"),
        ] where !FileManager.default.fileExists(atPath: root + "/" + file) {
            throw CheckFailure(
                "the toolchain at \(root) has no \(file) (\(purpose)). Install a toolchain from swift.org for Linux.")
        }
        let information = try CommandRun(root + "/bin/swiftc", ["-print-target-info"], in: "/")
        struct Information: Decodable {
            struct Target: Decodable { let triple: String }
            let compilerVersion: String
            let target: Target
        }
        guard information.status == 0,
            let decoded = try? JSONDecoder().decode(Information.self, from: Data(information.output.utf8))
        else {
            throw CheckFailure("\(root)/bin/swiftc doesn't print its target: \(information.errors.firstLine)")
        }
        version = decoded.compilerVersion
        target = decoded.target.triple
    }

    /// Returns the path of one of the toolchain's programs.
    func program(_ name: String) -> String { root + "/bin/" + name }

    /// The folder of the toolchain's SwiftSyntax modules and libraries.
    var hostLibraries: String { root + "/lib/swift/host" }
    /// The folder of PackageDescription.
    var manifestInterface: String { root + "/lib/swift/pm/ManifestAPI" }
    /// The folder of PackagePlugin.
    var pluginInterface: String { root + "/lib/swift/pm/PluginAPI" }
}

extension String {
    /// The first line that isn't blank, without the spaces around it.
    var firstLine: String {
        let line = split(separator: "\n").first { !$0.allSatisfy(\.isWhitespace) }
        return line.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    }
}
