import PermafrostModel

/// Findings of one cause: the first one, and the others, which say the same about other versions or stages.
struct FindingGroup {
    let first: Finding
    private(set) var others: [Finding] = []

    /// Groups findings, in the order of their first ones.
    static func groups(of findings: [Finding]) -> [FindingGroup] {
        var groups: [FindingGroup] = []
        var known: [Cause: Int] = [:]
        for finding in findings {
            let cause = Cause(finding)
            if let index = known[cause] {
                groups[index].others.append(finding)
            } else {
                known[cause] = groups.count
                groups.append(FindingGroup(first: finding))
            }
        }
        return groups
    }

    /// The line with the places of the other findings; nil if there are none.
    var line: String? {
        guard !others.isEmpty else { return nil }
        let shown = others.prefix(Self.limit).map { finding in
            let version = finding.stage ?? finding.schema ?? finding.version
            return [finding.location?.description, version.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
        }
        let rest = others.count - shown.count
        return "  also: " + shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    /// The maximum number of places to show.
    private static let limit = 5

    /// A rule and the texts of a finding, without the names of its version and stage.
    private struct Cause: Hashable {
        private let code: String
        private let severity: Finding.Severity
        private let texts: [String?]

        init(_ finding: Finding) {
            code = finding.code
            severity = finding.severity
            let stops = finding.stage?.split(separator: "→").map { $0.filter { $0 != " " } } ?? []
            let names = [finding.schema, finding.version].compactMap(\.self) + stops
            texts = [finding.what, finding.affected, finding.fix].map { text in
                text.map { names.reduce($0, Self.omitting) }
            }
        }

        /// Returns a text without a name. A longer name that contains the name stays.
        private static func omitting(_ text: String, _ name: String) -> String {
            var rest = text[...]
            var result = ""
            while !name.isEmpty, let range = rest.firstRange(of: name) {
                let isWord = ![rest[..<range.lowerBound].last, rest[range.upperBound...].first].contains { neighbor in
                    neighbor.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
                }
                result += rest[..<range.lowerBound] + (isWord ? "…" : name)
                rest = rest[range.upperBound...]
            }
            return result + rest
        }
    }
}
