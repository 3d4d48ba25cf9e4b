import Foundation
import PermafrostTestSupport
import Testing

extension PluginTests {
    /// `swift package new-version` and `swift package adopt` in packages whose git tags show that they have shipped.
    @Suite struct AuthoringPluginTests {
        @Test func `The next version is written, proved and taken back`() throws {
            let consumer = try ConsumerPackage()
            #expect(try consumer.swiftPackage(PluginTests.allow, "freeze", "1.0.0").status == 0)
            try consumer.ship("v1.0")
            let shipped = try String(contentsOf: consumer.schema, encoding: .utf8)
            let edited = shipped.replacing(
                "var stars: Int = 0\n", with: "var stars: Int = 0\n        var colour: String?\n")
            try edited.write(to: consumer.schema, atomically: true, encoding: .utf8)
            let check = try consumer.swiftPackage("check-schemas")
            #expect(
                check.status == 1
                    && check.output.contains(
                        "swift package --allow-writing-to-package-directory new-version. It reverts AppSchemaV1"),
                "\(check)")
            let before = try consumer.sources()

            let refused = try consumer.swiftPackage("new-version")
            #expect(refused.status == 1 && refused.errors.contains(PluginTests.allow), "\(refused)")
            #expect(try consumer.sources() == before)
            let dry = try consumer.swiftPackage(PluginTests.allow, "new-version", "--dry-run")
            #expect(dry.status == 0 && dry.output.contains("+enum AppSchemaV2: VersionedSchema {"), "\(dry)")
            #expect(try consumer.sources() == before)

            let written = try consumer.swiftPackage(PluginTests.allow, "new-version")
            #expect(written.status == 0, "\(written)")
            #expect(written.output.contains("verified 1.0.0 matches what shipped"), "\(written)")
            #expect(written.output.contains("To undo this, run it again with --undo"), "\(written)")
            let after = try consumer.sources()
            #expect(Set(after.keys) == ["AppSchemaV1.swift", "AppSchemaV2.swift", "AppMigrationPlan.swift"])
            #expect(after["AppSchemaV1.swift"] == shipped)
            #expect(after["AppSchemaV2.swift"]?.contains("var colour: String?") == true, "\(after)")
            #expect(try consumer.swiftPackage(PluginTests.allow, "freeze", "--all").status == 0)
            #expect(try consumer.swiftPackage("check-schemas", "--require-frozen").status == 0)

            let again = try consumer.swiftPackage(PluginTests.allow, "new-version")
            #expect(again.status == 1 && again.errors.contains("2.0.0 (AppSchemaV2) hasn't shipped"), "\(again)")
            #expect(try consumer.sources() == after)
            let undone = try consumer.swiftPackage(PluginTests.allow, "new-version", "--undo")
            #expect(undone.status == 0, "\(undone)")
            #expect(try consumer.sources() == before)
            // Each command undoes only its own changes.
            let other = try consumer.swiftPackage(PluginTests.allow, "adopt", "--undo")
            #expect(other.status == 1 && other.errors.contains("there is nothing to undo"), "\(other)")
        }

        @Test func `Shapes that shipped without a version are adopted from the tags`() throws {
            let consumer = try ConsumerPackage()
            try FileManager.default.removeItem(at: consumer.schema)
            let note = consumer.schema.deletingLastPathComponent().appending(path: "Note.swift")
            try ConsumerPackage.unversioned.write(to: note, atomically: true, encoding: .utf8)
            try consumer.ship("v1.0")
            try ConsumerPackage.unversioned.replacing(
                "var stars: Int = 0\n", with: "var stars: Int = 0\n    var colour: String?\n"
            )
            .write(to: note, atomically: true, encoding: .utf8)
            try consumer.ship("v1.1")
            let before = try consumer.sources()

            let refused = try consumer.swiftPackage("adopt")
            #expect(refused.status == 1 && refused.errors.contains(PluginTests.allow), "\(refused)")
            let dry = try consumer.swiftPackage(PluginTests.allow, "adopt", "--dry-run")
            #expect(dry.status == 0 && dry.output.contains("v1.0") && dry.output.contains("v1.1"), "\(dry)")
            #expect(try consumer.sources() == before)
            #expect(try consumer.frozenFiles().isEmpty)

            let adopted = try consumer.swiftPackage(PluginTests.allow, "adopt")
            #expect(adopted.status == 0, "\(adopted)")
            #expect(adopted.output.contains("To undo this, run it again with --undo"), "\(adopted)")
            let folders = Set(
                try consumer.frozenFiles().keys.compactMap { $0.split(separator: "/").first.map(String.init) })
            #expect(folders == ["0.1.0", "1.0.0"])
            let after = try consumer.sources()
            #expect(after.values.contains { $0.contains("SchemaMigrationPlan") }, "\(after)")
            #expect(try consumer.swiftPackage("check-schemas", "--require-frozen").status == 0)

            let undone = try consumer.swiftPackage(PluginTests.allow, "adopt", "--undo")
            #expect(undone.status == 0, "\(undone)")
            #expect(try consumer.sources() == before)
        }
    }
}

extension ConsumerPackage {
    /// Commits everything and tags the commit.
    fileprivate func ship(_ tag: String) throws {
        let author = ["-c", "user.name=Permafrost", "-c", "user.email=dev@permafrost.invalid"]
        for arguments in [
            ["init", "--quiet", "--initial-branch", "main"], ["add", "--all"],
            author + ["commit", "--quiet", "--no-gpg-sign", "--message", tag], ["tag", "--no-sign", tag],
        ] {
            let result = try CommandResult.running(["git"] + arguments, in: folder)
            #expect(result.status == 0, "\(arguments): \(result)")
        }
    }

    /// Returns the texts of the target's files, by name.
    fileprivate func sources() throws -> [String: String] {
        let sources = schema.deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: sources.path)
        return try Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, try String(contentsOf: sources.appending(path: $0), encoding: .utf8))
            })
    }

    /// An app that declares no versions.
    fileprivate static let unversioned = """
        import SwiftData

        @Model
        final class Note {
            var title: String
            var stars: Int = 0

            init(title: String) {
                self.title = title
            }
        }

        func makeContainer() throws -> ModelContainer {
            try ModelContainer(for: Note.self)
        }

        """
}
