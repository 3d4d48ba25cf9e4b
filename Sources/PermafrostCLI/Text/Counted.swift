/// A number and its noun, such as `1 row` or `2 rows`.
struct Counted: CustomStringConvertible {
    let description: String

    init(_ noun: String, _ count: some BinaryInteger) {
        description = "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}

extension String {
    /// Returns the string, padded with spaces at its end to a width. A longer string is unchanged.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
