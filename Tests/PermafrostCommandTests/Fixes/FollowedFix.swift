import Foundation
import PermafrostTestSupport
import Testing

/// A project with a finding, and the steps of the fix that the finding prints.
struct FollowedFix: Sendable, CustomTestStringConvertible {
    /// One step of a printed fix.
    enum Step: Sendable {
        /// Runs the printed command that starts with these words, exactly as it is printed.
        case command(String)
        /// Makes the edit that the printed words ask for.
        case edit(String, @Sendable (ScratchFolder) throws -> Void)
    }

    let code: String
    let about: String
    /// The command that reports the finding, and that must succeed after the fix.
    let gate: [String]
    let prepare: @Sendable (ScratchFolder) throws -> Void
    let steps: [Step]

    var testDescription: String { "\(code): \(about)" }

    init(
        _ code: String, _ about: String, by gate: [String] = ["check"], _ steps: [Step],
        _ prepare: @escaping @Sendable (ScratchFolder) throws -> Void
    ) {
        self.code = code
        self.about = about
        self.gate = gate
        self.steps = steps
        self.prepare = prepare
    }

    /// Returns the command in a printed fix that starts with the given words. It ends with its sentence.
    static func command(_ start: String, in fix: String) -> String? {
        guard let range = fix.range(of: start) else { return nil }
        let rest = fix[range.lowerBound...]
        let end = [". ", ", ", ": "].compactMap { rest.range(of: $0)?.lowerBound }.min() ?? rest.endIndex
        return String(rest[..<end])
    }
}

// MARK: Sources

extension FollowedFix {
    static let file = "Sources/App/Notes.swift"

    /// Returns a version of the model `Note`, nested in it.
    static func version(_ number: Int, _ members: String, identifier: String? = nil) -> String {
        """
        import SwiftData

        enum NotesV\(number): VersionedSchema {
            static let versionIdentifier = Schema.Version(\(identifier ?? "\(number), 0, 0"))
            static var models: [any PersistentModel.Type] { [Note.self] }

            @Model final class Note {
                \(members.replacing("\n", with: "\n        "))
                init() {}
            }
        }

        """
    }

    /// Returns a plan of these versions with lightweight stages.
    static func plan(_ numbers: Int...) -> String {
        let stages = zip(numbers, numbers.dropFirst()).map {
            ".lightweight(fromVersion: NotesV\($0).self, toVersion: NotesV\($1).self)"
        }
        return """

            enum NotesPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [\(numbers.map { "NotesV\($0).self" }.joined(separator: ", "))] }
                static var stages: [MigrationStage] { [\(stages.joined(separator: ", "))] }
            }

            """
    }

    static let first = version(1, "var title: String = \"\"\nvar stars: Int = 0")
    static let second = version(2, "var title: String = \"\"\nvar stars: Int = 0\nvar text: String?")

    static func write(_ text: String) -> @Sendable (ScratchFolder) throws -> Void {
        { try $0.write(text, to: file) }
    }

    static func edit(_ old: String, _ new: String) -> @Sendable (ScratchFolder) throws -> Void {
        { try $0.edit(file, old, new) }
    }

    /// Runs a command that prepares a project.
    static func run(_ arguments: String..., in folder: ScratchFolder) throws {
        let result = try Tool.run(arguments, in: folder.url, cache: folder)
        guard result.status == 0 else { throw Unprepared(arguments: arguments, output: "\(result)") }
    }

    struct Unprepared: Error {
        let arguments: [String]
        let output: String
    }

    /// Commits everything, including fixtures, as a release.
    static func release(_ tag: String, _ folder: ScratchFolder) throws {
        let repository = TaggedRepository(folder)
        try repository.ship(tag)
        try repository.git("add", "--all")
        try repository.git("commit", "--quiet", "--no-gpg-sign", "--allow-empty", "--message", "fixtures of \(tag)")
        try repository.git("tag", "--no-sign", "--force", tag)
    }
}
