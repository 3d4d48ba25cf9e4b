import PermafrostModel

/// PF0119: A fixture's file is missing from other checkouts or differs there.
struct FixtureNotInRepository: ProjectRule {
    static let needs: Set<Fact> = [.delivery]
    static let page = RulePage(
        code: "PF0119", name: "FixtureNotInRepository", severity: .warning, gates: [.check, .freeze],
        summary: "git ignores a fixture's file, or converts its line endings.",
        failure: """
            The fixture is intact in this checkout. In another checkout, the file is missing or has different bytes, \
            so check fails there or can't compare the version.
            """,
        fix: """
            If git ignores the file, run `git add --force`. If git converts line endings, run `permafrost init`, which \
            writes .gitattributes, and then `git add --renormalize`. Commit the result.
            """,
        reads: ["git's attributes and ignored files"],
        source: .contract("a fixture has the same files in every checkout"))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] { facts.delivery.map { Self.findings(about: $0) } ?? [] }

    /// Returns one finding for each problem, with all files that have the problem. Ignores the files that a sparse
    /// checkout omits.
    static func findings(about delivery: FixtureDelivery) -> [Finding] {
        // Files that a sparse checkout omits are reported as missing by other findings.
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
    /// The findings for files that are missing from other checkouts or differ there.
    package var findings: [Finding] { FixtureNotInRepository.findings(about: self) }
}

extension FixtureDelivery.Problem {
    /// Returns a description of the problem with the given files.
    fileprivate func what(_ files: String) -> String {
        switch self {
        case .ignored(let pattern, let source): "git ignores \(files) (\(pattern) in \(source))"
        case .converted(let reason): "git converts the line endings of \(files) (\(reason))"
        case .sparse, .pointer: "\(files): \(clause)"
        }
    }

    fileprivate var affected: String {
        switch self {
        case .ignored, .sparse:
            "every other checkout. The files are missing there, so nothing can be compared with them"
        case .converted, .pointer: "other checkouts. The files don't have their recorded checksums there"
        }
    }

    /// Returns the fix for files with the problem. If git ignores or converts the files, the fix adds them from this
    /// checkout, because they are still intact here.
    fileprivate func fix(paths: [String], folders: [String]) -> String {
        switch self {
        case .ignored:
            "Remove the pattern, or add the files and commit: git add --force \(Self.words(paths))"
        case .converted:
            "Run permafrost init, which writes .gitattributes, then renormalize the files and commit: git add --renormalize "
                + Self.words(folders)
        case .sparse, .pointer: restoring(folders[0])
        }
    }

    private static func words(_ paths: [String]) -> String { paths.map(\.asShellWord).joined(separator: " ") }
}
