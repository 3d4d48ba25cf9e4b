/// One thing to report: what happened, how grave it is, where it is, who is affected, and what to do.
///
/// The rule that finds it also words it. Every format and every gate shows the same text.
package struct Finding: Sendable, Hashable {
    /// How grave it is.
    package enum Severity: String, Sendable, Hashable, Comparable {
        case error
        case warning
        case note

        package static func < (left: Severity, right: Severity) -> Bool { left.weight < right.weight }

        private var weight: Int {
            switch self {
            case .error: 2
            case .warning: 1
            case .note: 0
            }
        }
    }

    /// A finding in words, each a sentence without a full stop.
    package struct Words: Sendable, Hashable {
        /// What happened, or will.
        package var what: String
        /// Who is affected and how; nil if nobody is.
        package var affected: String?
        /// What to do next; nil if there is nothing to do.
        package var fix: String?

        package init(what: String, affected: String? = nil, fix: String? = nil) {
            self.what = what
            self.affected = affected
            self.fix = fix
        }
    }

    /// What it is about, as facts beside its words.
    package enum Subject: Sendable, Hashable {
        /// A difference of two models, on one platform only if a condition is named.
        case difference(ModelChange, platform: String?)
        /// An edit of an enum or struct that properties' values are made of.
        case typeEdit(TypeEdit)
        /// A change from one version to the next, and what it asks of a migration.
        case step(MigrationVerdict.ClassifiedChange)
        /// Something that may have been renamed.
        case question(RenameQuestion)
        /// Something that is wrong with a plan.
        case plan(PlanProblem)
    }

    /// An edit of an enum or struct, with all that it changes.
    package struct TypeEdit: Sendable, Hashable {
        /// The type's name.
        package let type: String
        /// The changes of models, the strongest first. There is at least one.
        package let changes: [ModelChange]
        /// The versions concerned, by the types that declare them.
        package let schemas: [String]
        /// The condition of the platforms that alone it is of; nil if it is of all.
        package let platform: String?

        package init(type: String, changes: [ModelChange], schemas: [String], platform: String?) {
            self.type = type
            self.changes = changes
            self.schemas = schemas
            self.platform = platform
        }

        /// The properties that it reaches: `Trip.mode`.
        package var properties: [String] {
            var seen: Set<String> = []
            return changes.compactMap { change in
                let name = [change.entity, change.property].compactMap(\.self).joined(separator: ".")
                return seen.insert(name).inserted ? name : nil
            }
        }
    }

    /// The rule that found it.
    package let rule: RulePage
    /// How grave it is.
    package var severity: Severity
    /// What it is about, if that is more than its words.
    package var subject: Subject?
    /// The group concerned.
    package var group: String?
    /// Further groups whose version it is: plans that list the same version.
    package private(set) var otherGroups: [String] = []
    /// The version concerned.
    package var version: String?
    /// The type that declares the version concerned.
    package var schema: String?
    /// The stage concerned, by its versions: `1.0.0 → 2.0.0`.
    package var stage: String?
    /// The place in the source, or in the fixture tree (line 1). Nil for a plan that is not read from source.
    package var location: SourceLocation?
    /// The finding in words, whichever plans it is of.
    private var words: Words

    package init(
        _ page: RulePage, _ words: Words, severity: Severity? = nil, subject: Subject? = nil, group: String? = nil,
        otherGroups: [String] = [], version: String? = nil, schema: String? = nil, stage: String? = nil,
        at location: SourceLocation? = nil
    ) {
        rule = page
        self.words = words
        self.severity = severity ?? page.severity
        self.subject = subject
        self.group = group
        self.otherGroups = otherGroups
        self.version = version
        self.schema = schema
        self.stage = stage
        self.location = location
    }

    /// The code of the rule that found it.
    package var code: String { rule.code }

    /// What happened, or will, in one sentence without a full stop.
    package var what: String {
        groups.count > 1 ? "\(words.what) (in \(groups.joined(separator: ", ")))" : words.what
    }

    /// Who is affected and how, in one sentence without a full stop; nil if nobody is.
    package var affected: String? { words.affected }

    /// What to do next, in one sentence without a full stop; nil if there is nothing to do.
    package var fix: String? {
        get { words.fix }
        set { words.fix = newValue }
    }

    /// What happened, who is affected and what to do, each a sentence.
    package var sentences: [String] {
        [what, affected.map { "Affects: \($0)" }, fix.map { "Fix: \($0)" }].compactMap { $0 }.map { text in
            text.hasSuffix(".\"") || text.hasSuffix("…") ? text : text + "."
        }
    }

    /// Every group concerned.
    package var groups: [String] { (group.map { [$0] } ?? []) + otherGroups }

    /// The difference that it is about.
    package var change: ModelChange? {
        switch subject {
        case .difference(let change, _): change
        case .typeEdit(let edit): edit.changes.first
        default: nil
        }
    }

    // MARK: Order

    /// Whether it is reported before another one: errors first, then by place; what has no place comes last.
    package static func isBefore(_ left: Finding, _ right: Finding) -> Bool {
        if left.severity != right.severity { return left.severity > right.severity }
        guard let first = left.location, let second = right.location else { return left.location != nil }
        return (first.file, first.line, first.column, left.code) < (second.file, second.line, second.column, right.code)
    }

    /// The same, whichever plan it was found in. What to do may name the plan.
    private var withoutGroup: Finding {
        var finding = self
        finding.group = nil
        finding.otherGroups = []
        finding.fix = nil
        return finding
    }

    /// Findings in which those that several plans have in common are one, in the place of the first: a version that several
    /// plans list is one version.
    package static func merging(_ findings: [Finding]) -> [Finding] {
        var merged: [Finding] = []
        var places: [Finding: Int] = [:]
        for finding in findings {
            guard let group = finding.group else {
                merged.append(finding)
                continue
            }
            let place = places[finding.withoutGroup] ?? merged.count
            if place == merged.count {
                places[finding.withoutGroup] = place
                merged.append(finding)
            } else if !merged[place].groups.contains(group) {
                merged[place].otherGroups.append(group)
            } else {
                merged.append(finding)
            }
        }
        return merged
    }
}
