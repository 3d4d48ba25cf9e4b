import PermafrostModel
import PermafrostProject
import PermafrostSource

/// The JSON representation of a finding, with its facts and message.
struct FindingJSON {
    let json: CanonicalJSON

    init(_ finding: Finding) {
        let change = finding.change
        var condition: String?
        if case .difference(_, let platform)? = finding.subject { condition = platform }
        var edit: Finding.TypeEdit?
        if case .typeEdit(let found)? = finding.subject { (edit, condition) = (found, found.platform) }
        json = .object([
            ("affected", finding.affected.map { .string($0) }),
            ("after", change?.after.map { .string($0) }),
            ("aspect", change.map { .string($0.aspect.rawValue) }),
            ("before", change?.before.map { .string($0) }),
            ("code", .string(finding.code)),
            ("column", finding.location.map { .integer(Int64($0.column)) }),
            ("element", change.flatMap { $0.element.isEmpty ? nil : .strings($0.element) }),
            ("file", finding.location.map { .string($0.file) }),
            ("fix", finding.fix.map { .string($0) }),
            ("group", finding.group.map { .string($0) }),
            ("groups", finding.groups.count > 1 ? .strings(finding.groups) : nil),
            ("kind", change.map { .string($0.kind.rawValue) }),
            ("line", finding.location.map { .integer(Int64($0.line)) }),
            ("model", change?.entity.map { .string($0) }),
            ("platform", condition.map { .string($0) }),
            ("properties", edit.map { .strings($0.properties) }),
            ("property", change?.property.map { .string($0) }),
            ("schema", finding.schema.map { .string($0) }),
            ("schemas", edit.map { .strings($0.schemas) }),
            ("severity", .string(finding.severity.rawValue)),
            ("type", edit.map { .string($0.type) }),
            ("version", finding.version.map { .string($0) }),
            ("what", .string(finding.what)),
        ])
    }
}

extension FindingJSON {
    /// The JSON members that describe a change.
    struct Change {
        let members: [(String, CanonicalJSON?)]

        init(_ change: ModelChange, at place: SourceLocation?) {
            members = [
                ("after", change.after.map { .string($0) }),
                ("aspect", .string(change.aspect.rawValue)),
                ("before", change.before.map { .string($0) }),
                ("column", place.map { .integer(Int64($0.column)) }),
                ("element", change.element.isEmpty ? nil : .strings(change.element)),
                ("file", place.map { .string($0.file) }),
                ("kind", .string(change.kind.rawValue)),
                ("line", place.map { .integer(Int64($0.line)) }),
                ("model", change.entity.map { .string($0) }),
                ("property", change.property.map { .string($0) }),
            ]
        }
    }
}
