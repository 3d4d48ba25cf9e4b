import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore
import PermafrostTestSupport
import Testing

/// Declarations that match the models of real stores result in those stores' version hashes, DDL and Z_PRIMARYKEY.
@Suite struct ConformanceTests {
    struct Expected: Decodable {
        var versionHashes: [String: String]
        var digest: String
        var checksum: String
        var ddl: [String]
        var primaryKeys: [[Cell]]
    }

    /// A cell of Z_PRIMARYKEY: a number or a name.
    enum Cell: Decodable, Equatable {
        case number(Int)
        case name(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self = try (try? container.decode(Int.self)).map(Cell.number) ?? .name(container.decode(String.self))
        }
    }

    @Test(Conformance.isPresent, arguments: RealStoreSource.all)
    func modelsAndHashesMatchRealStores(_ source: RealStoreSource) throws {
        let expected = try JSONDecoder().decode(Expected.self, from: RealStores.expected(source.store))
        let project = try read(["Sources/App/Schemas.swift": source.text])
        #expect(project.issues.isEmpty)
        let declaration = try #require(project.schemas.first { $0.name == source.schema })
        #expect(declaration.issues.isEmpty, "\(declaration.issues)")
        let model = try #require(declaration.model?.known)
        let hashes = model.versionHashes.mapValues { $0.map { String(format: "%02x", $0) }.joined() }
        #expect(hashes == expected.versionHashes)
        #expect(model.versionHashesDigest == expected.digest)
        #expect(model.versionChecksum == expected.checksum)
        let layout = StoreLayout(model: model)
        #expect(layout.statements.inQueryOrder().map(\.sql) == expected.ddl)
        // Z_MAX depends on rows, and the rows from 16001 on belong to the history. A declaration has neither.
        let keys = layout.primaryKeys.map {
            [Cell.number($0.entityNumber), .name($0.name), .number($0.superentityNumber)]
        }
        let entities = expected.primaryKeys.filter {
            if case .number(let number) = $0[0] { number < 16000 } else { true }
        }
        #expect(keys == entities.map { Array($0.prefix(3)) })
    }
}
