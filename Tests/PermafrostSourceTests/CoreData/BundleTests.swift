import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostSource

/// Bundles with several versions, also together with Swift sources.
@Suite struct BundleTests {
    private static let bundle = "App/Library.xcdatamodeld"

    private static func folder(identifiers: [String], current: String? = "Library 2.xcdatamodel") throws
        -> ScratchFolder
    {
        let folder = try ScratchFolder()
        for (index, identifier) in identifiers.enumerated() {
            let name = index == 0 ? "Library" : "Library \(index + 1)"
            let model = SchemaModel(
                entities: [
                    Entity(
                        name: "Book",
                        properties: (0...index).map { .attribute(Attribute(name: "p\($0)", type: .string)) })
                ], versionIdentifiers: [identifier])
            try folder.write(ModelXML(model).text, to: "\(bundle)/\(name).xcdatamodel/contents")
        }
        if let current {
            let list = try PropertyListSerialization.data(
                fromPropertyList: ["_XCCurrentVersionName": current], format: .xml, options: 0)
            try folder.write(String(decoding: list, as: UTF8.self), to: "\(bundle)/.xccurrentversion")
        }
        return folder
    }

    private static func read(_ folder: ScratchFolder, _ models: [String] = [bundle]) -> ProjectDeclarations {
        var declarations = ProjectDeclarations()
        let files = DirectorySources(directory: folder.url.path)
        let listed = (try? files.listing().paths) ?? []
        CoreDataModelReader(
            request: SourceRequest(directory: folder.url.path, coreDataModels: models), files, listed: listed,
            isOnDisk: !listed.isEmpty
        ).read(into: &declarations)
        return declarations
    }

    private static func bundle(in folder: ScratchFolder) throws -> ModelBundle {
        let files = DirectorySources(directory: folder.url.path)
        return ModelBundle(path: bundle, ModelFiles(files, listed: try files.listing().paths))
    }

    @Test func versionsAreInTheOrderOfTheirNumbers() throws {
        let folder = try Self.folder(identifiers: Array(repeating: "", count: 11))
        let bundle = try Self.bundle(in: folder)
        #expect(bundle.versions.map(\.name) == ["Library"] + (2...11).map { "Library \($0)" })
        #expect(bundle.versions.map { $0.contents.model?.entities.first?.properties.count } == Array(1...11))
        #expect(bundle.currentVersion == "Library 2")
        #expect(bundle.issues.isEmpty)
    }

    @Test func theCurrentVersionFollowsVersionsWithOtherNames() throws {
        let folder = try Self.folder(identifiers: ["", ""])
        try FileManager.default.moveItem(
            atPath: folder.path(Self.bundle + "/Library.xcdatamodel"),
            toPath: folder.path(Self.bundle + "/Tram.xcdatamodel"))
        let bundle = try Self.bundle(in: folder)
        #expect(bundle.versions.map(\.name) == ["Tram", "Library 2"])
        #expect(bundle.currentVersion == "Library 2")
    }

    @Test(arguments: [
        (["1.0", "2.0"], ["1.0", "2.0"]), (["", ""], ["Library", "Library 2"]),
        (["1.0", "1.0", "3.0"], ["Library", "Library 2", "3.0"]),
    ])
    func aVersionIsNamedByItsIdentifierIfThatIsUnique(_ identifiers: [String], _ versions: [String]) throws {
        let declarations = Self.read(try Self.folder(identifiers: identifiers))
        #expect(declarations.schemas.map(\.version) == versions)
        #expect(declarations.plans.map(\.name) == ["Library"])
        #expect(declarations.plans.first?.schemas == declarations.schemas.map(\.name))
        #expect(declarations.plans.first?.isModelFile == true)
        #expect(declarations.schemas.first?.places.parts.properties["Book"]?["p0"]?.line == 4)
        #expect(declarations.schemas.first?.places.parts.properties["Book"]?["p0"]?.column == 9)
    }

    @Test func aSingleModelIsABundleWithOneVersion() throws {
        let folder = try Self.folder(identifiers: ["1.0"])
        let declarations = Self.read(folder, [Self.bundle + "/Library.xcdatamodel"])
        #expect(declarations.schemas.map(\.version) == ["1.0"])
        #expect(declarations.plans.map(\.name) == ["Library"])
    }

    @Test func problemsOfABundleAreReported() throws {
        #expect(
            Self.problems(Self.read(try Self.folder(identifiers: ["1", "2"], current: nil))) == [
                "unknownCurrentVersion"
            ])
        #expect(
            Self.problems(Self.read(try Self.folder(identifiers: ["1", "2"], current: "Other.xcdatamodel")))
                == ["unknownCurrentVersion"])
        let empty = try ScratchFolder()
        try empty.write("", to: Self.bundle + "/README")
        #expect(Self.problems(Self.read(empty)) == ["noVersion"])
        // A model that another commit didn't have yet.
        #expect(Self.read(try ScratchFolder()).plans.isEmpty)
    }

    /// A version that can't be read doesn't hide the others.
    @Test(arguments: ["elements", "layout"])
    func aVersionWithoutContentsIsLeftOut(_ file: String) throws {
        let folder = try Self.folder(identifiers: ["1", "2"])
        try folder.write("bplist00", to: Self.bundle + "/Library 0.xcdatamodel/" + file)
        let bundle = try Self.bundle(in: folder)
        #expect(bundle.versions.map(\.name) == ["Library", "Library 2"])
        #expect(
            bundle.issues.map(\.problem) == [
                .modelFile(.noContents(version: "Library 0.xcdatamodel", isOfXcode3: file == "elements"))
            ])
        #expect(bundle.issues.allSatisfy { $0.severity == .warning })
    }

    private static func problems(_ declarations: ProjectDeclarations) -> [String] {
        declarations.plans.flatMap(\.issues).compactMap {
            if case .modelFile(let problem) = $0.problem { String("\(problem)".prefix { $0.isLetter }) } else { nil }
        }
    }

    static func mapping(_ source: String, _ destination: String) -> String {
        """
        <?xml version="1.0" standalone="yes"?>
        <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
        <database>
            <databaseInfo><version>134481920</version></databaseInfo>
            <object type="XDDEVMAPPINGMODEL" id="z102">
                <attribute name="sourcemodelpath" type="string">\(source)</attribute>
                <attribute name="sourcemodeldata" type="binary">YnBsaXN0MDA=</attribute>
                <attribute name="destinationmodelpath" type="string">\(destination)</attribute>
            </object>
        </database>
        """
    }

    @Test func aMappingModelIsACustomStageBetweenItsVersions() throws {
        let folder = try Self.folder(identifiers: ["1.0", "2.0", "3.0"])
        let path = "App/Library 2to3.xcmappingmodel/xcmapping.xml"
        try folder.write(
            Self.mapping(
                "App/Library.xcdatamodeld/Library 2.xcdatamodel", "App/Library.xcdatamodeld/Library 3.xcdatamodel"),
            to: path)
        try folder.write(
            Self.mapping("Other.xcdatamodeld/A.xcdatamodel", "Other.xcdatamodeld/B.xcdatamodel"),
            to: "App/Other.xcmappingmodel/xcmapping.xml")
        try folder.write("<database/>", to: "App/Empty.xcmappingmodel/xcmapping.xml")
        let declarations = Self.read(folder)
        #expect(
            declarations.plans.first?.stages == [
                DeclaredStage(
                    kind: .custom, from: "Library 2.xcdatamodel", to: "Library 3.xcdatamodel",
                    location: SourceLocation(file: path, line: 6, column: 9))
            ])
        #expect(declarations.issues.map(\.severity) == [.warning])
        #expect(declarations.issues.map(\.problem) == [.modelFile(.unknownMapping)])
    }
}
