import PermafrostModel

/// A request to renumber the versions that a branch adds to a plan, so that they follow the versions of another branch.
package struct RenumberingRequest: Sendable {
    /// A version of this branch, with its new name and number.
    package struct Version: Sendable, Hashable {
        /// The version's current type.
        package var current: NextVersionRequest.Version
        /// The unqualified new name of the type.
        package var name: String
        /// The new identifier, as three numbers.
        package var identifier: [Int]
        /// The qualified name of the type that currently precedes this version in the plan.
        package var previous: String
        /// The qualified name of the type that precedes this version afterwards.
        package var newPrevious: String

        package init(
            current: NextVersionRequest.Version, name: String, identifier: [Int], previous: String, newPrevious: String
        ) {
            self.current = current
            self.name = name
            self.identifier = identifier
            self.previous = previous
            self.newPrevious = newPrevious
        }
    }

    /// The absolute path of the project's folder.
    package var directory: String
    /// The versions to renumber, in the plan's order.
    package var versions: [Version]
    /// The plan. Its `classes` are empty.
    package var plan: NextVersionRequest.Version
    /// The contents of the Swift files at the common commit of both branches, keyed by path.
    package var base: [String: String]
    /// The contents of the Swift files on the other branch, keyed by path.
    package var others: [String: String]
    /// The paths of the other branch's files that declare its versions or the plan.
    package var required: Set<String>
    /// The paths of further files of the other branch to take over, such as its generated tests.
    package var wanted: Set<String>
    /// The paths of files to remove, unless the other branch has them.
    package var removed: Set<String>
    /// The unqualified name of the other branch's newest version.
    package var newest: String

    package init(
        directory: String, versions: [Version], plan: NextVersionRequest.Version, base: [String: String],
        others: [String: String], required: Set<String>, wanted: Set<String>, removed: Set<String>, newest: String
    ) {
        self.directory = directory
        self.versions = versions
        self.plan = plan
        self.base = base
        self.others = others
        self.required = required
        self.wanted = wanted
        self.removed = removed
        self.newest = newest
    }
}
