import PermafrostModel

/// The known findings of a project, which don't make `lint` fail. With a baseline, a project can start to use `lint`
/// without fixing all findings first.
///
/// The baseline file contains one entry for each group of equal findings. An entry consists of the rule's code, the
/// subject, a hash of the source line, the severity, and the number of findings:
///
/// ```json
/// { "findings": [ {"code": "PF0222", "count": 2, "severity": "warning", "subject": "", "text": "0f3a…", "what": "…"} ],
///   "formatVersion": 1 }
/// ```
package struct Baseline: Sendable, Hashable {
    /// A group of equal findings.
    package struct Entry: Sendable, Hashable {
        package let identity: FindingIdentity
        package let severity: Finding.Severity
        /// The number of findings in the group.
        package let count: Int
        /// The description that one of the findings had when the baseline was written. It is only for display.
        package let what: String

        init(_ identity: FindingIdentity, _ severity: Finding.Severity, count: Int, what: String) {
            self.identity = identity
            self.severity = severity
            self.count = count
            self.what = what
        }

        /// Returns a copy of the entry with the given number of findings.
        func counting(_ count: Int) -> Entry { Entry(identity, severity, count: count, what: what) }

        /// Returns whether `left` precedes `right` in a baseline. Entries are sorted by code, subject and text. If
        /// these are equal, the more severe entry comes first.
        static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
            let (first, second) = (left.identity, right.identity)
            return (first.code, first.subject, first.text, right.severity)
                < (second.code, second.subject, second.text, left.severity)
        }
    }

    /// The name of the file in the project's folder, if the user doesn't specify another path.
    package static let fileName = ".permafrost-baseline.json"
    /// The maximum size of the file in bytes.
    static let sizeLimit = 8 << 20
    /// The maximum number of findings.
    private static let countLimit = 100_000
    /// The maximum number of characters in a description. When a file is parsed, each string may have four times as
    /// many bytes.
    private static let textLimit = 2_000

    /// The entries, sorted by code, subject and text.
    package let entries: [Entry]

    /// The number of findings.
    package var count: Int { entries.reduce(0) { $0 + $1.count } }

    init(_ entries: [Entry]) { self.entries = entries.sorted(by: Entry.isBefore) }

    /// Creates the baseline that lists the findings of a lint, except findings about sources that can't be read.
    package init(of lint: ProjectLint) { self.init(of: lint.identified()) }

    /// Creates the baseline that lists the given findings.
    init(of findings: [(finding: Finding, identity: FindingIdentity)]) {
        struct Key: Hashable {
            let identity: FindingIdentity
            let severity: Finding.Severity
        }
        let groups = Dictionary(grouping: findings) { Key(identity: $0.identity, severity: $0.finding.severity) }
        self.init(
            groups.map { key, equal in
                Entry(
                    key.identity, key.severity, count: equal.count,
                    what: String((equal.map(\.finding.what).min() ?? "").prefix(Self.textLimit)))
            })
    }

    // MARK: JSON

    /// The content of the baseline file.
    package var bytes: [UInt8] {
        let entries = entries.map { entry in
            CanonicalJSON.object([
                ("code", .string(entry.identity.code)), ("count", .integer(Int64(entry.count))),
                ("severity", .string(entry.severity.rawValue)), ("subject", .string(entry.identity.subject)),
                ("text", .string(entry.identity.text)), ("what", .string(entry.what)),
            ])
        }
        return CanonicalJSON.object([("findings", .array(entries)), ("formatVersion", .integer(1))]).bytes(.lines)
    }

    /// Parses a file. If an entry is repeated, for example by a merge, only the larger count is used.
    init(parsing bytes: [UInt8]) throws(BaselineProblem) {
        let json: CanonicalJSON
        do { json = try CanonicalJSON(parsing: bytes) } catch {
            throw Self.isInConflict(bytes) ? .conflict : .notJSON
        }
        switch json["formatVersion"] {
        case .integer(1): break
        case .integer(let version): throw .otherFormat(Int(version))
        default: throw .malformed("formatVersion")
        }
        guard case .array(let elements)? = json["findings"] else { throw .malformed("findings") }
        var entries: [FindingIdentity: [Finding.Severity: Entry]] = [:]
        for (index, element) in elements.enumerated() {
            guard let entry = Self.entry(element) else { throw .malformed("findings[\(index)]") }
            let known = entries[entry.identity]?[entry.severity]?.count ?? 0
            if entry.count > known { entries[entry.identity, default: [:]][entry.severity] = entry }
        }
        self.init(entries.values.flatMap(\.values))
        guard count <= Self.countLimit else { throw .malformed("findings") }
    }

    private static func entry(_ json: CanonicalJSON) -> Entry? {
        func string(_ key: String) -> String? {
            guard case .string(let text)? = json[key], text.utf8.count <= 4 * textLimit else { return nil }
            return text
        }
        guard let code = string("code"), !code.isEmpty, let text = string("text"), let subject = string("subject"),
            let severity = string("severity").flatMap(Finding.Severity.init),
            case .integer(let count)? = json["count"], (1...Int64(countLimit)).contains(count)
        else { return nil }
        return Entry(
            FindingIdentity(code: code, subject: subject, text: text), severity, count: Int(count),
            what: string("what") ?? "")
    }

    /// Returns whether a file contains the markers of an unresolved merge conflict.
    private static func isInConflict(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: 10).contains {
            $0.starts(with: Array("<<<<<<<".utf8)) || $0.starts(with: Array(">>>>>>>".utf8))
        }
    }
}
