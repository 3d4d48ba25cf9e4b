import Foundation
import PermafrostTestSupport
import Testing

/// The commands' output for Core Data models: names as Xcode shows them, and advice that applies to a model file.
@Suite struct CoreDataAdviceTests {
    private static let path = "App/Library.xcdatamodeld"
    private static let model = "--model=\(path)"

    private static func contents(_ attributes: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="">
            <entity name="Book" representedClassName="Book" syncable="YES" codeGenerationType="class">
        \(attributes)
            </entity>
        </model>
        """
    }

    /// Returns a project with two versions without an identifier. The second drops an attribute, changes one, and makes
    /// one unique.
    private static func project() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let first = ["title", "subtitle"].map {
            "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>"
        }
        try folder.write(
            contents(
                (first + ["<attribute name=\"pages\" optional=\"YES\" attributeType=\"String\"/>"]).joined(
                    separator: "\n")),
            to: "\(path)/Library.xcdatamodel/contents")
        try folder.write(
            contents(
                """
                <attribute name="title" attributeType="String"/>
                <attribute name="pages" optional="YES" attributeType="Integer 32"/>
                <uniquenessConstraints><uniquenessConstraint><constraint value="title"/></uniquenessConstraint></uniquenessConstraints>
                """), to: "\(path)/Library 2.xcdatamodel/contents")
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>Library 2.xcdatamodel</string></dict></plist>
            """, to: "\(path)/.xccurrentversion")
        return folder
    }

    /// A store whose Core Data model is in the project isn't a stranger's.
    @Test func aStoreOfAModelInTheProjectIsRecognized() throws {
        let folder = try Self.project()
        #expect(try Tool.run("freeze", "--all", Self.model, "--fixtures", "Old", in: folder).status == 0)
        try folder.write(
            """
            import SwiftData
            enum LibraryV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Book.self] }
                @Model final class Book { var title: String = ""; init() {} }
            }
            """, to: "App/LibraryV1.swift")
        let drift = try Tool.run("drift", "Old/Library/App-Library.sqlite", in: folder)
        #expect(drift.status == 0, "\(drift)")
        #expect(drift.output.contains("is Library (declared at \(Self.path)/Library.xcdatamodel"), "\(drift)")
        let known = try Tool.run("drift", "Old/Library/App-Library.sqlite", Self.model, in: folder)
        #expect(known.status == 0, "\(known)")
    }

    @Test func aVersionHasTheNameThatXcodeShows() throws {
        let folder = try Self.project()
        #expect(try Tool.run("freeze", "--all", Self.model, in: folder).status == 0)
        let diff = try Tool.run("diff", "Library", "Library 2", Self.model, in: folder)
        #expect(diff.output.hasPrefix("Library → Library 2\n"), "\(diff)")
        try folder.edit("\(Self.path)/Library 2.xcdatamodel/contents", "\"Integer 32\"", "\"Integer 64\"")
        let check = try Tool.run("check", Self.model, in: folder)
        #expect(
            check.status == 1 && check.output.contains("error: Library 2 is frozen, but the type of Book.pages"),
            "\(check)")
        #expect(check.output.contains("fix: Revert Library 2"), "\(check)")
    }

    @Test func adviceForAModelFileMentionsNoSwiftCode() throws {
        let folder = try Self.project()
        let lint = try Tool.run("lint", Self.model, in: folder)
        #expect(lint.status == 1, "\(lint)")
        for code in ["PF0208", "PF0214", "PF0219", "PF0227"] { #expect(lint.output.contains("[\(code)]"), "\(lint)") }
        for word in ["willMigrate", "init doesn't count", "a hook", "// permafrost"] {
            #expect(!lint.output.contains(word), "\(word): \(lint)")
        }
        #expect(lint.output.contains("<!-- permafrost:ignore PF0227 because … -->"), "\(lint)")
        #expect(lint.output.contains("a mapping model"), "\(lint)")
        let name = "<attribute name=\"subtitle\""
        try folder.edit(
            "\(Self.path)/Library.xcdatamodel/contents", name,
            "<!-- permafrost:ignore PF0227 because nobody filled it in -->\n\(name)")
        let accepted = try Tool.run("lint", Self.model, in: folder)
        #expect(!accepted.output.contains("PF0227"), "\(accepted)")
    }

    @Test func theModelOptionRejectsAVersionInsideOfABundle() throws {
        let folder = try Self.project()
        let inside = "\(Self.path)/Library.xcdatamodel"
        let result = try Tool.run("list", "--model", inside, in: folder)
        #expect(result.status == 2, "\(result)")
        #expect(
            result.errors.contains(
                "invalid --model \"\(inside)\": expected the model with all of its versions: \(Self.path)"),
            "\(result)")
    }

    @Test func aNextVersionIsMadeInXcode() throws {
        let folder = try Self.project()
        let result = try Tool.run("new-version", Self.model, in: folder)
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains("Editor > Add Model Version"), "\(result)")
        #expect(!result.errors.contains("Declare one"), "\(result)")
    }

    @Test func theWorkflowChecksTheModel() throws {
        let folder = try Self.project()
        let result = try Tool.run("init", "--ci", "github", Self.model, in: folder)
        #expect(result.status == 0, "\(result)")
        let path = folder.url.appending(path: ".github/workflows/schemas.yml")
        let workflow = try String(contentsOf: path, encoding: .utf8)
        #expect(
            workflow.contains("check --no-cache --format github --model App/Library.xcdatamodeld ${"), "\(workflow)")
        #expect(result.output.contains("args: [--model, App/Library.xcdatamodeld]"), "\(result)")
    }

    /// The hook also runs if only a model file was edited.
    @Test func thePreCommitHookRunsForModelFiles() throws {
        let hooks = try String(
            contentsOf: SourceTree.root.appending(path: ".pre-commit-hooks.yaml"), encoding: .utf8)
        let files = try #require(hooks.split(separator: "\n").first { $0.contains("files:") })
        let pattern = try Regex(String(files.split(separator: "'")[1]))
        for path in ["Sources/A.swift", "Fixtures/1/a.sql", "App/Library.xcdatamodeld/Library 2.xcdatamodel/contents"] {
            #expect(path.contains(pattern), "\(path)")
        }
        #expect(!"README.md".contains(pattern))
    }

    /// Delete rules, missing inverses and batch deletes are found in a model file too.
    @Test func relationshipsAreChecked() throws {
        let folder = try ScratchFolder()
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="">
                <entity name="Book" representedClassName="BookRow" syncable="YES">
                    <relationship name="author" maxCount="1" deletionRule="Nullify" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
                    <relationship name="shelf" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf"/>
                </entity>
                <entity name="Author" representedClassName="Author" syncable="YES">
                    <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
                </entity>
                <entity name="Shelf" representedClassName="Shelf" syncable="YES">
                    <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Book"/>
                </entity>
            </model>
            """, to: "\(Self.path)/Library.xcdatamodel/contents")
        try folder.write(
            """
            import CoreData
            func empty(_ context: NSManagedObjectContext) throws {
                let request = NSFetchRequest<NSFetchRequestResult>(entityName: "Author")
                try context.execute(NSBatchDeleteRequest(fetchRequest: request))
                let books: NSFetchRequest<NSFetchRequestResult> = BookRow.fetchRequest()
                try context.execute(NSBatchDeleteRequest(fetchRequest: books))
            }
            """, to: "App/Store.swift")
        let lint = try Tool.run("lint", Self.model, in: folder)
        #expect(lint.status == 0, "\(lint)")
        for words in [
            "contents:8:9: warning: Deleting a row of Author empties Book.author, which is required",
            "The save fails with error 1570",
            "contents:11:9: warning: Shelf.books and Book.shelf look like inverses, but the model declares none",
            "choose Book.shelf as the inverse of Shelf.books in the model editor",
            "Store.swift:4:25: warning: NSBatchDeleteRequest deletes rows of Author, but Book.author isn't optional",
        ] {
            #expect(lint.output.contains(words), "\(lint)")
        }
        #expect(!lint.output.contains("Store.swift:6"), "\(lint)")
    }

    struct ChainCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The attributes of each version's entity.
        let versions: [String]
        var current = 3
        let status: Int32
        let output: [String]
        var absent: [String] = []
    }

    private static func text(_ name: String, _ more: String = "optional=\"YES\"") -> String {
        "<attribute name=\"\(name)\" attributeType=\"String\" \(more)/>"
    }

    private static let number = "<attribute name=\"pages\" optional=\"YES\" attributeType=\"Integer 64\"/>"

    /// Core Data migrates a store directly to the version that the app is built with.
    @Test(arguments: [
        ChainCase(
            testDescription: "a type that changes by way of a removal",
            versions: [text("title") + text("pages"), text("title"), text("title") + number], status: 1,
            output: [
                "V3.xcdatamodel/contents:4:",
                "error: The versions from V1 to V3 don't work as one migration: Book.pages changes from string to int64",
                "users with a V1 store", "Add a mapping model from V1 to V3",
            ]),
        ChainCase(
            testDescription: "a second rename with the second name",
            versions: [text("a", ""), text("b", "elementID=\"a\""), text("c", "elementID=\"b\"")], status: 1,
            output: [
                "Book.c was named a and loses its values, because the newest version's renaming identifier isn't a"
            ]),
        ChainCase(
            testDescription: "a second rename with the first name",
            versions: [text("a", ""), text("b", "elementID=\"a\""), text("c", "elementID=\"a\"")], status: 0,
            output: ["passed: 3 versions"]),
        ChainCase(
            testDescription: "a required attribute that stores skip",
            versions: [text("a"), text("a") + text("b", ""), text("a") + text("b")], status: 0,
            output: [
                "note: Book.b is new and required",
                "(doesn't affect V1 stores: Core Data migrates them directly to a later version) [PF0208]",
            ]),
        ChainCase(
            testDescription: "a required attribute of the current version",
            versions: [text("a"), text("a") + text("b", ""), text("a") + text("b")], current: 2, status: 1,
            output: ["error: Book.b is new and required"], absent: ["doesn't affect"]),
    ])
    func storesSkipVersions(_ row: ChainCase) throws {
        let folder = try ScratchFolder()
        for (index, attributes) in row.versions.enumerated() {
            try folder.write(Self.contents(attributes), to: "\(Self.path)/V\(index + 1).xcdatamodel/contents")
        }
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>_XCCurrentVersionName</key><string>V\(row.current).xcdatamodel</string>
            </dict></plist>
            """, to: "\(Self.path)/.xccurrentversion")
        let lint = try Tool.run("lint", Self.model, in: folder)
        #expect(lint.status == row.status, "\(lint)")
        for words in row.output { #expect(lint.output.contains(words), "\(lint)") }
        for words in row.absent { #expect(!lint.output.contains(words), "\(lint)") }
    }
}
