import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// The settings that all freezes of a command share: the tool version, the date, and the project's fixtures in git.
package struct FreezeSession: Sendable {
    /// A failure to freeze one of several versions.
    package struct Failure: Sendable {
        package let version: String
        /// The name of the type that declares the version.
        package let schema: String
        package let error: any Error
    }

    /// A file of a staged fixture: its path relative to the project's folder, and its content.
    package typealias StagedFile = (path: String, bytes: [UInt8])

    let toolVersion: String
    let date: String
    private let held: HeldFixtures

    /// Creates the settings for a command's freezes.
    ///
    /// - Parameters:
    ///   - date: the date in UTC, in the format of ``FreezeDate``.
    ///   - held: the project's fixtures in git.
    package init(toolVersion: String, date: String, held: HeldFixtures) {
        self.toolVersion = toolVersion
        self.date = date
        self.held = held
    }

    /// Prepares to freeze versions of a project.
    ///
    /// - Parameter staging: the temporary folder for the fixtures, or nil to write them to the project's tree.
    /// - Throws: a `FileError` if the tree can't be read.
    package func freeze(
        of project: Project, rowsPerEntity: Int = FreezeRequest.defaultRowsPerEntity, staging: StagedFixtures? = nil
    ) throws -> ProjectFreeze {
        try ProjectFreeze(
            project, toolVersion: toolVersion, rowsPerEntity: rowsPerEntity, date: date, held: held, staging: staging)
    }

    /// Freezes the selected versions. If some of them can't be frozen, freezes the others, and then throws the first
    /// error.
    ///
    /// - Returns: the versions that were frozen, and their staged files. There are no staged files if `staging` is nil.
    /// - Throws: the error of the first version that can't be frozen, ``ProjectError`` if the selection matches no
    ///   version, or a `FileError` if the fixture tree or a staged file can't be read.
    package func freeze(
        _ selection: ProjectFreeze.Selection, of project: Project, staging: StagedFixtures?
    ) throws -> (versions: [String], files: [StagedFile]) {
        let outcomes = try freeze(of: project, staging: staging).run(selection)
        for case .failed(let error) in outcomes.map(\.result) { throw error }
        let frozen = outcomes.filter(\.isFrozen)
        let files = try frozen.compactMap(\.fixture).flatMap { try staging?.files(of: $0, in: project) ?? [] }
        return (frozen.map(\.version), files)
    }

    /// Freezes each version from the sources at its tag. If a version can't be frozen, the remaining versions are still
    /// frozen.
    ///
    /// - Parameters:
    ///   - project: a closure that reads the project at a version's tag, or from the current sources if the tag is nil.
    ///   - staging: the temporary folder for the fixtures, or nil to write them to the project's tree.
    ///   - report: a closure that is called for each failure as soon as it occurs.
    /// - Returns: the staged files, and the failures.
    package func freeze(
        _ versions: [UnfrozenVersions.Version], readingBy project: (UnfrozenVersions.Version) throws -> Project,
        staging: StagedFixtures?, report: (Failure) -> Void
    ) -> (files: [StagedFile], failures: [Failure]) {
        var files: [StagedFile] = []
        var failures: [Failure] = []
        for version in versions {
            do {
                files += try freeze(.version(version.name), of: project(version), staging: staging).files
            } catch {
                let failure = Failure(version: version.name, schema: version.schema, error: error)
                report(failure)
                failures.append(failure)
            }
        }
        return (files, failures)
    }
}
