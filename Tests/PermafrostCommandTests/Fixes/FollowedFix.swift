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
        /// Makes an edit with the printed text between these words; without an end, the text ends with its sentence.
        case printed(after: String, upTo: String?, @Sendable (String, ScratchFolder) throws -> Void)

        /// The printed words with which the step begins.
        var words: String {
            switch self {
            case .command(let words), .edit(let words, _), .printed(let words, _, _): words
            }
        }
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

    /// Returns the row with another file in its project.
    func with(_ text: String, at path: String) -> FollowedFix {
        FollowedFix(code, about, by: gate, steps) { folder in
            try folder.write(text, to: path)
            try prepare(folder)
        }
    }

    /// Returns the command in a printed fix that starts with the given words. It ends with its sentence.
    static func command(_ start: String, in fix: String) -> String? {
        guard let range = fix.range(of: start) else { return nil }
        return start + text(in: fix[range.upperBound...], upTo: [". ", ", ", ": "])
    }

    /// Returns the text in a printed fix that follows the given words. Without an end, it ends with its sentence.
    static func text(after start: String, upTo end: String?, in fix: String) -> String? {
        guard let range = fix.range(of: start) else { return nil }
        let rest = fix[range.upperBound...]
        guard let end else { return text(in: rest, upTo: [". ", ", or "]) }
        return rest.range(of: end).map { String(rest[..<$0.lowerBound]) }
    }

    private static func text(in rest: Substring, upTo ends: [String]) -> String {
        String(rest[..<(ends.compactMap { rest.range(of: $0)?.lowerBound }.min() ?? rest.endIndex)])
    }
}

// MARK: Steps

extension FollowedFix.Step {
    /// Replaces texts of the source as the printed words ask.
    static func change(_ words: String, _ changes: (String, String)...) -> Self {
        .edit(words) { folder in
            for (old, new) in changes { try folder.edit(FollowedFix.file, old, new) }
        }
    }

    /// Replaces a text of the source by one with the printed text, which stands for the `…` in it.
    static func print(_ start: String, upTo end: String? = nil, _ old: String, as new: String = "…") -> Self {
        .printed(after: start, upTo: end) { try $1.edit(FollowedFix.file, old, new.replacing("…", with: $0)) }
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

    /// Returns the versions `AppV1`, `AppV2` and so on with a plan. Each version lists the models in its body.
    static func app(_ bodies: String..., stages: [String]? = nil, besides: String = "") -> String {
        let versions = bodies.indices.map { index in
            let listed = bodies[index].matches(of: #/(?:@Model (?:final )?class|// lists) (\w+)/#)
                .map { "\($0.output.1).self" }
            return """
                enum AppV\(index + 1): VersionedSchema {
                    static let versionIdentifier = Schema.Version(\(index + 1), 0, 0)
                    static var models: [any PersistentModel.Type] { [\(listed.joined(separator: ", "))] }
                    \(bodies[index].replacing("\n", with: "\n    "))
                }

                """
        }
        let schemas = bodies.indices.map { "AppV\($0 + 1).self" }.joined(separator: ", ")
        let written = stages ?? bodies.indices.dropFirst().map { lightweight($0, $0 + 1) }
        return """
            import Foundation
            import SwiftData
            \(versions.joined())
            enum AppPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [\(schemas)] }
                static var stages: [MigrationStage] { [\(written.joined(separator: ", "))] }
            }
            \(besides)

            """
    }

    /// Returns a lightweight stage of the plan `AppPlan`.
    static func lightweight(_ from: Int, _ to: Int) -> String {
        ".lightweight(fromVersion: AppV\(from).self, toVersion: AppV\(to).self)"
    }

    /// Returns a custom stage of the plan `AppPlan`.
    static func custom(_ from: Int, _ to: Int, will: String? = nil, did: String? = nil) -> String {
        func hook(_ code: String?) -> String { code.map { "{ context in\n\($0)\n}" } ?? "nil" }
        return ".custom(fromVersion: AppV\(from).self, toVersion: AppV\(to).self, willMigrate: \(hook(will)), "
            + "didMigrate: \(hook(did)))"
    }

    /// Returns the model `User` with the given members.
    static func user(_ members: String) -> String { "@Model final class User { \(members); init() {} }" }

    /// Returns the model `Pet` with the given members.
    static func pet(_ members: String = "var name: String?") -> String {
        "@Model final class Pet { \(members); init() {} }"
    }

    /// Returns a row for each way out of the finding of `lint`.
    static func lint(
        _ code: String, _ about: String, _ text: String, by gate: [String] = ["lint"], frozen: String? = nil,
        _ ways: Step...
    ) -> [FollowedFix] {
        ways.enumerated().map { index, step in
            FollowedFix(code, ways.count == 1 ? about : "\(about) (\(index + 1))", by: gate, [step]) { folder in
                if let frozen {
                    try folder.write(frozen, to: file)
                    try run("freeze", "--all", in: folder)
                }
                try folder.write(text, to: file)
            }
        }
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
