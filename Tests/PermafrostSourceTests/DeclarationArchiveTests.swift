import Foundation
import PermafrostModel
import Testing

@testable import PermafrostSource

/// Declarations from the cache equal the declarations that were read.
@Suite struct DeclarationArchiveTests {
    private static let source = """
        import SwiftData
        @available(iOS 18, *)
        enum V1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Item.self] }
            enum Kind: String, Codable { case plain, odd }
            @Model final class Item {
                var name = ""
                var link: URL?
                var kind: Kind = Kind.plain
                #if os(iOS)
                var size: Int = 0
                #endif
                @Attribute(.transformable(by: chosen())) var note: String?
                var parts: [Part] = []
            }
            struct Part: Codable {
                var first: Int
                var second = 0
                let third = 1
                enum CodingKeys: String, CodingKey { case first = "1st\\t", second }
            }
        }
        enum V2: VersionedSchema {
            static var models: [any PersistentModel.Type] { [Missing.self] }
        }
        """

    @Test func versionsRoundTripThroughAnArchive() throws {
        let project = try read(["Sources/App/Models.swift": Self.source])
        let (first, last) = (try #require(project.schemas.first), try #require(project.schemas.last))
        #expect(first.model != nil && !first.variants.isEmpty && !first.issues.isEmpty && !first.assumptions.isEmpty)
        #expect(first.places.parts.valueTypes["Item"]?["kind"]?.map(\.name) == ["V1.Kind"])
        let decoding = first.places.parts.valueTypes["Item"]?["parts"]?.first?.decoding
        #expect(decoding?.readings == ["third": .ignored] && decoding?.encodedNames.keys.sorted() == ["first"])
        #expect(first.module == "App" && first.availability.arguments != nil)
        #expect(last.model == nil && !last.issues.isEmpty)
        let archived = try DeclarationArchive.decode(Data(DeclarationArchive.encode(project)))
        #expect(archived.schemas == project.schemas)
        #expect(try archived.schemas.first?.model?.decoded() == first.model?.known)
        #expect(archived.schemas.first?.model?.versionChecksum == first.model?.versionChecksum)
    }

    @Test func versionsAreNotCodedOutsideOfAnArchive() throws {
        let project = try read(["Sources/App/Models.swift": Self.source])
        #expect(throws: DeclarationArchive.Unreadable.self) { try JSONEncoder().encode(project.schemas) }
    }

    /// Reading the archive detects a truncated or changed text.
    @Test func aDamagedArchiveIsNotRead() throws {
        let bytes = Data(try DeclarationArchive.encode(read(["Sources/App/Models.swift": Self.source])))
        for length in [0, 8, 15, 200, bytes.count / 2] {
            #expect(throws: DeclarationArchive.Unreadable.self) { try DeclarationArchive.decode(bytes.prefix(length)) }
        }
        var changed = bytes
        let text = try #require(bytes.range(of: Data("\"modelVersionIdentifiers\"".utf8)))
        changed[text.lowerBound + 1] = UInt8(ascii: "n")
        #expect(throws: DeclarationArchive.Unreadable.self) { try DeclarationArchive.decode(changed) }
    }
}
