/// The results of a fetch, in order: the keys of rows, and objects that have no row yet. Consecutive keys are stored as
/// ranges, so that a complete table needs little memory.
struct FetchedRows {
    /// A range of rows, or an object.
    enum Part {
        case rows(ClosedRange<Int64>)
        /// An object that has no row yet.
        case object(any PersistentModel)
    }

    private(set) var parts: [Part] = []

    mutating func append(_ key: Int64) {
        if case .rows(let range)? = parts.last, range.upperBound + 1 == key {
            parts[parts.count - 1] = .rows(range.lowerBound...key)
        } else {
            parts.append(.rows(key...key))
        }
    }

    mutating func append(_ object: any PersistentModel) { parts.append(.object(object)) }

    /// Divides the results into batches of at most `size` rows and objects. Each batch is an array of parts.
    func batches(of size: Int) -> some Sequence<[Part]> {
        var rest = parts[...]
        var start: Int64?
        return AnyIterator {
            var batch: [Part] = []
            var room = Int64(size)
            while room > 0, let part = rest.first {
                guard case .rows(let range) = part else {
                    batch.append(part)
                    room -= 1
                    rest.removeFirst()
                    continue
                }
                let first = start ?? range.lowerBound
                let last = min(range.upperBound, first + room - 1)
                batch.append(.rows(first...last))
                room -= last - first + 1
                if last == range.upperBound {
                    rest.removeFirst()
                    start = nil
                } else {
                    start = last + 1
                }
            }
            return batch.isEmpty ? nil : batch
        }
    }
}
