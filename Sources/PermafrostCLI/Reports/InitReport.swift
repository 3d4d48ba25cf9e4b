import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The report of `init`. It lists the files and fixtures that the command added, and the remaining steps. After a dry
/// run, it lists the files and fixtures that the command would add.
struct InitReport: Report {
    let command = "init"
    let setup: ProjectSetup
    let isWritten: Bool
    /// The versions that couldn't be frozen, and the reasons.
    let failures: [(version: String, reason: String)]
    /// The findings about problems in the sources. If there is an error, not all sources were read.
    let problems: [Finding]

    var exitCode: ExitCode {
        failures.isEmpty && !problems.contains { $0.severity == .error } ? .success : .failed
    }

    var findings: [Finding] { problems }

    private var frozen: [UnfrozenVersions.Version] {
        setup.versions.filter { version in !failures.contains { $0.version == version.name } }
    }

    func page(_ context: ReportContext) -> [String] {
        var lines: [String] = []
        for version in frozen {
            let tag = version.tag.map { " from \($0)" } ?? ""
            lines.append((isWritten ? "froze    " : "freezes  ") + version.name + tag)
        }
        for version in setup.unshipped {
            lines.append("skipped  \(version.name), because no tag declares it. Freeze it when it ships")
        }
        for file in setup.files {
            let verbs = isWritten ? ["wrote    ", "added to "] : ["writes   ", "adds to  "]
            lines.append(verbs[file.old == nil ? 0 : 1] + context.relative(file.path))
            if !isWritten { lines += file.added.map { "  + \($0)" } }
        }
        if lines.isEmpty { lines.append("The project is already set up.") }
        return lines + setup.steps.flatMap(Self.lines)
    }

    /// Returns the instructions for a remaining step, followed by the lines to paste.
    private static func lines(_ step: ProjectSetup.Step) -> [String] {
        switch step {
        case .dependency:
            [
                "", "To add Permafrost to the package's dependencies:",
                "  swift package add-dependency REPOSITORY_OF_PERMAFROST --from \(PermafrostRelease.version)",
            ]
        case .plugin:
            [
                "", "To check each build, add this to the target with the models in Package.swift:",
                "  plugins: [.plugin(name: \"DriftGate\", package: \"\(ToolCommand.package)\")]",
            ]
        case .testing:
            [
                "",
                "To test migrations, add this to a test target in Package.swift before \(ToolCommand.line("scaffold")):",
                "  dependencies: [.product(name: \"PermafrostTesting\", package: \"\(ToolCommand.package)\")]",
            ]
        case .service:
            ["", "To check each change in CI, run this again with --ci \(InitCommand.services)"]
        case .hook(let arguments):
            [
                "", "To check before each commit, add this to .pre-commit-config.yaml:",
                "  - repo: REPOSITORY_OF_PERMAFROST", "    rev: main", "    hooks:", "      - id: permafrost-check",
            ]
                + (arguments.isEmpty
                    ? []
                    : [
                        "        args: [\(arguments.map { YAMLText($0, isInList: true).text }.joined(separator: ", "))]"
                    ])
        case .workflow(_, let path, let lines):
            ["", "To check each change, add this to \(path) at the top of the repository:"] + lines.map { "  " + $0 }
        case .executable(let path):
            ["", "Xcode Cloud runs the script only if it is executable: chmod +x \(path.asShellWord)"]
        case .variables(let service):
            [
                "",
                "The workflow builds Permafrost, but the project doesn't specify Permafrost's repository. Set two variables first,",
                "  PERMAFROST_REPOSITORY (the address of Permafrost's git repository) and PERMAFROST_REVISION (the commit to build),",
                variables(of: service),
            ]
        case .attributes(let lines):
            ["", "Add this to .gitattributes, which isn't in UTF-8 and wasn't changed:"] + lines.map { "  " + $0 }
        case .adopt(let shapes):
            [
                "",
                "\(Counted("schema", shapes)) shipped, but not all are declared as versions. Declare them: \(ToolCommand.line("adopt"))",
            ]
        }
    }

    private static func variables(of service: ProjectSetup.Service) -> String {
        switch service {
        case .github:
            "  on GitHub in Settings, Secrets and variables, Actions, Variables. Until then, the workflow fails with a message."
        case .gitlab: "  on GitLab in Settings, CI/CD, Variables. Until then, the job fails with a message."
        case .bitrise: "  on Bitrise in the Workflow Editor, Env Vars. Until then, the build fails with a message."
        case .circleci:
            "  on CircleCI in Project Settings, Environment Variables. Until then, the job fails with a message."
        case .xcodeCloud:
            "  in Xcode Cloud in the workflow's Environment section. Until then, the build fails with a message."
        }
    }

    // MARK: JSON

    var members: [(String, CanonicalJSON?)] {
        [
            (
                "failures",
                .array(
                    failures.map { .object([("reason", .string($0.reason)), ("version", .string($0.version))]) })
            ),
            (
                "files",
                .array(
                    setup.files.map { file in
                        .object([
                            ("added", .strings(file.added)), ("isNew", .boolean(file.old == nil)),
                            ("path", .string(file.path)),
                        ])
                    })
            ),
            ("findings", .array(problems.map { FindingJSON($0).json })),
            (
                "frozen",
                .array(
                    frozen.map { version in
                        .object([("tag", version.tag.map { .string($0) }), ("version", .string(version.name))])
                    })
            ),
            ("isWritten", .boolean(isWritten)),
            ("steps", .strings(setup.steps.map(Self.name))),
            ("unshipped", .strings(setup.unshipped.map(\.name))),
        ]
    }

    private static func name(_ step: ProjectSetup.Step) -> String {
        switch step {
        case .dependency: "dependency"
        case .plugin: "plugin"
        case .testing: "testing"
        case .service: "service"
        case .hook: "hook"
        case .workflow(let service, _, _): "workflow-\(service.rawValue)"
        case .executable: "executable"
        case .variables(let service): "variables-\(service.rawValue)"
        case .attributes: "attributes"
        case .adopt: "adopt"
        }
    }
}
