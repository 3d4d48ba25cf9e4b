import PermafrostFixtures
import PermafrostProject
import PermafrostSource

/// The instructions of `init` for a step that the user must take.
struct SetupStepMessage {
    /// The name of the step in JSON.
    let name: String
    /// The lines to print: an empty line, the instructions, and any code to paste.
    let lines: [String]

    init(_ step: ProjectSetup.Step) {
        let text: [String]
        switch step {
        case .dependency(let additions):
            name = "dependency"
            text = Self.lines(additions)
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
            text = ["To check each change on GitHub, run the command again with --ci github. \(Self.otherServices)"]
        case .hook(let arguments):
            name = "hook"
            text = Self.hook(arguments)
        case .workflow(let lines):
            name = "workflow"
            text =
                ["To check each change, add these lines to .github/workflows/schemas.yml at the top of the repository:"]
                + lines.map { "  " + $0 }
        case .variables:
            name = "variables"
            text = [
                "The workflow builds Permafrost, but the project doesn't specify Permafrost's repository. Set two variables",
                "  first, PERMAFROST_REPOSITORY (the address of Permafrost's git repository) and PERMAFROST_REVISION (the",
                "  commit to build), on GitHub in Settings, Secrets and variables, Actions, Variables. Until then, the",
                "  workflow fails with a message.",
            ]
        case .attributes(let lines):
            name = "attributes"
            text =
                [".gitattributes isn't in UTF-8, so it wasn't changed. Add these lines yourself:"]
                + lines.map { "  " + $0 }
        case .adopt(let shapes, let group):
            name = "adopt"
            text = [
                "\(Counted("schema", shapes)) shipped, but not all are declared as versions. To declare all schemas, "
                    + "run \(ToolCommand.line("adopt"))\(group.map { " --plan \($0.asShellWord)" } ?? "")"
            ]
        case .undeclared(let shapes, let group):
            name = "undeclared"
            text = [
                "\(Counted("schema", shapes)) shipped, but no version declares \(shapes == 1 ? "it" : "them"). For the fix, run "
                    + "\(ToolCommand.line("history"))\(group.map { " --plan \($0.asShellWord)" } ?? "")"
            ]
        }
        lines = [""] + text
    }

    // MARK: Manifest

    private static func lines(_ additions: ManifestSetup.Additions) -> [String] {
        let dependency = additions.dependency
        let note = dependency?.path.map {
            ["Other machines don't have the folder \($0): before you commit, replace it with the repository's address."]
        }
        guard additions.isEditable else {
            return ["Package.swift lacks Permafrost, and computes its lists. Add"]
                + (dependency.map { ["  to the dependencies of the package:", "    \($0.code),"] } ?? [])
                + additions.products.flatMap { product in
                    [
                        "  to the dependencies of the target \(product.target):",
                        "    .product(name: \"\(product.name)\", package: \"\(additions.package)\"),",
                    ]
                } + (note ?? [])
        }
        func command(_ name: String, _ words: [String]) -> String {
            "  swift package \(name) \(words.map(\.asShellWord).joined(separator: " "))"
        }
        return ["Package.swift lacks Permafrost. Run these commands once, because a second run adds the same again:"]
            + (dependency.map { [command("add-dependency", $0.arguments)] } ?? [])
            + additions.products.map { product in
                command("add-target-dependency", [product.name, product.target, "--package", additions.package])
            } + (note ?? [])
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
                "     files in place and Create folders, and select \(tests) as its target. In the file inspector, set the folder's",
                "     Build Rules to Apply Once to Folder. In a project with groups, choose Create folder references instead.",
                "     This step is unnecessary if the tree is in a folder that Xcode synchronizes with the target.",
            ]
        }
        return first + [
            "  2. Select \(steps.fixtures), which is in a folder that Xcode synchronizes with \(steps.holders.listed).",
            "     In the file inspector, set Build Rules to Apply Once to Folder, so that Xcode keeps its subfolders.",
        ]
    }

    // MARK: Services

    /// The advice for CI services other than GitHub.
    static let otherServices =
        "For GitLab, Bitrise, CircleCI and Xcode Cloud, see the files in Distribution/ci of Permafrost's repository"

    private static func hook(_ arguments: [String]) -> [String] {
        [
            "To check before each commit, add these lines to .pre-commit-config.yaml:",
            "  - repo: local", "    hooks:", "      - id: permafrost-check", "        name: permafrost check",
            "        language: unsupported # before pre-commit 4.4.0: system",
            "        entry: permafrost check --no-cache", "        pass_filenames: false",
            "        files: '\\.swift$|\\.xcdatamodeld?/|(^|/)Fixtures/'",
        ]
            + (arguments.isEmpty
                ? []
                : ["        args: [\(arguments.map { YAMLText($0, isInList: true).text }.joined(separator: ", "))]"])
    }
}
