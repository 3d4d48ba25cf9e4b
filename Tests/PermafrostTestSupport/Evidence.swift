import Foundation

/// Files that others created, in `../shared` next to the project: stores that Apple's frameworks wrote, and the list of
/// their symbols. Tests that use a missing file are skipped, and `make test` ends with the number of skipped tests.
///
/// With `EVIDENCE=required` these tests fail instead: `make` sets `PERMAFROST_EVIDENCE`.
public struct Evidence: Sendable {
    /// The real stores, and an independent reader's findings for each.
    public static let stores = Evidence(in: "conformance", variable: "PERMAFROST_CONFORMANCE", holding: "stores")
    /// The list of Apple's public symbols.
    public static let symbols = Evidence(
        in: "spec", variable: "PERMAFROST_SPECIFICATION", holding: "swiftdata-symbols.tsv")
    /// Models with the version hashes that Apple's framework computed.
    public static let versionHashes = Evidence(
        in: "spec", variable: "PERMAFROST_SPECIFICATION", holding: "version-hash-vectors.json")

    /// The expected location of the evidence.
    public let url: URL
    /// The reason for skipping tests. `Scripts/test` counts skipped tests by its first words.
    public let reason: String

    private init(in folder: String, variable: String, holding name: String) {
        let environment = ProcessInfo.processInfo.environment
        let parent =
            environment[variable].map { URL(filePath: $0) }
            ?? SourceTree.root.deletingLastPathComponent().appending(path: "shared/\(folder)")
        url = parent.appending(path: name)
        reason = "No evidence: ../shared/\(folder)/\(name) is missing. To use a different folder, set \(variable)."
    }

    /// Whether the evidence exists.
    public var isPresent: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Returns whether tests that use the evidence run. Throws if the evidence is required but missing, so that these
    /// tests fail.
    public func isUsable() throws -> Bool {
        if !isPresent, ProcessInfo.processInfo.environment["PERMAFROST_EVIDENCE"] == "required" {
            throw Missing(description: reason)
        }
        return isPresent
    }

    /// An error that reports required evidence as missing.
    public struct Missing: Error, CustomStringConvertible {
        /// The missing evidence.
        public let description: String
    }
}

/// The real stores, identified by their file names.
public enum RealStores {
    /// Returns the file names that begin with a prefix, sorted; empty if the evidence is missing.
    public static func names(_ prefix: String = "") -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Evidence.stores.url.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) && ($0.hasSuffix(".sqlite") || $0.hasSuffix(".store")) }.sorted()
    }

    /// Returns a store's location.
    public static func url(_ name: String) -> URL { Evidence.stores.url.appending(path: name) }

    /// Returns an independent reader's findings for a store, as JSON.
    public static func expected(_ name: String) throws -> Data {
        try Data(contentsOf: url(name + ".expected.json"))
    }
}
