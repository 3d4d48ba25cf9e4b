import Testing

/// Records the first differences between two readings as an issue.
func expectEqual(
    _ left: StoreValues, _ right: StoreValues, sourceLocation: SourceLocation = #_sourceLocation
) {
    guard left != right else { return }
    var differences: [String] = []
    for entity in Set(left.keys).union(right.keys).sorted() {
        let (rows, others) = (left[entity] ?? [:], right[entity] ?? [:])
        for key in Set(rows.keys).union(others.keys).sorted() where rows[key] != others[key] {
            let (row, other) = (rows[key] ?? [:], others[key] ?? [:])
            for property in Set(row.keys).union(other.keys).sorted() where row[property] != other[property] {
                differences.append(
                    "\(entity) \(key).\(property): \(row[property] ?? "-") and \(other[property] ?? "-")")
            }
        }
    }
    let first = differences.prefix(5).joined(separator: "\n")
    Issue.record("\(differences.count) differences, such as\n\(first)", sourceLocation: sourceLocation)
}
