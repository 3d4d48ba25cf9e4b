import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

@Suite("Models derived from tables")
struct TableModelTests {
    @Test(
        "A derived model agrees with the model cache", Conformance.isPresent,
        arguments: Conformance.stores())
    func agreesWithTheModelCache(store: String) throws {
        let reader = try StoreReader(path: Conformance.path(store))
        let (whole, told) = (try reader.model(), try reader.tableModel().model)
        // A migrated store keeps the old name of a renamed entity.
        #expect(
            told.entities.map(\.name).sorted()
                == whole.entities.map {
                    store == "coredata-sample-v2.sqlite" ? $0.renamingIdentifier ?? $0.name : $0.name
                }
                .sorted())
        for entity in whole.entities where told.entity(named: entity.name) != nil {
            #expect(told.entity(named: entity.name)?.superentity == entity.superentity)
            #expect(
                Set(told.entity(named: entity.name)?.uniquenessConstraints ?? []) == Set(entity.uniquenessConstraints))
        }
        let layout = StoreLayout(model: whole)
        for table in layout.tables {
            let properties = told.properties(of: table.rootEntity)
            for column in table.columns {
                let name = String(column.name.dropFirst())
                let found = properties.first { $0.name.uppercased() == name }
                switch (column.content, found) {
                case (.attribute, .attribute(let attribute)?):
                    #expect(Self.isClose(attribute.type, column.type), "\(table.name).\(column.name)")
                case (.destination, .relationship(let relationship)?):
                    #expect(!relationship.isToMany)
                    if relationship.destination != TableModel.unknownDestination {
                        #expect(whole.entity(named: relationship.destination) != nil)
                    }
                case (.attribute, _), (.destination, _):
                    Issue.record("\(table.name).\(column.name): \(found.map { "\($0)" } ?? "nothing")")
                default: continue
                }
            }
        }
        for join in layout.joinTables {
            for side in [join.first, join.second] {
                let found = told.entity(named: side.entity)?.relationships.first {
                    // If several columns have the same name, all but the first have a number appended.
                    $0.name.hasPrefix(side.relationship.uppercased()) && $0.isToMany
                }
                #expect(found != nil, "\(side.entity).\(side.relationship)")
            }
        }
    }

    private static func isClose(_ told: AttributeType, _ real: AttributeType) -> Bool {
        switch real {
        case .boolean, .int16, .int32, .int64: told == .int64
        case .double, .float: told == .double
        case .string, .uri: told == .string
        case .binary, .uuid, .transformable: told == .binary
        default: told == real
        }
    }

    @Test("A store with a missing or damaged model is inspected using its tables")
    func inspection() throws {
        let folder = try ScratchFolder()
        for (name, sql, isLoss) in [
            ("a", "DROP TABLE Z_MODELCACHE", false), ("b", "DELETE FROM Z_MODELCACHE", false),
            ("c", "UPDATE Z_MODELCACHE SET Z_CONTENT = x'0102'", true),
        ] {
            let path = folder.path(name)
            try StoreWriter(model: SampleModels.relationships.model, seed: [1], rowsPerEntity: 2).write(to: path)
            try SQLiteConnection(path: path, mode: .create).execute(sql)
            let inspection = try StoreInspection(StoreReader(path: path))
            guard case .tables(let gaps) = inspection.modelSource else {
                Issue.record("\(inspection.modelSource)")
                continue
            }
            #expect(gaps.contains(.optionality))
            #expect(inspection.isIncomplete == isLoss)
            #expect(inspection.metadata.versionHashes == SampleModels.relationships.model.versionHashes)
            #expect(inspection.model.entities.map(\.name) == SampleModels.relationships.model.entities.map(\.name))
        }
    }
}
