import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// The report of `scaffold`, with the outcome for each test. In the text format, the command prints each outcome as
/// soon as it is available.
struct ScaffoldReport: Report {
    let command = "scaffold"
    let scaffold: ProjectScaffold
    let outcomes: [ProjectScaffold.Outcome]
    /// The findings about problems in the sources. If there is an error, not all sources were read.
    let problems: [Finding]
    /// The function that makes paths inside the working folder relative to that folder, for messages and JSON.
    let shown: @Sendable (String) -> String

    var exitCode: ExitCode {
        let isIncomplete =
            !scaffold.skips.isEmpty || outcomes.contains(where: \.isFailure)
            || problems.contains { $0.severity == .error }
        return isIncomplete ? .failed : scaffold.missingDependencies.isEmpty ? .success : .findings
    }

    var members: [(String, CanonicalJSON?)] {
        let advice = ScaffoldReport.Advice.dependencies(scaffold)
        return [
            ("advice", advice.isEmpty ? nil : .string(advice.joined(separator: "\n"))),
            ("files", .array(outcomes.map(json))),
            ("findings", .array(problems.map { FindingJSON($0).json })),
            ("missingDependencies", .strings(scaffold.missingDependencies)),
            ("skipped", .array(scaffold.skips.map(Self.json))),
            ("target", scaffold.folder.target.map { .string($0.name) }),
            ("tests", .string(shown(scaffold.folder.path))),
        ]
    }

    /// Returns the lines about skipped tests, missing dependencies and the remaining steps in Xcode.
    func page(_ context: ReportContext) -> [String] {
        let skips = scaffold.skips.flatMap { skip in
            let wording = ScaffoldSkipMessage(skip)
            return [
                "\(context.style.yellow("skipped"))  \(wording.what)", "         fix: \(wording.fix)",
            ]
        }
        let isNew = outcomes.contains { if case .written = $0.result { true } else { false } }
        return skips + ScaffoldReport.Advice.dependencies(scaffold)
            + (isNew ? ScaffoldReport.Advice.xcode(scaffold) : [])
    }

    func notes(_ format: ReportFormat) -> [String] {
        guard format == .text else { return [] }
        let new = outcomes.filter { if case .written = $0.result { true } else { false } }
        return [
            ScaffoldReport.Advice.fixtures(scaffold),
            new.contains(where: \.hasReasons) ? "Fill in the reasons marked TODO" : nil,
            new.isEmpty ? nil : "Run and commit the tests. You can edit them, because they are never overwritten",
        ].compactMap { $0 }
    }

    private func json(_ outcome: ProjectScaffold.Outcome) -> CanonicalJSON {
        var status = "written"
        var reason: String?
        switch outcome.result {
        case .written: break
        case .unchanged: status = "unchanged"
        case .edited: status = "edited"
        case .failed(let error):
            status = "failed"
            reason = ErrorMessage(error).whole
        }
        let test = outcome.file.test
        return .object([
            ("from", test.from.map { .string($0) }), ("group", test.fixture.group.map { .string($0) }),
            ("kind", .string(test.kind)), ("name", .string(outcome.file.name)),
            ("path", .string(shown(outcome.path))), ("reason", reason.map { .string($0) }),
            ("schema", .string(test.schema)), ("status", .string(status)), ("version", .string(test.version)),
        ])
    }

    private static func json(_ skip: ScaffoldSkip) -> CanonicalJSON {
        let wording = ScaffoldSkipMessage(skip)
        return .object([
            ("fix", .string(wording.fix)), ("group", skip.group.map { .string($0) }),
            ("reason", .string(skip.reason.name)), ("subject", .string(skip.subject)),
            ("versions", .strings(skip.versions)), ("what", .string(wording.what)),
        ])
    }
}

extension TestFile.Test {
    fileprivate var kind: String {
        switch self {
        case .drift: "drift"
        case .migration: "migration"
        }
    }

    fileprivate var fixture: TestFile.FrozenName {
        switch self {
        case .drift(let test): test.fixture
        case .migration(let test): test.fixture
        }
    }

    fileprivate var from: String? {
        switch self {
        case .drift: nil
        case .migration(let test): test.fixture.version
        }
    }

    fileprivate var schema: String {
        switch self {
        case .drift(let test): test.schema
        case .migration(let test): test.schema
        }
    }

    fileprivate var version: String {
        switch self {
        case .drift(let test): test.fixture.version
        case .migration(let test): test.version
        }
    }
}

extension ProjectScaffold.Outcome {
    /// Whether the test contains reasons that the user must fill in.
    fileprivate var hasReasons: Bool {
        if case .migration(let test) = file.test { !test.expectations.isEmpty } else { false }
    }
}

extension ScaffoldReport {
    /// Advice about what the tests need in order to run.
    enum Advice {
        /// Returns the test target's missing dependencies as lines for the manifest; empty if no dependency is missing.
        static func dependencies(_ scaffold: ProjectScaffold) -> [String] {
            guard let target = scaffold.folder.target, !scaffold.missingDependencies.isEmpty else { return [] }
            let lines = scaffold.missingDependencies.map { name in
                name == "PermafrostTesting"
                    ? "  .product(name: \"PermafrostTesting\", package: \"\(ToolCommand.package)\")," : "  \"\(name)\","
            }
            return ["Package.swift: the \(target.name) test target lacks dependencies that its tests import. Add:"]
                + lines
        }

        /// Returns the steps that remain in Xcode; empty if the tests don't belong to an Xcode target. They are listed
        /// even if they were already taken, because an Xcode target's dependencies are unknown.
        static func xcode(_ scaffold: ProjectScaffold) -> [String] {
            guard let target = scaffold.xcodeTarget else { return [] }
            return [
                "In Xcode, add Permafrost's package, and its PermafrostTesting product to the \(target) target.",
                "  Also add the files, unless the target's folder is a synchronized folder",
            ]
        }

        /// Returns advice if the fixture tree isn't in a folder above the tests; nil if the tests can find the tree.
        static func fixtures(_ scaffold: ProjectScaffold) -> String? {
            scaffold.findsFixtures
                ? nil
                : "The tests search the folders above them for Fixtures. To use this tree, set PERMAFROST_FIXTURES when they run"
        }
    }
}
