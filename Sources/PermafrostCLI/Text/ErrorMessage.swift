import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// A message about an error that ends a command or one of its parts. It explains the error and its fix.
struct ErrorMessage {
    /// The message, as a single line.
    let text: String
    /// The lines that another program printed to explain the error.
    let output: [String]

    /// Creates the message about an error.
    ///
    /// - Parameter subject: a name for the start of the message, such as `PostsSchemaV1`, if the error itself doesn't
    ///   include one.
    init(_ error: any Error, of subject: String? = nil) {
        let words =
            switch error {
            case let error as UsageError: Self.text(error)
            case let error as ProjectError: Self.text(error)
            case let error as NextVersionError: NextVersionMessage.text(error)
            case let error as ScaffoldError: ScaffoldSkipMessage.text(error)
            case let error as SourceEditError: SourceEditMessage.text(error)
            case let error as ReleaseRecording.Failure: ReleaseMessage.text(error)
            case let error as AdoptionError: AdoptionMessage.text(error)
            case let error as SkillInstallation.EditedFiles:
                "nothing was written, to keep the edits in \(error.paths.joined(separator: " and ")). To replace "
                    + "these files, add --force"
            case let error as BaselineError: BaselineMessage.text(error)
            case let error as RehearsalError: Self.text(error)
            case let error as GitError: GitMessage.text(error)
            case let error as FreezeError: Self.text(error)
            case let error as UserStoreFreeze.Failure: Self.text(error)
            case let error as FileError: Self.text(error)
            case let error as StoreError: Self.text(error)
            case let error as VersionName.Rejection: "the version can't be the name of a folder (\(error.rawValue))"
            case let error as UnreadableFile: "\(error.path ?? "a source file") can't be read: \(error.reason)"
            case let error as ParsingWatch.Hang:
                "\(error.path) is still being parsed after \(error.seconds) seconds. Split the file's longest "
                    + "expressions, or move the file out of the project"
            case let error as ModelDocumentError: "the cached model can't be read (\(error)). Try again with --no-cache"
            default: "\(error)"
            }
        var lines = [words]
        if Self.endsWithOutput(error) { lines = words.split(separator: "\n").map(String.init) }
        text = (subject.map { "\($0): " } ?? "") + (lines.first ?? words)
        output = Array(lines.dropFirst())
    }

    /// The message, followed by the lines in ``output``.
    var whole: String { ([text] + output).joined(separator: "\n") }

    private static func endsWithOutput(_ error: any Error) -> Bool {
        switch error {
        case GitError.failed, GitError.noRepository: true
        default: false
        }
    }

    private static func text(_ error: UsageError) -> String {
        switch error {
        case .unknownCommand(let name, let near):
            "unknown command \"\(name)\"\(suggestion(near)). To list the commands, run \(ToolCommand.line("--help"))"
        case .unknownOption(let name, let near, let command):
            "unknown option \"\(name)\"\(suggestion(near)). "
                + (command.map { "To list the options of \($0), add --help" }
                    ?? "To list the commands, run \(ToolCommand.line("--help"))")
        case .writesFiles(let command):
            "\(command) writes files, but this plugin can only read the project. Use \(ToolCommand.line(command))"
        case .writesBaseline(let option):
            "\(option) writes a file, but this plugin can only read the project. Use the installed command: "
                + ToolCommand.baselineLine(option)
        case .partOfBaseline(let option, let selection):
            "\(option) can't be combined with \(selection), because this would remove the findings of all other parts "
                + "from the baseline. Omit \(selection), or give this part a baseline of its own with --baseline FILE"
        case .missingValue(let option): "\(option) needs a value"
        case .unexpectedValue(let option): "\(option) doesn't accept a value"
        case .missingOperand(let operand, let command):
            "\(command) needs \(operand). To list its options, add --help"
        case .missingOption(let option, let command):
            "\(command) needs \(option). To list its options, add --help"
        case .unexpectedOperand(let operand, let command):
            "unexpected argument \"\(operand)\" for \(command). To list its options, add --help"
        case .invalidValue(let option, let value, let expected):
            "invalid \(option) \"\(value)\": expected \(expected)"
        case .conflictingOptions(let first, let second): "\(first) and \(second) can't be combined. Use one of them"
        case .optionNeeds(let option, let needed): "\(option) works only with \(needed)"
        case .versionAndAll: "a version and --all can't be combined. Use one of them"
        case .forceShippedWithoutReason:
            "--force-shipped needs --because TEXT, the reason that the fixture tree records for replacing a shipped version"
        case .becauseWithoutForceShipped: "--because works only with --force-shipped"
        case .forceAndAll:
            "--force can't be combined with --all, because --force replaces a single version that never shipped. Specify that version"
        case .noProject(let directory):
            "no project in \(directory). Run permafrost in a project's folder, or use --project DIR. To list the commands, run "
                + ToolCommand.line("--help")
        case .storeWithoutProject(let command, let directory):
            "\(command) compares a store with a project's versions, and \(directory) isn't in a project. Run \(command) in the "
                + "app's folder, or add --project DIR"
        case .noModel(let path):
            "invalid --model \"\(path)\": the folder doesn't exist. Specify a folder such as App.xcdatamodeld inside "
                + "the project"
        case .unsafeVersion(let version, let reason):
            "\"\(version)\" can't be the name of a frozen version: \(reason). Use a name such as 2.0.0, 2.0.0-beta.1 or "
                + "2024-01-15"
        case .unknownRule(let code, let near):
            "no rule \"\(code)\"" + listing([("rules", RulePages.all.map(\.code))], near)
        case .cannotOpen(let file, let program):
            "\(file) was written, but \(program), which --open runs, can't show the page. Open the file in a browser"
        case .opensInPlugin:
            "--open can't show a page from a plugin, because the plugin's sandbox doesn't start other apps. Omit "
                + "--open, and open the page in a browser"
        case .servesInPlugin:
            "mcp can't run in a plugin, because the plugin's standard input isn't the agent's. Install permafrost, and configure "
                + "the agent to run: permafrost mcp"
        case .unknownModel(let name, let known):
            "the store has no model named \(name)" + listing([("models", known)], NearNames.of(name, among: known))
        }
    }

    private static func excluding(_ tag: DeclaringTag) -> String {
        "If \(tag.tag) isn't a release, first merge a \(tag.settings) that lists the tags that are: \(tag.exclusion)"
    }

    private static func text(_ error: ProjectError) -> String {
        switch error {
        case .noProject(let path):
            "the folder \(path) doesn't exist or can't be read. Specify the project's folder with --project DIR"
        case .severalTrees(let paths):
            "both \(paths.joined(separator: " and ")) exist. Choose the fixture tree with --fixtures DIR"
        case .unknownPlan(let name, let known):
            "no migration plan or group named \(name)"
                + listing([("declared", known)], NearNames.of(name, among: known))
        case .unknownSchema(let name, let known):
            "no schema named \(name)" + listing([("declared", known)], NearNames.of(name, among: known))
        case .unknownTarget(let name, let known):
            "no target named \(name)" + listing([("declared", known)], NearNames.of(name, among: known))
        case .noSchema(let directory, let fileCount, let folders):
            "no VersionedSchema in \(directory) (\(Counted("Swift file", fileCount)) read) and no Core Data model"
                + (folders.isEmpty
                    ? ""
                    : ". Some folders have Swift files that no target contains. To read such a folder as a separate "
                        + "project, use "
                        + folders.prefix(3).map { "--project " + "\(directory)/\($0)".asShellWord }.joined(
                            separator: " or "))
                + ". Specify "
                + "a different folder with --project DIR, or the models with --models A,B. To also read test folders, add "
                + "--include-tests"
        case .unknownVersion(let name, let declared, let frozen):
            "no \(frozen.isEmpty ? "declared " : "")version \(name)"
                + listing(
                    [("declared", declared)] + (frozen.isEmpty ? [] : [("frozen", frozen)]),
                    NearNames.of(name, among: declared + frozen))
        case .declaredOtherwise(let version, let declared):
            "the sources no longer declare \(version), because the models have changed since the version was frozen. "
                + "To use the current models, specify \(declared)"
        case .ambiguousVersion(let name, let groups):
            "\(groups.joined(separator: " and ")) each have a version \(name). Choose one with --plan NAME"
        case .sharedVersion(let name, let schemas, let freezesAll):
            "\(schemas.joined(separator: " and ")) \(schemas.count == 2 ? "both" : "each") declare \(name). Give one of the schemas a different version identifier, "
                + (freezesAll
                    ? "or freeze only one: replace --all with \(name.asShellWord) --schema NAME"
                    : "or choose a schema with --schema NAME")
        case .differsByCase(let path, let other):
            "the fixtures \(path) and \(other) would differ only by case, so most volumes of Macs have room for only one of "
                + "them. Give one of the versions a different identifier, or rename its group"
        case .linkedFolder(let path, let option):
            "\(link(path)). Replace the link with the folder itself, or specify the link's destination with \(option) "
                + "DIR"
        case .unusableGroup(let name, let fixture):
            "the model in \(fixture.visible) is in the group \"\(name.visible)\", which can't be the name of a folder, so no "
                + "fixture was moved. Restore the fixture from git, or freeze its version again with --force"
        case .testsOutside(let path):
            "the test target's folder is \(path.visible), outside of the project, so no tests were written. Specify a folder with "
                + "--tests DIR"
        case .noFolder(let path): "\(path) isn't a folder. Specify the fixture tree with --fixtures DIR"
        case .notEvaluable(let version, let schema):
            "the model of \(schema)\(version == schema ? "" : " (\(version))") can't be read from source. To list the problems, run \(ToolCommand.line("check"))"
        case .unreadableModel(let schema, let location, let reason):
            "\(location): the cached model of \(schema) can't be read: \(reason). Try again with "
                + "--no-cache"
        case .noFixture(let path):
            "\(path) isn't a fixture. Specify a folder such as Fixtures/1.0.0, a store's file or a version"
        case .releasedFixture(let version, let path, let tags, let heldAs, let isMissing):
            (isMissing
                ? "\(version) wasn't frozen: the release tag \(tags.last ?? "") has a \(version) fixture that differs "
                    + "from the declaration (\(path) is missing). Restore the fixture: git checkout "
                    + "\((tags.last ?? "HEAD").asShellWord) -- "
                    + heldAs.asShellWord
                : "\(version) wasn't frozen again (\(path)): the version shipped, \(Self.tags(tags)) its fixture, and "
                    + "users have \(version) stores. Declare a new version")
                + ". If no user ever had a \(version) store, add --force-shipped --because TEXT"
        case .recordedFixture(let version, let path, let releases, let holder, let heldAs):
            "\(version) wasn't frozen\(holder == nil ? " again" : "") (\(path)): \(ReleaseRecord.fileName) records that it "
                + "shipped in \(releases.listed), and users have \(version) stores. "
                + (holder.map {
                    "Restore the fixture: git checkout \($0.asShellWord) -- \((heldAs ?? path).asShellWord)"
                }
                    ?? "Declare a new version")
                + ". If no user ever had a \(version) store, add --force-shipped --because TEXT"
        case .declaredRelease(let version, let path, let tag, let holder, let heldAs):
            "\(version) wasn't frozen\(holder == nil ? " again" : "") (\(path)): the version shipped, because \(tag.tag) "
                + "declares it, and its fixture differs from the declaration. "
                + (holder.map {
                    "Restore the fixture: git checkout \($0.asShellWord) -- \((heldAs ?? path).asShellWord). Then make the "
                        + "change in a new version"
                } ?? "Revert the declaration and make the change in a new version")
                + ": \(ToolCommand.line("new-version")). \(Self.excluding(tag)). "
                + "If no user ever had a \(version) store, add --force-shipped --because TEXT"
        case .shippedOtherwise(let version, let schema, let tag):
            "\(version) wasn't frozen: \(tag.tag) declares \(schema) differently. Freeze what shipped: "
                + "\(ToolCommand.line("freeze")) \(version.asShellWord) --at \(tag.tag.asShellWord). Then move the change to a new "
                + "version: \(ToolCommand.line("new-version")). \(Self.excluding(tag))"
        case .unknownRelease(let version, let path, let fetch):
            "\(version) wasn't frozen again (\(path)): the clone doesn't show whether the version shipped. Fetch what it "
                + "lacks: \(fetch). If no user ever had a \(version) store, add --force-shipped --because TEXT"
        case .committedFixture(let version, let holder, let heldAs):
            "\(version) wasn't frozen: \(holder) has a \(version) fixture that differs from the declaration. Restore "
                + "the fixture: git checkout \(holder.asShellWord) -- \(heldAs.asShellWord). If \(version) never "
                + "shipped, add --force"
        case .noFixtures(let path, let holder?, let heldAs, _, _):
            "no fixtures in \(path), but \(holder) has fixtures. Restore these: git checkout \(holder.asShellWord) -- "
                + (heldAs ?? path).asShellWord
        case .noFixtures(let path, nil, _, nil, _):
            "no fixtures in \(path). Freeze every version that shipped: \(ToolCommand.line("freeze")) --all"
        case .noFixtures(let path, nil, _, let tag?, let models):
            "no fixtures in \(path). Freeze every version as it shipped: "
                + (models.isEmpty
                    ? ToolCommand.line("adopt")
                    : "\(ToolCommand.line("freeze")) --all --at \(tag.asShellWord) \(options(models))")
                + ". Freeze a version that hasn't shipped: \(ToolCommand.line("freeze")) VERSION"
                + (models.isEmpty ? "" : " \(options(models))")
        case .fixturesBelow(let path, let projects):
            "no fixtures in \(path), but \(projects.listed) \(projects.count == 1 ? "has" : "have") fixtures. Specify the "
                + "project: \(projects.map { "--project \($0.asShellWord)" }.joined(separator: " or "))"
        case .noTags(isShallow: true):
            "the repository is a shallow clone without tags. Fetch the tags first: \(GitMessage.GitAdvice.unshallow)"
        case .noTags(isShallow: false):
            "the repository has no tags. Tag the commits that shipped: git tag 1.0.0 COMMIT"
        case .noTree(let path, let near, let hasTags):
            "invalid --fixtures \"\(path)\": the folder doesn't exist\(suggestion(near)). If nothing is frozen yet, "
                + "create the folder with "
                + (hasTags ? ToolCommand.line("adopt") : ToolCommand.line("freeze") + " --all")
                + " and the same --fixtures"
        case .fixtureAsTree(let path, let tree):
            "invalid --fixtures \"\(path)\": the folder is a single fixture. Specify the tree that contains this "
                + "fixture (did you mean \(tree)?)"
        case .frozenFromOther(let version, let path, let schema, let other, let declaredAs):
            "\(version) is frozen from \(other) (\(path)), and freezing \(schema) would replace that fixture. "
                + (declaredAs == version
                    ? "Give \(schema) a different version identifier"
                    : "Restore the version identifier \(version) of \(other), and give \(schema) a different "
                        + "identifier")
        case .rejectedByCheck(let version, let finding):
            "\(version) wasn't frozen, because check would report an error [\(finding.code)]. "
                + (finding.location.map { "\($0): " } ?? "") + finding.sentences.joined(separator: " ")
        case .noTestTarget(hasManifest: true):
            "Package.swift doesn't declare a test target. Add a test target, such as .testTarget(name: \"AppTests\", "
                + "dependencies: [\"App\", .product(name: \"PermafrostTesting\", package: \"permafrost\")]), or "
                + "specify a folder with --tests DIR"
        case .noTestTarget(hasManifest: false):
            "no folder has a name that ends in Tests. Specify the test target's folder with --tests DIR"
        case .unknownTestTargets(let reason):
            "the test targets in Package.swift aren't known, because \(reason). Specify the test target's folder with --tests DIR"
        case .severalTestTargets(let folders):
            "the project has several test targets. Choose one with --tests \(folders.joined(separator: " or --tests "))"
        case .noTestFolder(let path, let near):
            "\(path) isn't a folder\(suggestion(near)). Specify the test target's folder with --tests DIR"
        }
    }

    /// Returns tags with a verb, such as `v1.0 has` or `v1.0 and v1.1 have`. If there are more than three tags, lists
    /// the first two and the number of the others.
    private static func tags(_ tags: [String]) -> String {
        let shown = tags.count > 3 ? tags.prefix(2) + ["\(tags.count - 2) more tags"] : tags[...]
        return "\(Array(shown).listed) \(tags.count == 1 ? "has" : "have")"
    }

    private static func text(_ error: FileError) -> String {
        if error.code == ELOOP { return "\(link(error.path)). Replace the link with its destination" }
        // Reading a file that is too large has the same error code.
        guard error.operation != .read, let advice = WriteFailure.advice(error.code) else {
            return error.description
        }
        return "\(error.description). \(advice)"
    }

    private static func link(_ path: String) -> String {
        "\(path.visible) is a symbolic link, which can point outside of the project, so Permafrost doesn't follow the "
            + "link"
    }

    private static func text(_ error: FreezeError) -> String {
        switch error {
        case .file(let error): text(error)
        case .alreadyFrozen: "\(error) with --force"
        case .store(_, _, let code): "\(error)" + (WriteFailure.advice(code).map { ". " + $0 } ?? "")
        default: "\(error)"
        }
    }

    private static func text(_ error: UserStoreFreeze.Failure) -> String {
        switch error {
        case .notFrozen(let version):
            "\(version.visible) isn't frozen, and a user's store belongs to a frozen version. Freeze the version first: "
                + "\(ToolCommand.line("freeze")) \(version.asShellWord)"
        case .ambiguous(let version, let groups):
            "\(groups.joined(separator: " and ")) each have a version \(version). Choose one with --plan NAME"
        case .damaged(let version, let path):
            "the fixture of \(version) is damaged (\(path)). To list the damage, run \(ToolCommand.line("check"))"
        case .otherVersion(let store, let version, let matches):
            matches.isEmpty
                ? "\(store.visible) isn't a \(version) store: its version hashes match no frozen version. To find the "
                    + "nearest version, run \(ToolCommand.line("drift")) \(store.asShellWord)"
                : "\(store.visible) isn't a \(version) store: it is a store of \(matches.joined(separator: " and ")). "
                    + "Add the store to that version instead"
        }
    }

    private static func text(_ error: StoreError) -> String {
        let hint =
            switch error {
            case .noMetadata:
                ". The file is another app's database, or neither SwiftData nor Core Data has opened it yet"
            case .notSQLite: ". If the file is a store, copy it again together with its -wal file"
            default: ""
            }
        return "\(error.path.visible) can't be read as a store: \(error)\(hint)"
    }

    private static func text(_ error: RehearsalError) -> String {
        func list(_ stages: [MigrationRoute.Step]) -> String {
            stages.map { "\($0.from.name) → \($0.to.name)\($0.location.map { " at \($0)" } ?? "")" }.joined(
                separator: ", ")
        }
        return switch error {
        case .customStages(let stages):
            "can't rehearse this migration: its custom stages run the app's code (\(list(stages))). Rehearse the "
                + "migration in a test with SafeModelContainer.dryRun(for:plan:storeURL:)"
        case .mappingModels(let stages):
            "can't rehearse this migration: only Core Data can run its mapping models (\(list(stages))). Rehearse the "
                + "migration on macOS"
        case .copyFailed(let path, let reason): "\(path) can't be copied for the rehearsal: \(reason)"
        }
    }

    private static func suggestion(_ near: [String]) -> String {
        NearNames.question(near).map { " (\($0))" } ?? ""
    }

    static func suggestion(_ name: String, _ known: [String]) -> String {
        suggestion(NearNames.of(name, among: known))
    }

    /// Returns a `--model` option for each path, joined by `or`.
    private static func options(_ models: [String]) -> String {
        models.map { "--model " + ($0.contains(" ") ? "\"\($0)\"" : $0) }.joined(separator: " or ")
    }

    /// Returns the valid names and spelling suggestions, such as ` (declared: 1.0.0, 2.0.0; did you mean 2.0.0?)`.
    private static func listing(_ lists: [(title: String, names: [String])], _ near: [String]) -> String {
        let parts = lists.map { "\($0.title): \($0.names.isEmpty ? "none" : $0.names.joined(separator: ", "))" }
        let question = NearNames.question(near).map { [$0] } ?? []
        return " (\((parts + question).joined(separator: "; ")))"
    }
}
