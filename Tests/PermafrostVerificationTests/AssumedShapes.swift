import Foundation

/// The shapes of declarations whose version hash is assumed, from `AssumedShapes.json`.
struct AssumedShapes: Decodable {
    struct Shape: Decodable {
        /// The text in a fixture's `hashAssumptions`; `*` represents any text.
        let shape: String
        let title: String
        /// The probes that settle the shape.
        let probes: [String]
        /// The reason why no probe settles it.
        let reason: String?

        /// Returns whether a text in `hashAssumptions` has this shape.
        func covers(_ text: String) -> Bool {
            let parts = shape.split(separator: "*", omittingEmptySubsequences: false)
            guard parts.count > 1 else { return shape == text }
            guard let first = parts.first, let last = parts.last else { return false }
            return text.hasPrefix(first) && text.hasSuffix(last) && text.count >= first.count + last.count
        }
    }

    let formatVersion: Int
    let shapes: [Shape]

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    init() throws {
        let file = Self.root.appending(path: "Verification/AssumedShapes.json")
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    }
}

/// The results from a Mac, in a `verification.json` that someone sent.
struct SentResult {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct Report: Decodable {
        struct Result: Decodable {
            let probe: String
            let verdict: String
        }

        let formatVersion: Int
        let platform: String
        let systemVersion: String
        let frameworkVersions: [Int]
        let results: [Result]
    }

    /// The system: `macOS 26.1.0`.
    let system: String
    let frameworkVersions: [Int]
    /// The verdicts by probe name.
    let verdicts: [String: String]

    /// Reads a result.
    ///
    /// - Throws: ``Failure`` if the file isn't a result, or is a result from Linux, which proves nothing about Apple's
    ///   framework.
    init(_ file: URL) throws {
        let name = file.lastPathComponent
        guard let report = try? JSONDecoder().decode(Report.self, from: Data(contentsOf: file)),
            report.formatVersion == 1
        else { throw Failure(description: "\(name) isn't a verification.json of format 1") }
        guard report.platform == "macOS" else {
            throw Failure(
                description: "\(name) is a result of \(report.platform), and only Apple's framework settles a shape")
        }
        system = "macOS \(report.systemVersion)"
        frameworkVersions = report.frameworkVersions
        verdicts = Dictionary(report.results.map { ($0.probe, $0.verdict) }) { first, _ in first }
    }

    /// Returns the results in a folder, by file name; empty if there is no folder.
    static func all(in folder: URL) throws -> [SentResult] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.map(SentResult.init)
    }
}
