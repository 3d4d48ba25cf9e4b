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

    package var base: Base
    package var plans: [Plan]
    /// The versions that the branch added, changed, removed, retired or froze, sorted by group and version.
    package var versions: [ReviewVersion]
    /// The migrations between versions that the branch added or changed.
    package var steps: [ReviewStep]
    /// The migrations of the same plans that the branch didn't change, up to ``unchangedLimit``. Only the diagram shows
    /// them.
    package var unchangedSteps: [UnchangedStep]
    /// The findings of `check` and `lint` about these versions and migrations, all other findings of `lint` that the base
    /// doesn't have, and findings about sources that can't be read.
    package var remarks: [ReviewRemark]
    /// Whether some sources or fixtures couldn't be read, so that the review may lack changes.
    package var isIncomplete: Bool
    /// The number of items that were omitted because the review was too long. An item is a plan, a version, a migration,
    /// a finding, a change or a test.
    package var omittedCount: Int

    package init(
        base: Base, plans: [Plan] = [], versions: [ReviewVersion] = [], steps: [ReviewStep] = [],
        unchangedSteps: [UnchangedStep] = [], remarks: [ReviewRemark] = [], isIncomplete: Bool = false,
        omittedCount: Int = 0
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
    package var changes: [ReviewChange] { versions.flatMap(\.changes) + steps.flatMap(\.changes) }

    /// The number of items in the review. See ``omittedCount``.
    package var itemCount: Int {
        let tests = versions.reduce(0) { $0 + $1.tests.count } + steps.reduce(0) { $0 + $1.tests.count }
        return plans.count + versions.count + steps.count + remarks.count + changes.count + tests
    }

    /// The names of the groups with a version or migration, in order.
    package var groups: [String] { (versions.map(\.group) + steps.map(\.group)).unique.sorted() }
}

extension Review {
    /// The maximum number of unchanged migrations in a review.
    package static let unchangedLimit = 100
}
