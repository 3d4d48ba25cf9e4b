import PermafrostModel

/// The changes that a branch makes to schema versions and migrations. A review contains only plain values, so that
/// another process can receive it as JSON and render it.
package struct Review: Sendable, Hashable {
    /// The commit that the branch is compared with.
    package struct Base: Sendable, Hashable, Encodable {
        /// The name that the user specified, such as `origin/main`.
        package var name: String
        /// The commit's abbreviated hash.
        package var commit: String
        /// Whether the branch that ``name`` refers to has later commits.
        package var isBehind: Bool

        package init(name: String, commit: String, isBehind: Bool) {
            self.name = name
            self.commit = commit
            self.isBehind = isBehind
        }

        /// The name for display. If ``name`` is the hash of a commit, as in CI services, this is the first 10
        /// characters.
        package var displayName: String {
            let isHash = [40, 64].contains(name.utf8.count) && name.allSatisfy(\.isHexDigit)
            return isHash ? String(name.prefix(10)) : name
        }
    }

    /// A migration plan that the branch added or removed.
    package struct Plan: Sendable, Hashable, Encodable {
        package var name: String
        package var isAdded: Bool

        package init(name: String, isAdded: Bool) {
            self.name = name
            self.isAdded = isAdded
        }
    }

    /// A test that covers a migration or a frozen version.
    package struct Test: Sendable, Hashable, Encodable {
        /// The file's name without its extension and the function's name, separated by a period.
        package var name: String
        /// The file's path relative to the project's folder.
        package var file: String
        package var line: Int

        package init(name: String, file: String, line: Int) {
            self.name = name
            self.file = file
            self.line = line
        }
    }

    package var base: Base
    package var plans: [Plan]
    /// The versions that the branch added, changed, removed, retired or froze, sorted by group and version.
    package var versions: [Version]
    /// The migrations between versions that the branch added or changed.
    package var steps: [Step]
    /// The migrations of the same plans that the branch didn't change, up to ``unchangedLimit``. Only the diagram shows
    /// them.
    package var unchangedSteps: [UnchangedStep]
    /// The findings of `check` and `lint` about these versions and migrations, all other findings of `lint` that the base
    /// doesn't have, and findings about sources that can't be read.
    package var remarks: [Remark]
    /// Whether some sources or fixtures couldn't be read, so that the review may lack changes.
    package var isIncomplete: Bool
    /// The number of items that were omitted because the review was too long. An item is a plan, a version, a migration,
    /// a finding, a change or a test.
    package var omittedCount: Int

    package init(
        base: Base, plans: [Plan] = [], versions: [Version] = [], steps: [Step] = [],
        unchangedSteps: [UnchangedStep] = [], remarks: [Remark] = [], isIncomplete: Bool = false, omittedCount: Int = 0
    ) {
        self.base = base
        self.plans = plans
        self.versions = versions
        self.steps = steps
        self.unchangedSteps = unchangedSteps
        self.remarks = remarks
        self.isIncomplete = isIncomplete
        self.omittedCount = omittedCount
    }

    /// Whether the review contains no plans, versions, migrations or findings.
    package var isEmpty: Bool { plans.isEmpty && versions.isEmpty && steps.isEmpty && remarks.isEmpty }

    /// The changes to all versions, followed by the changes of all migrations.
    package var changes: [Change] { versions.flatMap(\.changes) + steps.flatMap(\.changes) }

    /// The number of items in the review. See ``omittedCount``.
    package var itemCount: Int {
        let tests = versions.reduce(0) { $0 + $1.tests.count } + steps.reduce(0) { $0 + $1.tests.count }
        return plans.count + versions.count + steps.count + remarks.count + changes.count + tests
    }

    /// The names of the groups with a version or migration, in order.
    package var groups: [String] { (versions.map(\.group) + steps.map(\.group)).unique.sorted() }
}

extension Review {
    /// A version that the branch added, changed, removed, retired or froze.
    package struct Version: Sendable, Hashable, Encodable {
        package enum Status: String, Sendable, Hashable, CaseIterable, Encodable {
            /// The base doesn't declare the version.
            case added
            /// The declaration differs from the base's.
            case changed
            /// Only the base declares the version.
            case removed
            /// Only the base declares the version, and the branch's plan declares it as retired.
            case retired
            /// The declaration is the same.
            case unchanged
        }

        /// The change that the branch made to a version's fixture.
        package enum Freeze: String, Sendable, Hashable, CaseIterable, Encodable {
            /// The base has no fixture of the version.
            case new
            /// The base has a different fixture of the version.
            case replaced
            /// Only the base has a fixture of the version.
            case removed
            /// The fixture is the same.
            case unchanged
            /// Neither the branch nor the base has a fixture of the version.
            case none
        }

        package var group: String
        package var name: String
        /// The type that declares the version. Nil if it isn't known, or if the models have no `VersionedSchema`.
        package var schema: String?
        package var status: Status
        package var freeze: Freeze
        /// The most serious kind of drift that `check` reports, or nil if the version may still be edited.
        package var drift: ModelChange.Kind?
        /// The differences between the base's declaration and the branch's.
        package var changes: [Change]
        /// The tests that check the version for drift.
        package var tests: [Test]
        package var file: String?
        package var line: Int?

        package init(
            group: String, name: String, schema: String?, status: Status, freeze: Freeze,
            drift: ModelChange.Kind? = nil, changes: [Change] = [], tests: [Test] = [], file: String? = nil,
            line: Int? = nil
        ) {
            self.group = group
            self.name = name
            self.schema = schema
            self.status = status
            self.freeze = freeze
            self.drift = drift
            self.changes = changes
            self.tests = tests
            self.file = file
            self.line = line
        }

        private enum CodingKeys: String, CodingKey {
            case group, schema, status, drift, changes, tests, file, line
            case name = "version"
            case freeze = "fixture"
        }

        /// Whether only the base declares the version.
        package var isUndeclared: Bool { status == .removed || status == .retired }

        /// The type and name, such as `PostsSchemaV1 1.0.0`.
        package var title: String {
            schema.map { VersionTitle(schema: $0, name: name).description } ?? name
        }
    }
}

extension Review {
    /// A migration from one version to another that the branch added or changed.
    package struct Step: Sendable, Hashable, Encodable {
        package var group: String
        package var from: String
        package var to: String
        /// Whether the base lacks the migration.
        package var isAdded: Bool
        /// The kind of the plan's stage, or nil if no stage is declared.
        package var stage: PlanStage.Kind?
        /// The changes that the base's migration doesn't have, the most severe first.
        package var changes: [Change]
        /// The number of changes that the base's migration also has.
        package var knownChangeCount: Int
        package var tests: [Test]
        /// Whether `scaffold` can write a test of the migration.
        package var canScaffold: Bool

        package init(
            group: String, from: String, to: String, isAdded: Bool, stage: PlanStage.Kind?,
            changes: [Change] = [], knownChangeCount: Int = 0, tests: [Test] = [], canScaffold: Bool = false
        ) {
            self.group = group
            self.from = from
            self.to = to
            self.isAdded = isAdded
            self.stage = stage
            self.changes = changes
            self.knownChangeCount = knownChangeCount
            self.tests = tests
            self.canScaffold = canScaffold
        }
    }
}

extension Review {
    /// A migration that the branch didn't change.
    package struct UnchangedStep: Sendable, Hashable, Encodable {
        package var group: String
        package var from: String
        package var to: String
        /// The kind of the plan's stage, or nil if no stage is declared.
        package var stage: PlanStage.Kind?

        package init(group: String, from: String, to: String, stage: PlanStage.Kind?) {
            self.group = group
            self.from = from
            self.to = to
            self.stage = stage
        }
    }

    /// The maximum number of unchanged migrations in a review.
    package static let unchangedLimit = 100
}

extension Review {
    /// A change to a model, with its effect on existing stores.
    package struct Change: Sendable, Hashable, Encodable {
        /// The effect of a change, mildest first.
        package enum Verdict: String, Sendable, Hashable, CaseIterable, Comparable, Encodable {
            /// No migration is required.
            case nothing
            /// The version isn't frozen and hasn't shipped, so it may still change.
            case draft
            /// A lightweight migration handles the change.
            case lightweight
            /// The code of a custom stage handles the change.
            case custom
            /// The migration deletes values or rows.
            case losesData
            /// The migration fails or loses data unless somebody writes code, such as a default or a custom stage.
            case needsCode
            /// The version is frozen or has shipped, and must not change.
            case drift

            package static func < (left: Verdict, right: Verdict) -> Bool { left.weight < right.weight }

            private var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
        }

        /// A clause that describes the change, such as `Post.title was removed (was optional String)`.
        package var what: String
        /// The path of the changed part, such as `Post.title`.
        package var subject: String
        package var verdict: Verdict
        /// The consequence for existing rows and stores, or nil if it isn't known.
        package var effect: String?
        /// The affected users, or nil if nobody is affected.
        package var affected: String?
        /// The code of the finding about the change, or nil if there is none.
        package var code: String?
        package var file: String?
        package var line: Int?

        package init(
            what: String, subject: String, verdict: Verdict, effect: String? = nil, affected: String? = nil,
            code: String? = nil, file: String? = nil, line: Int? = nil
        ) {
            self.what = what
            self.subject = subject
            self.verdict = verdict
            self.effect = effect
            self.affected = affected
            self.code = code
            self.file = file
            self.line = line
        }
    }

    /// A finding, reduced to its texts and location.
    package struct Remark: Sendable, Hashable, Encodable {
        package var code: String
        package var severity: Finding.Severity
        package var what: String
        package var affected: String?
        package var fix: String?
        package var file: String?
        package var line: Int?

        package init(
            code: String, severity: Finding.Severity, what: String, affected: String? = nil, fix: String? = nil,
            file: String? = nil, line: Int? = nil
        ) {
            self.code = code
            self.severity = severity
            self.what = what
            self.affected = affected
            self.fix = fix
            self.file = file
            self.line = line
        }
    }
}
