import Foundation
import PermafrostTestSupport
import Testing

extension PluginTests {
    /// The tests that `scaffold-tests` writes, run in a package. They pass unedited, and fail for each mistake.
    @Suite struct ScaffoldedTests {
        static let driftOne = "LibrarySchemaV1_DriftTests.testHasNotDrifted"
        static let driftTwo = "LibrarySchemaV2_DriftTests.testHasNotDrifted"
        static let migration = "MigrateV1_0_0toV2_0_0_Tests.testKeepsData"
        static let all: Set<String> = [driftOne, driftTwo, migration]

        private static let plan = "LibraryMigrationPlan.swift"

        static let mutants = [
            LibraryPackage.Mutant(
                name: "EditedVersion", file: "LibrarySchemaV2.swift", original: "var rating: Int = 3",
                mutation: "var rating: Int16 = 3", failing: [driftTwo], words: ["Book.rating"]),
            LibraryPackage.Mutant(
                name: "DroppedValues", file: plan, original: LibraryPackage.lightweightStage,
                mutation: LibraryPackage.stage(doing: "for book in books { book.subtitle = nil }"),
                failing: [migration], words: ["Book.subtitle"]),
            // It is also an edit of a frozen version: the hash is the same, but the migration does something else.
            LibraryPackage.Mutant(
                name: "LostRename", file: "LibrarySchemaV2.swift",
                original: "@Attribute(originalName: \"title\") var name: String", mutation: "var name: String = \"\"",
                failing: [driftTwo, migration], words: ["Book.title", "Book.name"]),
            LibraryPackage.Mutant(
                name: "SwappedRelationships", file: plan, original: LibraryPackage.lightweightStage,
                mutation: LibraryPackage.stage(
                    doing: "for book in books { (book.author, book.editor) = (book.editor, book.author) }"),
                failing: [migration], words: ["Book.author"]),
            LibraryPackage.Mutant(
                name: "OneRowInAThousand", file: plan, original: LibraryPackage.lightweightStage,
                mutation: LibraryPackage.stage(doing: "books[500].pages += 1"), failing: [migration],
                words: ["Book.pages", "1 difference"]),
        ]

        @Test func `Scaffolded tests are green untouched, and each mutation fails its own`() throws {
            let package = try LibraryPackage()
            for version in ["1.0.0", "2.0.0"] {
                let freeze = try package.swiftPackage("freeze", version, "--rows", "1000")
                #expect(freeze.status == 0, "\(freeze)")
            }
            let scaffold = try package.swiftPackage("scaffold-tests")
            #expect(scaffold.status == 0, "\(scaffold)")
            let tests = try package.files(below: "Tests")
            #expect(tests.count == 4)

            let green = try package.test()
            #expect(green.result.status == 0, "\(green.result)")
            #expect(green.passed == Self.all)

            #expect(try package.swiftPackage("scaffold-tests").status == 0)
            #expect(try package.files(below: "Tests") == tests)

            try expectDamageIsFound(in: package)

            let swiftTests = package.folder.appending(path: "Tests/SwiftTests")
            try FileManager.default.createDirectory(at: swiftTests, withIntermediateDirectories: true)
            let swiftTesting = try package.swiftPackage(
                "scaffold-tests", "--framework", "swift-testing", "--tests", "Tests/SwiftTests")
            #expect(swiftTesting.status == 0, "\(swiftTesting)")
            try expectMutantsAreFound(in: package)
        }

        /// A missing fixture, and a modified one.
        private func expectDamageIsFound(in package: LibraryPackage) throws {
            let files = FileManager.default
            let aside = package.folder.appending(path: "aside")
            try files.moveItem(at: package.fixtures.appending(path: "1.0.0"), to: aside)
            let deleted = try package.test("LibraryTests")
            #expect(deleted.failed == [Self.driftOne, Self.migration], "\(deleted.text)")
            #expect(deleted.passed == [Self.driftTwo])
            #expect(deleted.text.contains("1.0.0"))
            try files.moveItem(at: aside, to: package.fixtures.appending(path: "1.0.0"))

            let store = package.fixtures.appending(path: "2.0.0/App-2_0_0.sqlite")
            let intact = try Data(contentsOf: store)
            var tampered = intact
            tampered[tampered.count - 1] ^= 1
            try tampered.write(to: store)
            let found = try package.test("LibraryTests")
            #expect(found.failed == [Self.driftTwo], "\(found.text)")
            #expect(found.passed == [Self.driftOne, Self.migration])
            #expect(found.text.contains("App-2_0_0.sqlite"), "\(found.text)")
            try intact.write(to: store)
        }

        private func expectMutantsAreFound(in package: LibraryPackage) throws {
            try package.add(Self.mutants, swiftTests: "SwiftTests")
            let build = try package.build()
            try #require(build.status == 0, "\(build)")
            for mutant in Self.mutants {
                let run = try package.test(mutant.name + "Tests")
                #expect(run.failed == mutant.failing, "\(mutant.name): \(run.text)")
                #expect(run.passed == Self.all.subtracting(mutant.failing), "\(mutant.name)")
                for words in mutant.words { #expect(run.text.contains(words), "\(words) in \(run.text)") }
            }
            let unmutated = try package.test("LibraryTests")
            #expect(unmutated.passed == Self.all)
            let swiftTests = try package.test("SwiftTests")
            #expect(swiftTests.result.status == 0, "\(swiftTests.text)")
            #expect(swiftTests.text.contains("Test run with 3 tests"), "\(swiftTests.text)")
        }
    }
}
