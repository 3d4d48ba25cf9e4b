import PermafrostStore

/// The form that a store has after SwiftData migrated it.
///
/// The model cache of such a store lacks keys that a new store's has: transformable attributes have no value class,
/// enums have no user info, and so no mark, and an entity lists its uniqueness constraints only if it has some. In
/// addition, every entity has lists of fetch indexes, which can be empty. A join table whose column got a new name keeps
/// the index of the old name.
public enum MigratedCache {
    /// Changes a store to the form of a migrated one.
    public static func reduce(_ path: String) throws {
        let connection = try SQLiteConnection(path: path, mode: .create)
        try reduce(connection)
        for row in try connection.rows("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'index'") {
            guard case .text(let name) = row[0], case .text(let table) = row[1], case .text(let sql) = row[2],
                let old = oldIndex(name, of: table)
            else { continue }
            try connection.execute(sql.replacing("INDEX \(name) ON", with: "INDEX \(old) ON"))
        }
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Replaces only the model cache.
    package static func reduce(_ connection: SQLiteConnection) throws {
        guard let cache = try StoreTables(connection).modelCache() else { throw NoCache() }
        try connection.prepare("UPDATE Z_MODELCACHE SET Z_CONTENT = ?").run([.blob(reduced(cache))])
    }

    /// An error for a store without a model cache.
    public struct NoCache: Error {}

    /// Returns the name that a join table's index had before the number of the second entity changed.
    private static func oldIndex(_ name: String, of table: String) -> String? {
        let prefix = "\(table)_Z_"
        guard table.hasPrefix("Z_"), name.hasPrefix(prefix), name.hasSuffix("_INDEX") else { return nil }
        let rest = name.dropFirst(prefix.count)
        let digits = rest.prefix { $0.isNumber }
        return Int(digits).map { "\(prefix)\($0 - 1)\(rest.dropFirst(digits.count))" }
    }

    private static func reduced(_ cache: [UInt8]) throws -> [UInt8] {
        let archive = try BinaryPropertyListReader.decode(RawDeflate.inflate(cache, limit: ModelArchive.sizeLimit))
        guard case .dictionary(var top) = archive, let place = top.firstIndex(where: { $0.key == "$objects" }),
            case .array(var objects) = top[place].value
        else { throw NoCache() }
        func object(_ reference: PropertyListValue?) -> PropertyListValue? {
            guard case .reference(let number)? = reference, objects.indices.contains(number) else { return nil }
            return objects[number]
        }
        let list = objects.count
        objects += [
            .dictionary([.init("NS.objects", .array([])), .init("$class", .reference(list + 1))]),
            .dictionary([
                .init("$classname", .string("NSMutableArray")),
                .init("$classes", .array(["NSMutableArray", "NSArray", "NSObject"].map(PropertyListValue.string))),
            ]),
        ]
        for index in objects.indices {
            guard case .dictionary(var entries) = objects[index] else { continue }
            switch object(objects[index]["$class"])?["$classname"]?.string {
            case "NSAttributeDescription" where objects[index]["NSAttributeType"] == .integer(1800):
                entries.removeAll { $0.key == "NSAttributeValueClassName" }
            case "NSCompositeAttributeDescription":
                let keys = object(objects[index]["NSUserInfo"])?["NS.keys"]?.array ?? []
                guard keys.contains(where: { object($0)?.string == "EnumType" }) else { continue }
                entries.removeAll { $0.key == "NSUserInfo" }
                for place in entries.indices where entries[place].key == "_P" {
                    entries[place].value = .integer((entries[place].value.integer ?? 0) | 64)
                }
            case "NSEntityDescription":
                let constraints = object(objects[index]["NSUniqueTuples"])?["NS.objects"]?.array ?? []
                if constraints.isEmpty { entries.removeAll { $0.key == "NSUniqueTuples" } }
                for key in ["NSFetchIndexDescriptions", "NSCompoundIndexes"] where objects[index][key] == nil {
                    entries.append(.init(key, .reference(list)))
                }
            default: continue
            }
            objects[index] = .dictionary(entries)
        }
        top[place].value = .array(objects)
        return RawDeflate.storing(BinaryPropertyListWriter.encode(.dictionary(top)))
    }
}
