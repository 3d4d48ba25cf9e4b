import Foundation
import PermafrostTestSupport
import Testing

/// A repository with two small versions and their fixtures, as a team commits it.
struct GateRepository {
    let folder: ScratchFolder

    /// - Parameter isCommitted: whether the folder is a git repository with everything committed.
    init(isCommitted: Bool = true) throws {
        folder = try ScratchFolder()
        for (file, text) in Self.sources() { try folder.write(text, to: file) }
        #expect(try Tool.run("freeze", "--all", "--quiet", in: folder).status == 0)
        guard isCommitted else { return }
        try folder.write(".cache\n", to: ".gitignore")
        try git("init", "--quiet", "--initial-branch", "main")
        try commit()
    }

    /// The sources, by path.
    static func sources() -> [String: String] { ["Sources/Notes.swift": versions(title: "String = \"\"")] }

    /// - Parameter title: the type of a property of version 1.0.0, with its default.
    private static func versions(title: String) -> String {
        func version(_ number: Int, _ title: String, _ more: String) -> String {
            """
            enum NotesV\(number): VersionedSchema {
                static var versionIdentifier: Schema.Version { Schema.Version(\(number), 0, 0) }
                static var models: [any PersistentModel.Type] { [Note.self] }
                @Model final class Note {
                    var title: \(title)
                    \(more)
                    init() {}
                }
            }

            """
        }
        return """
            import SwiftData

            \(version(1, title, ""))
            \(version(2, "String = \"\"", "var isPinned: Bool = false"))
            enum NotesPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
                static var stages: [MigrationStage] { [.lightweight(fromVersion: NotesV1.self, toVersion: NotesV2.self)] }
            }

            """
    }

    @discardableResult
    func git(_ arguments: String...) throws -> String {
        let author = [
            "-c", "user.name=Permafrost", "-c", "user.email=dev@permafrost.invalid", "-c", "commit.gpgsign=false",
            "-c", "protocol.file.allow=always",
        ]
        let result = try CommandResult.running(["git"] + author + arguments, in: folder.url)
        #expect(result.status == 0, "\(arguments): \(result)")
        return result.output
    }

    func commit() throws {
        try git("add", "--all")
        try git("commit", "--quiet", "--allow-empty", "--message", "change")
    }

    func run(_ arguments: String...) throws -> CommandResult {
        try Tool.run(arguments, in: folder.url, cache: folder)
    }

    /// Returns the codes of a check's findings with their severities: `PF0117 error`.
    func codes(_ arguments: String...) throws -> [String] {
        let result = try Tool.run(["check", "--format", "json"] + arguments, in: folder.url, cache: folder)
        return try Report(result).findings.map { "\($0["code"] ?? "") \($0["severity"] ?? "")" }
    }

    // MARK: Changes

    /// Edits the version that shipped.
    func editVersion() throws {
        try folder.write(Self.versions(title: "String?"), to: "Sources/Notes.swift")
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: folder.path(path)) }

    func move(_ path: String, to target: String) throws {
        let new = URL(filePath: folder.path(target))
        try FileManager.default.createDirectory(at: new.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: folder.path(path), toPath: new.path)
    }

    /// Replaces the fixture of 1.0.0 with one of today's declaration, without the tool's safeguards for git.
    func replaceFixture() throws {
        let elsewhere = try Tool.run(
            [
                "freeze", "1.0.0", "--fixtures", folder.path(".cache/elsewhere"), "--force-shipped", "--because",
                "test",
            ], in: folder.url, cache: folder)
        #expect(elsewhere.status == 0, "\(elsewhere)")
        try remove("Fixtures/1.0.0")
        try move(".cache/elsewhere/1.0.0", to: "Fixtures/1.0.0")
    }
}
