import PermafrostModel
import PermafrostProject

/// Messages about a comparison with CloudKit's schema.
struct ProductionMessage {
    private let production: ProductionSchema
    private let isComplete: Bool

    /// Creates the messages.
    ///
    /// - Parameter isComplete: whether ``table``, ``markdown`` and ``json`` list the record types and fields that are
    ///   derived from the models.
    init(_ production: ProductionSchema, isComplete: Bool) {
        self.production = production
        self.isComplete = isComplete
    }

    /// The models that were compared, and the limits of the comparison.
    var lines: [String] {
        let skipped = production.skipped.map { "\($0.group) wasn't compared with CloudKit's schema: \($0.reason)" }
        guard let comparison = production.comparison else { return skipped }
        let fields = comparison.mirrored.recordTypes.reduce(0) { $0 + $1.fields.count }
        let names = production.compared.map { "\($0.group) \($0.version.name)" }.joined(separator: ", ")
        let size =
            "\(Counted("record type", comparison.mirrored.recordTypes.count)) and \(Counted("field", fields)) of \(names)"
        let isAssumed = production.compared.allSatisfy { $0.reason == nil }
        return [
            "compared \(production.file) with the newest models: \(size)",
            isAssumed ? "no configuration specifies a CloudKit database, so check assumes that every store syncs" : nil,
            "\(production.file) doesn't record its container or environment. To export the schema of production: "
                + production.exportCommand,
        ].compactMap(\.self) + skipped
    }

    // MARK: Explanation

    /// Returns the table of a record type's derived fields, with their states in the schema and the sources of their rules.
    private static func table(_ type: MirroredSchema.RecordType, _ comparison: CloudKitComparison) -> Table {
        let rows = type.fields.map { field in
            [
                field.name, field.type?.description ?? "unknown", comparison.state(of: field, in: type).rawValue,
                field.rules.map { "\($0.name): \(text($0.basis))" }.joined(separator: "; "),
            ]
        }
        return Table(heads: ["field", "type", "state", "rule"], rows: rows, minimumWidths: [2: 10])
    }

    private static func text(_ basis: MirroringRule.Basis) -> String {
        switch basis {
        case .documented(let page): "documented in \"\(page.title)\""
        case .assumed(let reason): "assumed: \(reason)"
        case .unknown(let reason): "unknown: \(reason)"
        }
    }

    private static func name(_ type: MirroredSchema.RecordType, _ comparison: CloudKitComparison) -> String {
        let isDeployed = comparison.deployed.recordType(named: type.name) != nil
        return "\(type.name) (\(isDeployed ? "deployed" : "missing"))"
    }

    /// The table of the derived record types and fields as text. Empty if it wasn't requested.
    var table: [String] {
        guard isComplete, let comparison = production.comparison else { return [] }
        var lines: [String] = []
        for type in comparison.mirrored.recordTypes {
            lines.append(Self.name(type, comparison))
            var table = Self.table(type, comparison)
            table.heads = []
            lines += table.lines(indentation: "  ")
            lines.append("")
        }
        return lines + Self.pages(comparison).map { "\"\($0.title)\": \($0.address)" } + [""]
    }

    /// The pages that the rules of a comparison are based on, in the order of their declaration.
    private static func pages(_ comparison: CloudKitComparison) -> [MirroringRule.Page] {
        let used = comparison.mirrored.recordTypes.flatMap(\.fields).flatMap(\.rules)
        return MirroringRule.Page.allCases.filter { page in used.contains { $0.basis == .documented(page) } }
    }

    /// The messages as Markdown, with the table if it was requested.
    var markdown: [String] {
        var result = lines.flatMap { [MarkdownText.escaped($0), ""] }
        guard isComplete, let comparison = production.comparison else { return result }
        for type in comparison.mirrored.recordTypes {
            result += ["### \(MarkdownText.escaped(Self.name(type, comparison)))", ""]
            result += Self.table(type, comparison).escaped().markdown
            result.append("")
        }
        return result
    }

    // MARK: JSON

    var json: JSONObject {
        let compared = production.compared.map { one -> JSONObject in
            [
                "entities": one.entities?.sorted(), "group": one.group, "reason": one.reason,
                "version": one.version.name,
            ]
        }
        return [
            "compared": compared, "export": production.exportCommand, "file": production.file, "notes": lines,
            "recordTypes": isComplete ? production.comparison.map(Self.recordTypes) : nil,
            "skipped": production.skipped.nonEmpty,
        ]
    }

    private static func recordTypes(_ comparison: CloudKitComparison) -> [JSONObject] {
        comparison.mirrored.recordTypes.map { type in
            ["fields": type.fields.map { json($0, comparison.state(of: $0, in: type)) }, "name": type.name]
        }
    }

    private static func json(_ field: MirroredSchema.Field, _ state: CloudKitComparison.State) -> JSONObject {
        [
            "name": field.name, "rules": field.rules.map(json), "state": state.rawValue,
            "type": field.type?.description,
        ]
    }

    private static func json(_ rule: MirroringRule) -> JSONObject {
        switch rule.basis {
        case .documented(let page): ["basis": "documented", "name": rule.name, "source": page.address]
        case .assumed(let reason): ["basis": "assumed", "name": rule.name, "source": reason]
        case .unknown(let reason): ["basis": "unknown", "name": rule.name, "source": reason]
        }
    }
}
