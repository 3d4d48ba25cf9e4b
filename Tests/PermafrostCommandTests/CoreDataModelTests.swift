import Foundation
import PermafrostTestSupport
import Testing

/// A Core Data model instead of Swift sources, with every command that reads declarations.
@Suite struct CoreDataModelTests {
    private static let model = "--model=App/Library.xcdatamodeld"
    private static let second = "App/Library.xcdatamodeld/Library 2.xcdatamodel/contents"

    private static func contents(identifier: String, book: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="\(identifier)">
            <entity name="Author" representedClassName="Author" syncable="YES" codeGenerationType="class">
                <attribute name="name" attributeType="String" defaultValueString=""/>
                <relationship name="books" optional="YES" toMany="YES" deletionRule="Cascade" ordered="YES" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
            </entity>
            <entity name="Book" representedClassName=".Book" syncable="YES">
        \(book)
                <attribute name="title" attributeType="String"/>
                <attribute name="year" attributeType="Integer 16" defaultValueString="1984" usesScalarValueType="YES"/>
                <attribute name="cover" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
                <attribute name="keywords" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" customClassName="NSArray"/>
                <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
                <fetchIndex name="byTitle">
                    <fetchIndexElement property="title" type="Binary" order="descending"/>
                </fetchIndex>
                <uniquenessConstraints>
                    <uniquenessConstraint>
                        <constraint value="title"/>
                    </uniquenessConstraint>
                </uniquenessConstraints>
            </entity>
            <entity name="Novel" representedClassName="Novel" parentEntity="Book">
                <attribute name="genre" optional="YES" attributeType="String"/>
                <attribute name="seen" optional="YES" attributeType="Date" derived="YES" derivationExpression="now:()"/>
            </entity>
        </model>
        """
    }

    /// A mapping model from the first version to the second.
    private static let mapping = """
        <?xml version="1.0"?>
        <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
        <database>
            <object type="XDDEVMAPPINGMODEL" id="z102">
                <attribute name="sourcemodelpath" type="string">App/Library.xcdatamodeld/Library.xcdatamodel</attribute>
                <attribute name="destinationmodelpath" type="string">App/Library.xcdatamodeld/Library 2.xcdatamodel</attribute>
            </object>
        </database>
        """

    private static func project() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let pages = "        <attribute name=\"pages\" optional=\"YES\" attributeType=\"Integer 32\"/>"
        try folder.write(
            contents(identifier: "1.0", book: ""), to: "App/Library.xcdatamodeld/Library.xcdatamodel/contents")
        try folder.write(contents(identifier: "2.0", book: pages), to: second)
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>Library 2.xcdatamodel</string></dict></plist>
            """, to: "App/Library.xcdatamodeld/.xccurrentversion")
        return folder
    }

    @Test func aModelFreezesAndIsUnchanged() throws {
        let folder = try Self.project()
        let freeze = try Tool.run("freeze", "--all", Self.model, in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        #expect(freeze.output.contains("1.0  Library.xcdatamodel → Fixtures/1.0"), "\(freeze)")
        #expect(freeze.output.contains("2.0  Library 2.xcdatamodel → Fixtures/2.0"), "\(freeze)")
        for options in [["--no-cache"], [], []] {
            let check = try Tool.run(
                ["check", "--require-frozen", Self.model] + options, in: folder.url, cache: folder)
            #expect(check.status == 0, "\(check)")
            #expect(check.output.contains("2 unchanged") || check.output.contains("2 versions"), "\(check)")
        }
        let again = try Tool.run("check", "--model", "Library.xcdatamodeld", in: folder)
        #expect(again.status == 2)
        #expect(again.errors.contains("--model"), "\(again)")
    }

    @Test func aDriftedAttributeIsNamedWithItsLine() throws {
        let folder = try Self.project()
        #expect(try Tool.run("freeze", "--all", Self.model, in: folder).status == 0)
        let line = "        <attribute name=\"pages\" optional=\"YES\" attributeType=\"Integer 32\"/>"
        try folder.edit(Self.second, line, line.replacing("optional=\"YES\" ", with: ""))
        let check = try Tool.run("check", Self.model, in: folder)
        #expect(check.status == 1, "\(check)")
        for words in [
            "\(Self.second):8:9: error: Library 2.xcdatamodel 2.0 is frozen, but Book.pages changed from optional to required",
            "identity drift, PF0101", "<attribute name=\"pages\" attributeType", "1 of 2 versions unchanged",
            "1 drifted",
            "permafrost freeze 2.0 --force --model App/Library.xcdatamodeld",
        ] {
            #expect(check.output.contains(words), "\(words) in \(check.output)")
        }
        #expect(!check.output.contains("134504"), "\(check)")
        let report = try Report(Tool.run("check", Self.model, "--format", "json", in: folder))
        // The entity that inherits the property drifts too. The drift is reported once, at the property.
        #expect(report.findings.map { $0["property"] as? String } == ["pages"])
        #expect(report.findings.first?["line"] as? Int == 8)

        let store = try Tool.run("drift", "Fixtures/2.0/App-2_0.sqlite", Self.model, in: folder)
        #expect(store.status == 1, "\(store)")
        #expect(store.output.contains("pages"), "\(store)")
        let known = try Tool.run("drift", "Fixtures/1.0/App-1_0.sqlite", Self.model, in: folder)
        #expect(known.status == 0, "\(known)")
    }

    @Test func aDefaultAndAClassAreSilentDrift() throws {
        let folder = try Self.project()
        #expect(try Tool.run("freeze", "--all", Self.model, in: folder).status == 0)
        try folder.edit(Self.second, "defaultValueString=\"1984\"", "defaultValueString=\"1985\"")
        try folder.edit(Self.second, "representedClassName=\"Novel\"", "representedClassName=\"Fiction\"")
        let report = try Report(Tool.run("check", Self.model, "--format", "json", in: folder))
        #expect(report.findings.map { $0["kind"] as? String } == ["silent", "silent"])
        #expect(report.findings.map { $0["model"] as? String }.compactMap(\.self).sorted() == ["Book", "Novel"])
    }

    @Test func listSchemaAndDiffShowTheVersionsOfAModel() throws {
        let folder = try Self.project()
        try folder.write(Self.mapping, to: "App/Library.xcmappingmodel/xcmapping.xml")
        let list = try Tool.run("list", Self.model, in: folder)
        #expect(list.status == 0, "\(list)")
        for words in ["Library\n", "1.0  Library.xcdatamodel", "not frozen", "custom →"] {
            #expect(list.output.contains(words), "\(words) in \(list.output)")
        }
        let schema = try Tool.run("schema", "2.0", Self.model, in: folder)
        for words in ["Novel: Book", "pages", "derived from now()", "unique (title)", "index (title)", "ordered"] {
            #expect(schema.output.contains(words), "\(words) in \(schema.output)")
        }
        let diff = try Tool.run("diff", "1.0", "2.0", Self.model, in: folder)
        #expect(diff.status == 1, "\(diff)")
        #expect(diff.output.contains("Book.pages"), "\(diff)")
    }

    @Test func aMigrationIsRehearsed() throws {
        let folder = try Self.project()
        #expect(try Tool.run("freeze", "--all", Self.model, in: folder).status == 0)
        let arguments = ["migrate", "Fixtures/1.0/App-1_0.sqlite", "--to", "2.0", "--dry-run", Self.model]
        let result = try Tool.run(arguments, in: folder.url, cache: folder)
        #expect(result.status == 0, "\(result)")
        for words in ["1.0 → 2.0  lightweight", "Novel   8 → 8", "all unchanged"] {
            #expect(result.output.contains(words), "\(words) in \(result.output)")
        }
        try folder.write(Self.mapping, to: "App/Library.xcmappingmodel/xcmapping.xml")
        let mapped = try Tool.run(arguments, in: folder.url, cache: folder)
        #expect(mapped.status == 2, "\(mapped)")
        #expect(mapped.errors.contains("only Core Data can run its mapping models (1.0 → 2.0"), "\(mapped)")
        #expect(mapped.errors.contains("macOS"), "\(mapped)")
    }

    @Test func anUnreadableModelIsReportedAndTheOthersAreChecked() throws {
        let folder = try Self.project()
        #expect(try Tool.run("freeze", "--all", Self.model, in: folder).status == 0)
        try folder.edit(Self.second, "attributeType=\"Integer 32\"", "attributeType=\"Integer 31\"")
        let check = try Tool.run("check", Self.model, in: folder)
        #expect(check.status == 2, "\(check)")
        #expect(
            check.output.contains(
                "\(Self.second):8:9: error: The value \"Integer 31\" of attributeType in <attribute>"), "\(check)")
        #expect(check.output.contains("1 of 2 versions unchanged"), "\(check)")
        try folder.write("<model>", to: Self.second)
        let broken = try Tool.run("check", Self.model, in: folder)
        #expect(broken.status == 2, "\(broken)")
        #expect(broken.output.contains("\(Self.second):1:"), "\(broken)")
        #expect(!broken.output.contains("PF0107"), "\(broken)")
    }

    @Test(arguments: ["Nothing.xcdatamodeld", "App", "../Elsewhere.xcdatamodeld"])
    func aModelOutsideOfTheProjectIsRejected(_ name: String) throws {
        let folder = try Self.project()
        let result = try Tool.run("list", "--model", name, in: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("invalid --model \"\(name)\""), "\(result)")
    }

    @Test func aModelJoinsSwiftSourcesAsAGroupOfItsOwn() throws {
        let folder = try Tool.copy(of: "Users")
        try folder.write(
            Self.contents(identifier: "", book: ""), to: "App/Library.xcdatamodeld/Library.xcdatamodel/contents")
        let freeze = try Tool.run("freeze", "--all", in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        let paths = try folder.files(below: "Fixtures").keys
        #expect(paths.contains("Library/Library/App-Library.sqlite"), "\(paths.sorted())")
        #expect(paths.contains("UsersMigrationPlan/1.0.0/App-1_0_0.sqlite"), "\(paths.sorted())")
        #expect(try Tool.run("check", in: folder).status == 0)
        let one = try Tool.run("list", "--plan", "Library", in: folder)
        #expect(one.status == 0 && !one.output.contains("UsersSchemaV1"), "\(one)")
    }

    /// Commits the model. Creates the repository if there is none.
    private static func commit(_ message: String, tag: String, in folder: ScratchFolder) throws {
        let author = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
        for arguments in [
            ["init", "--quiet"], ["add", "App"], ["commit", "--quiet", "--no-gpg-sign", "-m", message],
            ["tag", "--no-sign", tag],
        ] {
            let result = try CommandResult.running(["/usr/bin/git"] + author + arguments, in: folder.url)
            #expect(result.status == 0, "\(result)")
        }
    }

    private static let narrow = "name=\"year\" attributeType=\"Integer 16\""
    private static let wide = "name=\"year\" attributeType=\"Integer 64\""

    @Test func lintPredictsWhyTheNextVersionIsRejected() throws {
        let folder = try Self.project()
        let clean = try Tool.run("lint", Self.model, in: folder)
        #expect(clean.status == 0, "\(clean)")
        #expect(clean.output.contains("passed: 2 versions"), "\(clean)")
        try folder.edit(
            Self.second, "name=\"pages\" optional=\"YES\" attributeType", "name=\"pages\" attributeType")
        try folder.edit(Self.second, Self.narrow, Self.wide)
        let lint = try Tool.run("lint", Self.model, in: folder)
        #expect(lint.status == 1, "\(lint)")
        #expect(lint.output.contains("\(Self.second):8:9: error: Book.pages is new and required"), "\(lint)")
        #expect(lint.output.contains("[PF0208]") && lint.output.contains("[PF0214]"), "\(lint)")
    }

    @Test func historyAndBlameReadTheModelsOfEachCommit() throws {
        let folder = try Self.project()
        try Self.commit("First", tag: "v1.0", in: folder)
        #expect(try Tool.run("freeze", "--all", Self.model, in: folder).status == 0)
        try folder.edit(Self.second, Self.narrow, Self.wide)
        try Self.commit("Wider", tag: "v1.1", in: folder)
        let history = try Tool.run("history", Self.model, "--format", "json", in: folder)
        #expect(history.status == 1, "\(history)")
        let shapes = try #require(Report(history).json["shapes"] as? [[String: Any]])
        // The app was never built with the other version.
        #expect(shapes.map { $0["tags"] as? [String] } == [["v1.0"], ["v1.1"]])
        #expect(shapes.map { $0["describedBy"] as? String } == [nil, "2.0"])
        #expect(try Report(history).findings.map { $0["code"] as? String } == ["PF0113"])
        let drift = try Tool.run("drift", "Fixtures/2.0/App-2_0.sqlite", "--blame", Self.model, in: folder)
        #expect(drift.status == 1, "\(drift)")
        for words in [
            "Changed by", "Wider", "the type of Book.year changed from int16 to int64", "Last declared as Library 2",
        ] {
            #expect(drift.output.contains(words), "\(words) in \(drift.output)")
        }
    }

    /// A configuration's store contains only the entities of that configuration.
    @Test func blameRecognisesAStoreOfAConfiguration() throws {
        let folder = try Self.project()
        let shelf = """
                <entity name="Shelf" representedClassName="Shelf">
                    <attribute name="room" attributeType="String"/>
                </entity>
            """
        let cloud = "<configuration name=\"Cloud\"><memberEntity name=\"Shelf\"/></configuration>"
        try folder.edit(Self.second, "</model>", "\(shelf)\n\(cloud)\n</model>")
        try folder.write(
            "<model userDefinedModelVersionIdentifier=\"2.0\">\n\(shelf)\n</model>",
            to: "Part/Cloud.xcdatamodeld/Cloud.xcdatamodel/contents")
        let part = ["--model=Part/Cloud.xcdatamodeld", "--fixtures=Part/Fixtures"]
        let freeze = try Tool.run(["freeze", "--all"] + part, in: folder.url, cache: folder)
        #expect(freeze.status == 0, "\(freeze)")
        try Self.commit("First", tag: "v1.0", in: folder)
        let store = "Part/Fixtures/2.0/App-2_0.sqlite"
        let declared = try Tool.run("drift", store, "--blame", Self.model, in: folder)
        #expect(declared.status == 0, "\(declared)")
        try folder.edit(
            Self.second, "name=\"room\" attributeType=\"String\"", "name=\"room\" attributeType=\"Integer 64\"")
        try Self.commit("Numbers of rooms", tag: "v1.1", in: folder)
        let drift = try Tool.run("drift", store, "--blame", Self.model, in: folder)
        #expect(drift.status == 1, "\(drift)")
        for words in [
            "Changed by", "Numbers of rooms", "the type of Shelf.room changed from string to int64",
            "Last declared as Library 2",
        ] {
            #expect(drift.output.contains(words), "\(words) in \(drift)")
        }
    }

    @Test func commitsAreReadWithTheirModels() throws {
        let folder = try Self.project()
        try Self.commit("First", tag: "v2.0", in: folder)
        #expect(try Tool.run("check", "--base", "v2.0", Self.model, in: folder).status == 0)
        try folder.edit(
            Self.second, "name=\"year\" attributeType=\"Integer 16\"", "name=\"year\" attributeType=\"Integer 64\"")
        let check = try Tool.run("check", "--base", "v2.0", Self.model, in: folder)
        #expect(check.status == 1, "\(check)")
        #expect(check.output.contains("Book.year"), "\(check)")
        let freeze = try Tool.run("freeze", "2.0", "--at", "v2.0", Self.model, in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        #expect(try Tool.run("check", Self.model, in: folder).status == 1)
    }
}
