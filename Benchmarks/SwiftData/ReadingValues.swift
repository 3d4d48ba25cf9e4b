import Foundation

/// The values of a row. They are computed from the row's number, so that SwiftData and the loops write the same values.
struct ReadingValues {
    /// The number of rows in a series.
    static let rowsOfSeries = 100

    let title: String
    let series: Int
    let amount: Double
    let date: Date
    let token: UUID
    let isChecked: Bool
    let payload: Data?
    let note: String?

    /// Creates the values of a row.
    ///
    /// - Parameter rows: the number of rows in the table. The rows of a series are spread over the table.
    init(row: Int, of rows: Int) {
        title = "Reading number \(row)"
        series = row % max(1, rows / Self.rowsOfSeries)
        amount = Double(row) * 0.25
        date = Date(timeIntervalSinceReferenceDate: 700_000_000 + Double(row))
        let bits = UInt64(truncatingIfNeeded: row) &* 0x9E37_79B9_7F4A_7C15
        token = withUnsafeBytes(of: (bits, ~bits)) { UUID(uuid: $0.load(as: uuid_t.self)) }
        isChecked = row % 3 == 0
        payload = row % 2 == 0 ? Data(repeating: UInt8(truncatingIfNeeded: row), count: 24) : nil
        note = row % 4 == 0 ? nil : "note \(row)"
    }

    /// Returns the value that the custom stage computes.
    static func summary(title: String, amount: Double) -> String {
        title + ": " + String(Int(amount))
    }
}

/// The class that a hand-written loop reads rows into. It only has properties.
final class PlainReading {
    var title: String
    var series: Int
    var amount: Double
    var date: Date
    var token: UUID
    var isChecked: Bool
    var payload: Data?
    var note: String?

    init(
        title: String, series: Int, amount: Double, date: Date, token: UUID, isChecked: Bool, payload: Data?,
        note: String?
    ) {
        self.title = title
        self.series = series
        self.amount = amount
        self.date = date
        self.token = token
        self.isChecked = isChecked
        self.payload = payload
        self.note = note
    }
}

/// A sum over every property that is read, so that no reading can be skipped.
struct ReadingSum: Equatable {
    private var total = 0.0

    mutating func add(
        _ title: String, _ series: Int, _ amount: Double, _ date: Date, _ token: UUID, _ isChecked: Bool,
        _ payload: Data?, _ note: String?
    ) {
        total += Double(title.utf8.count + series) + amount + date.timeIntervalSinceReferenceDate
        total += Double(token.uuid.0) + (isChecked ? 1 : 0)
        total += Double(payload?.count ?? 0) + Double(note?.utf8.count ?? 0)
    }

    mutating func add(_ number: Double) { total = total * 1.25 + number }

    var text: String { String(total) }
}
