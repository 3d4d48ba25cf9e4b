import Foundation
import PermafrostTestSupport
import Testing

/// A project without declarations. The fixtures don't identify a store, and the error lists options that select a
/// declaration.
@Suite struct MissingDeclarationTests {
    private static let model = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="1">
            <entity name="Book" representedClassName="Book" syncable="YES">
                <attribute name="title" optional="YES" attributeType="String"/>
            </entity>
        </model>
        """

    private static let store = "Fixtures/1/App-1.sqlite"

    private static func frozen() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(model, to: "My App/Library.xcdatamodeld/Library.xcdatamodel/contents")
        try folder.write(model, to: "Pods/Other.xcdatamodeld/Other.xcdatamodel/contents")
        let freeze = try Tool.run("freeze", "--all", "--model", "My App/Library.xcdatamodeld", in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        return folder
    }

    @Test(arguments: [
        ["drift", store], ["check"], ["list"], ["lint"], ["freeze", "--all"], ["schema", "1"],
        ["migrate", store, "--to", "1", "--dry-run"],
    ])
    func aCoreDataModelIsFound(_ arguments: [String]) throws {
        let folder = try Self.frozen()
        let result = try Tool.run(arguments, in: folder.url, cache: folder)
        #expect(result.status == 0, "\(result)")
        #expect(!result.output.contains("Pods") && !result.output.contains("Other"), "\(result)")
    }

    @Test func aSpecifiedModelIsRead() throws {
        let folder = try Self.frozen()
        let result = try Tool.run("drift", Self.store, "--model", "My App/Library.xcdatamodeld", in: folder)
        #expect(result.status == 0, "\(result)")
    }

    @Test func aProjectWithoutDeclarationsIsAnError() throws {
        let folder = try Self.frozen()
        try FileManager.default.removeItem(atPath: folder.path("My App"))
        let result = try Tool.run("drift", Self.store, in: folder)
        #expect(result.status == 2, "\(result)")
        for words in [
            "no VersionedSchema in ", "(0 Swift files read) and no Core Data model", "--project DIR", "--models A,B",
            "--include-tests",
        ] { #expect(result.errors.contains(words), "\(words) in \(result)") }
        #expect(!result.errors.contains("--model "), "\(result)")
    }
}
