import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// The HTML page about a project, with the results of `list`, `check`, `lint`, `history` and `diff`.
struct ProjectPage {
    private var page: ReportPage

    /// Reads and judges the project, and returns its page.
    static func run(_ context: CommandContext) throws -> ReportPage {
        let held = context.heldFixtures()
        let project = try context.project(readsCode: true)
        let matcher = try context.matcher(of: project)
        let check = try ProjectCheck.run(project, needsFixtures: false, matcher, held: held.get())
        let lint = try ProjectLint.run(project, matcher)
        var page = ProjectPage(
            page: ReportPage(
                title: project.groups.isEmpty ? "Permafrost" : project.groups.map(\.name).joined(separator: ", "),
                generator: ReportPage.maker))
        let history = page.history(of: project, matcher, context)
        let catalog = try VersionCatalog(project, matcher)
        page.page.chapters = try chapters(of: project, check, history, catalog)
        let found = [("check", check.findings), ("lint", lint.findings), ("history", history?.findings ?? [])]
        page.page.findings = entries(of: found, directory: context.options.directory)
        if !check.versions.isEmpty, !check.versions.contains(where: { $0.fixture != nil }) {
            let wording = ErrorMessage(
                project.noFixtures(among: try held.get(), path: context.shown(project.tree.directory)))
            page.page.notices.append(ReportPage.Notice(.warning, wording.text))
        }
        for finding in project.sourceFindings where finding.severity == .error {
            page.page.notices.append(
                ReportPage.Notice(.error, "\(finding.location.map { "\($0): " } ?? "")\(finding.what)."))
        }
        if page.page.notices.isEmpty, check.isIncomplete || lint.isIncomplete || catalog.isIncomplete {
            let problem = (catalog.findings + check.findings).first { $0.severity == .error }
            page.page.notices.append(ReportPage.Notice(.error, (problem?.what ?? "check: 2") + "."))
        }
        return page.page
    }

    /// Returns the schemas that shipped, and adds the history's notes to the page. Returns nil if the project isn't in
    /// a repository or has no tags. If reading the tags fails, adds a notice about the error and returns nil.
    private mutating func history(
        of project: Project, _ matcher: VersionMatcher, _ context: CommandContext
    ) -> ProjectHistory? {
        do {
            let repository = try GitRepository(directory: context.options.directory)
            let history = try ProjectHistory.run(
                project, repository: repository, sources: context.sources(of: repository, readsCode: true),
                matcher)
            let report = HistoryReport(history: history, fixtures: [], findings: history.findings)
            page.notices += report.notes(.github).map { ReportPage.Notice(.neutral, $0 + ".") }
            return history
        } catch GitError.noRepository {
            return nil
        } catch ProjectError.noTags {
            return nil
        } catch {
            page.add(error)
            return nil
        }
    }

    /// Returns the findings of several commands, with errors first. A finding that several commands report is included
    /// once.
    private static func entries(
        of found: [(command: String, findings: [Finding])], directory: String
    ) -> [FindingEntry] {
        var commands: [Finding: [String]] = [:]
        for (command, findings) in found {
            for finding in findings where commands[finding]?.contains(command) != true {
                commands[finding, default: []].append(command)
            }
        }
        var excerpts = SourceExcerpts(directory: directory)
        return found.flatMap(\.findings).unique.sorted(by: Finding.isBefore).map { finding in
            FindingEntry(
                finding, commands: commands[finding] ?? [],
                excerpt: finding.location.map { excerpts.excerpt($0) } ?? [])
        }
    }

    // MARK: Versions

    private static func chapters(
        of project: Project, _ check: ProjectCheck, _ history: ProjectHistory?, _ catalog: VersionCatalog
    ) throws -> [Chapter] {
        var names: [String] = []
        for name in project.groups.map(\.name) + check.versions.map(\.group) where !names.contains(name) {
            names.append(name)
        }
        return try names.map { name in
            let group = project.groups.first { $0.name == name }
            let rows = inOrder(check.versions.filter { $0.group == name }, group)
            let known = rows.map { version($0, group, catalog) }
            let checksums = Set(known.compactMap { $0?.checksum })
            // Include schemas from groups that no longer exist, because they shipped before these versions declared
            // them.
            let shapes = (history?.shapes ?? []).filter { shape in
                shape.group == name || !names.contains(shape.group) && checksums.contains(shape.versionChecksum)
            }
            let stages = (group?.plan?.stages ?? []).compactMap { stage -> Chapter.Stage? in
                guard let from = rows.firstIndex(where: { $0.schema == stage.from && $0.location != nil }),
                    let to = rows.firstIndex(where: { $0.schema == stage.to && $0.location != nil })
                else { return nil }
                return Chapter.Stage(from: from, to: to, kind: stage.kind, place: stage.location.description)
            }
            let versions = try zip(rows, known).map { row, known in
                try version(row, known, frozenAs: frozen(row, catalog)?.checksum, shapes)
            }
            return Chapter(
                name: name, versions: versions, stages: stages,
                differences: try differences(known))
        }
    }

    /// Returns the versions in the plan's order. A version that isn't in the plan is inserted before the next higher
    /// version. If the group has no plan, the order doesn't change.
    private static func inOrder(_ rows: [CheckRow], _ group: VersionGroup?) -> [CheckRow] {
        guard let plan = group?.plan else { return rows }
        let places = Dictionary(plan.schemas.enumerated().map { ($1, $0) }) { first, _ in first }
        let isListed = { (row: CheckRow) in row.location != nil && places[row.schema ?? ""] != nil }
        var ordered = rows.filter(isListed).sorted {
            places[$0.schema ?? "", default: 0] < places[$1.schema ?? "", default: 0]
        }
        for row in rows where !isListed(row) {
            let place =
                ordered.firstIndex { VersionOrder(row.version) < VersionOrder($0.version) } ?? ordered.count
            ordered.insert(row, at: place)
        }
        return ordered
    }

    /// Returns the declared version of a row. If the version isn't declared or its declaration can't be read, returns
    /// the frozen version. Returns nil if the frozen version can't be read either.
    private static func version(
        _ row: CheckRow, _ group: VersionGroup?, _ catalog: VersionCatalog
    ) -> SchemaVersion? {
        let declared = catalog.versions.first { version in
            version.schema == row.schema && version.origin == .declared() && row.location != nil
        }
        return declared ?? frozen(row, catalog)
    }

    private static func frozen(_ row: CheckRow, _ catalog: VersionCatalog) -> SchemaVersion? {
        catalog.versions.first { version in
            if case .frozen(let folder) = version.origin { folder == row.fixture } else { false }
        }
    }

    private static func version(
        _ row: CheckRow, _ known: SchemaVersion?, frozenAs frozen: String?, _ shapes: [ShippedVersion]
    ) throws -> Chapter.Version {
        let checksum = row.versionChecksum ?? known?.checksum
        // If a version drifted, its frozen form is the one that shipped.
        let tags = shapes.filter {
            ($0.versionChecksum == checksum || $0.versionChecksum == frozen)
                && ($0.version == row.version || $0.describedBy == row.version)
        }
        let facts = [
            ("version checksum", checksum), ("fixture", row.fixture), ("hashes", row.hashConfidence?.rawValue),
            ("differs under", row.variants.isEmpty ? nil : row.variants.joined(separator: ", ")),
            ("frozen by", row.framework?.text),
        ]
        return Chapter.Version(
            name: row.version, schema: row.schema, state: ListReport.state(row), tone: row.status.tone,
            place: row.location?.description, tags: tags.flatMap(\.tags).unique,
            facts: facts.compactMap { name, value in value.map { (name, $0) } }, model: try known?.content?.decoded())
    }

    // MARK: Differences

    /// Returns the differences between every two versions. If there are more than ``pairLimit`` versions, returns only
    /// the differences between consecutive versions.
    private static func differences(_ versions: [SchemaVersion?]) throws -> [Difference] {
        let pairs = versions.indices.flatMap { to in
            (0..<to).filter { $0 == to - 1 || versions.count <= pairLimit }.map { ($0, to) }
        }
        return try pairs.parallelMap { pair in Result { try difference(pair.0, pair.1, versions) } }
            .compactMap { try $0.get() }
    }

    private static let pairLimit = 30

    /// Returns the difference between two versions; nil if one of them couldn't be read. A notice on the page reports
    /// an unreadable version.
    private static func difference(_ from: Int, _ to: Int, _ versions: [SchemaVersion?]) throws -> Difference? {
        guard let old = versions[from], let new = versions[to] else { return nil }
        let difference = try VersionDifference(from: old, to: new)
        return Difference(
            from: from, to: to,
            changes: difference.inference.changes.map { judged in
                Difference.Change(judged, place: difference.place(of: judged.change)?.description)
            },
            questions: difference.inference.questions.map {
                RenameQuestionMessage($0, isFromModelFile: difference.isFromModelFile).text + "."
            },
            verdict: difference.inference.verdict, identity: ModelDiffReport.identity(difference))
    }
}

extension CheckRow.Status {
    /// The tone of a version with this status.
    fileprivate var tone: ReportPage.Tone {
        switch self {
        case .unchanged: .good
        case .drifted, .damaged, .missing, .gone, .notEvaluable: .error
        case .notFrozen: .warning
        case .superseded, .added, .retired: .neutral
        }
    }
}
