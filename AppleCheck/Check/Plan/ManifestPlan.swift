import Foundation

/// The package's build plan for Apple platforms.
///
/// A manifest is evaluated for the platform that it runs on. The plan is therefore made for a copy of the sources whose
/// manifest takes the other branch. In the copy, the package `swift-syntax` is a stand-in with the product names of the
/// real one: SwiftPM looks up every product when it plans, and fails if a name is wrong.
package struct ManifestPlan: Sendable {
    /// The modules that SwiftPM would compile, ordered so that each module comes after its imports.
    package let units: [CheckUnit]
    /// The package's plugins. Each plugin is a unit that can import only SwiftPM's modules.
    package let plugins: [CheckUnit]
    /// The names of the package's products. SwiftPM adds a product for each executable target that has none.
    package let products: [String]
    /// The names of the package's targets.
    package let targets: [String]
    /// The errors that SwiftPM reports. If there are any, the other properties are empty.
    package let findings: [Finding]

    /// Plans the package of a repository.
    ///
    /// - Parameters:
    ///   - repository: the repository's folder.
    ///   - scratch: a folder for the copy and SwiftPM's files.
    ///   - manifest: the text of the manifest; nil for the repository's own.
    package init(repository: String, scratch: String, toolchain: Toolchain, manifest: String? = nil) throws {
        let text = try manifest ?? String(contentsOfFile: repository + "/Package.swift", encoding: .utf8)
        let copy = scratch + "/" + Self.identity
        try Self.copy(repository, to: copy, manifest: Self.appleManifest(text))
        try Self.writeSwiftSyntax(at: scratch + "/swift-syntax")
        // Tests are run with a part of the manifest's targets, but the plan has all of them.
        let environment = ["PERMAFROST_TESTS": ""]
        let run = try CommandRun(
            toolchain.program("swift-build"),
            ["--package-path", copy, "--scratch-path", scratch + "/plan", "--print-manifest-job-graph"], in: copy,
            environment: environment)
        guard run.status == 0 else {
            findings = Self.findings(in: run.errors, manifest: text)
            units = []
            plugins = []
            products = []
            targets = []
            return
        }
        findings = []
        let jobs = try String(contentsOfFile: scratch + "/plan/debug.yaml", encoding: .utf8)
        let described = try CommandRun(
            toolchain.program("swift-package"),
            ["--package-path", copy, "--scratch-path", scratch + "/plan", "describe", "--type", "json"], in: copy,
            environment: environment)
        guard described.status == 0 else {
            throw CheckFailure("swift package describe failed: \(described.errors.firstLine)")
        }
        let description: PackageDescription
        do {
            description = try JSONDecoder().decode(PackageDescription.self, from: Data(described.output.utf8))
        } catch {
            throw CheckFailure("can't decode the output of swift package describe: \(error)")
        }
        let modules = try PlannedModule.modules(in: jobs, below: copy + "/")
        products = description.products.map(\.name)
        targets = description.targets.map(\.name)
        let deviceModules = description.deviceModules
        units = try PlannedModule.ordered(modules).map { module in
            try CheckUnit(
                name: module.name,
                sources: module.files.map { try CheckUnit.Source(repository: repository, path: $0) },
                dependencies: module.dependencies,
                platforms: deviceModules.contains(module.name) ? ApplePlatform.allCases : [.macOS],
                packageName: Self.identity, arguments: module.arguments,
                isScript: module.files.contains { $0.hasSuffix("/main.swift") })
        }
        plugins = try description.targets.filter { $0.type == "plugin" }.map { target in
            try CheckUnit(
                name: target.name,
                sources: target.sources.map { name in
                    try CheckUnit.Source(repository: repository, path: target.path + "/" + name)
                },
                platforms: [.macOS], packageName: nil,
                arguments: ["-I", toolchain.pluginInterface, "-package-description-version", "6.2.0"])
        }
    }

    /// The package's identity, which is the name of the copy's folder.
    static let identity = "permafrost"

    private static func copy(_ repository: String, to copy: String, manifest: String) throws {
        let files = FileManager.default
        do {
            if files.fileExists(atPath: copy) { try files.removeItem(atPath: copy) }
            try files.createDirectory(atPath: copy, withIntermediateDirectories: true)
            let names = try files.contentsOfDirectory(atPath: repository)
            for name in names where !name.hasPrefix(".") && name != "Package.swift" {
                try files.copyItem(atPath: repository + "/" + name, toPath: copy + "/" + name)
            }
            try manifest.write(toFile: copy + "/Package.swift", atomically: false, encoding: .utf8)
        } catch {
            throw CheckFailure("can't copy the package to \(copy): \(error.localizedDescription)")
        }
    }

    // MARK: The manifest

    /// Returns the manifest's text with the conditions of macOS and with the stand-in for swift-syntax. Its line
    /// numbers don't change.
    static func appleManifest(_ text: String) -> String {
        let lines = ConditionRewriting.text(text, for: .macOS).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { line -> String in
            guard let start = line.range(of: ".package(url:"), line.contains("/swift-syntax.git\"") else {
                return String(line)
            }
            let rest = line[start.lowerBound...]
            let end = rest.firstIndex(of: ")").map { rest.index(after: $0) } ?? rest.endIndex
            return line[..<start.lowerBound] + ".package(path: \"../swift-syntax\")" + rest[end...]
        }.joined(separator: "\n")
    }

    /// The products that every release of swift-syntax from 600.0.0 to 603.0.2 has, named as in its manifest.
    static let swiftSyntaxProducts = [
        "SwiftBasicFormat", "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftIDEUtils", "SwiftOperators", "SwiftParser",
        "SwiftParserDiagnostics", "SwiftRefactor", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
        "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacrosTestSupport", "SwiftSyntaxMacrosGenericTestSupport",
        "_SwiftCompilerPluginMessageHandling",
    ]

    private static func writeSwiftSyntax(at folder: String) throws {
        let products = swiftSyntaxProducts.map {
            "\n        .library(name: \"\($0)\", targets: [\"SwiftSyntaxStandIn\"]),"
        }
        let manifest = """
            // swift-tools-version: 5.9
            import PackageDescription

            let package = Package(
                name: "swift-syntax",
                products: [\(products.joined())
                ],
                targets: [.target(name: "SwiftSyntaxStandIn")]
            )

            """
        do {
            let sources = folder + "/Sources/SwiftSyntaxStandIn"
            try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
            try manifest.write(toFile: folder + "/Package.swift", atomically: true, encoding: .utf8)
            try "".write(toFile: sources + "/Empty.swift", atomically: true, encoding: .utf8)
        } catch {
            throw CheckFailure("can't write the stand-in for swift-syntax: \(error.localizedDescription)")
        }
    }

    // MARK: SwiftPM's errors

    /// Returns the findings in SwiftPM's standard error. Each is placed at the first name in its message that the
    /// manifest contains.
    static func findings(in errors: String, manifest: String) -> [Finding] {
        let lines = errors.split(separator: "\n").map(String.init)
        // The compiler's errors in the manifest already have locations.
        let compiled = lines.compactMap { line -> Finding? in
            guard let start = line.range(of: "/Package.swift:"), let end = line.range(of: ": error: ") else {
                return nil
            }
            let numbers = line[start.upperBound..<end.lowerBound].split(separator: ":").compactMap { Int($0) }
            guard numbers.count == 2 else { return nil }
            return Finding(
                file: "Package.swift", line: numbers[0], column: numbers[1], message: String(line[end.upperBound...]))
        }
        guard compiled.isEmpty else { return compiled }
        var messages: [String] = lines.compactMap { line in
            line.range(of: "error: ").map { String(line[$0.upperBound...]) }
        }
        if messages.isEmpty { messages = [lines.first ?? "SwiftPM can't plan the package"] }
        return messages.map { message in
            let parts = message.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
            let names = parts.indices.filter { !$0.isMultiple(of: 2) }.map { parts[$0] }.filter { $0 != identity }
            let found = names.lazy.compactMap { name in place(of: "\"\(name)\"", in: manifest) }.first
            return Finding(
                file: "Package.swift", line: found?.line ?? 1, column: found?.column ?? 1,
                message: "SwiftPM can't plan the manifest for Apple platforms: \(message)")
        }
    }

    private static func place(of text: String, in manifest: String) -> (line: Int, column: Int)? {
        for (index, line) in manifest.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let range = line.range(of: text) {
                return (index + 1, line.utf8.distance(from: line.startIndex, to: range.lowerBound) + 1)
            }
        }
        return nil
    }
}

extension CheckUnit.Source {
    /// Reads a file of a repository.
    package init(repository: String, path: String) throws {
        do {
            self.init(path: path, text: try String(contentsOfFile: repository + "/" + path, encoding: .utf8))
        } catch {
            throw CheckFailure("can't read \(path): \(error.localizedDescription)")
        }
    }
}
