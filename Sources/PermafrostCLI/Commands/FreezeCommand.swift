import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostProject

/// `permafrost freeze`: writes declared versions as fixtures.
struct FreezeCommand: Command {
    static let all = Flag("--all", "freeze every unfrozen version")
    static let rows = TextOption("--rows", value: "N", "sample rows for each entity (default 8, 0 for none)")
    static let at = TextOption(
        "--at", value: "GITREF", "read the sources at a tag or commit, without a checkout")
    static let regroup = Flag(
        "--regroup", "move each fixture to the folder of its plan, in a project with several plans")
    static let force = Flag("--force", "replace a version's fixture if no release tag contains it")
    static let forceShipped = Flag(
        "--force-shipped", "replace a fixture even if a release tag contains it, and record this in the fixture tree")
    static let scaffold = Flag("--scaffold", "also write the missing tests, as scaffold does")
    static let fromStore = TextOption(
        "--from-store", value: "STORE",
        "add an anonymized copy of a user's store to the fixture of a frozen version")
    static let name = TextOption("--name", value: "NAME", "the name of the user's store in tests (default: user)")
    static let keep = ListOption(
        "--keep", value: "MODEL.PROPERTY", "keep this property's values, with --from-store (may be repeated)")
    static let reduce = TextOption(
        "--reduce", value: "N", "add only N rows of each model and the rows they refer to, with --from-store")
    static let because = TextOption("--because", value: "TEXT", "the reason to record, with --force-shipped")

    static let specification = CommandSpecification(
        name: "freeze", operands: "VERSION", operandCount: 0...1,
        summary: "write a declared version as a fixture: a real store, its model and checksums",
        discussion: """
            Writes Fixtures/VERSION/: a SQLite store with sample rows that Apple's framework recognizes, its model in JSON, its \
            DDL and checksums. First prints the errors of the rules that judge the versions and stages of the affected plans, \
            so that you can fix them before the version ships. They don't stop the freeze, because a shipped version is frozen \
            unchanged. A frozen \
            version doesn't change: replacing its fixture needs --force, or --force-shipped if a release tag has it. A tree \
            without group folders keeps its layout when a second plan is added, so that tests still find their versions. Only \
            --regroup moves fixtures. --scaffold also writes the drift and migration tests that are missing.

            --from-store adds a store from somebody's device to the fixture of its version. The copy has the same model, rows, \
            links, lengths and duplicates. Texts, data, numbers and dates are replaced by meaningless ones, except for raw \
            values, case names and defaults, and for the properties that --keep names. Encoded \
            values become samples of their declared types. A store that is too large for a repository can be reduced to a sample \
            with --reduce. Read the store's rows before you commit it.
            """,
        examples: [
            CommandExample("2.0.0", "freeze the version that is about to ship"),
            CommandExample("--all", "freeze every unfrozen version"),
            CommandExample("1.0.0 --at v1.0", "freeze a version as the sources of a tag declare it"),
            CommandExample(
                "1.0.0 --from-store user.store --keep Post.title",
                "add a copy of a user's store with other values, to test migrations"),
        ],
        options: [
            all, rows, at, regroup, force,
            forceShipped, because, fromStore, name, keep, reduce, scaffold, TestOptions.tests,
            TestOptions.framework,
        ],
        makesTree: true)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let store = context.invocation[Self.fromStore]
        for option in Self.optionsOfUserStores where store == nil && !context.invocation[all: option].isEmpty {
            throw UsageError.optionNeeds(option.specification.name, Self.fromStore.specification.name)
        }
        if context.invocation[Self.regroup] { return try regroup() }
        if let store { return try freeze(userStore: store) }
        let selection = try selection()
        let replacement = try replacement()
        let tests = try context.testRequest(if: Self.scaffold)
        let held = context.heldFixtures(needsDelivery: false)
        let rows = try rowsPerEntity()
        let progress = ProgressNote("reading sources", output: context.output)
        let project = try context.invocation[Self.at].map { try context.project(at: $0) } ?? context.project()
        // Find the tests' folder first. If there is none, nothing is written.
        if let tests { _ = try ProjectScaffold.folder(of: project, tests: tests.tests) }
        let freeze = try context.freezeSession(held).freeze(of: project, rowsPerEntity: rows)
        progress.end()
        context.output.problems(project.sourceFindings)
        let advice = FreezeAdvice(freeze, of: project)
        let isAtTag = context.invocation[Self.at] != nil
        let findings = isAtTag ? [] : try advice.errors(selection) { try context.matcher(of: project) }
        context.output.problems(findings)
        let isFirst = freeze.isFirst
        let outcomes = try freeze.run(selection, replacing: replacement) { outcome in
            if context.isForPeople { show(outcome, of: project) }
        }
        let delivery = try FreezeDelivery.run(outcomes, isFirst: isFirst, of: project, isOfWorkTree: !isAtTag)
        show(delivery, outcomes)
        let scaffold = try tests.flatMap { try writeTests($0, after: outcomes, project) }
        let steps = advice.nextSteps(after: outcomes, isAtTag: isAtTag).filter { $0 != .scaffold || scaffold == nil }
        return context.write(
            FreezeReport(
                outcomes: outcomes, problems: project.sourceFindings, findings: findings + delivery.findings,
                uncommitted: delivery.uncommitted, hints: steps.map { hint($0, project) }, scaffold: scaffold))
    }

    /// Writes the tests that are missing from the test target. They test the current sources, even if `--at` was given.
    /// Returns nil without writing tests if no version is frozen.
    private func writeTests(
        _ request: ScaffoldRequest, after outcomes: [ProjectFreeze.Outcome], _ project: Project
    ) throws -> ScaffoldReport? {
        guard outcomes.contains(where: { !$0.isFailure }) else { return nil }
        let current = context.invocation[Self.at] == nil ? project : try context.project()
        return context.written(try ProjectScaffold(current, request))
    }

    /// Prints the number of lines that were added to `.gitattributes`. Also prints the findings about fixture files
    /// that git wouldn't deliver unchanged to other clones.
    private func show(_ delivery: FreezeDelivery, _ outcomes: [ProjectFreeze.Outcome]) {
        if let file = delivery.attributes {
            let lines = file.added.count == 1 ? "1 line" : "\(file.added.count) lines"
            context.output.note("added \(lines) to \(file.path), so that git doesn't convert the fixtures")
        }
        if let failure = delivery.failure {
            context.output.note("can't determine whether git ignores the fixtures: \(ErrorMessage(failure).text)")
        }
        context.output.problems(delivery.findings)
        for outcome in outcomes {
            guard let files = delivery.uncommitted[outcome.schema] else { continue }
            context.output.note(
                "\(outcome.version) was frozen with uncommitted changes in \(files.map(\.visible).listed), although "
                    + "the declaration of \(outcome.schema) is committed. Commit these changes together with the "
                    + "fixture. Without them, check reports drift in other clones")
        }
    }

    private static let optionsOfUserStores: [any DeclaredOption] = [name, keep, reduce]

    private func freeze(userStore store: String) throws -> ExitCode {
        let others: [any DeclaredOption] = [
            Self.all, Self.forceShipped, Self.because, Self.at, Self.rows, Self.scaffold,
        ]
        for option in others where !context.invocation[all: option].isEmpty {
            throw UsageError.conflictingOptions(Self.fromStore.specification.name, option.specification.name)
        }
        // --tests and --framework need --scaffold, too.
        _ = try context.testRequest(if: Self.scaffold)
        guard let version = context.invocation.operands.first else {
            throw UsageError.missingOperand("VERSION", command: "freeze --from-store")
        }
        let text = context.invocation[Self.name] ?? "user"
        let name: VersionName
        do { name = try VersionName(text) } catch {
            throw UsageError.invalidValue(
                option: Self.name.specification.name, value: text, expected: "a name for a folder, such as user")
        }
        let request = UserStoreFreeze.Request(
            version: version, store: store.absolutePath, name: name, kept: Set(context.invocation[Self.keep]),
            rowLimit: try rowLimit(),
            isReplacing: context.invocation[Self.force])
        let progress = ProgressNote("reading sources", output: context.output)
        let project = try context.project()
        progress.end()
        let freeze = UserStoreFreeze(
            project, toolVersion: PermafrostRelease.version, date: try context.freezeDate())
        let outcome = try freeze.run(request)
        return context.write(UserStoreReport(outcome: outcome, shownPath: context.shown(outcome.path)))
    }

    private func regroup() throws -> ExitCode {
        let others: [any DeclaredOption] = [
            Self.all, Self.force, Self.forceShipped, Self.at, Self.rows, Self.scaffold, Self.fromStore,
        ]
        for option in others where !context.invocation[all: option].isEmpty {
            throw UsageError.conflictingOptions(Self.regroup.specification.name, option.specification.name)
        }
        if let version = context.invocation.operands.first {
            throw UsageError.unexpectedOperand(version, command: "freeze --regroup")
        }
        let regrouping = try FixtureRegrouping(context.project())
        let style = Style(context.output.hasColors)
        try regrouping.run { move in
            if context.isForPeople {
                context.output.result("\(style.green("moved"))    \(move.from) → \(move.to)")
            }
        }
        return context.write(FreezeReport.RegroupReport(moves: regrouping.moves))
    }

    /// Prints an outcome in the text format.
    private func show(_ outcome: ProjectFreeze.Outcome, of project: Project) {
        let style = Style(context.output.hasColors)
        let path = outcome.fixture.map { context.shown(project.tree.directory + "/" + $0) } ?? "?"
        switch outcome.result {
        case .frozen:
            let verb = outcome.replaced.map(\.isFirst) ?? true ? "froze   " : "replaced"
            context.output.result("\(style.green(verb)) \(outcome.version)  \(outcome.schema) → \(path)")
            if let replaced = outcome.replaced {
                for line in ReleaseMessage.ReplacementMessage(replaced).lines {
                    context.output.note("         \(line)")
                }
            }
            if !outcome.assumptions.isEmpty {
                context.output.note(
                    "         not verified against Apple's framework: \(outcome.assumptions.joined(separator: ", "))"
                )
            }
            if !outcome.variants.isEmpty {
                context.output.note(
                    "         the model depends on \(outcome.variants.joined(separator: ", ")). The fixture has a "
                        + "model for every branch, and a store for "
                        + (outcome.platforms.isEmpty ? "other builds" : outcome.platforms.listed)
                )
            }
        case .alreadyFrozen:
            context.output.result("\(style.faint("frozen"))   \(outcome.version)  \(outcome.schema) → \(path)")
        case .failed(let error):
            context.output.error(ErrorMessage(error, of: outcome.schema))
        }
    }

    /// Returns a hint about the next step, with a command line that the user can paste.
    private func hint(_ step: FreezeAdvice.NextStep, _ project: Project) -> String {
        switch step {
        case .adopt:
            "These are the current models. To freeze what shipped, using git tags, run \(context.commandLine("adopt"))"
                + (project.groupCount > 1 ? project.groups.first.map { " --plan \($0.name.asShellWord)" } ?? "" : "")
        case .commitAndCheck:
            "Commit \(context.shown(project.tree.directory)), and check each build: \(context.commandLine("check"))"
        case .scaffold: "Test what has shipped: \(context.commandLine("scaffold"))"
        }
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

    private func rowLimit() throws -> Int? {
        guard let text = context.invocation[Self.reduce] else { return nil }
        guard let limit = Int(text), (1...100_000).contains(limit) else {
            throw UsageError.invalidValue(option: "--reduce", value: text, expected: "a number from 1 to 100000")
        }
        return limit
    }

    private func rowsPerEntity() throws -> Int {
        guard let text = context.invocation[Self.rows] else { return FreezeRequest.defaultRowsPerEntity }
        guard let rows = Int(text), (0...100_000).contains(rows) else {
            throw UsageError.invalidValue(option: "--rows", value: text, expected: "a number from 0 to 100000")
        }
        return rows
    }
}

extension VersionName.Rejection {
    fileprivate var reason: String {
        switch self {
        case .empty: "it is empty"
        case .leadingCharacter: #"a name can't start with "-" or ".""#
        case .unsafeCharacter: #"a name can't contain "/", "\", ".." or a control character"#
        case .tooLong: "it is longer than 200 bytes"
        }
    }
}
