/// Names that a misspelt one may stand for.
enum NearNames {
    /// Names of `@Model` classes near to one.
    static func models(to name: String, in table: DeclarationTable) -> [String] {
        near(
            to: name,
            among: table.files.flatMap { file in
                file.types.filter { type in type.attributes.contains { $0.name == "Model" } }.map(\.name)
            })
    }

    /// Up to three of the names, nearest first, that few edits turn into the given one.
    static func near(to name: String, among names: [String]) -> [String] {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        let limit = max(1, last.count / 3)
        return Set(names).map { (name: $0, distance: distance($0.lowercased(), last.lowercased())) }
            .filter { $0.distance <= limit }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            .prefix(3).map(\.name)
    }

    /// How many insertions, removals and replacements turn one string into another.
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.utf8.prefix(128))
        let right = Array(right.utf8.prefix(128))
        var row = Array(0...right.count)
        for (index, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let above = row[column + 1]
                row[column + 1] = min(above + 1, row[column] + 1, diagonal + (byte == right[column] ? 0 : 1))
                diagonal = above
            }
        }
        return row[right.count]
    }
}
