import Foundation
import PermafrostTestSupport
import Testing

/// Apps with Core Data models, whose commands need no option.
@Suite struct CoreDataProjectTests {
    private static let bundle = "App/Library.xcdatamodeld"

    private static func contents(_ attributes: String, _ more: String = "", entity: String = "name=\"Book\"") -> String
    {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \(more)userDefinedModelVersionIdentifier="">
            <entity \(entity) representedClassName="Book" syncable="YES" codeGenerationType="class">
                \(attributes)
            </entity>
        </model>
        """
    }

    private static func attribute(_ name: String, _ type: String = "String", _ more: String = "optional=\"YES\"")
        -> String
    {
        "<attribute name=\"\(name)\" \(more) attributeType=\"\(type)\"/>"
    }

    /// Returns a project with the given contents of a model's versions. The last version is the current one.
    private static func project(_ versions: [String], _ files: [String: String] = [:]) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for (index, contents) in versions.enumerated() {
            try folder.write(contents, to: "\(bundle)/\(name(index)).xcdatamodel/contents")
        }
        let current = name(versions.count - 1) + ".xcdatamodel"
        try folder.write(
            "<plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key><string>\(current)</string></dict></plist>",
            to: "\(bundle)/.xccurrentversion")
        for (path, text) in files { try folder.write(text, to: path) }
        return folder
    }

    private static func name(_ index: Int) -> String { index == 0 ? "Library" : "Library \(index + 1)" }

    /// The first step changes a type, so the direct migration fails.
    private static let steps = [
        contents(attribute("pages")), contents(attribute("pages") + attribute("count", "Integer 32")),
        contents(attribute("count", "Integer 32") + attribute("pages", "Integer 32", "")),
    ]

    @Test(
        arguments: [
            ("let container = NSPersistentContainer(name: \"Library\")", 1, "error: "),
            (
                "func open(_ d: NSPersistentStoreDescription) { d.shouldMigrateStoreAutomatically = false }", 0,
                "warning: "
            ),
        ] as [(String, Int32, String)])
    func codeThatIsNotUnderstoodMakesFindingsWarnings(_ code: String, _ status: Int32, _ severity: String) throws {
        let folder = try Self.project(Self.steps, ["App/Stack.swift": "import CoreData\n\(code)\n"])
        let lint = try Tool.run("lint", in: folder)
        #expect(lint.status == status, "\(lint)")
        #expect(lint.output.contains("\(severity)The type of Book.pages changed"), "\(lint)")
        let isUncertain = lint.output.contains("The code at App/Stack.swift:2:1 may do so instead")
        #expect(isUncertain == (status == 0), "\(lint)")
    }

    /// A shipped version that was edited has the same fix before and after a freeze.
    @Test func aShippedShapeGetsAVersionOfItsOwn() throws {
        let folder = try Self.project([Self.contents(Self.attribute("title"))])
        try Self.ship("1.0", folder)
        try folder.write(
            Self.contents(Self.attribute("title") + Self.attribute("pages")),
            to: "\(Self.bundle)/Library.xcdatamodel/contents")
        try Self.ship("2.0", folder)
        for freezes in [false, true] {
            if freezes { #expect(try Tool.run("freeze", "--all", in: folder).status == 0) }
            let history = try Tool.run("history", in: folder)
            #expect(history.status == 1, "\(history)")
            for words in [
                "fix: Add the schema of 1.0 as a model version of its own", "(134130)",
                "git show 1.0:./App/Library.xcdatamodeld/Library.xcdatamodel/contents",
            ] {
                #expect(history.output.contains(words), "\(words) in \(history)")
            }
            #expect(!history.output.contains("--at"), "\(history)")
        }
        let adopt = try Tool.run("adopt", "--dry-run", in: folder)
        #expect(adopt.output.contains("It doesn't add versions to the model."), "\(adopt)")
    }

    /// A model that was moved keeps its tags, also if an option specifies it.
    @Test(arguments: [[], ["--model", "Models/Library.xcdatamodeld"]])
    func aMovedModelKeepsItsTags(_ options: [String]) throws {
        let folder = try Self.project([Self.contents(Self.attribute("title"))])
        try Self.ship("1.0", folder)
        try folder.write("", to: "Models/.gitkeep")
        try FileManager.default.moveItem(
            atPath: folder.path(Self.bundle), toPath: folder.path("Models/Library.xcdatamodeld"))
        try Self.ship("1.1", folder)
        try folder.write(
            Self.contents(Self.attribute("title") + Self.attribute("pages", "Integer 64")),
            to: "Models/Library.xcdatamodeld/Library.xcdatamodel/contents")
        let history = try Tool.run(["history"] + options, in: folder.url, cache: folder)
        #expect(history.status == 1 && history.output.contains("as shipped in 1.0, 1.1"), "\(history)")
        #expect(
            history.output.contains("git show 1.1:./Models/Library.xcdatamodeld/Library.xcdatamodel/contents"),
            "\(history)")
    }

    private static func ship(_ tag: String, _ folder: ScratchFolder) throws {
        let commit = ["commit", "--quiet", "--no-gpg-sign", "--message", tag]
        for words in [["init", "--quiet"], ["add", "--all"], commit, ["tag", "--no-sign", tag]] {
            try GitTests.History.git(words, folder)
        }
    }

    @Test func scaffoldPrintsTheTestOfThePage() throws {
        let versions = ["1.0", "2.0"].enumerated().map { index, identifier in
            Self.contents(Self.attribute("a\(index)")).replacing(
                "Identifier=\"\"", with: "Identifier=\"\(identifier)\"")
        }
        let folder = try Self.project(versions)
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        let scaffold = try Tool.run("scaffold", in: folder)
        #expect(scaffold.status == 0, "\(scaffold)")
        let page = try String(
            contentsOf: SourceTree.root.appending(path: "Documentation/Guide.docc/CoreDataModels.md"), encoding: .utf8)
        // Swift on Linux can't check the sample, so its fence doesn't name a language.
        let code = try #require(page.split(separator: "```\n").first { $0.hasPrefix("import CoreData\n") })
        #expect(scaffold.output.contains(code), "\(scaffold)")
        #expect(try Tool.run("scaffold", "--drift", "1.0", in: folder).status == 0)
    }

    private static let mark = "usedWithCloudKit=\"YES\" "
    private static let entitlements = "<plist version=\"1.0\"><dict/></plist>"
    private static let renamed = "name=\"Volume\" elementID=\"Book\""

    /// Core Data refuses to rename an entity of a store that syncs.
    @Test(
        arguments: [
            ([:], true),
            (["App/A.swift": "import CoreData\nlet a = NSPersistentCloudKitContainer(name: \"Library\")"], true),
            (["App/A.swift": "import CoreData\nlet a = NSPersistentContainer(name: \"Library\")"], false),
            (
                [
                    "App/A.swift": "import CoreData\nlet a = NSPersistentCloudKitContainer(name: \"Library\")",
                    "App/App.entitlements": entitlements,
                ], false
            ),
        ] as [([String: String], Bool)])
    func codeAndEntitlementsDecideWhetherAModelSyncs(_ files: [String: String], _ syncs: Bool) throws {
        let folder = try Self.project(
            [
                Self.contents(Self.attribute("title"), Self.mark),
                Self.contents(Self.attribute("title"), Self.mark, entity: Self.renamed),
            ], files)
        let lint = try Tool.run("lint", in: folder)
        #expect(lint.status == (syncs ? 1 : 0), "\(lint)")
        #expect(lint.output.contains("Library 2.xcdatamodel/contents:3:5: error: Book is synced") == syncs, "\(lint)")
        #expect(lint.output.contains("CloudKit integration forbids renaming") == syncs, "\(lint)")
    }

    @Test func aMappingModelBetweenEqualHashesNeverRuns() throws {
        let mapping = """
            <database><object type="XDDEVMAPPINGMODEL" id="z102">
            <attribute name="sourcemodelpath" type="string">\(Self.bundle)/Library.xcdatamodel</attribute>
            <attribute name="destinationmodelpath" type="string">\(Self.bundle)/Library 2.xcdatamodel</attribute>
            </object></database>
            """
        let same = Self.contents(Self.attribute("title"))
        let folder = try Self.project([same, same], ["App/L.xcmappingmodel/xcmapping.xml": mapping])
        let lint = try Tool.run("lint", in: folder)
        #expect(lint.output.contains("The mapping model to Library 2 never runs"), "\(lint)")
        #expect(lint.output.contains("set a hash modifier in the model editor"), "\(lint)")
    }

    /// A project with schemas in Swift prints the same with a model in its tests.
    @Test func aModelInTestsChangesNothing() throws {
        let folder = try ScratchFolder()
        try folder.write(
            """
            import SwiftData
            enum TripsV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Trip.self] }
                @Model final class Trip { var title: String = ""; init() {} }
            }
            """, to: "App/TripsV1.swift")
        try folder.write("import XCTest\n", to: "AppTests/Tests.swift")
        func outputs() throws -> [String] {
            try [["list"], ["lint"], ["schema", "1.0.0"], []].map {
                try Tool.run($0, in: folder.url, cache: folder).output
            }
        }
        let before = try outputs()
        try folder.write(
            Self.contents(Self.attribute("title")), to: "AppTests/Old.xcdatamodeld/Old.xcdatamodel/contents")
        #expect(try outputs() == before)
        try folder.write(Self.contents(Self.attribute("title")), to: "\(Self.bundle)/Library.xcdatamodel/contents")
        let list = try Tool.run("list", in: folder)
        #expect(list.output.contains("Library.xcdatamodel") && list.output.contains("TripsV1"), "\(list)")
        let one = try Tool.run("list", "--schema", "Library", in: folder)
        #expect(one.output.contains("Library.xcdatamodel") && !one.output.contains("TripsV1"), "\(one)")
        let filtered = try Tool.run("list", "--model", Self.bundle, in: folder)
        #expect(filtered.output == one.output, "\(filtered)")
    }
}
