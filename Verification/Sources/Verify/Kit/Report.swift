import Foundation

/// The result of a run. It contains the information that Permafrost's maintainers need, and nothing about the user.
struct Report: Codable {
    var formatVersion = 1
    let platform: String
    let systemVersion: String
    let architecture: String
    /// The versions of Core Data that wrote the stores.
    let frameworkVersions: [Int]
    let results: [ProbeResult]

    init(_ results: [ProbeResult]) {
        #if os(Linux)
            platform = "Linux"
        #else
            platform = "macOS"
        #endif
        #if arch(arm64)
            architecture = "arm64"
        #else
            architecture = "x86_64"
        #endif
        let version = ProcessInfo.processInfo.operatingSystemVersion
        systemVersion = "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
        frameworkVersions = Set(results.compactMap(\.frameworkVersion)).sorted()
        self.results = results
    }

    func count(_ verdict: ProbeResult.Verdict) -> Int { results.count { $0.verdict == verdict } }

    /// The exit code: 1 if a probe differs from its prediction, and otherwise 0. Known differences on Linux don't
    /// count.
    var exitCode: Int32 { count(.differs) > 0 ? 1 : 0 }

    // MARK: Files

    static let jsonName = "verification.json"
    static let tableName = "verification.txt"

    /// Writes the result and the table to a folder, and creates the folder if it is missing.
    func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: folder.appendingPathComponent(Self.jsonName))
        try Data((Table(self).text + "\n").utf8).write(to: folder.appendingPathComponent(Self.tableName))
    }
}
