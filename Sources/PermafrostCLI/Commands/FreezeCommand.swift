import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostStore

/// `permafrost freeze`: writes declared versions as fixtures.
struct FreezeCommand: Command {
    static let all = Flag("--all", "freeze every version that is not frozen yet")
    static let rows = TextOption("--rows", value: "N", "sample rows for each entity (default 8, 0 for none)")
    static let at = TextOption(
        "--at", value: "GITREF", "read the sources as they were at a tag or commit, without a checkout")
    static let regroup = Flag(
        "--regroup", "move fixtures into their groups' folders, as a project of several plans has them")
    static let force = Flag("--force", "replace the fixture of a version that no release tag has, in one step")
    static let forceShipped = Flag(
        "--force-shipped", "replace also a fixture that a release tag has, and record that in the fixture tree")
    static let because = TextOption("--because", value: "TEXT", "with --force-shipped: the reason to record")

    static let specification = CommandSpecification(
        name: "freeze", operands: "VERSION", operandCount: 0...1,
        summary: "write a declared version as a fixture: a real store, its model and checksums",
        discussion: """
            Writes Fixtures/VERSION/: a SQLite store that Apple's framework would recognise, with sample rows; its \
            model in JSON; its DDL; checksums. First it shows the errors that check and lint find for the plans of what \
            is frozen, while a version that has not shipped can still be edited; they do not stop it, since what has \
            shipped is frozen as it is. A frozen version does not change: replacing its fixture needs --force, and --force-shipped if a release tag has it. \
            A tree without folders for groups stays so when a second plan is added, for the tests that name its versions; \
            --regroup alone moves them.
            """,
        options: [
            all, rows, at, regroup, force,
            forceShipped, because,
        ],
        makesTree: true)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        if context.invocation[Self.regroup] { return try regroup() }
        let selection = try selection()
        let replacement = try replacement()
        let held = context.heldFixtures(needsDelivery: false)
        let rows = try rowsPerEntity()
        let progress = Output.Progress("reading sources", output: context.output)
        let project = try context.invocation[Self.at].map(context.project(at:)) ?? context.project()
        let freeze = try ProjectFreeze(
            project, toolVersion: PermafrostRelease.version, rowsPerEntity: rows,
            date: try Self.date(context.environment), held: held.get())
        progress.end()
        context.output.problems(project.sourceFindings)
        let findings = (context.invocation[Self.at] != nil) ? [] : try findings(project, freeze, selection)
        context.output.problems(findings)
        let isFirst = freeze.isFirst
        let outcomes = try freeze.run(selection, replacing: replacement) { outcome in
            if context.isForPeople { show(outcome, of: project) }
        }
        let undelivered = try prepareForGit(outcomes, isFirst, project)
        return context.write(
            FreezeReport(
                outcomes: outcomes, problems: project.sourceFindings, findings: findings + undelivered,
                hints: hints(outcomes, project)))
    }

    /// The errors that a check and a lint find for the plans of the versions to freeze. Left out are those that freezing
    /// ends, what a fixture to be replaced differs in, and those that it reports by itself.
    private func findings(
        _ project: Project, _ freeze: ProjectFreeze, _ selection: ProjectFreeze.Selection
    ) throws -> [Finding] {
        let versions = try freeze.versions(selection)
        let groups = Set(versions.map(\.0.name))
        let replaced = selection == .all ? [] : Set(versions.map(\.1.name))
        guard !versions.isEmpty else { return [] }
        let matcher = try context.matcher(of: project)
        let check = try ProjectCheck(project, needsFixtures: false, matcher)
        let lint = try ProjectLint(project, matcher)
        let ofCheck = check.findings.filter { $0.schema.map(replaced.contains) != true }
        var seen: Set<Finding> = []
        return (ofCheck + lint.findings).filter { finding in
            finding.severity == .error && !finding.isOfSources && !finding.rule.gates.contains(.freeze)
                && !groups.isDisjoint(with: finding.groups) && seen.insert(finding).inserted
        }.sorted(by: Finding.isBefore)
    }

    /// Keeps git from converting the first fixtures, and finds out which files it wouldn't hand on.
    private func prepareForGit(
        _ outcomes: [ProjectFreeze.Outcome], _ isFirst: Bool, _ project: Project
    ) throws -> [Finding] {
        guard outcomes.contains(where: { !$0.isFailure }) else { return [] }
        do {
            guard GitRepository.contains(context.options.directory) else { return [] }
            if isFirst, outcomes.contains(where: { if case .frozen = $0.result { true } else { false } }) {
                let attributes = try FixtureAttributes(project)
                try attributes.write(in: project)
                if let file = attributes.file {
                    let lines = file.added.count == 1 ? "1 line" : "\(file.added.count) lines"
                    context.output.note("added \(lines) to \(file.path), so that git doesn't convert the fixtures")
                }
            }
            let findings = try FixtureDelivery.of(context.options)?.findings ?? []
            context.output.problems(findings)
            return findings
        } catch let error as GitError {
            // The fixtures are written; a check reports what git refuses.
            context.output.note("can't find out whether git ignores the fixtures: \(ErrorWording(error).text)")
            return []
        }
    }

    private func regroup() throws -> ExitCode {
        let others: [any DeclaredOption] = [Self.all, Self.force, Self.forceShipped, Self.at, Self.rows]
        for option in others where !context.invocation[all: option].isEmpty {
            throw UsageError.conflictingOptions(Self.regroup.specification.name, option.specification.name)
        }
        if let version = context.invocation.operands.first {
            throw UsageError.unexpectedOperand(version, command: "freeze --regroup")
        }
        let regrouping = try FixtureRegrouping(context.project())
        let style = Style(context.output.isColoured)
        try regrouping.run { move in
            if context.isForPeople {
                context.output.result("\(style.green("moved"))    \(move.from) → \(move.to)")
            }
        }
        return context.write(FreezeReport.RegroupReport(moves: regrouping.moves))
    }

    /// Writes an outcome for people as soon as it is known.
    private func show(_ outcome: ProjectFreeze.Outcome, of project: Project) {
        let style = Style(context.output.isColoured)
        let path = outcome.fixture.map { context.shown(project.tree.directory + "/" + $0) } ?? "?"
        switch outcome.result {
        case .frozen:
            let verb = outcome.replaced == nil ? "froze   " : "replaced"
            context.output.result("\(style.green(verb)) \(outcome.version)  \(outcome.schema) → \(path)")
            if let replaced = outcome.replaced {
                for line in ReleaseWording.ReplacementWording(replaced).lines {
                    context.output.note("         \(line)")
                }
            }
            if !outcome.assumptions.isEmpty {
                context.output.note(
                    "         the hash of \(outcome.assumptions.joined(separator: ", ")) isn't verified against Apple's framework"
                )
            }
            if !outcome.variants.isEmpty {
                context.output.note(
                    "         the model differs under \(outcome.variants.joined(separator: ", ")). Both models are frozen, and the "
                        + "store has the one for other platforms")
            }
        case .alreadyFrozen:
            context.output.result("\(style.faint("frozen"))   \(outcome.version)  \(outcome.schema) → \(path)")
        case .failed(let error):
            context.output.error(ErrorWording(error, of: outcome.schema))
        }
    }

    /// What to do next, with commands that can be pasted.
    private func hints(_ outcomes: [ProjectFreeze.Outcome], _ project: Project) -> [String] {
        var hints: [String] = []
        let commit = "Commit \(context.shown(project.tree.directory))"
        if outcomes.contains(where: { if case .frozen = $0.result { true } else { false } }) {
            if isAdoptable(outcomes, project) {
                hints.append(
                    "These are today's models. To freeze what shipped, by git tag: \(context.commandLine("adopt"))")
            }
            hints.append("\(commit), and check each build: \(context.commandLine("check"))")
            // Tests open versions by their types, which other models have none of.
            if context.options.models.isEmpty, context.options.coreDataModels.isEmpty {
                hints.append("Test what has shipped: \(context.commandLine("scaffold"))")
            }
        }
        return hints
    }

    /// Whether models without a `VersionedSchema` were frozen as they are, without being asked for by name, and have tags.
    private func isAdoptable(_ outcomes: [ProjectFreeze.Outcome], _ project: Project) -> Bool {
        let unversioned = Set(project.groups.flatMap(\.schemas).filter(\.isUnversioned).map(\.name))
        guard context.options.models.isEmpty, context.invocation[Self.at] == nil,
            outcomes.contains(where: { unversioned.contains($0.schema) })
        else { return false }
        // A hint is no reason to fail: without git, or outside of a repository, there is nothing to adopt.
        guard let tags = try? GitRepository(directory: context.options.directory).tags() else { return false }
        return !tags.isEmpty
    }

    private func selection() throws -> ProjectFreeze.Selection {
        let version = context.invocation.operands.first
        let isForced = context.invocation[Self.force] || context.invocation[Self.forceShipped]
        switch (version, context.invocation[Self.all]) {
        case (nil, true):
            guard !isForced else { throw UsageError.forceAndAll }
            return .all
        case (.some, true): throw UsageError.versionAndAll
        case (nil, false): throw UsageError.missingOperand("VERSION or --all", command: "freeze")
        case (let version?, false):
            do {
                return .version(try VersionName(version).description)
            } catch let rejection as VersionName.Rejection {
                throw UsageError.unsafeVersion(version, reason: rejection.reason)
            }
        }
    }

    private func replacement() throws -> ProjectFreeze.Replacement {
        let reason = context.invocation[Self.because].map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        guard context.invocation[Self.forceShipped] else {
            if reason != nil { throw UsageError.becauseWithoutForceShipped }
            return context.invocation[Self.force] ? .unshipped : .none
        }
        guard let reason, !reason.isEmpty else { throw UsageError.forceShippedWithoutReason }
        return .shipped(reason: reason)
    }

    private func rowsPerEntity() throws -> Int {
        guard let text = context.invocation[Self.rows] else { return FreezeRequest.defaultRowsPerEntity }
        guard let rows = Int(text), (0...100_000).contains(rows) else {
            throw UsageError.invalidValue(option: "--rows", value: text, expected: "a number from 0 to 100000")
        }
        return rows
    }

    /// Now, or the time of `SOURCE_DATE_EPOCH`, in UTC. Throws a ``UsageError`` if that is no time of the years to 9999.
    static func date(_ environment: [String: String]) throws -> String {
        do { return try FreezeDate.text(environment) } catch {
            throw UsageError.invalidValue(
                option: "SOURCE_DATE_EPOCH", value: error.value, expected: "whole seconds since 1970")
        }
    }
}

extension ProjectFreeze.Outcome {
    var isFailure: Bool { if case .failed = result { true } else { false } }
}

extension VersionName.Rejection {
    fileprivate var reason: String {
        switch self {
        case .empty: "it is empty"
        case .leadingCharacter: "it starts with `-` or `.`"
        case .unsafeCharacter: "it holds `/`, `\\`, `..` or a control character"
        case .tooLong: "it is longer than 200 bytes"
        }
    }
}
