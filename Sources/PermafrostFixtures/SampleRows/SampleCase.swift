import PermafrostModel
import PermafrostStore

/// The values of sample rows.
package enum SampleValues: Sendable, Hashable {
    /// Values that apps have: dates of the last years, numbers below a million with both signs, empty and long text,
    /// characters that aren't ASCII. Ordinary calculations with them don't overflow.
    case plausible
    /// Plausible values, and the limits of each type.
    case extreme
}

/// The input for an attribute's sample value in one row: the kind of value, a number that is unique in the table,
/// and a random number generator.
///
/// The first eight rows of an entity cover all kinds of values. The kind in the first row depends on the attribute,
/// so that each row contains different kinds. Later rows contain only ordinary values.
struct SampleCase {
    enum Kind: Int {
        case plain
        case empty
        case extreme
        case absent
        case otherExtreme
        case special
        case unusual
        case random
    }

    var kind: Kind
    /// A number that is unique among the table's rows. Values that must differ are derived from it.
    var number: Int
    /// A random number generator for this row.
    var generator: DigestGenerator
    let values: SampleValues
    /// Whether the value is a limit of its type.
    var isLimit: Bool { values == .extreme && [.extreme, .otherExtreme, .special].contains(kind) }

    /// Creates the case for a row.
    ///
    /// - Parameters:
    ///   - row: the row's index among the rows of its entity.
    ///   - place: the row's index in its table.
    ///   - start: the raw value of the kind in the entity's first row.
    ///   - attempt: 0 for the first attempt. If the value violates a uniqueness constraint, pass a higher number to
    ///     get another ordinary value.
    ///   - values: whether extreme values are limits of the attribute's type.
    init(row: Int, place: Int, start: Int, attempt: Int, seed: UInt64, values: SampleValues = .plausible) {
        self.values = values
        let isVaried = row < 8 && attempt == 0
        kind = isVaried ? Kind(rawValue: (row + start) % 8) ?? .plain : .plain
        number = place + attempt * 7919
        generator = DigestGenerator(
            state: seed &+ UInt64(truncatingIfNeeded: number) &* 0xD134_2543_DE82_EF95)
    }

    /// The case for a value that can't be nil. The kind ``Kind/absent`` becomes ``Kind/plain``.
    var present: SampleCase {
        var present = self
        if kind == .absent { present.kind = .plain }
        return present
    }
}
