import PermafrostProject
import PermafrostSource
import PermafrostStore

/// The instructions of `init` for a step that the user must take.
struct SetupStepMessage {
    /// The name of the step in JSON.
    let name: String
    /// The lines to print: an empty line, the instructions, and any code to paste.
    let lines: [String]

    init(_ step: ProjectSetup.Step) {
        let text: [String]
        switch step {
        case .dependency(let advice):
            name = "dependency"
            text = Self.lines(advice)
        case .localDependency(let path):
            name = "local-dependency"
            text = [
                "The new dependency in Package.swift is the folder \(path), which other machines don't have.",
                "Before you commit, replace this dependency with a dependency on Permafrost's repository:",
                "  \(PackageDependency.unknown),",
            ]
        case .plugin(let plugin, let package):
            name = "plugin"
            text = [
                "To check each build, add this line to the target with the models in Package.swift:",
                "  plugins: [.plugin(name: \"\(plugin)\", package: \"\(package)\")]",
            ]
        case .testing(let package):
            name = "testing"
            text = [
                "To test migrations, add this line to a test target in Package.swift before "
                    + "\(ToolCommand.line("scaffold")):",
                "  dependencies: [.product(name: \"PermafrostTesting\", package: \"\(package)\")]",
            ]
        case .xcode(let steps):
            name = "xcode"
            text = Self.lines(steps)
        case .service:
            name = "service"
            text = ["To check each change in CI, run the command again with --ci \(InitCommand.services)"]
        case .hook(let arguments):
            name = "hook"
            text = Self.hook(arguments)
        case .workflow(let service, let path, let lines):
            name = "workflow-\(service.rawValue)"
            text =
                ["To check each change, add these lines to \(path) at the top of the repository:"]
                + lines.map { "  " + $0 }
        case .executable(let path):
            name = "executable"
            text = ["Xcode Cloud runs the script only if the script is executable: chmod +x \(path.asShellWord)"]
        case .variables(let service):
            name = "variables-\(service.rawValue)"
            text = Self.variables(service)
        case .attributes(let lines):
            name = "attributes"
            text =
                [".gitattributes isn't in UTF-8, so it wasn't changed. Add these lines yourself:"]
                + lines.map { "  " + $0 }
        case .adopt(let shapes):
            name = "adopt"
            text = [
                "\(Counted("schema", shapes)) shipped, but not all are declared as versions. To declare all schemas, "
                    + "run \(ToolCommand.line("adopt"))"
            ]
        }
        lines = [""] + text
    }

    // MARK: Manifest

    private static func lines(_ advice: ManifestSetup.Advice) -> [String] {
        let reason: String
        switch advice.reason {
        case .unknownAddress:
            reason =
                "the address of Permafrost's package isn't known. Run the command again with --dependency and its URL or path, or"
        case .skipped: reason = "of --skip-dependency. To do it by hand,"
        case .obstacle(.noPackage):
            reason = "it doesn't have a single `let package = Package(…)` at its top level. To do it by hand,"
        case .obstacle(.syntax): reason = "it has a syntax error or a conflict marker. To do it by hand,"
        case .obstacle(.computed(let argument)): reason = "it computes its \(argument). To do it by hand,"
        case .obstacle(.computedTarget(let name)):
            reason = "it computes the dependencies of \(name). To do it by hand,"
        case .obstacle(.noTarget(let name)): reason = "its list of targets doesn't include \(name). To do it by hand,"
        case .obstacle(.encoding): reason = "it isn't in UTF-8 or has a byte order mark. To do it by hand,"
        case .obstacle(.unreadable(let text)): reason = "it can't be read: \(text). To do it by hand,"
        }
        return ["Package.swift wasn't changed, because \(reason) add"]
            + (advice.dependency.map { ["  to the dependencies of the package:", "    \($0),"] } ?? [])
            + advice.products.flatMap { ["  to the dependencies of the target \($0.target):", "    \($0.code),"] }
    }

    // MARK: Xcode

    private static func lines(_ steps: XcodeSteps) -> [String] {
        let tests = steps.tests.isEmpty ? "your test target" : steps.tests.listed
        let address = steps.address.map { "\($0)" } ?? "the address of Permafrost's repository"
        let first = [
            "To test migrations in \(steps.project):",
            "  1. Choose File > Add Package Dependencies, enter \(address), and add",
            "     the product PermafrostTesting to \(tests).",
        ]
        guard !steps.holders.isEmpty else {
            return first + [
                "  2. For tests on a device or in Xcode Cloud, drag \(steps.fixtures) into the project navigator, choose Reference",
                "     files in place and Create folders, and select \(tests) as its target.",
                "     This step is unnecessary if the tree is in a folder that Xcode synchronizes with the target.",
            ]
        }
        return first + [
            "  2. Select \(steps.fixtures), which is in a folder that Xcode synchronizes with \(steps.holders.listed).",
            "     In the file inspector, set Build Rules to Apply Once to Folder, so that Xcode keeps its subfolders.",
        ]
    }

    // MARK: Services

    private static func hook(_ arguments: [String]) -> [String] {
        [
            "To check before each commit, add these lines to .pre-commit-config.yaml:",
            "  - repo: REPOSITORY_OF_PERMAFROST", "    rev: main", "    hooks:", "      - id: permafrost-check",
        ]
            + (arguments.isEmpty
                ? []
                : ["        args: [\(arguments.map { YAMLText($0, isInList: true).text }.joined(separator: ", "))]"])
    }

    private static func variables(_ service: ProjectSetup.Service) -> [String] {
        let place =
            switch service {
            case .github: "on GitHub in Settings, Secrets and variables, Actions, Variables"
            case .gitlab: "on GitLab in Settings, CI/CD, Variables"
            case .bitrise: "on Bitrise in the Workflow Editor, Env Vars"
            case .circleci: "on CircleCI in Project Settings, Environment Variables"
            case .xcodeCloud: "in Xcode Cloud in the workflow's Environment section"
            }
        return [
            "The workflow builds Permafrost, but the project doesn't specify Permafrost's repository. Set two variables first,",
            "  PERMAFROST_REPOSITORY (the address of Permafrost's git repository) and PERMAFROST_REVISION (the commit to build),",
            "  \(place). Until then, the \(service == .github ? "workflow" : "job") fails with a message.",
        ]
    }
}
