import Foundation
import PermafrostTestSupport
import Testing

/// Runs of `new-version` that fail, with the error, and write no files.
@Suite struct RefusedNextVersionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var idiom = VersionIdiom.freezeBehind
        var edit: [(path: String, old: String, new: String)] = []
        var arguments: [String] = []
        let reason: String

        var testDescription: String { name }
    }

    private static let plan = "Sources/App/Plan.swift"
    private static let trip = "Sources/App/Trip.swift"

    /// Returns the end of the message for an edit that no version hash includes.
    private static func modifying(_ attribute: String) -> String {
        ". For a new version that brings the edit to existing stores, run the command again with --hash-modifier \(attribute). To keep the "
            + "edit in 2.0.0, so that only new stores get it, run permafrost freeze 2.0.0 --force-shipped --because TEXT. Nothing was written"
    }

    private static func unread(_ sentence: String) -> String {
        sentence + ". Until you correct the source, no new version can be verified. Nothing was written"
    }

    static let cases = [
        Case(
            name: "a delete rule alone", edit: [(trip, "deleteRule: .cascade", "deleteRule: .nullify")],
            reason:
                "Sources/App/SchemaV2.swift:4:6: the version hash doesn't include what was edited in SchemaV2, so a new version "
                + "would have the same hash: the delete rule of Trip.stops changed from cascade to nullify"
                + modifying("Trip.name")),
        Case(
            name: "a default alone", idiom: .appended,
            edit: [("Sources/App/Tag.swift", "var label = \"\"", "var label = \"new\"")],
            reason:
                "Sources/App/SchemaV2.swift:4:6: the version hash doesn't include what was edited in SchemaV2, so a new version "
                + "would have the same hash: the default of Tag.label changed from \"\" to \"new\""
                + modifying("Tag.label")),
        Case(
            name: "an index alone",
            edit: [(trip, "var start: Date?", "#Index<Trip>([\\.start])\n    var start: Date?")],
            reason:
                "Sources/App/SchemaV2.swift:4:6: the version hash doesn't include what was edited in SchemaV2, so a new version "
                + "would have the same hash: Trip gained an index (start)" + modifying("Trip.start")),
        Case(
            name: "versions of a protocol",
            edit: [
                (
                    plan,
                    "SchemaMigrationPlan {\n    static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }\n",
                    "Listed {\n"
                ),
                (
                    plan, "func makeContainer",
                    "protocol Listed: SchemaMigrationPlan {}\nextension Listed {\n"
                        + "    static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }\n}\n\nfunc makeContainer"
                ),
            ],
            reason:
                "Sources/App/Plan.swift:4:6: the declaration of TripPlan contains no array of versions to add to. "
                + "Declare schemas there as an array. Nothing was written"),
        Case(
            name: "stages of a protocol",
            edit: [
                (plan, "SchemaMigrationPlan {\n", "Staged {\n"),
                (
                    plan, "    static var stages: [MigrationStage] {",
                    "}\n\n"
                        + "protocol Staged: SchemaMigrationPlan {}\nextension Staged {\n    static var stages: [MigrationStage] {"
                ),
            ],
            reason:
                "Sources/App/Plan.swift:4:6: the plan's declaration contains no array of stages to add to. "
                + "Declare stages there as an array. Nothing was written"),
        Case(
            name: "a merge conflict",
            edit: [(plan, "func makeContainer", "<<<<<<< HEAD\n=======\n>>>>>>> other\nfunc makeContainer")],
            reason: unread(
                "\(plan):13:1: The file isn't valid Swift (source control conflict marker in source file), so some of its "
                    + "declarations may be missing. Correct the syntax error")),
        Case(
            name: "a file that does not parse", edit: [(plan, "func makeContainer", "func (")],
            reason: unread(
                "\(plan):13:6: The file isn't valid Swift (expected identifier in function), so some of its declarations may "
                    + "be missing. Correct the syntax error")),
        Case(
            name: "a class that is listed twice",
            edit: [("Sources/App/SchemaV2.swift", "[Trip.self", "[Trip.self, Trip.self")],
            reason:
                "Sources/App/SchemaV2.swift:6:65: Trip.self is listed twice. Remove one of the two entries. Nothing was written"
        ),
        Case(
            name: "versions of another package",
            edit: [(plan, "[SchemaV1.self, SchemaV2.self]", "[SchemaV1.self, SchemaV2.self, Other.SchemaV3.self]")],
            reason: unread(
                "\(plan):5:85: Other.SchemaV3 is listed as a version, but no VersionedSchema with that name is declared in the "
                    + "sources that were read. Check the name. If another package declares it, set --project to the folder "
                    + "that contains both packages")),
        Case(
            name: "a name that is taken", arguments: ["--name", "SchemaV1"],
            reason: "SchemaV1 is already declared. Choose a different name with --name. Nothing was written"),
        Case(
            name: "a type with the next version's name",
            edit: [(plan, "enum ", "struct SchemaV3 {}\n\nenum ")],
            reason:
                "\(plan):4:8: SchemaV3 is already declared, but the new version or plan needs this name. Rename the "
                + "declaration, and run the command again. Nothing was written"),
        Case(
            name: "a number that is not after", arguments: ["1.5.0"],
            reason: "\"1.5.0\" isn't a version after 2.0.0. Use a number such as 3.0.0. Nothing was written"),
        Case(
            name: "no number", arguments: ["next"],
            reason: "\"next\" isn't a version after 2.0.0. Use a number such as 3.0.0. Nothing was written"),
        Case(
            name: "an unknown model", arguments: ["--models", "Trap"],
            reason: "--models lists Trap, which isn't a model of the version (models: Stop, Trip). Nothing was written"),
        Case(
            name: "an unknown kind", arguments: ["--stage", "heavy"],
            reason: "invalid --stage \"heavy\": expected lightweight or custom"),
        Case(
            name: "a model that another leads to", arguments: ["--without", "Stop"],
            reason:
                "Sources/App/Stop.swift:5:13: Stop can't be left out, because the newest version already contains it. First "
                + "remove Stop from the version's list of models, and remove other models' relationships to Stop. Nothing "
                + "was written"),
        Case(
            name: "a model to leave out that nothing declares", arguments: ["--without", "Tag"],
            reason:
                "--without lists Tag, which isn't a new model (new models: none). Nothing was written"
        ),
        Case(
            name: "nothing to take back", arguments: ["--undo"],
            reason: "there is nothing to undo: no journal of an earlier run was found in /"),
    ]

    @Test(arguments: cases) func isRefused(_ row: Case) throws {
        let project = try NextVersionTests.Shipped(row.idiom)
        for (path, old, new) in row.edit { try project.folder.edit(path, old, new) }
        let before = try project.files()
        let result = try Tool.run(["new-version"] + row.arguments, in: project.folder.url, cache: project.folder)
        if row.arguments == ["--undo"] {
            // The error continues with the searched locations.
            let last = result.errors.split(separator: "\n").last
            #expect(result.status == 2 && last?.hasPrefix("error: \(row.reason)") == true, "\(result)")
        } else {
            expect(result, row.reason)
        }
        #expect(try project.files() == before)
    }

    /// Expects a failure whose last line is the given sentence.
    private func expect(_ result: CommandResult, _ sentence: String) {
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.split(separator: "\n").last == "error: \(sentence)", "\(result)")
    }

    @Test func aProjectWithoutVersions() throws {
        let folder = try ScratchFolder()
        try folder.write(VersionIdiom.imports + VersionIdiom.model("Trip", "init() {}"), to: "Sources/App/Trip.swift")
        let result = try Tool.run("new-version", in: folder)
        expect(
            result,
            "no VersionedSchema is declared in \(folder.url.path). To declare what shipped, using git tags, run permafrost "
                + "adopt. Or declare one yourself with the models that shipped, and run the command again. Nothing was written"
        )
        #expect(try folder.files().keys.filter { !$0.hasPrefix(".cache") } == ["Sources/App/Trip.swift"])
    }

    @Test func aFileWithTheNameOfTheNewFile() throws {
        let project = try NextVersionTests.Shipped(.freezeBehind)
        try project.folder.write("// mine\n", to: "Sources/App/SchemaV3.swift")
        let before = try project.files()
        let result = try Tool.run("new-version", in: project.folder)
        expect(
            result,
            "Sources/App/SchemaV3.swift already exists. Move this file away, or choose a different name with --name. Nothing was written"
        )
        #expect(try project.files() == before)
    }

    /// Read-only files are found before anything is written.
    @Test(arguments: [(plan, 0o444), ("Sources/App", 0o555)]) func isReadOnly(_ path: String, _ mode: Int) throws {
        let project = try NextVersionTests.Shipped(.freezeBehind)
        let before = try project.files()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: project.folder.path(path))
        defer { _ = chmod(project.folder.path("Sources/App"), 0o755) }
        let result = try Tool.run("new-version", in: project.folder)
        expect(result, "\(path) is read-only. Make the file writable, and run the command again. Nothing was written")
        #expect(try project.files() == before)
    }

    /// The target of a symbolic link isn't part of the project, and isn't read.
    @Test func aSymbolicLink() throws {
        let project = try NextVersionTests.Shipped(.freezeBehind)
        let outside = try ScratchFolder()
        try FileManager.default.moveItem(atPath: project.folder.path(Self.trip), toPath: outside.path("Trip.swift"))
        try FileManager.default.createSymbolicLink(
            atPath: project.folder.path(Self.trip), withDestinationPath: outside.path("Trip.swift"))
        let before = try (project.files(), String(contentsOfFile: outside.path("Trip.swift"), encoding: .utf8))
        let result = try Tool.run("new-version", in: project.folder)
        expect(
            result,
            Self.unread(
                "Sources/App/SchemaV2.swift:6:54: Trip is listed as a model, but no class with that name is declared in the "
                    + "sources that were read. Check the name. If a package declares the class, set --project to the folder that "
                    + "contains both packages. If a test declares it, add --include-tests. If a macro generates it, declare it in a "
                    + "source file. If its file is a symbolic link, which Permafrost doesn't follow, replace the link with the file"
            ))
        #expect(try project.files() == before.0)
        #expect(try String(contentsOfFile: outside.path("Trip.swift"), encoding: .utf8) == before.1)
    }

    /// Without a repository the fixture is the reference, and there is no text to restore for an edit.
    @Test func withoutARepository() throws {
        let project = try NextVersionTests.Shipped(.freezeBehind)
        try FileManager.default.removeItem(atPath: project.folder.path(".git"))
        #expect(try Tool.run("new-version", "--dry-run", in: project.folder).status == 0)
        try project.edit()
        let before = try project.files()
        let result = try Tool.run("new-version", in: project.folder)
        expect(
            result,
            "Sources/App/SchemaV2.swift:4:6: SchemaV2 differs from the shipped 2.0.0, and no commit contains the "
                + "shipped declaration. Revert SchemaV2 by hand, and run the command again. To list the differences, run "
                + "permafrost diff Fixtures/2.0.0 2.0.0. Nothing was written"
        )
        #expect(try project.files() == before)
    }

    /// With a shared cache, a project doesn't undo changes that were made in another project.
    @Test func aJournalOfAnotherProjectIsNotUndone() throws {
        let (project, other) = try (NextVersionTests.Shipped(.freezeBehind), NextVersionTests.Shipped(.freezeBehind))
        #expect(try Tool.run("new-version", in: project.folder).status == 0)
        let before = try other.files()
        let result = try Tool.run(["new-version", "--undo"], in: other.folder.url, cache: project.folder)
        #expect(result.status == 2 && result.errors.contains("there is nothing to undo"), "\(result)")
        #expect(try other.files() == before)
        #expect(try Tool.run("new-version", "--undo", in: project.folder).status == 0)
    }

    @Test func severalKindsWithoutAPlan() throws {
        let project = try NextVersionTests.Shipped(VersionIdiom.planless[0])
        try project.folder.write(
            VersionIdiom.imports + VersionIdiom.version("CacheV1", 1, models: "[]"), to: "Sources/App/Cache.swift")
        let before = try project.files()
        let result = try Tool.run("new-version", in: project.folder)
        expect(
            result,
            "several groups of schemas aren't in a plan. Choose one with --schema CacheV1 or --schema SchemaV2. "
                + "Nothing was written")
        #expect(try project.files() == before)
    }

    @Test func severalPlans() throws {
        let project = try NextVersionTests.Shipped(.freezeBehind)
        try project.folder.edit(
            Self.plan, "enum TripPlan",
            "enum OtherPlan: SchemaMigrationPlan {\n    static var schemas: [any VersionedSchema.Type] { [SchemaV2.self] }\n"
                + "    static var stages: [MigrationStage] { [] }\n}\n\nenum TripPlan")
        let before = try project.files()
        let result = try Tool.run("new-version", in: project.folder)
        expect(
            result,
            "the project has several plans (\(Self.plan):4:6, \(Self.plan):9:6). Choose one with --plan OtherPlan or --plan "
                + "TripPlan. Nothing was written")
        #expect(try project.files() == before)
        #expect(try Tool.run("new-version", "--plan", "TripPlan", "--dry-run", in: project.folder).status == 0)
    }
}
