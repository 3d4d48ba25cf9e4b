import Foundation
import PermafrostTestSupport
import Testing

/// `check --merged-with`: what would be wrong after the merge of two branches, in a project with two plans.
@Suite struct MergedBranchTests {
    /// A branch's edits to the common base.
    typealias Edit = @Sendable (Repository) throws -> Void

    /// A repository with two plans. `mine` is the checked-out branch, and `main` has the other one's changes.
    struct Repository: Sendable {
        let folder: ScratchFolder
        let cache: ScratchFolder
        let repository: TestRepository
        /// The path of the project's folder in the repository; empty, or with a slash at the end.
        let prefix: String
        var place: URL { folder.url.appending(path: prefix) }

        static let tripsPlan = "Sources/App/TripsPlan.swift"
        static let trip = "var name: String = \"\""

        init(_ mine: Edit, _ theirs: Edit, in prefix: String = "", options: [String] = []) throws {
            folder = try ScratchFolder()
            cache = try ScratchFolder()
            self.prefix = prefix
            repository = try TestRepository(folder, options: options)
            try folder.write("# App\n", to: "README.md")
            try repository.commit("start")
            try declare("TripsV1", "1, 0, 0", Self.trip)
            try declare("TripsV2", "2, 0, 0", Self.trip + "\nvar stars: Int = 0")
            try plan(["TripsV1", "TripsV2"], stages: [("TripsV1", "TripsV2")])
            try declare("NotesV1", "1, 0, 0", "var title: String = \"\"", model: "Note")
            try folder.write(
                GoldenProject.plan("NotesPlan", ["NotesV1"], stages: []),
                to: prefix + "Sources/App/NotesPlan.swift")
            try run("freeze", "1.0.0", "--plan", "TripsPlan")
            try run("freeze", "1.0.0", "--plan", "NotesPlan")
            try repository.commit("base")
            try repository.git("switch", "--quiet", "--create", "mine")
            try mine(self)
            try repository.commit("mine")
            try repository.git("switch", "--quiet", "main")
            try theirs(self)
            try repository.commit("theirs")
            try repository.git("switch", "--quiet", "mine")
        }

        func declare(
            _ type: String, _ number: String, _ members: String, model: String = "Trip",
            in file: String? = nil
        )
            throws
        {
            try folder.write(
                GoldenProject.version(type, number, members, model: model),
                to: "\(prefix)Sources/App/\(file ?? type).swift")
        }

        /// Writes the plan of trips, with a line for each version and stage. Two branches can add versions at different
        /// places without a conflict.
        func plan(
            _ versions: [String], stages: [(String, String)], later: (version: String, stage: (String, String))? = nil
        ) throws {
            func stage(_ from: String, _ to: String) -> String {
                ".lightweight(fromVersion: \(from).self, toVersion: \(to).self),"
            }
            let teams = ["// The lines of one team", "// are above this comment,", "// and those of the other below."]
            let listed = versions.map { "\($0).self," } + teams + (later.map { ["\($0.version).self,"] } ?? [])
            let steps = stages.map(stage) + teams + (later.map { [stage($0.stage.0, $0.stage.1)] } ?? [])
            try folder.write(
                """
                import SwiftData

                enum TripsPlan: SchemaMigrationPlan {
                    static var schemas: [any VersionedSchema.Type] {
                        [
                            \(listed.joined(separator: "\n            "))
                        ]
                    }
                    static var stages: [MigrationStage] {
                        [
                            \(steps.joined(separator: "\n            "))
                        ]
                    }
                }

                """, to: prefix + Self.tripsPlan)
        }

        @discardableResult func run(_ arguments: String...) throws -> CommandResult {
            let result = try Tool.run(arguments, in: place, cache: cache)
            #expect(result.status == 0, "\(result)")
            return result
        }

        func check(_ arguments: String...) throws -> CommandResult {
            try Tool.run(["check", "--merged-with", "main"] + arguments, in: place, cache: cache)
        }

        /// The codes of the findings that only the merge has, sorted.
        func codes() throws -> [String] {
            try Report(check("--format", "json")).findings.filter {
                ($0["file"] as? String)?.hasPrefix("merge:") == true
            }.compactMap { $0["code"] as? String }.sorted()
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let mine: Edit
        let theirs: Edit
        let codes: [String]
        var words: [String] = []
    }

    private static let stars = Repository.trip + "\nvar stars: Int = 0"

    private static let third: Edit = {
        try $0.declare("TripsV3", "3, 0, 0", stars + "\nvar note: String?")
        try $0.plan(
            ["TripsV1", "TripsV2", "TripsV3"], stages: [("TripsV1", "TripsV2"), ("TripsV2", "TripsV3")])
    }

    /// Adds a version in a file and a group of its own, which no plan lists yet.
    private static func unlisted(
        _ type: String, _ number: String, _ members: String, in file: String? = nil
    ) -> Edit {
        { try $0.declare(type, number, members, model: "Page", in: file) }
    }

    private static let page = "var address: String = \"\""

    static let rows = [
        Row(
            testDescription: "versions of different plans", mine: third,
            theirs: {
                try $0.declare(
                    "NotesV2", "2, 0, 0", "var title: String = \"\"\nvar body: String?", model: "Note")
                try $0.folder.write(
                    GoldenProject.plan(
                        "NotesPlan", ["NotesV1", "NotesV2"], stages: [("NotesV1", "NotesV2")]),
                    to: "Sources/App/NotesPlan.swift")
            }, codes: []),
        Row(
            testDescription: "two versions of one number", mine: unlisted("PagesV1", "1, 0, 0", page),
            theirs: unlisted("PagesV2", "1, 0, 0", page + "\nvar title: String?"), codes: ["PF0112", "PF0124"],
            words: ["both declare version 1.0.0"]),
        Row(
            testDescription: "two versions of one hash", mine: unlisted("PagesV1", "1, 0, 0", page),
            theirs: unlisted("PagesV2", "2, 0, 0", page), codes: ["PF0124", "PF0202"],
            words: ["PagesV2 2.0.0 has the same version hashes as PagesV1 1.0.0"]),
        Row(
            testDescription: "two stages from one version", mine: third,
            theirs: {
                try $0.declare("TripsV4", "4, 0, 0", stars + "\nvar length: Int?")
                try $0.plan(
                    ["TripsV1", "TripsV2"], stages: [("TripsV1", "TripsV2")],
                    later: ("TripsV4", ("TripsV2", "TripsV4")))
            }, codes: [],
            words: [
                "The stage from TripsV2 to TripsV4 never runs, because the stage from TripsV2 to TripsV3 starts from the same",
                "TripsV3 3.0.0 is the newest version on HEAD",
            ]),
        Row(
            testDescription: "a fixture of one and a declaration of the other",
            mine: { try $0.run("freeze", "2.0.0", "--plan", "TripsPlan") },
            theirs: { try $0.declare("TripsV2", "2, 0, 0", stars + "\nvar note: String?") },
            codes: ["PF0101"],
            words: ["TripsV2 2.0.0 is frozen, but Trip.note"]),
        Row(
            testDescription: "two fixtures of one version",
            mine: {
                try $0.declare("TripsV2", "2, 0, 0", "var length: Int?\n" + stars)
                try $0.run("freeze", "2.0.0", "--plan", "TripsPlan")
            },
            theirs: {
                try $0.declare("TripsV2", "2, 0, 0", stars + "\nvar note: String?")
                try $0.run("freeze", "2.0.0", "--plan", "TripsPlan")
            }, codes: ["PF0101", "PF0124"],
            words: ["HEAD and main have different fixtures of 2.0.0 (Fixtures/TripsPlan/2.0.0)"]),
        Row(
            testDescription: "one version frozen on two days",
            mine: { try $0.run("freeze", "2.0.0", "--plan", "TripsPlan") },
            theirs: {
                try $0.run("freeze", "2.0.0", "--plan", "TripsPlan")
                try $0.folder.edit("Fixtures/TripsPlan/2.0.0/export_metadata.txt", "Frozen at: 2", "Frozen at: 1")
            }, codes: []),
        Row(
            testDescription: "a version that is no longer the last",
            mine: unlisted("PagesV1", "1, 0, 0", page),
            theirs: unlisted("PagesV2", "2, 0, 0", page + "\nvar title: String?"), codes: ["PF0124"],
            words: [
                "PagesV1 1.0.0 is the newest version on HEAD, but after the merge with main, PagesV2 is"
            ]),
        Row(
            testDescription: "a type of both in two files",
            mine: unlisted("PagesV1", "1, 0, 0", page, in: "Pages"),
            theirs: unlisted("PagesV1", "1, 0, 0", page, in: "WebPages"), codes: ["PF0124"],
            words: ["HEAD declares PagesV1 1.0.0 at Sources/App/Pages.swift"]),
        Row(
            testDescription: "a class that one branch edits and the other's new version lists",
            mine: {
                try $0.folder.write(
                    """
                    import SwiftData
                    enum ClipsV1: VersionedSchema {
                        static let versionIdentifier = Schema.Version(1, 0, 0)
                        static var models: [any PersistentModel.Type] { [NotesV1.Note.self] }
                    }

                    """, to: "Sources/App/ClipsV1.swift")
            },
            theirs: {
                try $0.declare("NotesV1", "1, 0, 0", "var title: String?", model: "Note")
            }, codes: ["PF0124"], words: ["The merge with main changes ClipsV1 1.0.0 of HEAD"]),
        Row(
            testDescription: "a conflict outside of the schemas",
            mine: { try $0.folder.write("# Mine\n", to: "README.md") },
            theirs: { try $0.folder.write("# Theirs\n", to: "README.md") }, codes: [],
            words: ["files with conflicts that declare no schema, and weren't compared: README.md"]),
    ]

    @Test(arguments: rows) func theMergeIsChecked(_ row: Row) throws {
        let repository = try Repository(row.mine, row.theirs)
        let before = try repository.folder.files()
        let result = try repository.check()
        for words in row.words { #expect(result.output.contains(words), "\(result)") }
        #expect(
            !result.output.contains("/tmp/") && !result.output.contains("permafrost-merge"), "\(result)")
        let codes = try repository.codes()
        if !row.codes.isEmpty || row.words.isEmpty { #expect(codes == row.codes, "\(result)") }
        #expect(result.status == (codes.isEmpty ? 0 : 1), "\(result)")
        #expect(try repository.folder.files() == before, "something was written")
        // The other side sees the same problems.
        try repository.repository.git("switch", "--quiet", "main")
        let other = try Report(
            Tool.run(
                ["check", "--merged-with", "mine", "--format", "json"], in: repository.folder.url,
                cache: repository.cache))
        let found = other.findings.filter { ($0["file"] as? String)?.hasPrefix("merge:") == true }
        #expect(found.compactMap { $0["code"] as? String }.sorted() == codes)
    }

    @Test func aConflictInASchemaFileStopsTheCheck() throws {
        let repository = try Repository(
            Self.third,
            {
                try $0.declare("TripsV3b", "3, 0, 0", Self.stars + "\nvar length: Int?")
                try $0.plan(
                    ["TripsV1", "TripsV2", "TripsV3b"],
                    stages: [("TripsV1", "TripsV2"), ("TripsV2", "TripsV3b")])
            })
        let before = try repository.folder.files()
        let result = try repository.check()
        #expect(result.status == 2 && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains("conflict in Sources/App/TripsPlan.swift"), "\(result)")
        #expect(result.errors.contains("Both add version 3.0.0"), "\(result)")
        #expect(try repository.folder.files() == before)
    }

    /// Returns a version whose model is declared elsewhere, or nowhere.
    private static func listing(_ model: String, in type: String) -> String {
        """
        import SwiftData
        enum \(type): VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [\(model).self] }
        }

        """
    }

    /// A source that a branch already can't read doesn't hide one that only the merge can't read.
    @Test func aSourceThatOnlyTheMergeCannotReadIsReported() throws {
        let repository = try Repository(
            {
                try $0.folder.write(Self.listing("Missing", in: "OddV1"), to: "Sources/App/OddV1.swift")
                try $0.folder.write(Self.listing("NotesV1.Note", in: "ClipsV1"), to: "Sources/App/ClipsV1.swift")
            }, { try $0.declare("NotesV1", "1, 0, 0", "var title: String = \"\"", model: "Memo") })
        let result = try repository.check("--format", "json")
        #expect(result.status == 2, "\(result)")
        let merged = try Report(result).findings.filter {
            ($0["file"] as? String)?.hasPrefix("merge:") == true && $0["code"] as? String == "PF0120"
        }.compactMap { $0["what"] as? String }
        #expect(merged.contains { $0.contains("Note is listed as a model") }, "\(result)")
        #expect(!merged.contains { $0.contains("Missing") }, "\(result)")
    }

    @Test func nothingToMergeIsSaid() throws {
        let repository = try Repository(Self.third, { _ in })
        try repository.repository.git("branch", "--force", "main", "mine~1")
        let result = try repository.check()
        #expect(result.status == 0 && result.output.contains("nothing to merge"), "\(result)")
        let merge = try Report(repository.check("--format", "json")).json["merge"] as? [String: Any]
        #expect(merge?["isNeeded"] as? Bool == false)
        let unknown = try Tool.run(
            ["check", "--merged-with", "mian"], in: repository.folder.url, cache: repository.cache)
        #expect(unknown.status == 2 && unknown.errors.contains("did you mean main"), "\(unknown)")
        try repository.repository.git("checkout", "--quiet", "--orphan", "other")
        try repository.repository.commit("unrelated")
        let unrelated = try repository.check()
        #expect(unrelated.status == 2 && unrelated.errors.contains("have in common"), "\(unrelated)")
    }

    @Test func aPlanOrAGroupLimitsTheFindings() throws {
        let row = try #require(Self.rows.first { $0.testDescription.hasPrefix("a fixture of one") })
        let repository = try Repository(row.mine, row.theirs)
        #expect(try repository.check("--plan", "NotesPlan").status == 0)
        #expect(try repository.check("--plan", "TripsPlan").status == 1)
    }

    /// Neither the repository's configuration and attributes nor the user's make git run a program, and nothing is
    /// written to the repository.
    @Test func aHostileMergeDriverDoesNotRun() throws {
        let row = try #require(Self.rows.first { $0.testDescription.hasPrefix("two fixtures") })
        let repository = try Repository(row.mine, row.theirs)
        let home = try ScratchFolder()
        let mark = home.path("RAN")
        let run = "touch '\(mark)'"
        let attributes = "* merge=x filter=x diff=x\n"
        try repository.folder.write(attributes, to: ".gitattributes")
        try repository.repository.commit("attributes")
        for name in [
            "merge.x.driver", "filter.x.clean", "filter.x.smudge", "filter.x.process", "diff.external",
        ] {
            try repository.repository.git("config", name, run)
        }
        for (name, value) in [
            ("merge.default", "x"), ("core.fsmonitor", run), ("alias.merge-tree", "!\(run)"),
            ("core.attributesFile", home.path("attributes")), ("include.path", home.path("more")),
        ] { try repository.repository.git("config", name, value) }
        try repository.folder.write(attributes, to: ".git/info/attributes")
        try home.write(attributes, to: "attributes")
        try home.write(attributes, to: ".config/git/attributes")
        let settings =
            "[merge]\n\tdefault = x\n[merge \"x\"]\n\tdriver = \(run)\n"
            + "[core]\n\tattributesFile = \(home.path("attributes"))\n"
        for file in [".gitconfig", ".config/git/config", "more"] { try home.write(settings, to: file) }
        let before = try repository.folder.files()
        let environment = [
            "HOME": home.url.path, "XDG_CONFIG_HOME": home.path(".config"),
            "GIT_CONFIG_GLOBAL": home.path(".gitconfig"),
        ]
        let result = try Tool.run(
            ["check", "--merged-with", "main"], in: repository.folder.url, environment: environment,
            cache: repository.cache)
        #expect(result.status == 1 && result.output.contains("PF0124"), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: mark), "a program ran")
        #expect(try repository.folder.files() == before, "something was written")
    }

    /// A project in a subfolder, a shallow clone, and a repository with other object names.
    @Test(arguments: ["subfolder", "shallow", "sha256"]) func everyKindOfRepositoryIsMerged(
        _ kind: String
    ) throws {
        let row = try #require(Self.rows.first { $0.testDescription.hasPrefix("a fixture of one") })
        let repository = try Repository(
            row.mine, row.theirs, in: kind == "subfolder" ? "Apps/App/" : "",
            options: kind == "sha256" ? ["--object-format=sha256"] : [])
        var place = repository.place
        let clone = try ScratchFolder()
        if kind == "shallow" {
            place = clone.url.appending(path: "App")
            try repository.repository.git(
                "clone", "--quiet", "--no-single-branch", "--depth", "2",
                "file://" + repository.folder.url.path,
                place.path)
            let branch = try CommandResult.running(["git", "branch", "main", "origin/main"], in: place)
            #expect(branch.status == 0, "\(branch)")
        }
        let result = try Tool.run(
            ["check", "--merged-with", "main"], in: place, cache: repository.cache)
        #expect(
            result.status == 1 && result.output.contains("merge:Sources/App/TripsV2.swift"), "\(result)")
    }
}
