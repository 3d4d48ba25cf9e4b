import Foundation
import PermafrostTestSupport
import Testing

extension PluginTests {
    /// The tests that `scaffold-tests` writes, run in a package. They pass unedited, and fail for each mistake.
    @Suite struct ScaffoldedTests {
        static let driftOne = "LibrarySchemaV1DriftTests.testHasNotDrifted"
        static let driftTwo = "LibrarySchemaV2DriftTests.testHasNotDrifted"
        static let migration = "MigrationV1ToV2Tests.testKeepsData"
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
            let first = try package.swiftPackage("freeze", "1.0.0", "--rows", "1000")
            #expect(first.status == 0, "\(first)")
            try expectTestsOfTheNextVersionFailFirst(in: package)
            let second = try package.swiftPackage("freeze", "2.0.0", "--rows", "1000")
            #expect(second.status == 0, "\(second)")
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

        /// The test of the migration to 2.0.0, which isn't frozen yet, in both frameworks. It fails until its failure is
        /// replaced with an assertion.
        private func expectTestsOfTheNextVersionFailFirst(in package: LibraryPackage) throws {
            let folder = package.folder.appending(path: "Tests/NextTests")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let pair = ["--from", "1.0.0", "--to", "2.0.0"]
            let targets = [("Tests/LibraryTests", "xctest"), ("Tests/NextTests", "swift-testing")]
            for (tests, framework) in targets {
                let scaffold = try package.swiftPackage(
                    ["scaffold-tests", "--tests", tests, "--framework", framework] + pair)
                #expect(scaffold.status == 0, "\(scaffold)")
            }
            try package.add([], swiftTests: "NextTests")
            let failing = try package.test()
            #expect(failing.result.status != 0)
            #expect(failing.failed == ["MigrationV1ToV2Tests.testMigrates"], "\(failing.text)")
            let message = "Assert what a 1.0.0 store contains after the migration to 2.0.0 ("
            #expect(failing.text.ranges(of: message).count >= 2, "\(failing.text)")
            #expect(failing.text.contains(/Test run with 1 test .*failed/), "\(failing.text)")

            for (tests, framework) in targets {
                let file = package.folder.appending(path: tests).appending(path: "MigrationV1ToV2Tests.swift")
                let text = try String(contentsOf: file, encoding: .utf8)
                let failure = try #require(text.firstRange(of: /\ +(XCTFail|Issue\.record)\([^)]*\)[^)]*\)\n/))
                let rows =
                    "let rows = try ModelContext(migration.container).fetch(FetchDescriptor<LibrarySchemaV2.Book>())"
                let assertion =
                    framework == "xctest"
                    ? "XCTAssertEqual(Set(rows.map(\\.rating)), [3])" : "#expect(Set(rows.map(\\.rating)) == [3])"
                try text.replacingCharacters(in: failure, with: "        \(rows)\n        \(assertion)\n")
                    .write(to: file, atomically: true, encoding: .utf8)
            }
            let passing = try package.test()
            #expect(passing.result.status == 0, "\(passing.text)")
            #expect(passing.passed == ["MigrationV1ToV2Tests.testMigrates"], "\(passing.text)")
            for (tests, _) in targets {
                try FileManager.default.removeItem(
                    at: package.folder.appending(path: tests).appending(path: "MigrationV1ToV2Tests.swift"))
            }
            try FileManager.default.removeItem(at: folder)
            try package.add([], swiftTests: nil)
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
