import Foundation
import PermafrostModel
import PermafrostStore

/// A writer that copies a store's rows and replaces their values.
struct AnonymizedRows {
    /// The columns with values that were emptied, because they don't belong to the column.
    var emptied: [StoreAnonymizer.Emptied] {
        reasons.keys.sortedByCodeUnit().compactMap { name in
            reasons[name].map { StoreAnonymizer.Emptied(column: name, reason: $0.reason, count: $0.count) }
        }
    }
    /// The number of files with large values that were written.
    private(set) var files = 0
    /// The number of large values with missing files. In the copy, their cells refer to files that don't exist, either.
    private(set) var missingFiles = 0
    /// The number of rows of all models that aren't in the sample, or nil if all rows are copied.
    private(set) var omittedRows: Int?

    private let anonymizer: StoreAnonymizer
    private let values: ValueReplacement
    private let target: ExternalStorage
    /// The paths of the files with large values, keyed by file name.
    private let largeValues: [String: String]
    private var reasons: [String: (reason: String, count: Int)] = [:]
    /// The rows that are copied, or nil to copy all rows.
    private let sample: RowSample?

    /// The size in bytes from which a large value isn't read at once. Its data is replaced by random bytes, in chunks.
    private static let streamedSize = 64 << 20

    private var reader: StoreReader { anonymizer.reader }

    /// Prepares to copy rows, and reads the starts of all texts.
    init(_ anonymizer: StoreAnonymizer, target: ExternalStorage) throws {
        self.anonymizer = anonymizer
        self.target = target
        let files = try StoreFile(path: anonymizer.reader.path).externalStorage.files()
        largeValues = Dictionary(files.map { ($0.name, $0.path) }) { first, _ in first }
        var originals: Set<UInt64> = []
        for table in anonymizer.layout.tables {
            let stored = Set(try anonymizer.reader.columns(of: table.name).map(\.name))
            for column in table.columns where stored.contains(column.name) {
                guard column.type == .string || column.type == .uri else { continue }
                let name = SQLiteConnection.quoted(column.name)
                let starts = try anonymizer.reader.query(
                    """
                    SELECT substr(CAST(\(name) AS BLOB), 1, 6) FROM \(SQLiteConnection.quoted(table.name)) \
                    WHERE typeof(\(name)) = 'text'
                    """)
                while try starts.step() {
                    if let bytes = starts.cells.bytes(at: 0), let start = TextReplacement.start(of: bytes) {
                        originals.insert(start)
                    }
                }
            }
        }
        values = ValueReplacement(anonymizer.options.key, avoiding: originals)
        sample = try anonymizer.options.rowLimit.map { limit in
            try RowSample(anonymizer.reader, anonymizer.layout, limit: limit)
        }
        omittedRows = sample.map { _ in 0 }
    }

    /// Copies the rows of a family's table.
    ///
    /// - Returns: the number of rows.
    mutating func copy(_ table: StoreTable, to connection: SQLiteConnection) throws -> Int {
        let names = try reader.columns(of: table.name).map(\.name)
        guard !names.isEmpty else { return 0 }
        let known = Dictionary(table.columns.map { ($0.name, $0) }) { first, _ in first }
        let structural: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
        let columns = names.map { name -> ColumnReplacement in
            if structural.contains(name) { return key(name, of: table.name) }
            return known[name].map { column($0, of: table) } ?? emptied(name, of: table.name)
        }
        let (copied, omitted) = try copy(
            table.name, columns, enums(of: table, names), keys: ["Z_PK": table.name], to: connection)
        omittedRows = omittedRows.map { $0 + omitted }
        return copied
    }

    /// Copies the rows of a many-to-many relationship.
    mutating func copy(_ table: JoinTable, to connection: SQLiteConnection) throws {
        let names = try reader.columns(of: table.name).map(\.name)
        guard !names.isEmpty else { return }
        let targets = names.compactMap { name in
            RowSample.target(of: name, in: table, anonymizer.layout).map { (name, $0) }
        }
        let columns = names.map { name in
            name.hasPrefix("Z_") || name == "REFLEXIVE" ? key(name, of: table.name) : emptied(name, of: table.name)
        }
        _ = try copy(table.name, columns, [], keys: Dictionary(targets) { first, _ in first }, to: connection)
    }

    private func key(_ column: String, of table: String) -> ColumnReplacement {
        ColumnReplacement(
            name: column, subject: "\(table).\(column)", rule: .kept(isStructural: true), values)
    }

    private func emptied(_ column: String, of table: String) -> ColumnReplacement {
        ColumnReplacement(name: column, subject: "\(table).\(column)", rule: .emptied, values)
    }

    private func column(_ column: StoreColumn, of table: StoreTable) -> ColumnReplacement {
        guard case .attribute(let entity, let names) = column.content else { return key(column.name, of: table.name) }
        let path = anonymizer.path(entity, names)
        let subject = "\(entity).\(names.first ?? "")"
        guard let leaf = path.last, let property = path.first else { return emptied(column.name, of: table.name) }
        // Core Data counts links in such a column, and the links stay.
        if let derivation = leaf.derivation, derivation.expression.hasPrefix("count:") {
            return key(column.name, of: table.name)
        }
        if anonymizer.options.kept.contains("\(entity).\(property.name)") {
            return ColumnReplacement(
                name: column.name, subject: subject, rule: .kept(isStructural: false),
                keepsLargeValues: leaf.isExternalStorage, values)
        }
        var leafOfProperty = leaf
        leafOfProperty.isOptional = leaf.isOptional || property.isOptional
        // The shape of an enum with raw values belongs to the composite.
        if leafOfProperty.shape == nil, path.count == 2, property.isEnumeration, property.enumerationCases == nil {
            leafOfProperty.shape = property.shape
        }
        let constraints = table.entities.compactMap { anonymizer.model.entity(named: $0) }.flatMap(
            \.uniquenessConstraints)
        return ColumnReplacement(
            name: column.name, subject: subject, rule: .attribute(leafOfProperty), kept: KeptValues(path),
            isUnique: constraints.joined().contains(property.name), values)
    }

    /// Returns the replacements for the enums without raw values in a table.
    private func enums(of table: StoreTable, _ columns: [String]) -> [EnumReplacement] {
        func enums(in attribute: Attribute, _ entity: String, _ path: [String]) -> [EnumReplacement] {
            guard attribute.enumerationCases != nil else {
                return attribute.elements.flatMap { enums(in: $0, entity, path + [$0.name]) }
            }
            let indexes = anonymizer.layout.columns(of: attribute, at: path, entity: entity)
                .compactMap(columns.firstIndex(of:))
            guard indexes.count == attribute.leaves.count else { return [] }
            return [EnumReplacement(attribute, columns: indexes, "\(entity).\(path.joined(separator: "."))", values)]
        }
        return table.entities.flatMap { entity in
            (anonymizer.model.entity(named: entity)?.attributes ?? [])
                .filter { !anonymizer.options.kept.contains("\(entity).\($0.name)") }
                .compactMap { anonymizer.path(entity, [$0.name]).last }
                .flatMap { enums(in: $0, entity, [$0.name]) }
        }
    }

    /// Copies the rows of a table that are in the sample.
    ///
    /// - Parameter keys: the columns that identify rows of models, with the names of these models' tables.
    private mutating func copy(
        _ table: String, _ original: [ColumnReplacement], _ enums: [EnumReplacement], keys: [String: String],
        to connection: SQLiteConnection
    ) throws -> (copied: Int, omitted: Int) {
        var (columns, enums) = (original, enums)
        let keyColumns = columns.indices.compactMap { index in keys[columns[index].name].map { (index, $0) } }
        let names = columns.map { SQLiteConnection.quoted($0.name) }.joined(separator: ", ")
        let places = repeatElement("?", count: columns.count).joined(separator: ", ")
        let quoted = SQLiteConnection.quoted(table)
        let rows = try reader.query("SELECT \(names) FROM \(quoted) ORDER BY rowid")
        let insert = try connection.prepare("INSERT INTO \(quoted) (\(names)) VALUES (\(places))")
        var (copied, omitted) = (0, 0)
        while try rows.step() {
            if let sample, !keyColumns.allSatisfy({ sample.contains(rows.cells.value(at: $0), of: $1) }) {
                omitted += 1
                continue
            }
            var drawn: [Int: SQLiteValue] = [:]
            for index in enums.indices
            where enums[index].columns.contains(where: { rows.cells.value(at: $0) != .null }) {
                drawn.merge(zip(enums[index].columns, enums[index].next())) { $1 }
            }
            for index in columns.indices {
                let cell = rows.cells.value(at: index)
                let replaced: SQLiteValue
                do {
                    replaced = try drawn[index] ?? self.replaced(cell, &columns[index])
                } catch let error as ValueReplacement.Foreign {
                    add(error, columns[index])
                    replaced = columns[index].emptyCell
                }
                try insert.bind(replaced, at: index + 1)
            }
            try Self.explainingConflicts(in: table) { while try insert.step() {} }
            insert.reset()
            copied += 1
        }
        return (copied, omitted)
    }

    /// Calls `body`. If a constraint of the table fails, throws ``AnonymizationError/notUnique(table:reason:)``.
    static func explainingConflicts(in table: String, _ body: () throws -> Void) throws {
        do { try body() } catch let error as SQLiteError where error.primaryCode == 19 {
            throw AnonymizationError.notUnique(table: table, reason: error.message)
        }
    }

    private mutating func add(_ error: ValueReplacement.Foreign, _ column: ColumnReplacement) {
        let known = reasons[column.subject]
        reasons[column.subject] = (known?.reason ?? error.reason, (known?.count ?? 0) + 1)
    }

    private mutating func replaced(_ cell: SQLiteValue, _ column: inout ColumnReplacement) throws -> SQLiteValue {
        guard case .blob(let bytes) = cell, column.isExternal else { return try column.cell(cell, values) }
        switch LargeValueCell(bytes) {
        case .inline(let content):
            guard case .blob(let replaced) = try column.cell(.blob(content), values) else { return .null }
            return .blob(LargeValueCell.inline(replaced).bytes)
        case .file(let name):
            guard let uuid = UUID(uuidString: name) else { break }
            let new = DigestGenerator.text(
                ofUUID: values.key.uuid(withUnsafeBytes(of: uuid.uuid) { Array($0) }))
            try copyLargeValue(name, as: new, &column)
            return .blob(LargeValueCell.file(new).bytes)
        case .unreadable: break
        }
        throw ValueReplacement.Foreign(reason: "a cell that names no file")
    }

    /// Writes the replacement for a large value's file. Does nothing if the file was already written. Counts a missing
    /// file.
    private mutating func copyLargeValue(_ name: String, as new: String, _ column: inout ColumnReplacement) throws {
        let path = target.folder + "/" + new
        guard let original = largeValues[name] else {
            missingFiles += 1
            return
        }
        guard FileStatus(at: path, followsLink: false) == nil else { return }
        let size = FileStatus(at: original, followsLink: false)?.bytes ?? 0
        try FileManager.default.createDirectory(atPath: target.folder, withIntermediateDirectories: true)
        if column.isKept || size < Self.streamedSize {
            let bytes = try FileAccess.read(original)
            guard case .blob(let replaced) = try column.cell(.blob(bytes), values) else { return }
            try FileAccess.write(replaced, to: path)
        } else if column.isEncoded {
            try FileAccess.write(
                column.sample(insteadOfValueWith: FileAccess.digest(original).hash, values), to: path)
        } else {
            let (bytes, hash) = try FileAccess.digest(original)
            var generator = values.key.generator(.data, hash)
            var rest = Int(bytes)
            try FileAccess.write([], to: path)
            let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
            defer { block.deallocate() }
            try FileAccess.fill(path) {
                guard rest > 0 else { return nil }
                let count = min(rest, block.count)
                block.copyBytes(from: ReplacementKey.bytes(count, &generator))
                rest -= count
                return UnsafeRawBufferPointer(rebasing: block[..<count])
            }
        }
        files += 1
    }
}
