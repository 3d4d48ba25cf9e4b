import Foundation

/// What lies beside the project, in `../shared`, because it is others' work: stores that Apple's frameworks wrote, and the list
/// of their symbols. Tests over it are skipped where it is missing, and `make test` ends with their number.
///
/// With `EVIDENCE=required` they fail there: `make` sets `PERMAFROST_EVIDENCE`.
public struct Evidence: Sendable {
    /// The real stores, and what an independent reader found in each.
    public static let stores = Evidence(in: "conformance", variable: "PERMAFROST_CONFORMANCE", holding: "stores")
    /// The list of Apple's public symbols.
    public static let symbols = Evidence(
        in: "spec", variable: "PERMAFROST_SPECIFICATION", holding: "swiftdata-symbols.tsv")
    /// Models with the version hashes that Apple's framework computed.
    public static let versionHashes = Evidence(
        in: "spec", variable: "PERMAFROST_SPECIFICATION", holding: "version-hash-vectors.json")

    /// Where the evidence is looked for.
    public let url: URL
    /// Why tests are skipped. `Scripts/test` counts by its first words.
    public let reason: String

    private init(in folder: String, variable: String, holding name: String) {
        let environment = ProcessInfo.processInfo.environment
        let parent =
            environment[variable].map { URL(filePath: $0) }
            ?? SourceTree.root.deletingLastPathComponent().appending(path: "shared/\(folder)")
        url = parent.appending(path: name)
        reason = "No evidence: ../shared/\(folder)/\(name) is missing; \(variable) can name its folder."
    }

    /// Whether the evidence is there.
    public var isPresent: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Whether tests over it run. Throws where it is missing and required, so that they fail.
    public func isUsable() throws -> Bool {
        if !isPresent, ProcessInfo.processInfo.environment["PERMAFROST_EVIDENCE"] == "required" {
            throw Missing(description: reason)
        }
        return isPresent
    }

    /// Evidence is required, and missing.
    public struct Missing: Error, CustomStringConvertible {
        /// What is missing.
        public let description: String
    }
}

/// The real stores, by their names.
public enum RealStores {
    /// The names of those that begin with a prefix: none where the evidence is missing.
    public static func names(_ prefix: String = "") -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Evidence.stores.url.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) && ($0.hasSuffix(".sqlite") || $0.hasSuffix(".store")) }.sorted()
    }

    /// Where a store is.
    public static func url(_ name: String) -> URL { Evidence.stores.url.appending(path: name) }

    /// What an independent reader found in a store, as JSON.
    public static func expected(_ name: String) throws -> Data {
        try Data(contentsOf: url(name + ".expected.json"))
    }
}
