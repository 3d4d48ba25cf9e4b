import Foundation
import PermafrostStore

/// The configuration file of a CI service that checks a project's versions. On GitHub, GitLab and Bitrise, it checks
/// pull requests against their base, and pushes only on the default branch, so that each change is checked once.
struct Workflow {
    /// The settings that determine the content of a workflow.
    struct Request {
        var service: ProjectSetup.Service
        var tool: ToolSource
        /// The path of the project's folder relative to the top of the repository. It is empty if the project is at the
        /// top. Otherwise, it ends with `/`.
        var prefix = ""
        /// The branch that changes are merged into, or nil if it isn't known.
        var defaultBranch: String?
        var arguments = ProjectSetup.ReadingArguments()
    }

    /// The path of the file relative to the top of the repository.
    let path: String
    let lines: [String]

    private static let libraries =
        "apt-get update && apt-get install -y --no-install-recommends libsqlite3-dev libssl-dev zlib1g-dev"
    /// The action that checks out a repository, pinned to the same version as in this repository's own workflows.
    static let checkout = "actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2"
    private static let image = "swift:6.2"
    /// An image with curl and git, for a tool that is downloaded.
    private static let downloadImage = "buildpack-deps:bookworm-scm"

    init(_ request: Request) {
        switch request.service {
        case .github:
            path = ".github/workflows/schemas.yml"
            lines = Self.gitHub(request)
        case .gitlab:
            path = ".gitlab-ci.yml"
            lines = Self.gitLab(request)
        case .bitrise:
            path = "bitrise.yml"
            lines = Self.bitrise(request)
        case .circleci:
            path = ".circleci/config.yml"
            lines = Self.circleCI(request)
        case .xcodeCloud:
            // Xcode Cloud looks for the folder next to the Xcode project.
            path = request.prefix + "ci_scripts/ci_post_clone.sh"
            lines = Self.xcodeCloud(request)
        }
    }

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
            return ["      - run: \(libraries)", "      - name: Check the schema versions"] + [folder].compactMap { $0 }
                + [
                    "        env:", base,
                    "        run: " + YAMLText(run(swiftPackage(package), words.map(word), base: "BASE")).text,
                ]
        case .repository(let address?, let revision?, let version)
        where ToolSource.gitHubName(address) != nil && input(request) != nil:
            let pin = "\(ToolSource.gitHubName(address) ?? "")@\(revision)" + (version.map { " # \($0)" } ?? "")
            return ["      - uses: \(pin)"] + (input(request) ?? [])
        case .repository(let address, let revision, _):
            return [
                "      - name: Build permafrost", "        env:",
                "          REPOSITORY: \(address.map { YAMLText($0).text } ?? "${{ vars.\(ToolScript.repositoryVariable) }}")",
                "          REVISION: \(revision.map { "\"\($0)\"" } ?? "${{ vars.\(ToolScript.revisionVariable) }}")",
                "        run: |",
            ] + ToolScript.build(into: "$RUNNER_TEMP/permafrost", fails: "::error::").map { "          " + $0 } + [
                "      - name: Check the schema versions", "        env:", base,
                "        run: "
                    + YAMLText(
                        run(
                            "\"$RUNNER_TEMP/permafrost/\(ToolScript.builtExecutable)\"",
                            (["check", "--no-cache", "--format", "github"] + place(request)).map(word), base: "BASE")
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

    // MARK: GitLab

    private static func gitLab(_ request: Request) -> [String] {
        func job(_ image: String, _ variables: [String], _ before: [String], _ script: String) -> [String] {
            [
                "schemas:", "  image: \(image)", "  timeout: 30 minutes", "  interruptible: true", "  variables:",
                "    GIT_DEPTH: \"0\"",
            ] + variables + [
                "  rules:", "    - if: $CI_PIPELINE_SOURCE == \"merge_request_event\"",
                "    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH", "  before_script:",
            ] + before + ["  script:", "    - " + script]
        }
        let base = "CI_MERGE_REQUEST_DIFF_BASE_SHA"
        switch request.tool {
        case .plugin(let package):
            return job(
                image, [], ["    - \(libraries)"], YAMLText(plugin(package, request, base: base, word: word)).text)
        case .repository(let address, let revision, let version):
            let tool = ToolScript(address, revision: revision, version: version, into: "/permafrost")
            let words = (["check", "--no-cache"] + place(request)).map(word)
            let check = YAMLText(run(tool.executable, words, base: base)).text
            if tool.isDownload { return job(downloadImage, [], tool.lines.map { "    - " + $0 }, check) }
            // A job's variables take precedence over the project's variables.
            let known =
                (address.map { ["    \(ToolScript.repositoryVariable): \(YAMLText($0).text)"] } ?? [])
                + (revision.map { ["    \(ToolScript.revisionVariable): \"\($0)\""] } ?? [])
            let unknown = ToolScript(nil, revision: nil, version: nil, into: "/permafrost")
            return job(image, known, ["    - |"] + unknown.lines.map { "      " + $0 }, check)
        }
    }

    // MARK: Bitrise

    private static func bitrise(_ request: Request) -> [String] {
        let branch = YAMLText(request.defaultBranch ?? "main").text
        let script =
            ["set -e"] + ToolScript.history + check(request, base: "BITRISEIO_GIT_BRANCH_DEST", remote: "origin/")
        return [
            "format_version: \"11\"",
            "default_step_lib_source: https://github.com/bitrise-io/bitrise-steplib.git",
            "project_type: other",
            "trigger_map:",
            "  - pull_request_source_branch: \"*\"", "    workflow: schemas",
            "  - push_branch: \(branch)", "    workflow: schemas",
            "workflows:", "  schemas:", "    steps:", "      - git-clone@8: {}", "      - script@1:",
            "          title: Check the schema versions", "          inputs:", "            - content: |",
        ] + script.map { "                " + $0 }
    }

    // MARK: CircleCI

    private static func circleCI(_ request: Request) -> [String] {
        let needsBuild: Bool
        switch request.tool {
        case .plugin: needsBuild = true
        case .repository(let address, let revision, let version):
            needsBuild = !ToolScript(address, revision: revision, version: version, into: "").isDownload
        }
        return [
            "version: 2.1", "jobs:", "  schemas:", "    docker:",
            "      - image: \(needsBuild ? image : downloadImage)", "    steps:", "      - checkout:",
            "          method: full", "      - run:", "          name: Check the schema versions",
        ]
            + (request.defaultBranch.map {
                ["          environment:", "            BASE: \(YAMLText("origin/" + $0).text)"]
            } ?? [])
            + ["          command: |"]
            + (["set -e"] + (needsBuild ? [libraries] : []) + check(request, base: "BASE"))
            .map { "            " + $0 }
            + ["workflows:", "  schemas:", "    jobs:", "      - schemas"]
    }

    // MARK: Xcode Cloud

    private static func xcodeCloud(_ request: Request) -> [String] {
        [
            "#!/bin/sh",
            "# Fails the build if a frozen schema version has drifted. Xcode Cloud runs this file after it",
            "# cloned the repository, if the file is executable.", "set -e", "cd \"$CI_PRIMARY_REPOSITORY_PATH\"",
        ] + ToolScript.history + check(request, base: "CI_PULL_REQUEST_TARGET_COMMIT")
    }

    // MARK: Shell

    /// Returns the lines that get the tool and run the check. They are for a script in a YAML block or in a file.
    private static func check(_ request: Request, base: String, remote: String = "") -> [String] {
        switch request.tool {
        case .plugin(let package): return [plugin(package, request, base: base, remote: remote, word: lineWord)]
        case .repository(let address, let revision, let version):
            let tool = ToolScript(address, revision: revision, version: version, into: "$HOME/permafrost-tool")
            let words = (["check", "--no-cache"] + place(request)).map(lineWord)
            return tool.lines + [run("\"\(tool.executable)\"", words, base: base, remote: remote)]
        }
    }

    /// Returns the start of a command that runs a plugin.
    ///
    /// - Parameter package: the package to select, or nil if only one package has the plugin.
    private static func swiftPackage(_ package: String?) -> String {
        "swift package" + (package.map { " --package " + $0 } ?? "")
    }

    /// Returns the command that runs the package's plugin.
    ///
    /// - Parameters:
    ///   - package: the package to select, or nil if only one package has the plugin.
    ///   - word: quotes a word for the shell.
    private static func plugin(
        _ package: String?, _ request: Request, base: String, remote: String = "", word: (String) -> String
    ) -> String {
        let folder = request.prefix.isEmpty ? "" : "cd \(word(String(request.prefix.dropLast()))) && "
        let words = (["check-schemas", "--no-cache"] + request.arguments.words).map(word)
        return run(folder + swiftPackage(package), words, base: base, remote: remote)
    }

    /// Returns a command with its options. The command includes `--base` if the base variable isn't empty when the
    /// command runs.
    ///
    /// - Parameters:
    ///   - base: the name of the environment variable with the base.
    ///   - remote: the text to insert before the variable's value, such as `origin/` for a branch.
    private static func run(_ command: String, _ words: [String], base: String, remote: String = "") -> String {
        "\(command) \(words.joined(separator: " ")) ${\(base):+\"--base=\(remote)$\(base)\"}"
    }

    /// Returns a word quoted for a shell. Splits `${{`, because GitHub would evaluate an expression in `${{ }}`.
    private static func word(_ text: String) -> String { text.asShellWord.replacing("${{", with: "$''{{") }

    /// Returns a word quoted for a shell, on one line and without characters that a block of YAML can't represent.
    /// Splits `<<`, because CircleCI would evaluate an expression in `<< >>`.
    private static func lineWord(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            return text.asShellWord.replacing("<<", with: "<''<")
        }
        let escaped = text.utf8.map { byte in
            byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "'")
                || byte == UInt8(ascii: "<")
                ? "\\0" + String(repeating: "0", count: 3 - String(byte, radix: 8).count) + String(byte, radix: 8)
                : String(UnicodeScalar(byte))
        }
        return "\"$(printf %b '\(escaped.joined())')\""
    }

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
