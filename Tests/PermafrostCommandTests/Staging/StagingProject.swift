import Foundation
import PermafrostTestSupport

/// A project whose first version was edited after it shipped, with a plan that has stages or none.
struct StagingProject {
    /// The forms of the plan's `stages`.
    enum Stages: String, CaseIterable, Sendable {
        case some, none
        /// Without stages on macOS only.
        case partly
        /// Depends on a condition that sources don't determine.
        case unknown

        fileprivate func text(_ versions: [String]) -> String {
            let list = zip(versions, versions.dropFirst()).map {
                ".lightweight(fromVersion: \($0).self, toVersion: \($1).self)"
            }.joined(separator: ", ")
            switch self {
            case .some: return "static var stages: [MigrationStage] { [\(list)] }"
            case .none: return "static var stages: [MigrationStage] { [] }"
            case .partly:
                return "#if os(macOS)\n    static var stages: [MigrationStage] { [] }\n    #else\n    "
                    + "static var stages: [MigrationStage] { [\(list)] }\n    #endif"
            case .unknown:
                return "static var stages: [MigrationStage] {\n        if Flags.isNew { return [] }\n"
                    + "        return [\(list)]\n    }"
            }
        }
    }

    static let shipped = "var title: String = \"\""
    static let edited = shipped + "\nvar body: String?"
    static let second = edited + "\nvar stars: Int = 0"
    static let store = "Fixtures/1.0.0/App-1_0_0.sqlite"

    let folder: ScratchFolder

    /// Creates the project. Its first version is frozen and tagged as it shipped in v1.0. If it is edited, the edit is
    /// tagged as v1.1.
    ///
    /// - Parameters:
    ///   - members: the members of the versions' models, oldest first.
    ///   - isEdited: whether the first version is edited after it shipped.
    init(_ stages: Stages, _ members: [String] = [edited, second], isEdited: Bool = true) throws {
        folder = try ScratchFolder()
        try Self.git(["init", "--quiet"], folder)
        try folder.write(".cache\n", to: ".gitignore")
        try write([isEdited ? Self.shipped : members[0]], .none)
        try ship("v1.0")
        try freeze()
        if isEdited {
            try write([Self.edited], .none)
            try ship("v1.1")
        }
        try write(members, stages)
    }

    private func freeze() throws {
        let frozen = try Tool.run("freeze", "1.0.0", in: folder)
        guard frozen.status == 0 else { throw Failure(text: "\(frozen)") }
    }

    struct Failure: Error { let text: String }

    /// Writes the versions with the given members, the plan, and a container with the given version or the last one.
    func write(_ members: [String], _ stages: Stages, opening opened: Int? = nil) throws {
        let versions = members.indices.map { "NotesV\($0 + 1)" }
        for (index, members) in members.enumerated() {
            try folder.write(
                GoldenProject.version(versions[index], "\(index + 1), 0, 0", members),
                to: "Sources/\(versions[index]).swift")
        }
        let list = versions.map { "\($0).self" }.joined(separator: ", ")
        try folder.write(
            """
            import SwiftData

            enum NotesPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [\(list)] }
                \(stages.text(versions))
            }

            """, to: "Sources/NotesPlan.swift")
        try folder.write(
            """
            import SwiftData

            func notes() throws -> ModelContainer {
                try ModelContainer(
                    for: Schema(versionedSchema: NotesV\(opened ?? members.count).self), migrationPlan: NotesPlan.self)
            }

            """, to: "Sources/Container.swift")
    }

    func ship(_ tag: String) throws {
        try Self.git(["add", "--all"], folder)
        try Self.git(["commit", "--quiet", "--no-gpg-sign", "--message", tag], folder)
        try Self.git(["tag", "--no-sign", tag], folder)
    }

    private static func git(_ arguments: [String], _ folder: ScratchFolder) throws {
        try GitTests.History.git(arguments, folder)
    }
}
