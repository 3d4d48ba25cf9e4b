import PermafrostModel
import PermafrostStore

/// The replacement of an enum without raw values. One case has values in each row, and the columns of the others are
/// NULL, so the columns are replaced together.
struct EnumReplacement {
    /// The indexes of the enum's columns among the table's columns.
    let columns: [Int]
    private let attribute: Attribute
    private var drawing: DigestGenerator

    init(_ attribute: Attribute, columns: [Int], _ subject: String, _ values: ValueReplacement) {
        self.attribute = attribute
        self.columns = columns
        drawing = values.key.generator(.choice, Array(subject.utf8))
    }

    /// Returns the cells of a case that is drawn, with sample values. They don't depend on the row.
    mutating func next() -> [SQLiteValue] {
        let place = Int(drawing.next() % 10_000)
        // Only the first eight rows have unusual values.
        let sample = SampleCase(row: 8, place: place, start: 0, attempt: 0, seed: drawing.next())
        return SampleAttribute.enumeration(attribute, sample)
    }
}
