import PermafrostDeclarations
import PermafrostModel
import PermafrostProject

/// What became of the tests to write, as JSON.
struct ScaffoldJSON {
    let json: CanonicalJSON

    init(
        _ scaffold: ProjectScaffold, _ outcomes: [ProjectScaffold.Outcome], _ problems: [Finding],
        context: CommandContext, code: ExitCode
    ) {
        json = .object([
            ("advice", ScaffoldAdvice.dependencies(scaffold).map { .string($0) }),
            ("command", .string("scaffold")), ("exitCode", .integer(Int64(code.rawValue))),
            ("files", .array(outcomes.map { Self.json($0, context) })),
            ("findings", .array(problems.map { FindingJSON($0).json })), ("formatVersion", .integer(1)),
            ("missingDependencies", .strings(scaffold.missingDependencies)),
            ("skipped", .array(scaffold.skips.map(Self.json))),
            ("target", scaffold.folder.target.map { .string($0.name) }),
            ("tests", .string(context.shown(scaffold.folder.path))),
        ])
    }

    private static func json(_ outcome: ProjectScaffold.Outcome, _ context: CommandContext) -> CanonicalJSON {
        var status = "written"
        var reason: String?
        switch outcome.result {
        case .written: break
        case .unchanged: status = "unchanged"
        case .edited: status = "edited"
        case .failed(let error):
            status = "failed"
            reason = ErrorWording(error).text
        }
        let test = outcome.file.test
        return .object([
            ("from", test.from.map { .string($0) }), ("group", test.fixture.group.map { .string($0) }),
            ("kind", .string(test.kind)), ("name", .string(outcome.file.name)),
            ("path", .string(context.shown(outcome.path))), ("reason", reason.map { .string($0) }),
            ("schema", .string(test.schema)), ("status", .string(status)), ("version", .string(test.version)),
        ])
    }

    private static func json(_ skip: ScaffoldSkip) -> CanonicalJSON {
        let wording = ScaffoldSkipWording(skip)
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

    fileprivate var fixture: FrozenName {
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
