/// A problem that a rule found. It includes the severity, the location, the affected users, and the fix.
///
/// The rule that finds a problem also describes it. All formats and commands show the same description.
package struct Finding: Sendable, Hashable {
    package enum Severity: String, Sendable, Hashable, Comparable, Encodable {
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

    /// The texts of a finding, without a final period.
    package struct Message: Sendable, Hashable {
        /// A description of the problem.
        package var what: String
        /// The affected users and the effect, or nil if nobody is affected.
        package var affected: String?
        /// The fix, or nil if nothing needs to be done.
        package var fix: String?

        package init(what: String, affected: String? = nil, fix: String? = nil) {
            self.what = what
            self.affected = affected
            self.fix = fix
        }
    }

    /// The difference, edit, or problem that a finding is about.
    package enum Subject: Sendable, Hashable {
        /// A difference between two models. If a platform condition is given, such as `os(iOS)`, the difference exists
        /// only on the platforms that it matches.
        case difference(ModelChange, platform: String?)
        /// An edit of an enum or struct that properties store.
        case typeEdit(TypeEdit)
        /// A change from one version to the next, and the migration that it requires.
        case step(ClassifiedChange)
        /// A possible rename.
        case question(RenameQuestion)
        case plan(PlanProblem)
    }

    /// An edit of an enum or struct, with the changes that it causes in models.
    package struct TypeEdit: Sendable, Hashable {
        package let type: String
        /// The changes in the models. There is at least one.
        package let changes: [ModelChange]
        /// The names of the types that declare the affected versions.
        package let schemas: [String]
        /// The platform condition of the edit, such as `os(iOS)`, or nil if the edit applies to all platforms.
        package let platform: String?

        package init(type: String, changes: [ModelChange], schemas: [String], platform: String?) {
            self.type = type
            self.changes = changes
            self.schemas = schemas
            self.platform = platform
        }

        /// The affected properties, such as `Trip.mode`.
        package var properties: [String] {
            var seen: Set<String> = []
            return changes.compactMap { change in
                let name = [change.entity, change.property].compactMap(\.self).joined(separator: ".")
                return seen.insert(name).inserted ? name : nil
            }
        }
    }

    /// The rule that found the problem.
    package let rule: RulePage
    package var severity: Severity
    /// The difference, edit, or problem that the finding is about, or nil if only the message describes it.
    package var subject: Subject?
    /// The name of the affected group, or nil if the finding isn't about a group.
    package var group: String?
    /// The names of the other affected groups. For example, several plans may list the same version.
    package private(set) var otherGroups: [String] = []
    /// The name of the affected version, or nil if the finding isn't about a version.
    package var version: String?
    /// The name of the type that declares the affected version. Nil if the finding isn't about a version, or if the
    /// type isn't known.
    package var schema: String?
    /// The affected stage, named after its versions, such as `1.0.0 → 2.0.0`. Nil if the finding isn't about a stage.
    package var stage: String?
    /// The location in a source file, or line 1 of a file in the fixture tree. Nil if it isn't known, for example
    /// because the plan wasn't read from source.
    package var location: SourceLocation?
    /// The condition for accepting the finding with a comment, such as `If they can be deleted`. Nil if no comment is
    /// suggested. By default, it is the rule's ``RulePage/acceptance``.
    package var acceptance: String?
    /// The finding's texts, without the list of affected groups.
    private var message: Message

    package init(
        _ page: RulePage, _ message: Message, severity: Severity? = nil, subject: Subject? = nil, group: String? = nil,
        otherGroups: [String] = [], version: String? = nil, schema: String? = nil, stage: String? = nil,
        at location: SourceLocation? = nil
    ) {
        rule = page
        acceptance = page.acceptance
        self.message = message
        self.severity = severity ?? page.severity
        self.subject = subject
        self.group = group
        self.otherGroups = otherGroups
        self.version = version
        self.schema = schema
        self.stage = stage
        self.location = location
    }

    /// Returns the finding as a note without affected users. Its description ends with the given reason.
    func avoided(because reason: String) -> Finding {
        var finding = self
        finding.severity = .note
        finding.message.what += " (\(reason))"
        finding.message.affected = nil
        return finding
    }

    /// Returns the finding as a warning at most. The text about the affected users ends with the given sentence.
    func uncertain(because reason: String) -> Finding {
        var finding = self
        finding.severity = min(severity, .warning)
        finding.message.affected = message.affected.map { "\($0). \(reason)" }
        return finding
    }

    /// The changed part of the model, such as `Trip.name`, for a finding about the migration that the framework infers
    /// between two versions. Nil for any other finding.
    package var inferredPart: String? {
        switch subject {
        case .step(let judged): judged.change.subject
        case .question(let question): [question.entity, question.oldName].compactMap(\.self).joined(separator: ".")
        case .difference, .typeEdit, .plan, nil: nil
        }
    }

    /// Whether the finding is about a migration that deletes values or rows, or deletes them if a change is a rename.
    package var losesData: Bool {
        switch subject {
        case .step(let judged): judged.verdict == .losesData
        case .question: true
        case .difference, .typeEdit, .plan, nil: false
        }
    }

    /// Returns the finding with an ``affected`` text that says that no users are affected until a container uses the
    /// given plan. Returns the finding unchanged if it already affects no users.
    package func unmet(of plan: String) -> Finding {
        guard let affected = message.affected, !affected.hasPrefix("no users") else { return self }
        var finding = self
        finding.message.affected = "no users until a container uses \(plan). After that, \(affected)"
        return finding
    }

    /// The code of the rule that found the problem.
    package var code: String { rule.code }

    /// A description of the problem, without a final period. If several groups are affected, the description lists the
    /// groups.
    package var what: String {
        groups.count > 1 ? "\(message.what) (in \(groups.joined(separator: ", ")))" : message.what
    }

    /// The affected users and the effect, without a final period. It is nil if nobody is affected.
    package var affected: String? { message.affected }

    /// The fix, without a final period. It is nil if nothing needs to be done.
    package var fix: String? {
        get { message.fix }
        set { message.fix = newValue }
    }

    /// The problem, the affected users, and the fix, as complete sentences.
    package var sentences: [String] {
        [what, affected.map { "Affects: \($0)" }, fix.map { "Fix: \($0)" }].compactMap { $0 }.map { text in
            text.hasSuffix(".\"") || text.hasSuffix("…") ? text : text + "."
        }
    }

    /// The names of all affected groups.
    package var groups: [String] { (group.map { [$0] } ?? []) + otherGroups }

    /// The difference between models that the finding is about. For an edit of an enum or struct, this is the first
    /// difference. Nil for all other findings, including findings about a step.
    package var change: ModelChange? {
        switch subject {
        case .difference(let change, _): change
        case .typeEdit(let edit): edit.changes.first
        default: nil
        }
    }

    // MARK: Order

    /// Returns whether the left finding is reported first. Errors come first. Findings with the same severity are
    /// sorted by location and code, and findings without a location come last.
    package static func isBefore(_ left: Finding, _ right: Finding) -> Bool {
        if left.severity != right.severity { return left.severity > right.severity }
        guard let first = left.location, let second = right.location else { return left.location != nil }
        return (first.file, first.line, first.column, left.code) < (second.file, second.line, second.column, right.code)
    }

    /// A copy of the finding without its groups and fix. Findings about different groups are merged if these copies are
    /// equal. The fix is removed because it may contain a plan's name.
    private var withoutGroup: Finding {
        var finding = self
        finding.group = nil
        finding.otherGroups = []
        finding.fix = nil
        return finding
    }

    /// Merges equal findings about different groups, for example about a version that several plans list. Each merged
    /// finding has the position of the first one. Findings are equal if they differ only in their group and fix.
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
