import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Anonymized copies of stores that tests make.
@Suite struct StoreAnonymizerTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static let mode = ValueShape.enumeration([
        .init(name: "grid", rawValue: "grid"), .init(name: "list", rawValue: "rows"),
    ])
    private static let side = ["left", "right"]

    /// A model with a value of every kind.
    private static let model = SchemaModel(
        entities: [
            Entity(
                name: "Note",
                properties: [
                    .attribute(Attribute(name: "title", type: .string, defaultValue: .string("Untitled"))),
                    .attribute(Attribute(name: "place", type: .string, isOptional: true)),
                    .attribute(Attribute(name: "amount", type: .int64)),
                    .attribute(
                        Attribute(
                            name: "level", type: .int16,
                            shape: .enumeration([
                                .init(name: "low", rawValue: "1"), .init(name: "high", rawValue: "10"),
                            ]))),
                    .attribute(Attribute(name: "price", type: .double)),
                    .attribute(Attribute(name: "day", type: .date)),
                    .attribute(Attribute(name: "isDone", type: .boolean)),
                    .attribute(Attribute(name: "number", type: .uuid)),
                    .attribute(Attribute(name: "photo", type: .binary, isOptional: true, isExternalStorage: true)),
                    .attribute(
                        Attribute(
                            name: "tags", type: .transformable, isOptional: true, valueClassName: "Array<String>",
                            valueTransformerName: "NSSecureUnarchiveFromData", shape: .array(.scalar("String")))),
                    .attribute(
                        Attribute(
                            name: "cover", type: .transformable, isOptional: true,
                            valueTransformerName: "NSSecureUnarchiveFromData")),
                    .attribute(
                        Attribute(
                            name: "mode", type: .composite,
                            elements: [Attribute(name: "mode", type: .string, isOptional: true)],
                            isEnumeration: true, shape: mode)),
                    .attribute(
                        Attribute(
                            name: "side", type: .composite,
                            elements: side.map { Attribute(name: $0, type: .string, isOptional: true) },
                            isEnumeration: true, enumerationCases: side)),
                    .attribute(
                        Attribute(
                            name: "author", type: .binary, isOptional: true,
                            shape: .structure([
                                .init(name: "born", shape: .scalar("Date")), .init(name: "mode", shape: mode),
                                .init(name: "name", shape: .scalar("String")),
                            ]))),
                    .relationship(Relationship(name: "next", destination: "Note", isOptional: true)),
                ], uniquenessConstraints: [["number"]])
        ], versionIdentifiers: ["1.0.0"])

    private static func archive(_ tags: [String]) throws -> [UInt8] {
        EncodedValueArchive.archive(of: Array(try JSONEncoder().encode(tags)))
    }

    /// Writes a store with the given rows. Each row contains the values of some columns.
    private func store(_ rows: [[String: SQLiteValue]], name: String = "user.store") throws -> String {
        let path = folder.path(name)
        try StoreWriter(model: Self.model, seed: [1], rowsPerEntity: 0).write(to: path)
        let connection = try SQLiteConnection(path: path, mode: .create)
        for (index, row) in rows.enumerated() {
            var row = row
            row["ZNUMBER"] = row["ZNUMBER"] ?? .blob((0..<16).map { UInt8($0 + index * 16 + 1) })
            let names = ["Z_PK", "Z_ENT", "Z_OPT"] + row.keys.sorted()
            let places = repeatElement("?", count: names.count).joined(separator: ", ")
            try connection.prepare("INSERT INTO ZNOTE (\(names.joined(separator: ", "))) VALUES (\(places))").run(
                [.integer(Int64(index + 1)), .integer(1), .integer(1)]
                    + row.keys.sorted().map { row[$0] ?? .null })
        }
        return path
    }

    private func anonymized(
        _ path: String, kept: Set<String> = [], model: SchemaModel? = Self.model
    ) throws -> StoreReader {
        let copy = folder.path("copy-\(UUID().uuidString)/copy.sqlite")
        try FileManager.default.createDirectory(
            atPath: (copy as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        let options = StoreAnonymizer.Options(kept: kept)
        _ = try StoreAnonymizer(StoreAnonymizer.open(path), declared: model, options).write(to: copy)
        return try StoreReader(path: copy)
    }

    private func column(_ name: String, _ reader: StoreReader) throws -> [SQLiteValue] {
        try reader.rows("SELECT \(name) FROM ZNOTE ORDER BY Z_PK").map { $0[0] }
    }

    @Test func defaultsAreKeptAndCasesAreDrawn() throws {
        let path = try store([
            [
                "ZTITLE": .text("Untitled"), "ZMODE": .text("rows"), "ZLEFT": .text("left"), "ZLEVEL": .integer(10),
                "ZISDONE": .integer(1),
            ], ["ZTITLE": .text("Anna Weber"), "ZMODE": .text("secret"), "ZLEVEL": .integer(77)],
        ])
        var drawn: [String: Set<SQLiteValue>] = [:]
        for _ in 0..<24 {
            let copy = try anonymized(path)
            let titles = try column("ZTITLE", copy)
            #expect(titles[0] == .text("Untitled"))
            #expect(titles[1] != .text("Anna Weber"))
            // The values of no case are replaced like other values.
            #expect(try column("ZMODE", copy)[1] != .text("secret"))
            #expect(try column("ZLEVEL", copy)[1] != .integer(77))
            let sides = [try column("ZLEFT", copy), try column("ZRIGHT", copy)]
            // A row has one case. A row without a case stays without one.
            #expect(sides.count { $0[0] == .null } == 1 && sides.allSatisfy { $0[1] == .null })
            for name in ["ZMODE", "ZLEVEL", "ZISDONE", "ZLEFT", "ZRIGHT"] {
                drawn[name, default: []].insert(try column(name, copy)[0])
            }
        }
        #expect(drawn["ZMODE"] == [.text("grid"), .text("rows")])
        #expect(drawn["ZLEVEL"] == [.integer(1), .integer(10)])
        #expect(drawn["ZISDONE"] == [.integer(0), .integer(1)])
        #expect(drawn["ZLEFT"] == [.text("left"), .null] && drawn["ZRIGHT"] == [.text("right"), .null])
        let kept = try anonymized(path, kept: ["Note.mode", "Note.side", "Note.level", "Note.isDone"])
        #expect(try column("ZMODE", kept) == [.text("rows"), .text("secret")])
        #expect(try column("ZLEVEL", kept) == [.integer(10), .integer(77)])
        #expect(try column("ZLEFT", kept)[0] == .text("left") && column("ZISDONE", kept)[0] == .integer(1))
    }

    @Test func onlyNamedPropertiesAreKept() throws {
        let path = try store([
            ["ZTITLE": .text("Anna Weber"), "ZPLACE": .text("Anna Weber"), "ZAMOUNT": .integer(271_828)]
        ])
        let copy = try anonymized(path, kept: ["Note.title"])
        #expect(try column("ZTITLE", copy) == [.text("Anna Weber")])
        #expect(try column("ZPLACE", copy) != [.text("Anna Weber")])
        #expect(try column("ZAMOUNT", copy) != [.integer(271_828)])
        #expect(throws: AnonymizationError.unknownProperty("Note.Title", near: ["Note.title"])) {
            try anonymized(path, kept: ["Note.Title"])
        }
    }

    /// The values of all submodels are in the same column, so the user has to name the model that declares the property.
    @Test func inheritedPropertiesAreKeptForAllModels() throws {
        let name = Attribute(name: "name", type: .string, isOptional: true)
        let model = SchemaModel(
            entities: [
                Entity(name: "Animal", properties: [.attribute(name)]), Entity(name: "Cat", superentity: "Animal"),
                Entity(name: "Dog", superentity: "Animal"),
            ], versionIdentifiers: ["1.0.0"])
        let path = folder.path("animals.store")
        try StoreWriter(model: model, seed: [1], rowsPerEntity: 0).write(to: path)
        let numbers = StoreLayout(model: model).entityNumbers
        let connection = try SQLiteConnection(path: path, mode: .create)
        for (key, entity) in ["Cat", "Dog"].enumerated() {
            try connection.execute(
                """
                INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT, ZNAME) \
                VALUES (\(key + 1), \(numbers[entity] ?? 0), 1, 'The name of a \(entity)')
                """)
        }
        #expect(throws: AnonymizationError.unknownProperty("Dog.name", near: ["Animal.name"])) {
            try anonymized(path, kept: ["Dog.name"], model: model)
        }
        let copy = try anonymized(path, kept: ["Animal.name"], model: model)
        let names = try copy.rows("SELECT ZNAME FROM ZANIMAL ORDER BY Z_PK").map { $0[0] }
        #expect(names == [.text("The name of a Cat"), .text("The name of a Dog")])
    }

    @Test func encodedValuesBecomeSamples() throws {
        let author = #"{"name":"Anna \"Weber\"","born":700000000.5,"mode":"grid"}"#
        let (tags, other) = (try Self.archive(["holiday", "Grüße"]), try Self.archive(["Anna"]))
        let path = try store([
            ["ZTAGS": .blob(tags), "ZAUTHOR": .blob(Array(author.utf8)), "ZCOVER": .blob([1, 2, 3])],
            ["ZTAGS": .blob(tags), "ZAUTHOR": .blob(Array(#"{"other":1}"#.utf8))], ["ZTAGS": .blob(other)],
        ])
        let copy = try anonymized(path)
        let archives = try column("ZTAGS", copy)
        #expect(archives[0] == archives[1] && archives[0] != .blob(tags))
        for case .blob(let archive) in archives {
            let content = try #require(EncodedValueArchive.content(of: archive))
            #expect(try JSONDecoder().decode([String].self, from: Data(content)).allSatisfy { $0.hasPrefix("sample ") })
        }
        for case .blob(let json) in try column("ZAUTHOR", copy) {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
            #expect(Set(object.keys) == ["born", "mode", "name"])
        }
        #expect(try column("ZAUTHOR", copy)[2] == .null)
        #expect(try column("ZCOVER", copy)[0] != .blob([1, 2, 3]) && column("ZCOVER", copy)[1] == .null)
        let kept = try anonymized(path, kept: ["Note.cover"])
        #expect(try column("ZCOVER", kept)[0] == .blob([1, 2, 3]))
    }

    /// Values and tables that don't belong to the model are left out.
    @Test func tablesAndColumnsOutsideOfTheModelAreLeftOut() throws {
        let path = try store([["ZTITLE": .text("x")]])
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute("UPDATE ZNOTE SET Z_OPT = 'x'; ALTER TABLE ZNOTE ADD COLUMN ZOLD VARCHAR")
        try connection.execute("UPDATE ZNOTE SET ZOLD = 'left over'; CREATE TABLE Diary (entry TEXT); ANALYZE")
        let copy = folder.path("left-out.sqlite")
        let summary = try StoreAnonymizer(StoreAnonymizer.open(path), declared: Self.model, .init()).write(to: copy)
        #expect(
            summary.emptied == [
                .init(column: "ZNOTE.ZOLD", reason: "no property in the model", count: 1),
                .init(column: "ZNOTE.Z_OPT", reason: "a value that isn't a key", count: 1),
            ])
        #expect(summary.removedTables.contains("Diary"))
        let reader = try StoreReader(path: copy)
        #expect(try column("ZOLD", reader) == [.null] && !reader.tableNames().contains("Diary"))
        #expect(try reader.rows("SELECT name FROM sqlite_master WHERE name LIKE 'sqlite_stat%'").isEmpty)
        try connection.execute("CREATE INDEX Z_Note_secret ON ZNOTE (ZTITLE) WHERE ZTITLE <> 'Anna'")
        #expect(throws: AnonymizationError.unknownStatement(name: "Z_Note_secret")) { try anonymized(path) }
    }

    /// A derived sum consists of replaced values, and a number in a Boolean column isn't a Boolean.
    @Test func unusualIntegersAreReplaced() throws {
        let attributes = [
            Attribute(name: "isDone", type: .boolean),
            Attribute(
                name: "total", type: .int64, isOptional: true, derivation: .init(expression: "sum:(parts.amount)")),
        ]
        let model = SchemaModel(
            entities: [
                Entity(
                    name: "Note", properties: attributes.map { .attribute($0) }, uniquenessConstraints: [["isDone"]])
            ], versionIdentifiers: ["1.0.0"])
        let path = folder.path("integers.store")
        try StoreWriter(model: model, seed: [1], rowsPerEntity: 0).write(to: path)
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute(
            "INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZISDONE, ZTOTAL) VALUES (1, 1, 1, 314159, 271828)")
        let copy = try anonymized(path, model: model)
        #expect(try [.integer(0), .integer(1)].contains(column("ZISDONE", copy)[0]))
        #expect(try column("ZTOTAL", copy) != [.integer(271_828)])
    }

    @Test func largeValuesAreReplaced() throws {
        let path = try store([], name: "large.store")
        let storage = StoreFile(path: path).externalStorage
        let secret = Array("a secret that is long enough to be found again".utf8)
        let name = try storage.write(secret)
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.prepare("INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZPHOTO) VALUES (?, 1, 1, ?)").run([
            .integer(1), .blob(LargeValueCell.file(name).bytes),
        ])
        try connection.prepare("INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZPHOTO) VALUES (?, 1, 1, ?)").run([
            .integer(2), .blob(LargeValueCell.inline(secret).bytes),
        ])
        // The file of the third value is missing, and the name of the fourth isn't valid.
        let missing = LargeValueCell.file(UUID().uuidString).bytes
        try connection.prepare("INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZPHOTO) VALUES (?, 1, 1, ?)").run([
            .integer(3), .blob(missing),
        ])
        let copy = try anonymized(path)
        let files = try StoreFile(path: copy.path).externalStorage.files()
        #expect(files.count == 1)
        let file = try #require(files.first)
        #expect(file.name != name)
        let bytes = try FileAccess.read(file.path)
        #expect(bytes.count == secret.count && bytes != secret)
        let cells = try column("ZPHOTO", copy)
        #expect(cells[0] == .blob(LargeValueCell.file(file.name).bytes))
        // Equal values stay equal.
        #expect(cells[1] == .blob(LargeValueCell.inline(bytes).bytes))
        #expect(cells[2] != .blob(missing))
        let kept = try anonymized(path, kept: ["Note.photo"])
        let same = try #require(try StoreFile(path: kept.path).externalStorage.files().first)
        #expect(try FileAccess.read(same.path) == secret)
    }

    @Test func edgeValuesAreKept() throws {
        let days: [Double] = [0, -63_114_076_800, 64_092_211_200, 700_000_000, 700_000_060.25]
        let amounts: [Int64] = [0, .max, .min, 32_767, -5]
        let path = try store(
            zip(days, amounts).map {
                ["ZTITLE": .text(""), "ZDAY": .real($0), "ZAMOUNT": .integer($1), "ZPRICE": .real(0)]
            })
        let copy = try anonymized(path)
        let new = try column("ZDAY", copy).map { value -> Double in
            switch value {
            case .real(let real): real
            case .integer(let integer): Double(integer)
            default: .nan
            }
        }
        #expect(Array(new.prefix(3)) == Array(days.prefix(3)))
        #expect((60.25.nextUp..<61).contains(new[4] - new[3]) || (60..<60.25).contains(new[4] - new[3]))
        let newAmounts = try column("ZAMOUNT", copy)
        #expect(newAmounts[0] == .integer(0))
        #expect(zip(amounts, newAmounts).dropFirst().allSatisfy { .integer($0) != $1 })
        #expect(try column("ZTITLE", copy).allSatisfy { $0 == .text("") })
    }

    /// Everything that a store has in addition to its rows is left out.
    @Test func tracesAreRemoved() throws {
        let path = try store([["ZTITLE": .text("Anna Weber")]])
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute(
            """
            CREATE TABLE ANSCKRECORDMETADATA ( Z_PK INTEGER PRIMARY KEY, ZCKRECORDNAME VARCHAR );
            INSERT INTO ANSCKRECORDMETADATA VALUES (1, 'the record of Anna');
            INSERT INTO Z_PRIMARYKEY VALUES (17001, 'NSCKRecordMetadata', 0, 1);
            INSERT INTO ATRANSACTIONSTRING (Z_PK, ZNAME) VALUES (1, 'com.example.annas-app');
            INSERT INTO ZNOTE (Z_PK, Z_ENT, ZTITLE) VALUES (99, 1, 'a deleted title of Anna');
            DELETE FROM ZNOTE WHERE Z_PK = 99;
            """)
        var metadata = try StoreReader(path: path).metadata()
        metadata.otherEntries["owner"] = .string("Anna herself")
        try connection.prepare("UPDATE Z_METADATA SET Z_PLIST = ?").run([.blob(metadata.propertyList)])
        let copy = try anonymized(path)
        #expect(try copy.tableNames().allSatisfy { !$0.hasPrefix("ANSCK") })
        #expect(try copy.rowCounts()["ATRANSACTIONSTRING"] == 0)
        #expect(try copy.metadata().otherEntries.isEmpty)
        #expect(try copy.primaryKeys().map(\.name) == ["Note"])
        let bytes = Data(try FileAccess.read(copy.path))
        for text in ["Anna", "record of", "annas-app", "deleted title"] {
            #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)")
        }
    }

    /// The store's own model contains the result of a default that the app evaluated on the device.
    @Test func evaluatedDefaultsAreRemoved() throws {
        func model(_ value: DefaultValue) -> SchemaModel {
            let title = Attribute(name: "title", type: .string, defaultValue: value)
            return SchemaModel(
                entities: [Entity(name: "Note", properties: [.attribute(title)])], versionIdentifiers: ["1.0.0"])
        }
        let path = folder.path("defaults.store")
        try StoreWriter(model: model(.string("Anna's phone")), seed: [1], rowsPerEntity: 0).write(to: path)
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute(
            "INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (1, 1, 1, 'Anna''s phone')")
        let declared = model(.expression("UIDevice.current.name"))
        let copy = try anonymized(path, model: declared)
        #expect(try column("ZTITLE", copy) != [.text("Anna's phone")])
        let title = try copy.model().entity(named: "Note")?.attributes.first
        #expect(title?.defaultValue == declared.archived.entity(named: "Note")?.attributes.first?.defaultValue)
        #expect(Data(try FileAccess.read(copy.path)).range(of: Data("Anna".utf8)) == nil)
        // The declared property isn't used if its type differs.
        let other = SchemaModel(
            entities: [Entity(name: "Note", properties: [.attribute(Attribute(name: "title", type: .uri))])],
            versionIdentifiers: ["1.0.0"])
        let second = try anonymized(path, model: other)
        #expect(Data(try FileAccess.read(second.path)).range(of: Data("Anna".utf8)) == nil)
    }

    /// `Z_OPT` contains how often the row was saved.
    @Test func countsOfSavesAreRemoved() throws {
        let path = try store([["ZTITLE": .text("x")]])
        try SQLiteConnection(path: path, mode: .create).execute("UPDATE ZNOTE SET Z_OPT = 4711")
        #expect(try column("Z_OPT", try anonymized(path)) == [.integer(1)])
    }

    @Test func rowsOnlyInTheLogAreCopied() throws {
        let path = try store([["ZTITLE": .text("first")]])
        let writer = try SQLiteConnection(path: path, mode: .create)
        try writer.execute("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0")
        try writer.execute("INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (2, 1, 1, 'second')")
        // The store is in use, in this process.
        let copy = try anonymized(path)
        #expect(try column("ZTITLE", copy).count == 2)
        #expect(try !StoreAnonymizer.lacksLog(path))
        let lone = folder.path("lone.store")
        try FileManager.default.copyItem(atPath: path, toPath: lone)
        #expect(try StoreAnonymizer.lacksLog(lone))
        #expect(try column("ZTITLE", try anonymized(lone)).count == 1)
        withExtendedLifetime(writer) {}
    }

    @Test func unsuitableFilesAreExplained() throws {
        let path = try store([["ZTITLE": .text("x")]])
        #expect(throws: AnonymizationError.self) { try StoreAnonymizer.open(path, limit: 100) }
        // A file of five gigabytes without any blocks.
        let huge = folder.path("huge.store")
        try FileAccess.write([], to: huge)
        #expect(truncate(huge, 5_000_000_000) == 0)
        #expect(throws: AnonymizationError.tooLarge(bytes: 5_000_000_000, limit: StoreAnonymizer.sizeLimit)) {
            try StoreAnonymizer.open(huge)
        }
        // An encrypted database has no header.
        let encrypted = folder.path("encrypted.store")
        var generator = DigestGenerator(state: 7)
        try FileAccess.write(generator.bytes(16_384), to: encrypted)
        #expect(throws: StoreError.self) { try StoreAnonymizer.open(encrypted) }
        var bytes = try FileAccess.read(path)
        for index in 8192..<bytes.count where index.isMultiple(of: 3) { bytes[index] = 0xFF }
        let damaged = folder.path("damaged.store")
        try FileAccess.write(bytes, to: damaged)
        #expect(throws: (any Error).self) { try StoreAnonymizer.open(damaged) }
        let other = folder.path("other.sqlite")
        try SQLiteConnection(path: other, mode: .create).execute("CREATE TABLE diary (entry TEXT)")
        #expect(throws: StoreError.noMetadata(path: other)) {
            try StoreAnonymizer.open(other).metadata()
        }
    }
}
