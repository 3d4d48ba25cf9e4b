/// A collector of the hashes in one pass of a ``DuplicateScan``.
///
/// Each pass collects the hashes in one part of the range of all hashes, so that the memory use of a pass doesn't depend
/// on the number of rows. Equal values have equal hashes, so all rows with a value belong to the same pass.
///
/// The collector isn't nested in the scan. A nested class would be generic, and its metadata would be looked up for each
/// row.
final class HashCollector {
    /// The collected hashes, in the order of their rows.
    private var hashes: [UInt64] = []
    /// The part of the range of all hashes that the pass collects.
    private let range: ClosedRange<UInt64>

    /// Creates a collector for one of several passes.
    ///
    /// - Parameters:
    ///   - pass: the number of the pass. The first pass has the number 0.
    ///   - passes: the number of all passes, which is at least 1.
    init(pass: Int, of passes: Int) {
        let width = UInt64.max / UInt64(passes)
        let start = UInt64(pass) * width
        range = start...(pass == passes - 1 ? .max : start + width - 1)
    }

    /// Adds a row's hash, unless it belongs to a different pass. A row without a value has no hash, and is never
    /// equal to another row.
    func add(_ hash: UInt64) {
        if range.contains(hash) { hashes.append(hash) }
    }

    /// Returns the hashes that occur more than once. Rows with these hashes can have equal values, which must then be
    /// compared.
    func repeated() -> Set<UInt64> {
        hashes.sort()
        var repeated: Set<UInt64> = []
        for index in hashes.indices.dropFirst() where hashes[index] == hashes[index - 1] {
            repeated.insert(hashes[index])
        }
        return repeated
    }
}
