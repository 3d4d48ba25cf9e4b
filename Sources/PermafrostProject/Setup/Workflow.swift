import Foundation
import PermafrostFixtures
import PermafrostStore

/// The workflow of GitHub that checks a project's versions. It checks pull requests against their base, and pushes only
/// on the default branch, so that each change is checked once.
struct Workflow {
    /// The settings that determine the content of a workflow.
    struct Request {
        var tool: ToolSource
        /// The path of the project's folder relative to the top of the repository. It is empty if the project is at the
        /// top. Otherwise, it ends with `/`.
        var prefix = ""
        /// The branch that changes are merged into, or nil if it isn't known.
        var defaultBranch: String?
        var arguments = ReadingArguments()
    }

    /// The path of the file relative to the top of the repository.
    static let path = ".github/workflows/schemas.yml"
    let lines: [String]

    private static let libraries =
        "apt-get update && apt-get install -y --no-install-recommends libsqlite3-dev libssl-dev zlib1g-dev"
    /// The action that checks out a repository, pinned to the same version as in this repository's own workflows.
    static let checkout = "actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2"
    /// The action that keeps the built tool, pinned likewise.
    private static let cache = "actions/cache@cdf6c1fa76f9f475f3d7449005a359c84ca0f306 # v5.0.3"
    private static let image = "swift:6.2"

    init(_ request: Request) { lines = Self.gitHub(request) }

    // MARK: GitHub

    private static func gitHub(_ request: Request) -> [String] {
        // Other characters in a branch's name could have a special meaning in a pattern.
        let branch = request.defaultBranch.flatMap { name in
            name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) } ? name : nil
        }
        // The action downloads a release, so the job needs no toolchain.
        let isReleased = request.tool.isRelease && input(request) != nil
        return [
            "name: Schemas", "on:", "  pull_request:", "  merge_group:", "  push:",
        ] + (branch.map { ["    branches: [\(YAMLText($0, isInList: true).text)]"] } ?? []) + [
            "permissions:", "  contents: read",
        ] + (isReleased ? ["  pull-requests: write # for the comment with the review"] : []) + [
            "concurrency:", "  group: schemas-${{ github.ref }}", "  cancel-in-progress: true", "jobs:", "  check:",
        ]
            + (branch == nil
                ? ["    if: github.event_name != 'push' || github.ref_name == github.event.repository.default_branch"]
                : [])
            + ["    runs-on: ubuntu-24.04"] + (isReleased ? [] : ["    container: \(image)"])
            + [
                "    timeout-minutes: 30", "    steps:", "      - uses: \(checkout)", "        with:",
                "          fetch-depth: 0", "          persist-credentials: false",
            ]
            + (isReleased
                ? []
                : [
                    "      - name: Let git read what another user of the container checked out",
                    "        run: git config --global --add safe.directory \"$GITHUB_WORKSPACE\"",
                ]) + gitHubSteps(request)
    }

    private static func gitHubSteps(_ request: Request) -> [String] {
        let base = "          BASE: ${{ github.event.pull_request.base.sha || github.event.merge_group.base_sha }}"
        switch request.tool {
        case .plugin(let package):
            let folder = request.prefix.isEmpty ? nil : "        working-directory: \(value(request.prefix))"
            let words = ["check-schemas", "--no-cache", "--format", "github"] + request.arguments.words
            return ["      - run: \(libraries)"] + (package == nil ? keptBuild(request) : [])
                + ["      - name: Check the schema versions"] + [folder].compactMap { $0 }
                + [
                    "        env:", base,
                    "        run: " + YAMLText(run(swiftPackage(package), words.map(word))).text,
                ]
        case .repository(let address?, let revision?, let version)
        where ToolSource.gitHubName(address) != nil && input(request) != nil:
            let pin = "\(ToolSource.gitHubName(address) ?? "")@\(revision)" + (version.map { " # \($0)" } ?? "")
            return ["      - uses: \(pin)"] + (input(request) ?? [])
        case .repository(let address, let revision, _):
            let variables = [
                "        env:",
                "          REPOSITORY: \(address.map { YAMLText($0).text } ?? "${{ vars.\(repositoryVariable) }}")",
                "          REVISION: \(revision.map { "\"\($0)\"" } ?? "${{ vars.\(revisionVariable) }}")",
                "        run: |",
            ]
            return ["      - run: \(libraries)", "      - name: Find a build of permafrost", "        id: build"]
                + variables + findBuild.map { "          " + $0 }
                + [
                    "      - uses: \(cache)", "        id: cache", "        with:",
                    "          path: ${{ steps.build.outputs.folder }}",
                    "          key: ${{ steps.build.outputs.key }}", "      - name: Build permafrost",
                    "        if: steps.cache.outputs.cache-hit != 'true'",
                ] + variables + build(into: "$RUNNER_TEMP/permafrost").map { "          " + $0 } + [
                    "      - name: Check the schema versions", "        env:", base,
                    "        run: "
                        + YAMLText(
                            run(
                                "\"\(folder)/permafrost\"",
                                (["check", "--no-cache", "--format", "github"] + place(request)).map(word))
                        ).text,
                ]
        }
    }

    /// Returns the lines with the inputs of Permafrost's GitHub action. Returns nil if an option contains a line break,
    /// which the `arguments` input can't represent. The action splits that input at spaces that aren't escaped with a
    /// backslash.
    private static func input(_ request: Request) -> [String]? {
        let words = request.arguments.words(from: request.prefix)
        guard !words.contains(where: { $0.contains(where: \.isNewline) }) else { return nil }
        var lines: [String] = []
        if !request.prefix.isEmpty { lines.append("          project: \(value(request.prefix))") }
        if !words.isEmpty {
            let escaped = words.map { word in
                String(word.flatMap { $0.isWhitespace || $0 == "\\" ? ["\\", $0] : [$0] })
                    .replacing("${{", with: "$\\{{")
            }
            lines.append("          arguments: " + YAMLText(escaped.joined(separator: " ")).text)
        }
        return lines.isEmpty ? [] : ["        with:"] + lines
    }

    /// Returns a folder as a value for a GitHub workflow. Escapes `${{`, because GitHub would evaluate an expression in
    /// `${{ }}`.
    private static func value(_ prefix: String) -> String {
        YAMLText(String(prefix.dropLast()).replacing("${{", with: "${{ '${{' }}")).text
    }

    // MARK: The tool

    /// The CI variables that specify Permafrost's repository and commit, if the project doesn't specify them.
    private static let repositoryVariable = "PERMAFROST_REPOSITORY"
    private static let revisionVariable = "PERMAFROST_REVISION"

    /// The folder for a tool that was built from its sources.
    private static let folder = "$RUNNER_TEMP/permafrost-tool"

    /// The lines that name the build of the tool by its commit and the toolchain, and its folder. In a container, GitHub's
    /// expression for the temporary folder is the host's. If the commit isn't known, the lines fail with a message about
    /// the variables to set.
    private static let findBuild = [
        "if [ -z \"$REPOSITORY\" ] || [ -z \"$REVISION\" ]; then",
        "  echo \"Set the CI variables \(repositoryVariable) (the address of Permafrost's git repository) and "
            + "\(revisionVariable) (the commit to build) in this repository's settings.\"",
        "  exit 1", "fi",
        "echo \"key=permafrost-$REVISION-$(swift --version 2>/dev/null | sha256sum | cut -c 1-16)\" >>\"$GITHUB_OUTPUT\"",
        "echo \"folder=\(folder)\" >>\"$GITHUB_OUTPUT\"",
    ]

    /// Returns the lines that build the tool from its sources.
    ///
    /// - Parameter checkout: the folder that receives the sources. It may contain environment variables.
    private static func build(into checkout: String) -> [String] {
        [
            "git init --quiet \"\(checkout)\"",
            "git -C \"\(checkout)\" fetch --quiet --depth 1 -- \"$REPOSITORY\" \"$REVISION\"",
            "git -C \"\(checkout)\" checkout --quiet FETCH_HEAD",
            "\"\(checkout)/Scripts/setup\"",
            "swift build --package-path \"\(checkout)\" --configuration release --product permafrost-cli",
            "install -D \"\(checkout)/.build/release/permafrost-cli\" \"\(folder)/permafrost\"",
        ]
    }

    /// Returns the step that keeps the build of a package, which contains the plugin's tool. The packages that SwiftPM
    /// resolves determine the build.
    private static func keptBuild(_ request: Request) -> [String] {
        let folder = (request.prefix + ".build").replacing("${{", with: "${{ '${{' }}")
        return [
            "      - uses: \(cache)", "        with:", "          path: \(YAMLText(folder).text)",
            "          key: ${{ format('permafrost-{0}-{1}', runner.arch, hashFiles('**/Package.resolved')) }}",
        ]
    }

    // MARK: Shell

    /// Returns the start of a command that runs a plugin.
    ///
    /// - Parameter package: the package to select, or nil if only one package has the plugin.
    private static func swiftPackage(_ package: String?) -> String {
        "swift package" + (package.map { " --package " + $0 } ?? "")
    }

    /// Returns a command with its options. The command includes `--base` if the variable `BASE` isn't empty when the
    /// command runs.
    private static func run(_ command: String, _ words: [String]) -> String {
        "\(command) \(words.joined(separator: " ")) ${BASE:+\"--base=$BASE\"}"
    }

    /// Returns a word quoted for a shell. Splits `${{`, because GitHub would evaluate an expression in `${{ }}`.
    private static func word(_ text: String) -> String { text.asShellWord.replacing("${{", with: "$''{{") }

    /// Returns the options that specify the project, for a tool that runs at the top of the repository.
    private static func place(_ request: Request) -> [String] {
        (request.prefix.isEmpty ? [] : ["--project", String(request.prefix.dropLast())])
            + request.arguments.words(from: request.prefix)
    }

    // MARK: Existing workflows

    /// Returns whether one of the service's existing files already runs a check.
    ///
    /// - Parameter directory: the top of the repository.
    static func isThere(_ service: ProjectSetup.Service, in directory: String) throws -> Bool {
        let paths: [String]
        switch service {
        case .github:
            let folder = directory + "/.github/workflows"
            guard try FileKind(of: folder) == .directory else { return false }
            paths = try FileAccess.list(folder).map { folder + "/" + $0 }
        case .gitlab: paths = [directory + "/.gitlab-ci.yml"]
        case .bitrise: paths = [directory + "/bitrise.yml"]
        case .circleci: paths = [directory + "/.circleci/config.yml"]
        case .xcodeCloud:
            paths = ["clone", "xcodebuild"].flatMap { phase in
                ["post", "pre"].map { directory + "/ci_scripts/ci_\($0)_\(phase).sh" }
            }
        }
        return try paths.contains { path in
            guard try FileKind(of: path) == .regular else { return false }
            let text = String(decoding: try FileAccess.read(path), as: UTF8.self)
            return WorkflowCommands(text).runCheck
        }
    }

    /// Returns whether the configuration file of pre-commit lists Permafrost's hook, or a hook whose command runs a
    /// check.
    static func hasHook(_ bytes: [UInt8]) -> Bool {
        let commands = WorkflowCommands(String(decoding: bytes, as: UTF8.self))
        return commands.hasID("permafrost-check") || commands.runCheck
    }
}
