import PermafrostDeclarations
import PermafrostModel
import PermafrostProject

/// One finding as JSON, with its facts and its words.
struct FindingJSON {
    let json: CanonicalJSON

    init(_ finding: Finding) {
        let wording = FindingWording(finding)
        let change = finding.change
        var condition: String?
        if case .platformDrift(_, let name) = finding.problem { condition = name }
        json = .object([
            ("affected", wording.affected.map { .string($0) }),
            ("after", change?.after.map { .string($0) }),
            ("aspect", change.map { .string($0.aspect.rawValue) }),
            ("before", change?.before.map { .string($0) }),
            ("code", .string(finding.code)),
            ("column", finding.location.map { .integer(Int64($0.column)) }),
            ("element", change.flatMap { $0.element.isEmpty ? nil : .strings($0.element) }),
            ("file", finding.location.map { .string($0.file) }),
            ("fix", wording.fix.map { .string($0) }),
            ("formerMapping", finding.formerMapping.map { .strings($0.properties) }),
            ("group", finding.group.map { .string($0) }),
            ("groups", finding.groups.count > 1 ? .strings(finding.groups) : nil),
            ("kind", change.map { .string($0.kind.rawValue) }),
            ("line", finding.location.map { .integer(Int64($0.line)) }),
            ("model", change?.entity.map { .string($0) }),
            ("platform", condition.map { .string($0) }),
            ("property", change?.property.map { .string($0) }),
            ("schema", finding.schema.map { .string($0) }),
            ("severity", .string(finding.severity.rawValue)),
            ("version", finding.version.map { .string($0) }),
            ("what", .string(wording.what)),
        ])
    }
}
