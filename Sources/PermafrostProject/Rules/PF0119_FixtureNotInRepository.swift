import PermafrostModel

/// PF0119: Other checkouts lack a fixture's file, or have it with different bytes.
struct FixtureNotInRepository: CheckRule {
    static let page = RulePage(
        code: "PF0119", name: "FixtureNotInRepository", severity: .warning, gates: [.check, .freeze],
        summary: "git ignores a fixture's file, or converts its line ends.",
        failure: """
            The fixture is intact here, but another checkout lacks the file or has it with other bytes: the check fails there, or has \
            nothing to compare with.
            """,
        fix: """
            Add an ignored file with `git add --force`. Keep line ends with `permafrost init`, which writes .gitattributes, then \
            `git add --renormalize` and commit.
            """)

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] { input.delivery.map { Self.findings(about: $0) } ?? [] }

    /// Returns one finding for each reason.
    static func findings(about delivery: FixtureDelivery) -> [Finding] {
        // Files that a sparse checkout leaves out are missing files, which other findings report.
        let open = delivery.problems.filter { $0.value != .sparse }
        return Dictionary(grouping: open.keys.sorted()) { open[$0] }
            .compactMap { problem, paths in problem.flatMap { finding($0, paths) } }
            .sorted(by: Finding.isBefore)
    }

    private static func finding(_ problem: FixtureDelivery.Problem, _ paths: [String]) -> Finding? {
        guard let first = paths.first else { return nil }
        let files = paths.count == 1 ? first : "\(first) and \(paths.count - 1) more file\(paths.count == 2 ? "" : "s")"
        let folders = paths.map { $0.split(separator: "/").dropLast().joined(separator: "/") }.unique
        return Finding(
            page,
            .init(
                what: problem.what(files), affected: problem.affected,
                fix: problem.fix(paths: paths.count > 3 ? folders : paths, folders: folders)),
            at: SourceLocation(file: folders[0], line: 1, column: 1))
    }
}

extension FixtureDelivery {
    /// The findings about files that other checkouts lack, or have with different bytes.
    package var findings: [Finding] { FixtureNotInRepository.findings(about: self) }
}

extension FixtureDelivery.Problem {
    /// Returns the sentence about files that are intact here.
    fileprivate func what(_ files: String) -> String {
        switch self {
        case .ignored: "\(files): \(clause)"
        case .converted(let reason): "\(files): git converts the line ends, by \(reason)"
        case .sparse, .pointer: "\(files): \(clause)"
        }
    }

    fileprivate var affected: String {
        switch self {
        case .ignored, .sparse: "every other checkout: it lacks the files, so nothing can be compared with them"
        case .converted, .pointer: "other checkouts: the files don't have their recorded checksums there"
        }
    }

    /// Returns the fix for files that are still intact.
    fileprivate func fix(paths: [String], folders: [String]) -> String {
        switch self {
        case .ignored:
            "git add --force \(Self.words(paths)), and commit; or remove the pattern"
        case .converted:
            "permafrost init, which writes .gitattributes, then git add --renormalize \(Self.words(folders)), and commit"
        case .sparse, .pointer: restoring(folders[0])
        }
    }

    private static func words(_ paths: [String]) -> String { paths.map(\.asShellWord).joined(separator: " ") }
}
