import PermafrostModel
import Testing

@testable import PermafrostSource

/// The Core Data models that are found in a project's folder.
@Suite struct FoundModelsTests {
    @Test(arguments: [
        ("App.xcdatamodeld/App.xcdatamodel/contents", "App.xcdatamodeld"),
        ("My App/App.xcdatamodeld/.xccurrentversion", "My App/App.xcdatamodeld"),
        ("Sources/Kit/Resources/Kit.xcdatamodel/contents", "Sources/Kit/Resources/Kit.xcdatamodel"),
        ("Tests/KitTests/Old.xcdatamodeld/Old.xcdatamodel/contents", nil),
        ("App/TestData/Old.xcdatamodeld/Old.xcdatamodel/contents", nil),
        ("test-fixtures/Old.xcdatamodeld/Old.xcdatamodel/contents", nil),
        ("Pods/Lib/Lib.xcdatamodeld/Lib.xcdatamodel/contents", nil),
        (".build/checkouts/Lib/Lib.xcdatamodeld/Lib.xcdatamodel/contents", nil),
        ("App/App.xcmappingmodel/xcmapping.xml", nil), ("App/App.xcdatamodeld.swift", nil), ("App.xcdatamodel", nil),
    ])
    func aFileBelongsToAModel(_ path: String, _ model: String?) {
        #expect(SourcePaths(includesTests: false).model(of: path) == model)
    }

    private static func groups(_ models: [String], _ swift: String = "") throws -> [String: [String]] {
        var files = Dictionary(uniqueKeysWithValues: models.map { ("\($0)/contents", "<model/>") })
        files["App/Schema.swift"] = swift
        let read = try SourceReader(request: SourceRequest(directory: "/"), files: InMemorySources(files)).read()
        return Dictionary(uniqueKeysWithValues: read.plans.map { ($0.name, $0.schemas) })
    }

    @Test func modelsOfOneNameAreToldApartByTheirFolders() throws {
        #expect(
            try Self.groups([
                "Core/App.xcdatamodeld/App.xcdatamodel", "Widget/App.xcdatamodeld/App.xcdatamodel",
                "Core/Cache.xcdatamodeld/Cache.xcdatamodel",
            ]) == [
                "Core_App": ["App.xcdatamodel"], "Widget_App": ["Widget_App/App.xcdatamodel"],
                "Cache": ["Cache.xcdatamodel"],
            ])
    }

    @Test func aModelDoesNotTakeTheNameOfVersionsInSwift() throws {
        let schema = """
            import SwiftData
            enum LibraryV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [] }
            }
            """
        #expect(
            try Self.groups(["App/Library.xcdatamodeld/Library.xcdatamodel"], schema).keys.sorted() == ["LibraryModel"])
    }

    @Test func versionsWithoutANumberComeFirst() throws {
        #expect(
            try Self.groups([
                "A.xcdatamodeld/0.8.xcdatamodel", "A.xcdatamodeld/0.10.xcdatamodel", "A.xcdatamodeld/Tram.xcdatamodel",
            ])
                == ["A": ["Tram.xcdatamodel", "0.8.xcdatamodel", "0.10.xcdatamodel"]])
    }

    /// A model that can't be read doesn't affect the other models.
    @Test func aBrokenModelIsReportedAlone() throws {
        let files = [
            "A.xcdatamodeld/A.xcdatamodel/contents": "<model>\n<<<<<<< HEAD\n</model>",
            "B.xcdatamodeld/B.xcdatamodel/contents":
                "<model><entity name=\"A\"><attribute name=\"b\" attributeType=\"Value\"/></entity></model>",
            "C.xcdatamodeld/C.xcdatamodel/contents": "<model><entity name=\"C\"/></model>",
            "D.xcdatamodeld/.xccurrentversion": "no property list",
        ]
        let read = try SourceReader(request: SourceRequest(directory: "/"), files: InMemorySources(files)).read()
        #expect(read.schemas.map(\.name) == ["A.xcdatamodel", "B.xcdatamodel", "C.xcdatamodel"])
        #expect(read.schemas.map { $0.model != nil } == [false, false, true])
        #expect(read.plans.map { $0.issues.count } == [0, 0, 0, 1])
    }
}
