import Foundation
import PermafrostTestSupport
import Testing

/// `new-version --onto`: two branches add a version with the same number, in a project with two plans.
@Suite struct RenumberedVersionTests {
    typealias Repository = MergedBranchTests.Repository

    private static let stars = Repository.trip + "\nvar stars: Int = 0"
    private static let note = stars + "\nvar note: String?"
    private static let length = stars + "\nvar length: Int?"
    private static let listed = [("TripsV1", "TripsV2"), ("TripsV2", "TripsV3")]

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let mine: MergedBranchTests.Edit
        let theirs: MergedBranchTests.Edit
        /// The type's path, name and number afterwards.
        var file = "Sources/App/TripsV4.swift"
        var version = "4.0.0"
        var schema = "TripsV4"
        /// The old fixture, whose hashes the new one has.
        var old = "3.0.0"
        /// Words in the plan's file after the merge.
        var plan = ["TripsV3.self", "TripsV4.self", "fromVersion: TripsV3.self, toVersion: TripsV4.self"]
        var words: [String] = []
        /// Whether the gate reports PF0124 for the merge. Otherwise, the plans conflict.
        var isFound = false
    }

    private static func third(
        _ members: String, type: String = "TripsV3", in file: String? = nil, freezes: Bool = true
    ) -> MergedBranchTests.Edit {
        {
            try $0.declare(type, "3, 0, 0", members, in: file)
            try $0.plan(
                ["TripsV1", "TripsV2", type], stages: [("TripsV1", "TripsV2"), ("TripsV2", type)])
            if freezes { try $0.run("freeze", type, "--plan", "TripsPlan") }
        }
    }

    /// Declares the plan in a few lines, with stages as constants.
    private static func constants(_ members: String, code: String) -> MergedBranchTests.Edit {
        {
            try $0.declare("TripsV3", "3, 0, 0", members)
            try $0.folder.write(
                """
                import SwiftData

                enum TripsPlan: SchemaMigrationPlan {
                    static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self, TripsV3.self] }
                    static var stages: [MigrationStage] {
                        [.lightweight(fromVersion: TripsV1.self, toVersion: TripsV2.self), migrateV2toV3]
                    }

                    static let migrateV2toV3 = MigrationStage.custom(
                        fromVersion: TripsV2.self, toVersion: TripsV3.self,
                        willMigrate: { context in
                            \(code)
                        }, didMigrate: nil)
                }

                """, to: Repository.tripsPlan)
            try $0.run("freeze", "TripsV3", "--plan", "TripsPlan")
        }
    }

    static let rows = [
        Row(testDescription: "one type in one file", mine: third(note), theirs: third(length)),
        Row(
            testDescription: "one type in two files, which git merges",
            mine: third(note),
            theirs: {
                try $0.declare("TripsV3", "3, 0, 0", length, in: "TripsThree")
                try $0.plan(
                    ["TripsV1", "TripsV2"], stages: [("TripsV1", "TripsV2")],
                    later: ("TripsV3", ("TripsV2", "TripsV3")))
                try $0.run("freeze", "TripsV3", "--plan", "TripsPlan")
            }, isFound: true),
        Row(
            testDescription: "types of two names", mine: third(note, type: "TripsWithNotesV3"),
            theirs: third(length)),
        Row(
            testDescription: "custom stages as constants",
            mine: constants(note, code: "_ = try context.fetch(FetchDescriptor<TripsV2.Trip>())"),
            theirs: constants(length, code: "print(context)"),
            plan: [
                "TripsV3.self, TripsV4.self]", "migrateV2toV3, migrateV3toV4]",
                "static let migrateV3toV4 = MigrationStage.custom(",
                "fromVersion: TripsV3.self, toVersion: TripsV4.self",
                "FetchDescriptor<TripsV3.Trip>", "fromVersion: TripsV2.self, toVersion: TripsV3.self",
            ], words: ["The stage migrateV3toV4 now starts at TripsV3"]),
        Row(
            testDescription: "an alias and a container of both",
            mine: {
                try third(note)($0)
                try $0.folder.write(Self.app("TripsV3", "TripV3"), to: "Sources/App/App.swift")
            },
            theirs: {
                try third(length)($0)
                try $0.folder.write(Self.app("TripsV3", "Ride"), to: "Sources/App/Ride.swift")
                try $0.folder.write(Self.app("TripsV3", "TripV3"), to: "Sources/App/App.swift")
            }, words: ["Sources/App/App.swift"]),
        Row(
            testDescription: "two versions of mine",
            mine: {
                try third(note)($0)
                try $0.declare("TripsV4", "4, 0, 0", note + "\nvar end: String?")
                try $0.plan(
                    ["TripsV1", "TripsV2", "TripsV3", "TripsV4"],
                    stages: listed + [("TripsV3", "TripsV4")])
                try $0.run("freeze", "4.0.0", "--plan", "TripsPlan")
            }, theirs: third(length), file: "Sources/App/TripsV5.swift", version: "5.0.0", schema: "TripsV5",
            old: "4.0.0",
            plan: [
                "TripsV5.self", "fromVersion: TripsV3.self, toVersion: TripsV4.self",
                "fromVersion: TripsV4.self, toVersion: TripsV5.self",
            ]),
    ]

    private static func app(_ schema: String, _ alias: String) -> String {
        """
        import SwiftData

        typealias \(alias) = \(schema).Trip

        func make\(alias)() throws -> ModelContainer {
            try ModelContainer(for: Schema(versionedSchema: \(schema).self), migrationPlan: TripsPlan.self)
        }

        """
    }

    /// Returns the project's files, without git's own and the cache.
    private static func files(_ repository: Repository) throws -> [String: Data] {
        try repository.folder.files().filter { !$0.key.hasPrefix(".git/") && !$0.key.hasPrefix(".cache/") }
    }

    private static func onto(_ repository: Repository, _ arguments: String...) throws -> CommandResult {
        try Tool.run(
            ["new-version", "--onto", "main", "--plan", "TripsPlan"] + arguments, in: repository.place,
            cache: repository.cache)
    }

    /// Returns the version hashes in a frozen model's JSON, keyed by model.
    private static func hashes(_ version: String, in repository: Repository) throws -> [String: String] {
        let path = "Fixtures/TripsPlan/\(version)/schema-\(version.replacing(".", with: "_")).json"
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: repository.folder.path(path))))
        let models = try #require((json as? [String: Any])?["models"] as? [[String: Any]])
        let hashes = models.compactMap { model -> (String, String)? in
            guard let name = model["name"] as? String, let hash = model["versionHash"] as? String else { return nil }
            return (name, hash)
        }
        #expect(!hashes.isEmpty)
        return Dictionary(hashes) { first, _ in first }
    }

    @Test(arguments: rows) func bothVersionsAreInTheMerge(_ row: Row) throws {
        let repository = try Repository(row.mine, row.theirs)
        let check = try repository.check()
        #expect(check.status != 0, "\(check)")
        #expect(!row.isFound || check.output.contains("PF0124"), "\(check)")
        let before = try Self.files(repository)
        let hashes = try Self.hashes(row.old, in: repository)

        let dry = try Self.onto(repository, "--dry-run")
        #expect(dry.status != 2, "\(dry)")
        #expect(try Self.files(repository) == before, "a dry run wrote files")

        let result = try Self.onto(repository)
        // The new stage loses the other branch's property.
        #expect(result.status == 1 && result.output.contains("drops Trip.length"), "\(result)")
        for words in row.words + [row.version, row.schema] { #expect(result.output.contains(words), "\(result)") }
        #expect(try Self.hashes(row.version, in: repository) == hashes)

        let undo = try Tool.run(["new-version", "--undo"], in: repository.place, cache: repository.cache)
        #expect(undo.status == 0, "\(undo)")
        let restored = try Self.files(repository)
        let changed = Set(restored.keys).union(before.keys).filter { restored[$0] != before[$0] }
        #expect(changed.isEmpty, "\(changed.sorted())")

        let again = try Report(Self.onto(repository, "--format", "json")).json
        let combined = try #require(again["combined"] as? [String])
        try Self.merge(repository, keeping: combined)
        for arguments in [["check"], ["check", "--base", "main"], ["check", "--merged-with", "main"]] {
            let result = try Tool.run(arguments, in: repository.place, cache: repository.cache)
            #expect(result.status == 0, "\(arguments): \(result)")
        }
        let merged = try repository.folder.files()
        let plan = String(decoding: try #require(merged[Repository.tripsPlan]), as: UTF8.self)
        for words in row.plan { #expect(plan.contains(words), "\(words)\n\(plan)") }
        #expect(merged[row.file].map { String(decoding: $0, as: UTF8.self).contains(row.schema) } == true)
        #expect(!merged.contains { String(decoding: $0.value, as: UTF8.self).contains("<<<<<<<") })
        #expect(try Self.onto(repository).errors.contains("already contains the other branch"))
    }

    /// Merges as the command's hints say. Only the files that already contain both branches' changes conflict.
    private static func merge(_ repository: Repository, keeping combined: [String]) throws {
        try repository.repository.commit("renumbered")
        try repository.run("check")
        do { try repository.repository.git("merge", "--quiet", "--no-edit", "main") } catch is TestRepository.Failure {
            let open = try repository.repository.git("diff", "--name-only", "--diff-filter=U").split(separator: "\n")
            #expect(Set(open.map(String.init)).isSubset(of: combined), "\(open) \(combined)")
            for path in open {
                try repository.repository.git("checkout", "--quiet", "--ours", String(path))
            }
            try repository.repository.commit("merge")
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var mine = third(note)
        var theirs = third(length)
        var then: MergedBranchTests.Edit = { _ in }
        var arguments: [String] = []
        let words: String
    }

    static let refusals = [
        Refusal(
            testDescription: "not frozen", mine: third(note, freezes: false),
            words: "isn't frozen, so it doesn't need to be renumbered"),
        Refusal(
            testDescription: "edited since it was frozen",
            then: { try $0.declare("TripsV3", "3, 0, 0", note + "\nvar more: Int?") },
            words: "TripsV3 was edited after 3.0.0 was frozen"),
        Refusal(testDescription: "an unknown branch", arguments: ["--onto", "mian"], words: "did you mean main"),
        Refusal(
            testDescription: "no version on this branch", mine: { try $0.folder.write("# Mine\n", to: "README.md") },
            words: "this branch adds no version"),
        Refusal(
            testDescription: "no version on the other branch",
            theirs: { try $0.folder.write("# Theirs\n", to: "README.md") }, words: "the other branch adds no version"),
        Refusal(
            testDescription: "a later number",
            mine: {
                try $0.declare("TripsV4", "4, 0, 0", note)
                try $0.plan(
                    ["TripsV1", "TripsV2", "TripsV4"], stages: [("TripsV1", "TripsV2"), ("TripsV2", "TripsV4")])
                try $0.run("freeze", "4.0.0", "--plan", "TripsPlan")
            }, words: "4.0.0 already follows the other branch's newest version, 3.0.0"),
        Refusal(
            testDescription: "unreadable sources of the other branch",
            theirs: {
                try $0.plan(["TripsV1", "TripsV2", "TripsV3"], stages: listed)
                try $0.folder.write("enum TripsV3: VersionedSchema {", to: "Sources/App/TripsV3.swift")
            }, words: "other branch"),
        Refusal(
            testDescription: "a merge in progress",
            then: { _ = try? $0.repository.git("merge", "--quiet", "main") }, words: "a merge is in progress"),
        Refusal(
            testDescription: "conflict markers",
            then: {
                try $0.folder.write(
                    "<<<<<<< HEAD\nlet a = 1\n=======\nlet a = 2\n>>>>>>> main\n", to: "Sources/App/Other.swift")
            }, words: "Other.swift"),
        Refusal(
            testDescription: "a shipped version", then: { try $0.repository.git("tag", "v3.0") },
            words: "has shipped in v3.0"),
        Refusal(
            testDescription: "a declaration that both branches changed",
            mine: constants(note, code: "print(1)"),
            theirs: {
                try constants(length, code: "print(2)")($0)
                try $0.folder.edit(Repository.tripsPlan, "enum TripsPlan:", "public enum TripsPlan:")
            },
            then: {
                try $0.folder.edit(Repository.tripsPlan, "enum TripsPlan:", "private enum TripsPlan:")
            }, words: "both branches changed TripsPlan differently"),
        Refusal(
            testDescription: "options of another use", arguments: ["--even-unshipped"], words: "--even-unshipped"),
        Refusal(
            testDescription: "a taken name", arguments: ["--name", "NotesV1"], words: "NotesV1 is already declared"),
    ]

    @Test(arguments: refusals) func nothingIsWritten(_ refusal: Refusal) throws {
        let repository = try Repository(refusal.mine, refusal.theirs)
        try refusal.then(repository)
        let before = try Self.files(repository)
        let result = try Tool.run(
            ["new-version", "--onto", "main", "--plan", "TripsPlan"] + refusal.arguments, in: repository.place,
            cache: repository.cache)
        #expect(result.status == 2 && result.errors.contains(refusal.words), "\(result)")
        #expect(try Self.files(repository) == before)
    }

    /// Generated tests of the old number are replaced, even if the other branch has tests at their paths. `--undo`
    /// restores them.
    @Test(arguments: [false, true]) func generatedTestsFollow(_ bothHaveTests: Bool) throws {
        func tested(_ members: String) -> MergedBranchTests.Edit {
            {
                try Self.third(members)($0)
                try $0.folder.write("import XCTest\n", to: "Tests/AppTests/Empty.swift")
                try $0.run("scaffold", "--plan", "TripsPlan")
            }
        }
        let repository = try Repository(
            tested(Self.note), bothHaveTests ? tested(Self.length) : Self.third(Self.length))
        let before = try Self.files(repository)
        let result = try Self.onto(repository)
        #expect(result.status != 2, "\(result)")
        let tests = try Self.files(repository).filter { $0.key.hasPrefix("Tests/") }
        let isTested = tests.values.contains { String(decoding: $0, as: UTF8.self).contains("4.0.0") }
        #expect(isTested, "\(tests.keys.sorted())")
        let undo = try Tool.run(["new-version", "--undo"], in: repository.place, cache: repository.cache)
        #expect(undo.status == 0, "\(undo)")
        #expect(try Self.files(repository) == before)
    }

    /// A test that can't be read may belong to the old number, so it isn't skipped.
    @Test func anUnreadableTestIsAnError() throws {
        let repository = try Repository(Self.third(Self.note), Self.third(Self.length))
        let path = "Tests/AppTests/LargeTests.swift"
        try repository.folder.write("import XCTest\n", to: path)
        #expect(truncate(repository.folder.path(path), 65 << 20) == 0)
        let result = try Self.onto(repository)
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains("\(path) can't be read: larger than 64 MB"), "\(result)")
    }

    /// The other branch is only read from git's objects: no filter or merge driver runs.
    @Test func noProgramOfTheRepositoryRuns() throws {
        let repository = try Repository(Self.third(Self.note), Self.third(Self.length))
        let mark = repository.cache.path("RAN")
        try repository.folder.write("* merge=x filter=x diff=x\n", to: ".gitattributes")
        try repository.repository.commit("attributes")
        for name in ["merge.x.driver", "filter.x.clean", "filter.x.smudge", "filter.x.process", "diff.external"] {
            try repository.repository.git("config", name, "touch '\(mark)'")
        }
        try repository.repository.git("config", "core.fsmonitor", "touch '\(mark)'")
        let result = try Self.onto(repository)
        #expect(result.status != 2, "\(result)")
        #expect(!FileManager.default.fileExists(atPath: mark), "a program ran")
    }
}
