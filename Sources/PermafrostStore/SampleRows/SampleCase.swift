/// Which of an attribute's sample values a row gets.
///
/// The first eight rows of an entity go through all kinds, each attribute starting elsewhere, so that no row is nil or
/// empty throughout; later rows get plain values, which are all different.
struct SampleCase {
    /// What kind of value a row gets.
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

    /// The kind.
    var kind: Kind
    /// A number that no other row of the table has, for values that must differ.
    var number: Int
    /// Random numbers for this row alone.
    var generator: SampleGenerator

    /// - Parameters:
    ///   - row: the row's place among those of its entity.
    ///   - place: the row's place in its table.
    ///   - start: the kind with which the attribute's first row starts.
    ///   - attempt: 0 at first; above that, the plain values tried where a value must be unique and is not.
    init(row: Int, place: Int, start: Int, attempt: Int, seed: UInt64) {
        let isVaried = row < 8 && attempt == 0
        kind = isVaried ? Kind(rawValue: (row + start) % 8) ?? .plain : .plain
        number = place + attempt * 7919
        generator = SampleGenerator(state: seed &+ UInt64(truncatingIfNeeded: number) &* 0xD134_2543_DE82_EF95)
    }

    /// The same row's case for a value that cannot be absent.
    var present: SampleCase {
        var present = self
        if kind == .absent { present.kind = .plain }
        return present
    }
}
