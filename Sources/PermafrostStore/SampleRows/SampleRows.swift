import PermafrostModel

/// The sample rows of a store. A ``SampleRowPlan`` fills and links them so that they satisfy the model's constraints.
struct SampleRows {
    /// A reference to a row: the index of the table, and the row's index in the table. The row's `Z_PK` is its index
    /// plus one.
    struct Reference: Hashable {
        var table: Int
        var place: Int

        var key: SQLiteValue { .integer(Int64(place) + 1) }
    }

    struct Rows {
        /// The index of each column, keyed by column name.
        var columnPlaces: [String: Int]
        /// The entity name of each row.
        var entities: [String] = []
        /// The cells of each row, in the order of the table's columns.
        var cells: [[SQLiteValue]] = []
    }

    /// The rows of each table, in the order of the layout's tables.
    var tables: [Rows]
    /// The rows of each join table, in the order of the layout's join tables. A row contains the two linked rows' keys,
    /// followed by their positions if the table has order columns.
    var joins: [[[SQLiteValue]]]
    /// The range of each entity's rows in its table, keyed by entity name.
    private(set) var places: [String: Range<Int>] = [:]

    /// Creates rows whose cells are all NULL.
    ///
    /// - Parameter counts: the number of rows, keyed by entity name.
    init(layout: StoreLayout, counts: [String: Int]) {
        tables = []
        joins = layout.joinTables.map { _ in [] }
        for table in layout.tables {
            let names = table.columns.map(\.name)
            var rows = Rows(
                columnPlaces: Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first }))
            for entity in table.entities {
                let count = counts[entity] ?? 0
                places[entity] = rows.entities.count..<rows.entities.count + count
                rows.entities += [String](repeating: entity, count: count)
            }
            rows.cells = [[SQLiteValue]](
                repeating: [SQLiteValue](repeating: .null, count: names.count), count: rows.entities.count)
            tables.append(rows)
        }
    }

    /// Sets a row's cell in the column with the given name. Does nothing if the table has no such column.
    mutating func set(_ value: SQLiteValue, _ column: String, of row: Reference) {
        guard let place = tables[row.table].columnPlaces[column] else { return }
        tables[row.table].cells[row.place][place] = value
    }

    /// Returns the entity of a row, and the row's index among that entity's rows.
    func origin(of row: Reference) -> (entity: String, row: Int) {
        let entity = tables[row.table].entities[row.place]
        return (entity, row.place - (places[entity]?.lowerBound ?? 0))
    }
}

extension SampleRows {
    /// A generator of pseudorandom numbers that depend only on the initial state. It uses SplitMix64.
    struct SampleGenerator: RandomNumberGenerator {
        private var state: UInt64

        /// Creates a generator for a purpose that the strings identify. For example, the names of an entity and an
        /// attribute identify the generator for the attribute's values. The initial state comes from a SHA-256 digest
        /// of the seed and the strings.
        init(seed: [UInt8], _ purpose: String...) {
            state = Self.number(from: Digest.sha256(seed + Array(purpose.joined(separator: "\0").utf8)))
        }

        init(state: UInt64) {
            self.state = state
        }

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }

        /// Returns the given number of random bytes.
        mutating func bytes(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 24) }
        }

        /// Returns a version 4 UUID.
        mutating func uuid() -> [UInt8] { Self.uuid(from: bytes(16)) }

        /// Returns the first eight bytes of a digest as a number.
        static func number(from digest: [UInt8]) -> UInt64 {
            digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }

        /// Returns the first sixteen bytes of a digest as a version 4 UUID.
        static func uuid(from digest: [UInt8]) -> [UInt8] {
            var bytes = Array(digest.prefix(16))
            guard bytes.count == 16 else { return bytes }
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
            return bytes
        }

        /// Returns a UUID as an uppercase string.
        static func text(ofUUID bytes: [UInt8]) -> String {
            let digits = Array(Digest.hex(bytes).uppercased().utf8)
            var text: [UInt8] = []
            for (index, digit) in digits.enumerated() {
                if [8, 12, 16, 20].contains(index) { text.append(UInt8(ascii: "-")) }
                text.append(digit)
            }
            return String(decoding: text, as: UTF8.self)
        }
    }
}
