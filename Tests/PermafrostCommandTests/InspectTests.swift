import Foundation
import PermafrostStore
import PermafrostTestSupport
import Testing

/// `permafrost inspect` on real stores and on files that aren't stores.
@Suite struct InspectTests {
    private static func inspect(_ arguments: String...) throws -> (result: CommandResult, json: [String: Any]) {
        let folder = try ScratchFolder()
        let result = try Tool.run(["inspect"] + arguments + ["--format", "json"], in: folder.url, cache: folder)
        return (result, try Report(result).json)
    }

    @Test("The JSON matches an independent reader's results", Conformance.isPresent, arguments: Conformance.stores)
    func equalsTheIndependentReader(store: String) throws {
        let expected = try Conformance.expected(store)
        let (result, json) = try Self.inspect(Conformance.path(store))
        #expect(result.status == 0, "\(result.errors)")
        #expect(json["formatVersion"] as? Int == 1)
        #expect(json["modelSource"] as? String == "modelCache")
        #expect(json["problems"] as? [String] == [])
        #expect(json["storeUUID"] as? String == expected["uuid"] as? String)
        #expect(json["frameworkVersion"] as? Int == expected["frameworkVersion"] as? Int)
        #expect(json["versionIdentifiers"] as? [String] == expected["versionIdentifiers"] as? [String])
        #expect(json["versionHashes"] as? [String: String] == expected["versionHashes"] as? [String: String])
        #expect(json["versionHashesDigest"] as? String == expected["digest"] as? String)
        #expect(json["versionChecksum"] as? String == expected["checksum"] as? String)
        #expect(json["ddlChecksum"] as? String == expected["ddlSHA256"] as? String)
        let ddl = json["ddl"] as? [[String: Any]] ?? []
        #expect(ddl.map { $0["sql"] as? String ?? "?" } == expected["ddl"] as? [String])
        let tables = (json["tables"] as? [[String: Any]] ?? []).map {
            ($0["name"] as? String ?? "?", $0["rows"] as? Int ?? -1)
        }
        #expect(Dictionary(uniqueKeysWithValues: tables) == expected["rowCounts"] as? [String: Int])

        let keys = (json["entities"] as? [[String: Any]] ?? []).map { entity in
            ["number", "name", "superentityNumber", "highestKey"].map { "\(entity[$0] ?? "?")" }
        }
        #expect(keys == (expected["primaryKeys"] as? [[Any]] ?? []).map { $0.map { "\($0)" } })
        let model = expected["model"] as? [String: Any] ?? [:]
        let entities = model["entities"] as? [[String: Any]] ?? []
        for entity in entities {
            let key = keys.first { $0[0] == "\(entity["entityNumber"] ?? "?")" }
            // A migrated store keeps a renamed model's old name.
            #expect([entity["name"], entity["renamingIdentifier"]].contains { $0 as? String == key?[1] })
        }

        let (found, wanted) = (ModelFacts(inspected: json).lines, ModelFacts(expected: expected).lines)
        #expect(wanted.subtracting(found).sorted() == [])
        #expect(found.subtracting(wanted).sorted() == [])
        #expect(!found.isEmpty)
        // A configuration with the usual name that contains everything isn't reported.
        let all = entities.compactMap { $0["name"] as? String }.sorted()
        let configurations = (model["configurations"] as? [String: [String]] ?? [:]).mapValues { $0.sorted() }
        let isUsual = configurations.isEmpty || configurations == ["default": all]
        #expect((json["modelConfigurations"] as? [String: [String]]) == (isUsual ? nil : configurations))
    }

    @Test("The text has the facts, and the folder is unchanged", Conformance.isPresent, arguments: Conformance.stores)
    func textAndFolder(store: String) throws {
        let folder = try Conformance.copy(store)
        let expected = try Conformance.expected(store)
        func times() throws -> [String: String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).reduce(into: [:]) { times, name in
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
                times[name] = "\(attributes[.modificationDate] ?? "") \(attributes[.systemFileNumber] ?? "")"
            }
        }
        let (files, dates) = (try folder.files(), try times())
        let other = try ScratchFolder()
        let short = try Tool.run(["inspect", folder.path("App.store")], in: other.url, cache: other)
        let labels = short.output.split(separator: "\n").dropFirst().prefix(5).map { $0.prefix { $0 != " " } }
        #expect(labels == ["version", "models", "rows", "app", "saved"], "\(short)")
        #expect(short.errors.contains("permafrost drift STORE"), "\(short)")
        let result = try Tool.run(["inspect", folder.path("App.store"), "--verbose"], in: other.url, cache: other)
        #expect(result.status == 0, "\(result)")
        for (entity, hash) in expected["versionHashes"] as? [String: String] ?? [:] {
            let heading = result.output.split(separator: "\n").contains { $0.hasPrefix(entity) && $0.contains(hash) }
            #expect(heading, "\(entity)")
        }
        for (table, rows) in expected["rowCounts"] as? [String: Int] ?? [:] {
            let line = result.output.split(separator: "\n").first { $0.hasPrefix("  \(table) ") }
            #expect(line?.contains(" \(rows) row") == true, "\(table)")
        }
        for name in (expected["versionHashes"] as? [String: String] ?? [:]).keys {
            let rows = try Tool.run(["inspect", folder.path("App.store"), "--rows", name], in: other.url, cache: other)
            #expect(rows.status == 0, "\(rows)")
            #expect(!rows.output.contains("isn't a value of this property"), "\(rows.output)")
            #expect(!rows.output.contains("lacks the columns"), "\(rows.output)")
        }
        #expect(try folder.files() == files)
        #expect(try times() == dates)
    }

    @Test("Rows are decoded, in order, and limited to the given number", Conformance.isPresent)
    func rows() throws {
        let path = Conformance.path("coredata-sample2-v1.sqlite")
        let json = try Self.inspect(path, "--rows", "Book", "--limit", "2").json
        let rows = try #require(json["rows"] as? [String: Any])
        #expect(rows["total"] as? Int == 51)
        let shown = try #require(rows["rows"] as? [[String: Any]])
        #expect(shown.map { $0["key"] as? Int } == [1, 2])
        let values = try #require(shown.first?["values"] as? [String: Any])
        #expect(values["title"] as? String == "title 22 - author 2")
        #expect(values["uniqueID"] as? String == "260E3F4D-8118-4775-A977-783D7C1AFDDA")
        #expect(values["price"] as? String == "10.11")
        #expect(values["publishedAt"] as? String == "2024-05-10T13:03:45.416231Z")
        #expect((values["author"] as? [String: Any])?["key"] as? Int == 2)
        let pages = try #require(values["pages"] as? [String: Any])
        #expect((pages["keys"] as? [Int])?.count == 99)
        let all = try Self.inspect(path, "--rows", "Book", "--limit", "0").json["rows"] as? [String: Any]
        #expect((all?["rows"] as? [Any])?.count == 51)
    }

    @Test(
        "A date is printed with every stored digit",
        arguments: [
            (0.0, "2001-01-01T00:00:00.000Z"), (0.5, "2001-01-01T00:00:00.500Z"), (-0.25, "2000-12-31T23:59:59.750Z"),
            (706_800_000.123_456_7, "2023-05-26T13:20:00.1234567Z"), (998_165_659.125, "2032-08-18T20:14:19.125Z"),
            (1e-7, "2001-01-01T00:00:00.0000001Z"),
            (-63_114_076_800, "0001-01-01T00:00:00.000Z"),
        ])
    func dates(seconds: Double, text: String) throws {
        let copy = try Tool.copy(of: "Posts")
        #expect(try Tool.run("freeze", "1.0.0", in: copy).status == 0)
        let store = copy.path("Fixtures/1.0.0/App-1_0_0.sqlite")
        try SQLiteConnection(path: store, mode: .create).execute("UPDATE ZPOST SET ZCREATEDAT = \(seconds)")
        let result = try Tool.run("inspect", store, "--rows", "Post", in: copy)
        #expect(result.output.contains(text), "\(result)")
    }

    @Test("SwiftData's structs, enums, and encoded values are decoded", Conformance.isPresent)
    func swiftDataRows() throws {
        let json = try Self.inspect(
            Conformance.path("swiftdata-cocktails-a.store"), "--rows", "Cocktail", "--limit", "1"
        ).json
        let row = try #require(((json["rows"] as? [String: Any])?["rows"] as? [[String: Any]])?.first)
        let values = try #require(row["values"] as? [String: Any])
        #expect(values["cocktailName"] is String)
        #expect(values["favorite"] is Bool)
        #expect(values["glasswareType"] is String)
        let tags = try #require(values["compiledTags"] as? [String: Any])
        #expect((tags["flavors"] as? [String: Any])?["encoded"] is [Any])
        #expect(((values["garnish"] as? [String: Any])?["model"] as? String) == "Garnish")
    }

    @Test("Rows that are only in the -wal are counted and printed")
    func walOnly() throws {
        let folder = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "1.0.0", "--rows", "2", in: folder).status == 0)
        let live = folder.path("Fixtures/1.0.0/App-1_0_0.sqlite")
        let writer = try SQLiteConnection(path: live, mode: .create)
        try writer.execute("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0")
        try writer.execute("INSERT INTO ZUSER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 1, 1, 'Only in the wal')")
        // A copy made while the writer is running includes the -wal file, as a store from a device does.
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: live + suffix, toPath: folder.path("App.store" + suffix))
        }
        let before = try folder.files()
        let json = try Self.inspect(folder.path("App.store"), "--rows", "User").json
        let rows = try #require(json["rows"] as? [String: Any])
        #expect(rows["total"] as? Int == 3)
        let last = (rows["rows"] as? [[String: Any]])?.last?["values"] as? [String: Any]
        #expect(last?["name"] as? String == "Only in the wal")
        #expect((json["walBytes"] as? Int ?? 0) > 0)
        #expect(try folder.files() == before)
    }

    @Test("An unknown model name gets a suggestion", Conformance.isPresent)
    func unknownModel() throws {
        let folder = try ScratchFolder()
        let path = Conformance.path("swiftdata-cards.store")
        let result = try Tool.run(["inspect", path, "--rows", "StereoCards"], in: folder.url, cache: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("did you mean StereoCard?"), "\(result.errors)")
        let limit = try Tool.run(["inspect", path, "--limit", "many"], in: folder.url, cache: folder)
        #expect(limit.status == 2)
        #expect(limit.errors.contains("--limit"))
    }

    @Test("A store without a model is inspected using its tables", Conformance.isPresent)
    func withoutModel() throws {
        let folder = try Conformance.copy("coredata-sample2-v1.sqlite")
        let path = folder.path("App.store")
        try SQLiteConnection(path: path, mode: .create).execute("DROP TABLE Z_MODELCACHE")
        let (result, json) = try Self.inspect(path, "--rows", "Book", "--limit", "1")
        #expect(result.status == 0, "\(result)")
        #expect(json["modelSource"] as? String == "tables")
        #expect((json["modelGaps"] as? [String])?.contains("letterCase") == true)
        let models = json["models"] as? [[String: Any]] ?? []
        #expect(models.map { $0["name"] as? String }.contains("Book"))
        let hashes = models.map { ($0["name"] as? String ?? "", $0["versionHash"] as? String ?? "") }
        #expect(Dictionary(uniqueKeysWithValues: hashes) == json["versionHashes"] as? [String: String])
        let text = try Tool.run("inspect", path, in: folder)
        #expect(text.output.contains("which don't show the case of names"), "\(text.output)")
    }
}
