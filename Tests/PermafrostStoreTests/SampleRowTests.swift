import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

@Suite("Sample rows")
struct SampleRowTests {
    private static func reader(
        _ model: SchemaModel, rows: Int = 8, values: SampleValues = .plausible, _ folder: ScratchFolder
    ) throws -> StoreReader {
        let path = folder.path("a.sqlite")
        try StoreWriter(model: model, seed: [7], rowsPerEntity: rows, values: values).write(to: path)
        return try StoreReader(path: path)
    }

    /// Returns a date's cell as a number. SQLite stores a number without a fraction as an integer.
    private static func seconds(_ cell: SQLiteValue) -> Double? {
        switch cell {
        case .real(let seconds): seconds
        case .integer(let seconds): Double(seconds)
        default: nil
        }
    }

    private static func count(_ reader: StoreReader, _ sql: String) throws -> Int64 {
        guard case .integer(let count)? = try reader.rows(sql).first?.first else { return -1 }
        return count
    }

    @Test(
        "Every storage type has nil, empty, unusual, and plain values; required ones are never nil",
        arguments: [SampleValues.plausible, .extreme])
    func scalars(_ values: SampleValues) throws {
        let folder = try ScratchFolder()
        let reader = try Self.reader(SampleModels.scalars.model, values: values, folder)
        let layout = StoreLayout(model: SampleModels.scalars.model)
        for attribute in SampleModels.scalars.model.entities[0].attributes where !attribute.isTransient {
            let column = try #require(layout.column(of: "Everything", at: [attribute.name]))
            let nulls = try Self.count(reader, "SELECT COUNT(*) FROM ZEVERYTHING WHERE \(column) IS NULL")
            #expect(nulls == (attribute.isOptional ? 1 : 0), "\(attribute.name)")
            let distinct = try Self.count(reader, "SELECT COUNT(DISTINCT \(column)) FROM ZEVERYTHING")
            if attribute.type != .boolean { #expect(distinct >= 6, "\(attribute.name)") }
        }
        let limits: Int64 = values == .extreme ? 2 : 0
        let (least, greatest) = (Int64.min, Int64.max)
        #expect(
            try Self.count(
                reader, "SELECT COUNT(*) FROM ZEVERYTHING WHERE ZINT64REQUIRED IN (\(least), \(greatest))") == limits)
        #expect(
            try Self.count(reader, "SELECT COUNT(*) FROM ZEVERYTHING WHERE ZINT16REQUIRED IN (-32768, 32767)")
                == limits)
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZEVERYTHING WHERE ZSMALL NOT BETWEEN 0 AND 255") == 0)
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZEVERYTHING WHERE ABS(ZDOUBLEREQUIRED) > 1e308") == limits)
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZEVERYTHING WHERE ZSTRINGREQUIRED = ''") == 1)
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZEVERYTHING WHERE ZSTRINGREQUIRED LIKE '%日本%'") == 1)
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZEVERYTHING WHERE LENGTH(ZUUIDREQUIRED) <> 16") == 0)
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZEVERYTHING WHERE ZBOOLEANREQUIRED NOT IN (0, 1)") == 0)
        #expect(
            try Self.count(
                reader, "SELECT COUNT(*) FROM ZEVERYTHING WHERE ZPHOTO IS NOT NULL AND SUBSTR(ZPHOTO, 1, 1) <> x'01'")
                == 0)
        for row in try reader.rows("SELECT ZURIREQUIRED FROM ZEVERYTHING") {
            guard case .text(let text) = row[0] else { continue }
            #expect(URL(string: text)?.absoluteString == text)
        }
    }

    /// A calculation that ends the process with the limits of a type: a rounded product, a sum, or a day later.
    @Test("Ordinary calculations with plausible values don't overflow", arguments: [8, 300])
    func calculations(rows: Int) throws {
        let folder = try ScratchFolder()
        let model = SampleModels.scalars.model
        let reader = try Self.reader(model, rows: rows, folder)
        let layout = StoreLayout(model: model)
        var signs: Set<Int64> = []
        for attribute in model.entities[0].attributes where !attribute.isTransient {
            let column = try #require(layout.column(of: "Everything", at: [attribute.name]))
            for row in try reader.rows("SELECT \(column) FROM ZEVERYTHING WHERE \(column) IS NOT NULL") {
                switch (attribute.type, row[0]) {
                case (.date, _):
                    let date = Date(timeIntervalSinceReferenceDate: try #require(Self.seconds(row[0])))
                    #expect((2016...2026).contains(Calendar(identifier: .gregorian).component(.year, from: date)))
                case (_, .real(let number)):
                    #expect(Int32(exactly: (number * 100).rounded()) != nil, "\(attribute.name): \(number)")
                    signs.insert(Int64(number.sign == .minus ? -1 : 1))
                case (.int16, .integer(let number)):
                    #expect(SampleScalar.bounds(of: attribute).contains(number + 1), "\(attribute.name): \(number)")
                case (_, .integer(let number)):
                    #expect(abs(number) < 1_000_000, "\(attribute.name): \(number)")
                    signs.insert(number.signum())
                default: continue
                }
            }
        }
        #expect(signs.isSuperset(of: [-1, 1]))
    }

    @Test("Enums, structs, and collections have SwiftData's encoding")
    func values() throws {
        let folder = try ScratchFolder()
        let model = SampleModels.values.model
        let reader = try Self.reader(model, rows: 16, folder)
        let layout = StoreLayout(model: model)
        func column(_ path: String...) throws -> String { try #require(layout.column(of: "Holder", at: path)) }
        let mode = try column("mode", "mode")
        #expect(
            try reader.rows("SELECT DISTINCT \(mode) FROM ZHOLDER ORDER BY 1") == [[.text("grid")], [.text("rows")]])
        let rank = try column("rank", "rank")
        #expect(try reader.rows("SELECT DISTINCT \(rank) FROM ZHOLDER ORDER BY 1") == [[.integer(1)], [.integer(10)]])
        let (left, right, both) = (try column("side", "left"), try column("side", "right"), try column("side", "both"))
        // Exactly one case's column contains the case's name.
        let sides = "(\(left) IS 'left') + (\(right) IS 'right') + (\(both) IS 'both')"
        let filled = "(\(left) IS NOT NULL) + (\(right) IS NOT NULL) + (\(both) IS NOT NULL)"
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZHOLDER WHERE \(sides) <> 1 OR \(filled) <> 1") == 0)
        #expect(
            try Self.count(
                reader, "SELECT COUNT(DISTINCT \(left) IS NULL) + COUNT(DISTINCT \(both) IS NULL) FROM ZHOLDER") == 4)
        let maybe = try column("maybeMode", "maybeMode")
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZHOLDER WHERE \(maybe) IS NULL") == 1)
        // A missing struct is NULL in all columns. An existing one has every required value.
        let (first, city) = (try column("maybeAuthor", "first"), try column("maybeAuthor", "address", "city"))
        #expect(
            try Self.count(reader, "SELECT COUNT(*) FROM ZHOLDER WHERE (\(first) IS NULL) <> (\(city) IS NULL)") == 0)
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZHOLDER WHERE \(first) IS NULL") == 1)
        let (ownFirst, works) = (try column("author", "first"), try column("author", "works"))
        #expect(
            try Self.count(reader, "SELECT COUNT(*) FROM ZHOLDER WHERE \(ownFirst) IS NULL OR \(works) IS NULL") == 0)
        // Arrays of scalars are archives of their JSON; other collections are the JSON itself.
        let isArchived = [works: true, "ZTAGS": true, "ZIDS": true, "ZPLACE": true]
        for name in [works, "ZTAGS", "ZIDS", "ZPLACE", "ZAUTHORS", "ZLOOKUP", "ZLETTERS"] {
            for row in try reader.rows("SELECT \(name) FROM ZHOLDER WHERE \(name) IS NOT NULL") {
                guard case .blob(let bytes) = row[0] else {
                    Issue.record("\(name) isn't a blob")
                    continue
                }
                let json = isArchived[name] == true ? try KeyedArchiveReader(bytes).rootObject().data : bytes
                let content = try JSONSerialization.jsonObject(with: Data(try #require(json)))
                if name == works { #expect(content is [String]) }
            }
        }
        // Exactly one case has content: its name or its values.
        let (point, circle) = (try column("shape", "point"), try column("shape", "circle", "_0"))
        #expect(
            try Self.count(reader, "SELECT COUNT(*) FROM ZHOLDER WHERE (\(point) IS 'point') = (\(circle) IS NOT NULL)")
                == 0)
        #expect(try Self.count(reader, "SELECT COUNT(DISTINCT \(point) IS NULL) FROM ZHOLDER") == 2)
    }

    @Test("Links match in both directions, and their counts are within the limits", arguments: [1, 2, 8, 33])
    func links(rows: Int) throws {
        let folder = try ScratchFolder()
        let reader = try Self.reader(SampleModels.relationships.model, rows: rows, folder)
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZALBUM") == Int64(rows))
        // Required to-one relationships exist and refer to existing rows.
        #expect(
            try Self.count(
                reader, "SELECT COUNT(*) FROM ZSONG WHERE ZALBUM NOT IN (SELECT Z_PK FROM ZALBUM) OR ZALBUM IS NULL")
                == 0)
        // One-to-one relationships are linked in both directions, and no row is linked twice.
        #expect(
            try Self.count(
                reader, "SELECT COUNT(*) FROM ZALBUM a JOIN ZCOVER c ON a.ZCOVER = c.Z_PK AND c.ZALBUM = a.Z_PK")
                == Int64(rows))
        #expect(try Self.count(reader, "SELECT COUNT(DISTINCT ZCOVER) FROM ZALBUM") == Int64(rows))
        // Hidden foreign keys, and to-one relationships without an inverse.
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZNOTE WHERE Z1NOTES IS NOT NULL") > 0)
        #expect(
            try Self.count(reader, "SELECT COUNT(*) FROM ZNOTE WHERE Z1NOTES NOT IN (SELECT Z_PK FROM ZALBUM)") == 0)
        #expect(
            try Self.count(reader, "SELECT COUNT(*) FROM ZALBUM WHERE ZLABEL NOT IN (SELECT Z_PK FROM ZLABEL)") == 0)
        let layout = StoreLayout(model: SampleModels.relationships.model)
        for table in layout.joinTables {
            let (first, second) = (
                layout.table(of: table.first.entity)?.name ?? "", layout.table(of: table.second.entity)?.name ?? ""
            )
            let stray =
                "SELECT COUNT(*) FROM \(table.name) WHERE \(table.first.column) NOT IN (SELECT Z_PK FROM \(first)) "
                + "OR \(table.second.column) NOT IN (SELECT Z_PK FROM \(second))"
            #expect(try Self.count(reader, stray) == 0)
            #expect(try Self.count(reader, "SELECT COUNT(*) FROM \(table.name)") > 0)
        }
        let moods = try #require(layout.joinTable(of: "Song", relationship: "moods"))
        let perSong =
            "SELECT COUNT(m.\(moods.other.column)) FROM ZSONG s LEFT JOIN \(moods.name) m ON m.\(moods.own.column) = s.Z_PK GROUP BY s.Z_PK"
        for row in try reader.rows(perSong) {
            guard case .integer(let count) = row[0] else { continue }
            #expect((1...3).contains(count))
        }
        let perMood =
            "SELECT IFNULL(MAX(n), 0) FROM (SELECT COUNT(*) n FROM \(moods.name) GROUP BY \(moods.other.column))"
        #expect(try Self.count(reader, perMood) <= 4)
    }

    @Test("Similar relationships to the same entity link different rows, so they can't be confused")
    func confusableRelationships() throws {
        func relationship(_ name: String, _ destination: String, _ inverse: String?, isToMany: Bool = false) -> Property
        {
            .relationship(
                Relationship(
                    name: name, destination: destination, inverse: inverse, isOptional: true,
                    maximumCount: isToMany ? 0 : 1))
        }
        let folder = try ScratchFolder()
        let model = SchemaModel(entities: [
            Entity(
                name: "Book",
                properties: [
                    relationship("author", "Person", "written"), relationship("editor", "Person", "edited"),
                    relationship("owner", "Person", nil), relationship("draft", "Draft", "book"),
                    relationship("proof", "Draft", "proofed"),
                    relationship("fans", "Person", "likes", isToMany: true),
                    relationship("readers", "Person", "reads", isToMany: true),
                ]),
            Entity(
                name: "Person",
                properties: [
                    relationship("written", "Book", "author", isToMany: true),
                    relationship("edited", "Book", "editor", isToMany: true),
                    relationship("likes", "Book", "fans", isToMany: true),
                    relationship("reads", "Book", "readers", isToMany: true),
                ]),
            Entity(
                name: "Draft",
                properties: [relationship("book", "Book", "draft"), relationship("proofed", "Book", "proof")]),
        ])
        let reader = try Self.reader(model, folder)
        for (one, other) in [
            ("ZAUTHOR", "ZEDITOR"), ("ZAUTHOR", "ZOWNER"), ("ZEDITOR", "ZOWNER"), ("ZDRAFT", "ZPROOF"),
        ] {
            #expect(try Self.count(reader, "SELECT COUNT(\(one)) FROM ZBOOK") > 0)
            #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZBOOK WHERE \(one) = \(other)") == 0, "\(one)")
        }
        let layout = StoreLayout(model: model)
        let pairs = try ["fans", "readers"].map { name in
            let table = try #require(layout.joinTable(of: "Book", relationship: name))
            return try reader.rows("SELECT \(table.own.column), \(table.other.column) FROM \(table.name) ORDER BY 1, 2")
        }
        #expect(!pairs[0].isEmpty)
        #expect(pairs[0] != pairs[1])
    }

    @Test("Rows that refer to rows of the same entity", arguments: [1, 2, 8])
    func selfReferences(rows: Int) throws {
        let folder = try ScratchFolder()
        let reader = try Self.reader(SampleModels.selfReferences.model, rows: rows, folder)
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZPERSON") == Int64(rows))
        let strayPair = { (own: String, other: String) in
            "SELECT COUNT(*) FROM ZPERSON a JOIN ZPERSON b ON a.\(own) = b.Z_PK WHERE b.\(other) IS NOT a.Z_PK"
        }
        #expect(try Self.count(reader, strayPair("ZNEXT", "ZPREVIOUS")) == 0)
        #expect(try Self.count(reader, strayPair("ZPREVIOUS", "ZNEXT")) == 0)
        #expect(try Self.count(reader, strayPair("ZSPOUSE", "ZSPOUSE")) == 0)
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZPERSON WHERE ZPARENT >= Z_PK") == 0)
        if rows > 1 {
            #expect(try Self.count(reader, "SELECT COUNT(ZPARENT) FROM ZPERSON") == Int64(rows - 1))
            #expect(try Self.count(reader, "SELECT COUNT(ZSPOUSE) FROM ZPERSON") > 0)
        }
    }

    @Test("Unique values are unique; if there aren't enough values, there are fewer rows", arguments: [1, 2, 8, 300])
    func constraints(rows: Int) throws {
        let folder = try ScratchFolder()
        let reader = try Self.reader(SampleModels.constraints.model, rows: rows, folder)
        #expect(try reader.rows("PRAGMA integrity_check") == [[.text("ok")]])
        let counts = try reader.rowCounts()
        #expect(counts["ZFLAG"] == min(rows, 2))
        #expect(counts["ZSETTING"] == min(rows, 2))
        #expect((counts["ZGUEST"] ?? 0) >= min(rows, 100))
        #expect((counts["ZSEAT"] ?? 0) >= min(rows, 2))
    }

    @Test("Subentities share their parent's table and constraints")
    func inheritance() throws {
        let folder = try ScratchFolder()
        let reader = try Self.reader(SampleModels.inheritance.model, folder)
        let layout = StoreLayout(model: SampleModels.inheritance.model)
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZTRIP") == 16)
        #expect(try Self.count(reader, "SELECT COUNT(DISTINCT ZNAME) FROM ZTRIP") == 16)
        let numbers = ["Trip", "BusinessTrip"].compactMap { layout.entityNumbers[$0] }.sorted().map {
            [SQLiteValue.integer(Int64($0))]
        }
        #expect(try reader.rows("SELECT DISTINCT Z_ENT FROM ZTRIP ORDER BY 1") == numbers)
        // No row has the abstract entity. The polymorphic column contains the number of the destination's entity.
        #expect(
            try Self.count(reader, "SELECT COUNT(*) FROM ZBASE WHERE Z_ENT = \(layout.entityNumbers["Base"] ?? 0)") == 0
        )
        let columns = try #require(layout.destinationColumns(of: "Stop", relationship: "trip"))
        let entity = try #require(columns.entity)
        #expect(
            try Self.count(
                reader,
                "SELECT COUNT(*) FROM ZBASE s JOIN ZTRIP t ON s.\(columns.key) = t.Z_PK AND s.\(entity) = t.Z_ENT") == 8
        )
    }

    @Test("Triggers compute derived attributes when rows are written")
    func derived() throws {
        let folder = try ScratchFolder()
        let reader = try Self.reader(SampleModels.coreData.model, folder)
        let wrong =
            "SELECT COUNT(*) FROM ZBOOK b WHERE ZCOUNT IS NOT (SELECT COUNT(*) FROM ZPAGE p WHERE p.ZBOOK = b.Z_PK)"
        #expect(try Self.count(reader, wrong) == 0)
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZBOOK WHERE ZCHANGED IS NULL") == 0)
        #expect(try Self.count(reader, "SELECT COUNT(*) FROM ZPAGE WHERE (ZBOOK IS NULL) <> (Z_FOK_BOOK IS NULL)") == 0)
    }
}
