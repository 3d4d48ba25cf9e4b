import Foundation
import PermafrostTestSupport
import Testing

/// The output of `swift-symbolgraph-extract` for a module's public symbols.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Identifier: Decodable { var precise: String }
        struct Kind: Decodable { var identifier: String }
        struct Fragment: Decodable {
            var kind: String
            var spelling: String
        }
        var identifier: Identifier
        var kind: Kind
        /// The names of the types around the symbol, followed by its own name with labels.
        var pathComponents: [String]
        /// The declaration, in parts.
        var declarationFragments: [Fragment]

        /// Whether the symbol comes from a protocol of another module.
        var isSynthesized: Bool { identifier.precise.contains("::SYNTHESIZED::") }
        /// Whether the name of the symbol, or of a type around it, begins with an underscore, so that it is for the
        /// module's own macros.
        var isUnderscored: Bool { pathComponents.contains { $0.hasPrefix("_") } }
    }

    struct Relationship: Decodable {
        var kind: String
        var source: String
        var target: String
        /// The target's name with its module's name, if the target belongs to another module.
        var targetFallback: String?
    }

    var symbols: [Symbol] = []
    var relationships: [Relationship] = []

    /// Returns the graph of the SwiftData module that these tests are built with.
    static func ofModule() throws -> SymbolGraph {
        try extract(["-I", BuildFolder.url.appendingPathComponent("Modules").path] + Places.systemModuleArguments)
    }

    /// Returns the graph of the stand-in for Apple's module.
    static func ofStandIn() throws -> SymbolGraph {
        try Places.withFolder { folder in
            let interface = Places.standIn.appendingPathComponent("SwiftData.swiftinterface")
            let module = folder.appendingPathComponent("SwiftData.swiftmodule")
            try run([
                "swiftc", "-frontend", "-compile-module-from-interface", interface.path, "-o", module.path,
                "-module-name", "SwiftData",
            ])
            return try extract(["-I", folder.path])
        }
    }

    /// Returns the graph of the `SwiftData` module that the arguments select.
    private static func extract(_ arguments: [String]) throws -> SymbolGraph {
        try Places.withFolder { folder in
            let target = BuildFolder.url.deletingLastPathComponent().lastPathComponent
            try run(
                [
                    "swift-symbolgraph-extract", "-module-name", "SwiftData", "-target", target, "-output-dir",
                    folder.path, "-minimum-access-level", "public",
                ] + arguments)
            var graph = SymbolGraph()
            for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            where file.pathExtension == "json" {
                let part = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
                graph.symbols += part.symbols
                graph.relationships += part.relationships
            }
            return graph
        }
    }

    /// Runs a program of the toolchain.
    static func run(_ command: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(command[0]) failed: \(output)")
    }

    /// The names of the protocols that each type conforms to, keyed by the type's name including the enclosing types.
    ///
    /// Protocols such as `Copyable`, which every type conforms to unless it suppresses them, are omitted.
    var conformances: [String: Set<String>] {
        let paths = Dictionary(
            symbols.map { ($0.identifier.precise, $0) }, uniquingKeysWith: { first, _ in first })
        var result: [String: Set<String>] = [:]
        for relationship in relationships where relationship.kind == "conformsTo" {
            guard let type = paths[relationship.source], !type.isUnderscored else { continue }
            let target = paths[relationship.target]?.pathComponents.joined(separator: ".")
            guard let name = target ?? relationship.targetFallback?.split(separator: ".").last.map(String.init),
                !["Copyable", "Escapable", "SendableMetatype"].contains(name)
            else { continue }
            result[type.pathComponents.joined(separator: "."), default: []].insert(name)
        }
        return result
    }
}
