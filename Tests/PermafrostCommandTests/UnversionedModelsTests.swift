import Foundation
import PermafrostTestSupport
import Testing

/// Models without a `VersionedSchema`. The one declaration is known by the names of the frozen versions only.
@Suite struct UnversionedModelsTests {
    private static let models = ["--models", "Trip,BucketListItem"]
    private static let optionalTitle = "var title: String?"

    /// Returns a project that is frozen as 1.0.0, with a required title.
    private static func frozenOnce() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(
            """
            import SwiftData
            @Model final class Trip {
                var name: String = ""
                var items: [BucketListItem] = []
                init() {}
            }
            @Model final class BucketListItem {
                var title: String = ""
                var trip: Trip?
                init() {}
            }
            """, to: "Sources/App/Models.swift")
        #expect(try run("freeze", "1.0.0", in: folder).status == 0)
        return folder
    }

    /// Returns a project that is frozen as 1.0.0 with a required title, and as 1.1.0 with the optional title that is
    /// declared.
    private static func frozenTwice() throws -> ScratchFolder {
        let folder = try frozenOnce()
        try folder.edit("Sources/App/Models.swift", "var title: String = \"\"", optionalTitle)
        #expect(try run("freeze", "1.1.0", in: folder).status == 0)
        return folder
    }

    private static func run(_ arguments: String..., in folder: ScratchFolder) throws -> CommandResult {
        try Tool.run(arguments + models, in: folder.url, cache: folder)
    }

    private static func store(_ version: String) -> String {
        "Fixtures/\(version)/App-\(version.replacing(".", with: "_")).sqlite"
    }

    private static func drift(_ folder: ScratchFolder, adding days: String = "Int") throws {
        let name = "var name: String = \"\""
        try folder.edit("Sources/App/Models.swift", name, "\(name)\n    var days: \(days)")
    }

    @Test func frozenVersionsAreCompared() throws {
        let folder = try Self.frozenTwice()
        let forward = try Self.run("diff", "1.0.0", "1.1.0", in: folder)
        #expect(forward.status == 1, "\(forward)")
        #expect(forward.output.contains("Models 1.0.0, as frozen → Models 1.1.0"), "\(forward)")
        #expect(forward.output.contains("BucketListItem.title"), "\(forward)")
        #expect(forward.output.contains("Sources/App/Models.swift:8:9"), "\(forward)")
        #expect(try Self.run("diff", "1.1.0", "1.0.0", in: folder).status == 1)
        #expect(try Self.run("diff", "1.1.0", "1.1.0", in: folder).status == 0)
        #expect(try Self.run("diff", "1.1.0", "Models", in: folder).status == 0)
        // An edit doesn't change frozen versions.
        try Self.drift(folder)
        let after = try Self.run("diff", "1.0.0", "1.1.0", in: folder)
        #expect(after.status == 1, "\(after)")
        #expect(after.output.contains("Models 1.1.0, as frozen"), "\(after)")
        #expect(!after.output.contains("Trip.days"), "\(after)")
        let declared = try Self.run("diff", "1.1.0", "Models", in: folder)
        #expect(declared.status == 1, "\(declared)")
        #expect(declared.output.contains("Models 1.1.0, as frozen → Models\n"), "\(declared)")
        #expect(declared.output.contains("Trip.days was added"), "\(declared)")
    }

    @Test func changesOutsideOfTheHashAreCompared() throws {
        let folder = try Self.frozenTwice()
        try folder.edit(
            "Sources/App/Models.swift", "var items:", "@Relationship(deleteRule: .cascade) var items:")
        let result = try Self.run("diff", "1.1.0", "Models", in: folder)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("Trip.items"), "\(result)")
    }

    @Test(arguments: [
        ["diff", "5.5.5", "6.6.6"], ["diff", "1.0.0", "6.6.6"], ["schema", "7.0.0"],
        ["migrate", store("1.0.0"), "--to", "9.9.9", "--dry-run"],
    ])
    func otherNamesAreUnknown(_ arguments: [String]) throws {
        let folder = try Self.frozenTwice()
        let result = try Tool.run(arguments + Self.models, in: folder.url, cache: folder)
        #expect(result.status == 2, "\(result)")
        #expect(result.output.isEmpty, "\(result)")
        #expect(result.errors.contains("(declared: 1.1.0; frozen: 1.0.0, 1.1.0"), "\(result)")
        let names = ["5.5.5", "6.6.6", "7.0.0", "9.9.9"]
        #expect(names.contains { result.errors.contains("no version \($0)") }, "\(result)")
    }

    @Test func modelsThatWereNeverFrozenAreTheFirstVersion() throws {
        let folder = try Self.frozenTwice()
        try FileManager.default.removeItem(atPath: folder.path("Fixtures"))
        #expect(try Self.run("schema", "1.0.0", in: folder).status == 0)
        #expect(try Self.run("schema", "Models", in: folder).status == 0)
        let unknown = try Self.run("schema", "1.1.0", in: folder)
        #expect(unknown.status == 2, "\(unknown)")
        #expect(unknown.errors.contains("no declared version 1.1.0"), "\(unknown)")
    }

    @Test func schemaShowsWhatIsDeclared() throws {
        let folder = try Self.frozenTwice()
        #expect(try Self.run("schema", "1.1.0", in: folder).status == 0)
        let earlier = try Self.run("schema", "1.0.0", in: folder)
        #expect(earlier.status == 2, "\(earlier)")
        #expect(
            earlier.errors.contains("the sources no longer declare 1.0.0, because the models have changed"),
            "\(earlier)")
        #expect(earlier.errors.contains("To use the current models, specify 1.1.0"), "\(earlier)")
    }

    @Test func aMigrationTargetsTheDeclaredModels() throws {
        let folder = try Self.frozenTwice()
        let store = Self.store("1.0.0")
        let result = try Self.run("migrate", store, "--to", "1.1.0", "--dry-run", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.hasPrefix("passed: a copy of \(store) was migrated from 1.0.0 to 1.1.0"), "\(result)")
        let there = try Self.run("migrate", Self.store("1.1.0"), "--to", "1.1.0", "--dry-run", in: folder)
        #expect(there.status == 0, "\(there)")
        #expect(there.output.contains("already has version 1.1.0"), "\(there)")
        #expect(there.output.contains("Nothing to migrate"), "\(there)")
        let backwards = try Self.run("migrate", store, "--to", "1.0.0", "--dry-run", in: folder)
        #expect(backwards.status == 2, "\(backwards)")
        #expect(backwards.errors.contains("To use the current models, specify 1.1.0"), "\(backwards)")
        try Self.drift(folder, adding: "Int?")
        let drifted = try Self.run("migrate", store, "--to", "1.1.0", "--dry-run", in: folder)
        #expect(drifted.status == 2, "\(drifted)")
        #expect(drifted.errors.contains("To use the current models, specify Models"), "\(drifted)")
        let declared = try Self.run("migrate", store, "--to", "Models", "--dry-run", in: folder)
        #expect(declared.status == 0, "\(declared)")
        #expect(declared.output.contains("was migrated from 1.0.0 to Models"), "\(declared)")
    }

    @Test func aStoreIsIdentifiedAsItsFrozenVersion() throws {
        let folder = try Self.frozenTwice()
        let known = try Self.run("drift", Self.store("1.1.0"), in: folder)
        #expect(known.status == 0, "\(known)")
        #expect(known.output.contains("is Models 1.1.0 (declared at"), "\(known)")
        #expect(!known.output.contains("Models 1.0.0"), "\(known)")
        let earlier = try Self.run("drift", Self.store("1.0.0"), in: folder)
        #expect(earlier.status == 1, "\(earlier)")
        #expect(earlier.output.contains("is Models 1.0.0 (frozen in 1.0.0)"), "\(earlier)")
        #expect(earlier.output.contains("Models 1.1.0 (declared at"), "\(earlier)")
    }

    @Test func lintAndCheckNameOneVersion() throws {
        let folder = try Self.frozenTwice()
        try Self.drift(folder)
        let lint = try Self.run("lint", in: folder)
        #expect(lint.status == 1, "\(lint)")
        #expect(lint.output.contains("Trip.days is new and required in 1.1.0"), "\(lint)")
        #expect(!lint.output.contains("in 1.0.0, and has no default"), "\(lint)")
        let check = try Report(Self.run("check", "--format", "json", in: folder))
        #expect(check.findings.map { $0["version"] as? String } == ["1.1.0"])
    }

    @Test func theFixOfADriftWorks() throws {
        let folder = try Self.frozenTwice()
        try Self.drift(folder)
        let check = try Self.run("check", in: folder)
        #expect(check.status == 1, "\(check)")
        #expect(!check.output.contains("in a new version"), "\(check)")
        for words in [
            "a new version that supersedes 1.1.0: permafrost freeze 1.2.0 --models Trip,BucketListItem. ",
            "If 1.1.0 never shipped, run permafrost freeze 1.1.0 --force --models Trip,BucketListItem",
        ] { #expect(check.output.contains(words), "\(check)") }
        #expect(try Self.run("freeze", "1.2.0", in: folder).status == 0)
        let after = try Report(Self.run("check", "--format", "json", in: folder))
        #expect(after.json["exitCode"] as? Int == 0)
        #expect(after.versions.map { $0["status"] as? String } == ["superseded", "superseded", "unchanged"])
    }

    @Test func theFixOfADriftSinceACommitWorks() throws {
        let folder = try Self.frozenOnce()
        try folder.write(".cache\n", to: ".gitignore")
        for arguments in [
            ["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--no-gpg-sign", "--message", "First"],
        ] { try GitTests.History.git(arguments, folder) }
        try folder.edit("Sources/App/Models.swift", "var title: String = \"\"", Self.optionalTitle)
        let before = try Self.run("check", "--base", "HEAD", in: folder)
        #expect(before.status == 1, "\(before)")
        #expect(before.output.contains("permafrost freeze 1.1.0 --models Trip,BucketListItem"), "\(before)")
        #expect(try Self.run("freeze", "1.1.0", in: folder).status == 0)
        #expect(try Self.run("check", "--base", "HEAD", in: folder).status == 0)
        #expect(try Self.run("check", in: folder).status == 0)
    }

    /// An app without versions changes its models in place, and the framework infers the migration, if it can.
    @Test(
        "an edit of models that aren't frozen",
        arguments: [
            (optionalTitle, 0, "so Core Data infers a migration"),
            ("var heading: String = \"\"", 0, "so Core Data infers a migration, and what was removed is lost"),
            ("var title: String = \"\"\n    var days: Int", 1, "because a required property has no default"),
            ("var title: Int = 0", 1, "Core Data can't infer this migration for every store"),
        ]) func editOfUnfrozenModels(property: String, status: Int32, effect: String) throws
    {
        let folder = try Self.frozenOnce()
        try FileManager.default.removeItem(atPath: folder.path("Fixtures"))
        let repository = try TestRepository(folder)
        try repository.commit()
        try folder.edit("Sources/App/Models.swift", "var title: String = \"\"", property)
        let check = try Self.run("check", "--base", "HEAD", in: folder)
        #expect(check.status == status, "\(check)")
        #expect(check.output.contains("PF0101"), "\(check)")
        #expect(check.output.contains(effect), "\(check)")
    }

    @Test func theFixOfADriftOfUnfrozenModelsWorks() throws {
        let folder = try Self.frozenOnce()
        try folder.write(".cache\nFixtures\n", to: ".gitignore")
        for arguments in [
            ["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--no-gpg-sign", "--message", "First"],
        ] { try GitTests.History.git(arguments, folder) }
        try FileManager.default.removeItem(atPath: folder.path("Fixtures"))
        try folder.edit("Sources/App/Models.swift", "var title: String = \"\"", Self.optionalTitle)
        let before = try Self.run("check", "--base", "HEAD", in: folder)
        #expect(before.output.contains("is declared at HEAD"), "\(before)")
        let models = Self.models.joined(separator: " ")
        #expect(
            before.output.contains(
                "permafrost freeze 1.0.0 \(models) --at HEAD; then permafrost freeze 1.1.0 \(models)"),
            "\(before)")
        #expect(try Self.run("freeze", "1.0.0", "--at", "HEAD", in: folder).status == 0)
        #expect(try Self.run("freeze", "1.1.0", in: folder).status == 0)
        let after = try Self.run("check", "--base", "HEAD", in: folder)
        #expect(after.status == 0, "\(after)")
    }

    @Test func freezingAllFreezesNoOlderVersion() throws {
        let folder = try Self.frozenTwice()
        try FileManager.default.removeItem(atPath: folder.path("Fixtures"))
        #expect(try Self.run("freeze", "--all", in: folder).output.contains("1.0.0  Models"))
        #expect(try Self.run("freeze", "2.0.0", in: folder).status == 0)
        // The newest version is the declared one, so no older version is frozen.
        try FileManager.default.removeItem(atPath: folder.path("Fixtures/1.0.0"))
        let again = try Self.run("freeze", "--all", in: folder)
        #expect(again.output.hasPrefix("frozen   2.0.0"), "\(again)")
    }

    /// `freeze` uses today's declaration. Only tags have other shapes that may have shipped.
    @Test func freezeSuggestsAdoptIfThereAreTags() throws {
        let folder = try ScratchFolder()
        try folder.write(
            """
            import SwiftData
            @Model final class Note { var text: String = ""; init() {} }
            func open() throws { _ = try ModelContainer(for: Note.self) }
            """, to: "App/Note.swift")
        let untagged = try Tool.run("freeze", "--all", in: folder)
        #expect(untagged.status == 0 && !untagged.errors.contains("adopt"), "\(untagged)")
        try TaggedRepository(folder).ship("v1")
        let tagged = try Tool.run("freeze", "1.0.0", "--force", in: folder)
        #expect(tagged.status == 0, "\(tagged)")
        #expect(
            tagged.errors.contains(
                "These are the current models. To freeze what shipped, using git tags, run permafrost adopt"),
            "\(tagged)")
    }
}
