import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import Testing

/// `permafrost freeze --from-store`, from a user's store to its fixture.
@Suite struct UserStoreTests {
    /// Freezes the versions of an example, and copies the store of the first as a user's store.
    private static func project(_ example: String = "Posts") throws -> (folder: ScratchFolder, store: String) {
        let folder = try Tool.copy(of: example)
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        let store = folder.path("user.store")
        try FileManager.default.copyItem(
            atPath: folder.path("Fixtures/1.0.0/App-1_0_0.sqlite"), toPath: store)
        return (folder, store)
    }

    private static func titles(_ path: String) throws -> [SQLiteValue] {
        try StoreReader(path: path).rows("SELECT ZTITLE FROM ZPOST ORDER BY Z_PK").map { $0[0] }
    }

    @Test func aStoreBecomesAFixture() throws {
        let (folder, store) = try Self.project()
        let before = try FileAccess.read(store)
        let frozen = try Tool.run("freeze", "1.0.0", "--from-store", "user.store", in: folder)
        #expect(frozen.status == 0, "\(frozen)")
        #expect(frozen.output.contains("8 rows of 1.0.0 → Fixtures/1.0.0/stores/user/user.sqlite"), "\(frozen)")
        #expect(frozen.errors.contains(#"Fixture("1.0.0", store: "user")"#))
        #expect(try FileAccess.read(store) == before)
        let copy = folder.path("Fixtures/1.0.0/stores/user/user.sqlite")
        let (old, new) = (try Self.titles(store), try Self.titles(copy))
        #expect(old.count == new.count && old != new)
        #expect(try Tool.run("check", in: folder).status == 0)
        #expect(try Tool.run("drift", copy, in: folder).status == 0)
        let migration = try Tool.run("migrate", copy, "--to", "2.0.0", "--dry-run", in: folder)
        let expected = try Tool.run("migrate", "user.store", "--to", "2.0.0", "--dry-run", in: folder)
        #expect(migration.status == expected.status)

        let again = try Tool.run("freeze", "1.0.0", "--from-store", "user.store", in: folder)
        #expect(again.status == 2)
        #expect(again.errors.contains("already has a store named user"), "\(again)")
        let kept = try Tool.run(
            "freeze", "1.0.0", "--from-store", "user.store", "--force", "--keep", "Post.title", "--format", "json",
            in: folder)
        #expect(kept.status == 0, "\(kept)")
        let json = try #require(try Report(kept).json["store"] as? [String: Any])
        #expect(json["rows"] as? Int == 8 && json["name"] as? String == "user" && json["version"] as? String == "1.0.0")
        #expect(try Self.titles(copy) == old)
        #expect(
            try String(contentsOfFile: folder.path("Fixtures/1.0.0/stores/user/export_metadata.txt"), encoding: .utf8)
                .contains("all properties except Post.title"))
        let named = try Tool.run("freeze", "1.0.0", "--from-store", "user.store", "--name", "large", in: folder)
        #expect(named.status == 0)
        try FileManager.default.removeItem(atPath: copy)
        let damaged = try Tool.run("check", in: folder)
        #expect(damaged.status == 1)
        #expect(damaged.output.contains("stores/user/user.sqlite is missing"), "\(damaged)")
    }

    @Test func aDamagedStoreThatIsNotCommittedIsAddedAgain() throws {
        let (folder, _) = try Self.project()
        let repository = try TestRepository(folder)
        try repository.commit()
        #expect(try Tool.run("freeze", "1.0.0", "--from-store", "user.store", in: folder).status == 0)
        try folder.write("", to: "Fixtures/1.0.0/stores/user/user.sha256")
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 1 && !check.output.contains("git checkout"), "\(check)")
        for command in [
            "rm -r Fixtures/1.0.0/stores/user", "permafrost freeze 1.0.0 --from-store STORE --name user",
        ] { #expect(check.output.contains(command), "\(check)") }
        // Another store can be added in the meantime.
        let other = try Tool.run("freeze", "1.0.0", "--from-store", "user.store", "--name", "other", in: folder)
        #expect(other.status == 0, "\(other)")
        let again = try Tool.run(
            "freeze", "1.0.0", "--from-store", "user.store", "--name", "user", "--force", in: folder)
        #expect(again.status == 0, "\(again)")
        #expect(try Tool.run("check", in: folder).status == 0)
        // Git has a copy of a store that is committed.
        try repository.commit()
        try folder.write("", to: "Fixtures/1.0.0/stores/user/user.sha256")
        #expect(try Tool.run("check", in: folder).output.contains("git checkout -- Fixtures/1.0.0"))
    }

    @Test func namedStoresAreListedAndMustBeInTheRepository() throws {
        let (folder, store) = try Self.project()
        let frozen = try Tool.run("freeze", "1.0.0", "--from-store", "user.store", in: folder)
        #expect(frozen.status == 0, "\(frozen)")
        try FileManager.default.removeItem(atPath: store)
        let list = try Tool.run("list", in: folder)
        #expect(list.output.contains("    store user\n"), "\(list)")
        let json = try Report(Tool.run("list", "--format", "json", in: folder)).json
        let rows = try #require(json["versions"] as? [[String: Any]])
        #expect(rows.first?["stores"] as? [String] == ["user"] && rows.dropFirst().allSatisfy { $0["stores"] == nil })

        let repository = try TestRepository(folder)
        try repository.commit()
        #expect(try Tool.run("check", in: folder).output.contains("PF0119") == false)
        try repository.git("rm", "--quiet", "-r", "--cached", "Fixtures/1.0.0/stores")
        try folder.write("user.sqlite\n", to: ".gitignore")
        let check = try Tool.run("check", in: folder)
        #expect(
            check.output.contains("PF0119")
                && check.output.contains("git ignores Fixtures/1.0.0/stores/user/user.sqlite"), "\(check)")
    }

    @Test(
        "Mistakes are explained",
        arguments: [
            (["1.0.0", "--name", "x"], "--name works only with --from-store"),
            (["--from-store", "user.store"], "freeze --from-store needs VERSION"),
            (["1.0.0", "--from-store", "user.store", "--reduce", "0"], "invalid --reduce"),
            (["1.0.0", "--reduce", "5"], "--reduce works only with --from-store"),
            (["--regroup", "--reduce", "5"], "--reduce works only with --from-store"),
            (["1.0.0", "--from-store", "user.store", "--tests", "Tests"], "--tests works only with --scaffold"),
            (["1.0.0", "--from-store", "user.store", "--all"], "--from-store and --all can't be combined"),
            (["1.0.0", "--from-store", "user.store", "--name", "../x"], "invalid --name"),
            (["1.0.0", "--from-store", "user.store", "--keep", "Post.titel"], "no property Post.titel"),
            (["9.0.0", "--from-store", "user.store"], "9.0.0 isn't frozen"),
            (["2.0.0", "--from-store", "user.store"], "it is a store of 1.0.0"),
            (["1.0.0", "--from-store", "nothing.store"], "nothing.store can't be read as a store"),
            (["1.0.0", "--from-store", "other.sqlite"], "the file has no Core Data metadata"),
            (["1.0.0", "--from-store", "plain.txt"], "isn't a SQLite database"),
        ])
    func mistakes(_ arguments: [String], _ message: String) throws {
        let (folder, _) = try Self.project()
        try SQLiteConnection(path: folder.path("other.sqlite"), mode: .create).execute(
            "CREATE TABLE diary (entry TEXT)")
        try folder.write(String(repeating: "not a database ", count: 1000), to: "plain.txt")
        let before = try folder.files(below: "Fixtures")
        let result = try Tool.run(["freeze"] + arguments, in: folder.url, cache: folder)
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains(message), "\(result)")
        #expect(try folder.files(below: "Fixtures") == before)
    }

    @Test func aForeignCoreDataStoreMatchesNoVersion() throws {
        let (folder, _) = try Self.project()
        let model = SchemaModel(entities: [
            Entity(name: "Thing", properties: [.attribute(Attribute(name: "name", type: .string))])
        ])
        try StoreWriter(model: model, hasHistory: false, seed: [1]).write(to: folder.path("things.sqlite"))
        let result = try Tool.run("freeze", "1.0.0", "--from-store", "things.sqlite", in: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("its version hashes match no frozen version"), "\(result)")
        #expect(result.errors.contains("permafrost drift"))
    }

    @Test func aSampleIsAdded() throws {
        let (folder, _) = try Self.project()
        let result = try Tool.run(
            "freeze", "1.0.0", "--from-store", "user.store", "--reduce", "3", "--format", "json", in: folder)
        #expect(result.status == 0, "\(result)")
        let json = try #require(try Report(result).json["store"] as? [String: Any])
        #expect(json["rows"] as? Int == 3 && json["omittedRows"] as? Int == 5)
        #expect(try Tool.run("check", in: folder).status == 0)
        let again = try Tool.run(
            "freeze", "1.0.0", "--from-store", "user.store", "--reduce", "3", "--force", in: folder)
        #expect(again.output.contains("left out 5 rows of the store"), "\(again)")
    }

    @Test func aMissingLogIsNoted() throws {
        let (folder, store) = try Self.project()
        try SQLiteConnection(path: store, mode: .create).execute("PRAGMA journal_mode=WAL")
        let result = try Tool.run("freeze", "1.0.0", "--from-store", "user.store", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(result.errors.contains("-wal"))
    }

    /// Real stores, with declarations that have the Swift types of their values.
    @Test(.enabled(if: Evidence.stores.isPresent), arguments: RealStoreSource.all)
    func realStores(_ source: RealStoreSource) throws {
        let folder = try ScratchFolder()
        try folder.write(source.text, to: "Sources/App.swift")
        let path = RealStores.url(source.store).path
        let frozen = try Tool.run("freeze", "--all", in: folder)
        #expect(frozen.status == 0, "\(frozen)")
        let version = source.store.contains("2.0.0") ? "2.0.0" : "1.0.0"
        let arguments = ["freeze", version, "--from-store", path]
        let result = try Tool.run(arguments, in: folder.url, cache: folder)
        #expect(result.status == 0, "\(result)")
        #expect(try Tool.run("check", in: folder).status == 0)
        let copy = try StoreReader(path: folder.path("Fixtures/\(version)/stores/user/user.sqlite"))
        let original = try StoreReader(path: path)
        let model = try copy.model()
        // The app evaluated some defaults on the device. The copy has the declared ones.
        #expect(try Self.withoutDefaults(model) == Self.withoutDefaults(original.model()))
        // Every value decodes as before.
        #expect(try StoreIntegrity(copy, model: model) == StoreIntegrity(original, model: model))
    }

    private static func withoutDefaults(_ model: SchemaModel) -> SchemaModel {
        func withoutDefault(_ attribute: Attribute) -> Attribute {
            var attribute = attribute
            attribute.defaultValue = nil
            attribute.elements = attribute.elements.map(withoutDefault)
            return attribute
        }
        let entities = model.entities.map { entity in
            var entity = entity
            entity.setProperties(
                entity.properties.map { property in
                    guard case .attribute(let attribute) = property else { return property }
                    return .attribute(withoutDefault(attribute))
                })
            return entity
        }
        return SchemaModel(
            entities: entities, configurations: model.configurations, versionIdentifiers: model.versionIdentifiers)
    }
}
