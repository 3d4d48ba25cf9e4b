import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// The parts of a project's setup, and what each part lacks.
package struct SetupState: Sendable {
    /// The fixtures of the project's versions.
    package struct Fixtures: Sendable, Hashable {
        /// The number of frozen versions.
        package let frozenCount: Int
        /// The declared versions that aren't frozen, in the order of their groups.
        package let unfrozen: [String]
        /// Whether another group has a version with the name of the first unfrozen version.
        package let isAmbiguous: Bool
        /// The folders below the project's that have fixtures of their own. Empty if the project has fixtures.
        package let below: [String]
        /// Whether a store's models without a `VersionedSchema` shipped, and none of its versions is frozen.
        package let isAdoptable: Bool
        /// The number of errors that a check finds.
        package let errorCount: Int
        /// The command that freezes the project's first versions.
        package let start: Start
    }

    /// The command that freezes the first versions of a project.
    package enum Start: Sendable, Hashable {
        /// Freeze every version that shipped, and set up the project for checks.
        case initialize
        /// Freeze and declare every schema that an app without a `VersionedSchema` shipped, using its git tags.
        case adopt
        /// Freeze the models of an app without a `VersionedSchema` as the given version.
        case freeze(String)
    }

    /// The state of the lines in `.gitattributes` that prevent git from converting fixtures.
    package enum Attributes: Sendable, Hashable {
        case complete
        case missing
        /// The lines must be added by hand, because the file isn't encoded in UTF-8.
        case unwritable([String])
        /// The project isn't in a git repository, so nothing converts fixtures.
        case noRepository
    }

    /// The CI services, the build plugin and the commit hook that can run a check.
    package struct Gate: Sendable, Hashable {
        /// The CI services whose configuration files run a check.
        package let services: [ProjectSetup.Service]
        /// Whether the package's manifest uses the build plugin.
        package let hasBuildPlugin: Bool
        /// Whether a commit hook runs a check.
        package let hasHook: Bool

        /// Whether nothing runs a check.
        package var isMissing: Bool { services.isEmpty && !hasBuildPlugin && !hasHook }
    }

    /// The tests that `scaffold` writes.
    package enum Tests: Sendable {
        /// There are no tests to write, because no version is frozen.
        case nothingFrozen
        /// All frozen versions belong to Core Data models, whose stores a test of the app opens.
        case ofApp
        /// The numbers of test files that exist and that are missing.
        case files(existing: Int, missing: Int)
        /// All test files exist, but the manifest doesn't list the given dependencies.
        case gaps(ManifestGaps)
        /// The tests can't be determined, for example because the test folder isn't known.
        case noFolder(ProjectError)
    }

    /// The state of the baseline, the file that lists accepted findings of `lint`.
    package enum OldFindings: Sendable, Hashable {
        /// There is no baseline. A project doesn't need one.
        case none
        case present(old: Int, gone: Int)
        case unusable(BaselineError)
    }

    package let fixtures: Fixtures
    package let attributes: Attributes
    package let gate: Gate
    package let tests: Tests
    package let baseline: OldFindings

    /// Examines a project.
    ///
    /// - Throws: a `FileError` or `UnreadableFile` if one of the project's files can't be read.
    package init(_ project: Project, _ check: ProjectCheck, _ lint: ProjectLint) throws {
        fixtures = Self.fixtures(project, check)
        attributes = try Self.attributes(project)
        gate = try Self.gate(project.options.directory)
        tests = try Self.tests(project)
        baseline = try Self.baseline(project, lint)
    }

    // MARK: Parts

    private static func fixtures(_ project: Project, _ check: ProjectCheck) -> Fixtures {
        let frozen = check.versions.count { $0.fixture != nil }
        let unversioned = project.groups.flatMap(\.schemas).first(where: \.isUnversioned)
        let start: Start =
            if let unversioned {
                project.options.newestTag != nil ? .adopt : .freeze(project.versionName(of: unversioned))
            } else {
                .initialize
            }
        let unfrozen = check.versions.filter { $0.status == .notFrozen }
        let group = project.groups.first { $0.schemas.contains { $0.name == unversioned?.name } }?.name
        return Fixtures(
            frozenCount: frozen, unfrozen: unfrozen.map(\.version),
            isAmbiguous: check.versions.count { $0.version == unfrozen.first?.version } > 1,
            below: frozen == 0 ? project.projectsBelow : [],
            isAdoptable: start == .adopt && !check.versions.contains { $0.group == group && $0.fixture != nil },
            errorCount: check.findings.count { $0.severity == .error }, start: start)
    }

    private static func attributes(_ project: Project) throws -> Attributes {
        guard GitRepository.contains(project.options.directory) else { return .noRepository }
        let attributes = try FixtureAttributes(project)
        if attributes.file != nil { return .missing }
        return attributes.unwritable.isEmpty ? .complete : .unwritable(attributes.unwritable)
    }

    private static func gate(_ directory: String) throws -> Gate {
        let top = GitWorkTree(of: directory)?.top ?? directory
        let manifest = try NewFiles.existing(directory + "/Package.swift") ?? []
        let hooks = try NewFiles.existing(directory + "/.pre-commit-config.yaml") ?? []
        return Gate(
            services: try ProjectSetup.Service.allCases.filter { try Workflow.isThere($0, in: top) },
            hasBuildPlugin: KnownTargets.useDriftGate(manifest: String(decoding: manifest, as: UTF8.self)),
            hasHook: Workflow.hasHook(hooks))
    }

    private static func tests(_ project: Project) throws -> Tests {
        let scaffold: ProjectScaffold
        do {
            scaffold = try ProjectScaffold(project)
        } catch ProjectError.noFixtures {
            return .nothingFrozen
        } catch let error as ProjectError {
            return .noFolder(error)
        }
        if scaffold.files.isEmpty, scaffold.skips.contains(where: \.isOfModelFile) { return .ofApp }
        let missing = scaffold.missingCount
        let existing = scaffold.files.count - missing
        return existing > 0 && missing == 0 && !scaffold.missing.isEmpty
            ? .gaps(scaffold.missing) : .files(existing: existing, missing: missing)
    }

    private static func baseline(_ project: Project, _ lint: ProjectLint) throws -> OldFindings {
        let file = BaselineFile(nil, in: project.options.directory)
        let baseline: Baseline?
        do { baseline = try file.read(mustExist: false) } catch let failure as BaselineError {
            return .unusable(failure)
        }
        guard let baseline else { return .none }
        let comparison = LintComparison(lint, baseline, in: file, base: nil, isPart: false)
        return .present(old: comparison.old.count, gone: comparison.gone.reduce(0) { $0 + $1.count })
    }
}
