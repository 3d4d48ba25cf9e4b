import PermafrostDeclarations
import PermafrostFixtures
import PermafrostModel

/// One thing to tell the user: a problem as facts, how grave it is, and its place. ``FindingWording`` words it.
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

    /// What was found.
    package enum Problem: Sendable, Hashable {
        /// A frozen version's declaration changed.
        case drift(ModelChange)
        /// A frozen version's declaration differs on one platform only, other than when it was frozen.
        case platformDrift(ModelChange, condition: String)
        /// A version was frozen by an earlier release whose mapping was wrong for it, and whether it was edited as well.
        case formerMapping(FormerMapping, isEdited: Bool)
        /// A frozen version that nothing declares any more.
        case declarationGone(schema: String?)
        /// A version that is declared and not frozen.
        case notFrozen
        /// Two versions of one group under one name; the other schema and its place.
        case sharedVersion(other: String, SourceLocation)
        /// A version frozen under one name and declared under another.
        case renamedVersion(declaredAs: String?)
        /// A version of a plan whose name cannot be a folder's.
        case unsafeVersion(String)
        /// A fixture's files are damaged, and whether git has a copy of them.
        case damage(FixtureDamage, isInGit: Bool)
        /// An entry of the tree that is never followed or read.
        case refusedEntry(String)
        /// A fixture that none of the project's groups can be told to own.
        case unownedFixture(groups: [String])
        /// A shape of a version shipped, and no declared version has its hashes.
        case undescribedShape(UndescribedShape)
        /// A store is no version that the project declares, and resembles none.
        case unknownStore(String)
        /// What differs between a store that no declared version recognises and the version nearest to it.
        case storeDrift(ModelChange, store: String)
        /// A store is of a version as an earlier release froze it, whose mapping was wrong for it.
        case formerStore(FormerMapping, store: String)
        /// A change from an older version, and what a migration has to do for it.
        case migrationChange(JudgedChange, from: String)
        /// A lint rule predicts a failure or a loss.
        case lint(LintProblem)
        /// Something in the sources could not be read or evaluated, or should be known.
        case source(SourceIssue.Problem)
    }

    /// What was found.
    package var problem: Problem
    /// How grave it is.
    package var severity: Severity
    /// The group concerned.
    package var group: String?
    /// Further groups whose version it is: plans that list the same version.
    package private(set) var otherGroups: [String] = []
    /// The version concerned.
    package var version: String?
    /// The schema concerned.
    package var schema: String?
    /// Whether the group has a plan, which decides what a drifted store meets.
    package var hasPlan: Bool
    /// The place in the source, or in the fixture tree (line 1).
    package var location: SourceLocation?
    /// The commit that the sources were compared with; nil for the fixture tree.
    package var reference: String?
    /// How the models are frozen anew, where they have no `VersionedSchema`.
    package var unversioned: UnversionedFreeze?
    /// Whether the declaration concerned may be frozen in the fixture's place: not if it has another version's name now.
    package var isReplaceable = true
    /// How the version is frozen, where it is one of several of its name or of a Core Data model.
    package var command = FreezeCommandLine()

    package init(
        _ problem: Problem, severity: Severity, group: String? = nil, version: String? = nil, schema: String? = nil,
        hasPlan: Bool = true, location: SourceLocation? = nil, reference: String? = nil
    ) {
        self.problem = problem
        self.severity = severity
        self.group = group
        self.version = version
        self.schema = schema
        self.hasPlan = hasPlan
        self.location = location
        self.reference = reference
    }

    /// The finding's stable code.
    package var code: String {
        switch problem {
        case .drift(let change), .platformDrift(let change, _):
            switch change.kind {
            case .identity: "PF0101"
            case .silent: "PF0102"
            case .physical: "PF0103"
            }
        case .declarationGone: "PF0104"
        case .notFrozen: "PF0105"
        case .renamedVersion: "PF0107"
        case .damage: "PF0108"
        case .refusedEntry: "PF0109"
        case .unownedFixture: "PF0110"
        case .unsafeVersion: "PF0111"
        case .sharedVersion: "PF0112"
        case .undescribedShape: "PF0113"
        case .unknownStore, .storeDrift: "PF0114"
        case .migrationChange: "PF0115"
        case .formerMapping, .formerStore: "PF0116"
        case .lint(let problem): problem.code
        case .source: "PF0120"
        }
    }

    /// Whether it tells of sources that could not be read or evaluated.
    package var isOfSources: Bool { if case .source = problem { true } else { false } }

    /// What a former mapping got wrong.
    package var formerMapping: FormerMapping? {
        switch problem {
        case .formerMapping(let mapping, _), .formerStore(let mapping, _): mapping
        default: nil
        }
    }

    /// The change of a drift.
    package var change: ModelChange? {
        switch problem {
        case .drift(let change), .platformDrift(let change, _), .storeDrift(let change, _): change
        case .migrationChange(let judged, _): judged.change
        default: nil
        }
    }
}

extension Finding {
    /// Every group concerned.
    package var groups: [String] { (group.map { [$0] } ?? []) + otherGroups }

    /// The same whichever plan it was found in.
    fileprivate var withoutGroup: Finding {
        var finding = self
        finding.group = nil
        finding.otherGroups = []
        finding.command = FreezeCommandLine()
        return finding
    }
}

extension [Finding] {
    /// The findings, with those that several plans have in common as one, in the place of the first: a version that several
    /// plans list is one version.
    func mergingGroups() -> [Finding] {
        var merged: [Finding] = []
        var places: [Finding: Int] = [:]
        for finding in self {
            guard let group = finding.group else {
                merged.append(finding)
                continue
            }
            let place = places[finding.withoutGroup] ?? merged.count
            if place == merged.count {
                places[finding.withoutGroup] = place
                merged.append(finding)
            } else if !merged[place].groups.contains(group) {
                merged[place].add(group)
            } else {
                merged.append(finding)
            }
        }
        return merged
    }
}

extension Finding {
    fileprivate mutating func add(_ group: String) { otherGroups.append(group) }
}
