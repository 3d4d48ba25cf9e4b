import PermafrostModel
import PermafrostProject
import PermafrostStore

/// `permafrost check`: fails if a fixture is damaged or missing, or a frozen declaration changed.
struct CheckCommand: Command {
    static let base = TextOption(
        "--base", value: "GITREF",
        "also compare with a tag, branch or commit, such as the target branch of a merge, and fail on new errors of lint"
    )
    static let requireFrozen = Flag("--require-frozen", "fail if a declared version isn't frozen")
    static let cloudKitSchema = TextOption(
        "--cloudkit-schema", value: "FILE",
        "also compare the synced models with this export of CloudKit's schema (.ckdb)")
    static let verbose = Flag.verbose(
        "with --cloudkit-schema, list the expected record types and fields, and the source of each")
    static let stamp = TextOption(
        "--stamp", value: "FILE", "write an empty file if there are no errors, for build tools",
        hasSideEffect: true)

    static let specification = CommandSpecification(
        name: "check",
        summary: "fail if a fixture is damaged or missing, or a frozen declaration changed",
        discussion: """
            Compares every fixture with its checksums, with the sources and with git. Fails if a fixture in a release tag, the \
            last commit or the base commit is missing or was replaced. Tags with a version's number are releases unless \
            settings.json in the fixture tree lists patterns, and shipped.txt records releases without tags. With --base, \
            also fails on each error of lint that the base doesn't have, and prints new warnings about migrations that lose \
            data. With --cloudkit-schema, fails if CloudKit's schema lacks a record type or field that the newest models \
            need. Exit 0: no errors. 1: drift, damage, or a missing fixture or field. 2: failed or incomplete.
            """,
        examples: [
            CommandExample("", "compare every frozen version with the sources"),
            CommandExample(
                "--base refs/remotes/origin/main", "also compare with the branch that a change is merged into"),
            CommandExample("--format github --no-cache", "annotate a pull request on GitHub"),
        ],
        options: [base, requireFrozen, cloudKitSchema, verbose, stamp],
        formats: ReportFormat.allCases)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let isVerbose = context.invocation[Self.verbose]
        let production = try schemaFile()
        if isVerbose, production == nil {
            throw UsageError.optionNeeds(Self.verbose.specification.name, Self.cloudKitSchema.specification.name)
        }
        let check = try check(production)
        if let error = check.missingFixtures { context.output.error(ErrorMessage(error)) }
        let report = CheckReport(check: check, listsProduction: isVerbose)
        // Build systems check the stamp file's modification time.
        if report.exitCode == .success, let stamp = context.invocation[Self.stamp] {
            try OutputFile(stamp, option: "--stamp", context).write([])
        }
        return context.write(report)
    }

    /// Reads the project and checks it. With `--base`, adds the findings of `lint` that the base doesn't have.
    ///
    /// - Parameter production: the file with CloudKit's schema to compare with; nil if the option wasn't given.
    private func check(_ production: ProductionSchemaFile?) throws -> ProjectCheck {
        let progress = ProgressNote("reading sources", output: context.output)
        defer { progress.end() }
        let base = context.invocation[Self.base]
        let held = context.heldFixtures(base: base)
        // The code that creates containers determines which models sync, and which file a container opens.
        let project = try context.project(readsCode: production != nil || base != nil)
        let earlier = try base.map { EarlierProject(try context.project(at: $0, readsCode: true), reference: $0) }
        let matcher = try context.matcher(of: project)
        var check = try ProjectCheck.run(
            project, requiresFrozen: context.invocation[Self.requireFrozen], matcher, held: held.get(), since: earlier,
            production: production)
        guard let earlier else { return check }
        do {
            try lintComparison(of: project, since: earlier, matcher).map { check.add(newIn: $0) }
        } catch {
            // A check doesn't fail then, because it reads less than `lint`.
            context.output.note(
                "permafrost: the errors of lint weren't compared with \(earlier.reference): \(ErrorMessage(error).text)"
            )
        }
        return check
    }

    /// Returns the findings of `lint`, compared with the base of a change. Returns nil if nothing is declared.
    private func lintComparison(
        of project: Project, since earlier: EarlierProject, _ matcher: VersionMatcher
    ) throws -> LintComparison? {
        do {
            return try context.comparison(
                of: ProjectLint.run(project, matcher), since: earlier.reference, knowing: earlier.project)
        } catch ProjectError.noSchema {
            return nil
        }
    }

    /// Returns the file with CloudKit's schema; nil if the option wasn't given.
    ///
    /// - Throws: a `UsageError` if the file can't be read.
    private func schemaFile() throws -> ProductionSchemaFile? {
        guard let path = context.path(Self.cloudKitSchema) else { return nil }
        do { return try ProductionSchemaFile(path, in: context.options.directory) } catch let error as FileError {
            let isFile = FileStatus(at: path)?.isRegular ?? true
            throw UsageError.invalidValue(
                option: Self.cloudKitSchema.specification.name, value: context.invocation[Self.cloudKitSchema] ?? "",
                expected: "the file of an exported CloudKit schema (\(isFile ? error.reason : "not a file"))")
        }
    }
}
