import PermafrostModel

/// The changes that take a version out of the sources. They aren't on disk yet.
package struct RetirementDraft: Sendable, Hashable {
    /// A file that is edited or removed.
    package struct File: Sendable, Hashable {
        /// The file's path, relative to the project's folder.
        package var path: String
        package var oldText: String
        /// The file's new contents, or nil if the file is removed.
        package var text: String?
        /// The names of the declarations that are removed from the file, in source order.
        package var removed: [String]
        /// The plan whose list changes, or nil for other files.
        package var plan: String?
        /// The paths of the Xcode projects that still refer to the file after it was removed.
        package var projects: [String] = []
    }

    /// The reason that a version can't be taken out of the sources.
    package enum Problem: Error, Sendable, Hashable {
        /// The sources still use the version, one of its typealiases, or one of its classes.
        case used(String, [SourceLocation])
        /// The plan's declaration has no array that contains the version.
        case computedList(of: String, SourceLocation)
        /// The plan's stages aren't an array or a list of `Stage` values that contains the version's stage.
        case computedStages(of: String, SourceLocation)
        /// The plan's module can't import `Permafrost`, which declares `Retired`.
        case noLibrary(plan: String, SourceLocation)
        /// A declaration has moved since the sources were read.
        case moved(String, SourceLocation)
        /// A file contains merge conflict markers.
        case conflict(SourceLocation)
    }

    /// The edited and removed files, sorted by path.
    package var files: [File]

    package init(files: [File]) { self.files = files }
}

extension RetirementDraft {
    /// A request to take a version out of the sources. ``RetirementWriter`` returns the changed files, but doesn't write
    /// them to disk.
    package struct Request: Sendable, Hashable {
        /// A plan that lists the version.
        package struct Plan: Sendable, Hashable {
            package var type: String
            package var location: SourceLocation
            /// Whether the plan is a constant of type `MigrationPlan`.
            package var isConstant: Bool
            /// The code that declares the retired version, such as `Retired("1.0.0", hashes: ["5f…"])`, with one line for
            /// each element.
            package var entry: [String]

            package init(type: String, location: SourceLocation, isConstant: Bool, entry: [String]) {
                self.type = type
                self.location = location
                self.isConstant = isConstant
                self.entry = entry
            }
        }

        /// The absolute path of the project's folder.
        package var directory: String
        /// The version to take out.
        package var version: NextVersionRequest.Version
        /// The module that declares the version, or nil if it isn't known.
        package var module: String?
        /// The classes of all other versions.
        package var others: [NextVersionRequest.Version]
        package var plans: [Plan]
        /// The paths of the test files that are removed with the version.
        package var tests: [String]

        package init(
            directory: String, version: NextVersionRequest.Version, module: String?,
            others: [NextVersionRequest.Version],
            plans: [Plan], tests: [String]
        ) {
            self.directory = directory
            self.version = version
            self.module = module
            self.others = others
            self.plans = plans
            self.tests = tests
        }
    }
}
