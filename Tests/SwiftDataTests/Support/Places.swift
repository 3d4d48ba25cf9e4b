import Foundation
import PermafrostTestSupport
import Testing

/// The files that tests read, and temporary folders.
enum Places {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Compiler arguments with the locations of the package's system libraries.
    static var systemModuleArguments: [String] {
        ["CFileSystem", "COpenSSL", "CSQLite", "CZlib"].flatMap {
            ["-Xcc", "-fmodule-map-file=" + root.appendingPathComponent("Sources/\($0)/module.modulemap").path]
        }
    }

    /// Enables tests of real stores only if the stores are available.
    static let hasConformance: ConditionTrait = .enabled(Comment(rawValue: Evidence.stores.reason)) {
        try Evidence.stores.isUsable()
    }

    /// The folder with the stand-in for Apple's module, the list of documented symbols and the known differences.
    static let standIn = root.appendingPathComponent("AppleCheck/StandIns/SwiftData")

    /// Enables tests against the list of Apple's symbols only if the list is available.
    static let hasSpecification: ConditionTrait = .enabled(Comment(rawValue: Evidence.symbols.reason)) {
        try Evidence.symbols.isUsable()
    }

    static func fixture(_ plan: String, _ version: String, _ ending: String) -> URL {
        let name = version.replacing(".", with: "_")
        let file = ending == "sqlite" ? "App-\(name).sqlite" : "schema-\(name).\(ending)"
        return root.appendingPathComponent("Fixtures/\(plan)/\(version)/\(file)")
    }

    /// Runs `body` with a folder that is removed afterwards.
    static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swiftdata-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// Does the same with an asynchronous closure, on the caller's actor.
    static func withFolder<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (URL) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swiftdata-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    /// Copies a real store and its -wal to a folder. Returns the copy's URL.
    static func copy(ofStore name: String, in folder: URL) throws -> URL {
        try copy(RealStores.url(name), to: folder.appendingPathComponent(name))
    }

    /// Copies a file and its -wal. Returns the copy's URL.
    static func copy(_ source: URL, to target: URL) throws -> URL {
        for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: source.path + ending) {
            try FileManager.default.copyItem(atPath: source.path + ending, toPath: target.path + ending)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target.path + ending)
        }
        return target
    }
}
