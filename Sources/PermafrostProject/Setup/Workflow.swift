import Foundation
import PermafrostStore

/// A file that makes a service check every change once. Pull requests are checked against their base. Pushes are
/// checked only on the default branch.
struct Workflow {
    /// The settings that determine the content of a workflow.
    struct Request {
        var service: ProjectSetup.Service
        var tool: ToolSource
        /// The path of the project's folder relative to the top of the repository. It ends with `/`, and is empty for
        /// the top.
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

    init(_ request: Request) {
        switch request.service {
        case .github:
            path = ".github/workflows/schemas.yml"
            lines = Self.gitHub(request)
        case .gitlab:
            path = ".gitlab-ci.yml"
            lines = Self.gitLab(request)
        }
    }

    // MARK: GitHub

    private static func gitHub(_ request: Request) -> [String] {
        // Other characters in a branch's name could have a special meaning in a pattern.
        let branch = request.defaultBranch.flatMap { name in
            name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) } ? name : nil
        }
        return [
            "name: Schemas", "on:", "  pull_request:", "  merge_group:", "  push:",
        ] + (branch.map { ["    branches: [\(YAMLText($0, isInList: true).text)]"] } ?? []) + [
            "permissions:", "  contents: read", "concurrency:", "  group: schemas-${{ github.ref }}",
            "  cancel-in-progress: true", "jobs:", "  check:",
        ]
            + (branch == nil
                ? ["    if: github.event_name != 'push' || github.ref_name == github.event.repository.default_branch"]
                : [])
            + [
                "    runs-on: ubuntu-24.04", "    container: \(image)", "    timeout-minutes: 30", "    steps:",
                "      - uses: \(checkout)", "        with:", "          fetch-depth: 0",
                "          persist-credentials: false",
                "      - name: Let git read what another user of the container checked out",
                "        run: git config --global --add safe.directory \"$GITHUB_WORKSPACE\"",
            ] + gitHubSteps(request)
    }

    private static func gitHubSteps(_ request: Request) -> [String] {
        let base = "          BASE: ${{ github.event.pull_request.base.sha || github.event.merge_group.base_sha }}"
        switch request.tool {
        case .plugin:
            let folder = request.prefix.isEmpty ? nil : "        working-directory: \(value(request.prefix))"
            let words = ["check-schemas", "--no-cache", "--format", "github"] + request.arguments.words
            return ["      - run: \(libraries)", "      - name: Check the schema versions"] + [folder].compactMap { $0 }
                + ["        env:", base, "        run: " + run("swift package", words, base: "BASE")]
        case .repository(let address?, let revision?, let version)
        where ToolSource.gitHubName(address) != nil && input(request) != nil:
            let pin = "\(ToolSource.gitHubName(address) ?? "")@\(revision)" + (version.map { " # \($0)" } ?? "")
            return ["      - uses: \(pin)"] + (input(request) ?? [])
        case .repository(let address, let revision, _):
            return [
                "      - name: Build permafrost", "        env:",
                "          REPOSITORY: \(address.map { YAMLText($0).text } ?? "${{ vars.\(repositoryVariable) }}")",
                "          REVISION: \(revision.map { "\"\($0)\"" } ?? "${{ vars.\(revisionVariable) }}")",
                "        run: |",
            ] + build(into: "$RUNNER_TEMP/permafrost", fails: "::error::").map { "          " + $0 } + [
                "      - name: Check the schema versions", "        env:", base,
                "        run: "
                    + run(
                        "\"$RUNNER_TEMP/permafrost/.build/release/permafrost\"",
                        ["check", "--no-cache", "--format", "github"] + place(request), base: "BASE"),
            ]
        }
    }

    /// Returns the inputs of the action, or nil if an option contains a line break, because an input can't represent
    /// one. The action splits its input at spaces that aren't escaped with a backslash.
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

    /// Returns a folder as a value for a GitHub workflow. GitHub evaluates expressions in `${{ }}`.
    private static func value(_ prefix: String) -> String {
        YAMLText(String(prefix.dropLast()).replacing("${{", with: "${{ '${{' }}")).text
    }

    // MARK: GitLab

    private static func gitLab(_ request: Request) -> [String] {
        let start = [
            "schemas:", "  image: \(image)", "  timeout: 30 minutes", "  interruptible: true", "  variables:",
            "    GIT_DEPTH: \"0\"",
        ]
        let rules = [
            "  rules:", "    - if: $CI_PIPELINE_SOURCE == \"merge_request_event\"",
            "    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH",
        ]
        let base = "CI_MERGE_REQUEST_DIFF_BASE_SHA"
        switch request.tool {
        case .plugin:
            let folder = request.prefix.isEmpty ? "" : "cd \(word(String(request.prefix.dropLast()))) && "
            let words = ["check-schemas", "--no-cache"] + request.arguments.words
            return start + rules + ["  before_script:", "    - \(libraries)", "  script:"]
                + ["    - " + run(folder + "swift package", words, base: base)]
        case .repository(let address, let revision, _):
            // A job's variables take precedence over the project's variables.
            let known =
                (address.map { ["    \(repositoryVariable): \(YAMLText($0).text)"] } ?? [])
                + (revision.map { ["    \(revisionVariable): \"\($0)\""] } ?? [])
            let names = ["REPOSITORY=\"$\(repositoryVariable)\"", "REVISION=\"$\(revisionVariable)\""]
            return start + known + rules + ["  before_script:", "    - |"]
                + (names + build(into: "/permafrost", fails: "")).map { "      " + $0 } + ["  script:"]
                + [
                    "    - "
                        + run(
                            "/permafrost/.build/release/permafrost", ["check", "--no-cache"] + place(request),
                            base: base)
                ]
        }
    }

    // MARK: Shell

    private static let repositoryVariable = "PERMAFROST_REPOSITORY"
    private static let revisionVariable = "PERMAFROST_REVISION"

    /// Returns the lines that build the tool from its sources. If their location isn't known, the lines fail with a
    /// message about the variables to set.
    private static func build(into folder: String, fails: String) -> [String] {
        [
            "if [ -z \"$REPOSITORY\" ] || [ -z \"$REVISION\" ]; then",
            "  echo \"\(fails)Set the CI variables \(repositoryVariable) (the address of Permafrost's git repository) and "
                + "\(revisionVariable) (the commit to build) in this repository's settings.\"",
            "  exit 1", "fi",
            "git init --quiet \"\(folder)\"",
            "git -C \"\(folder)\" fetch --quiet --depth 1 -- \"$REPOSITORY\" \"$REVISION\"",
            "git -C \"\(folder)\" checkout --quiet FETCH_HEAD",
            "\"\(folder)/Scripts/setup\"",
            "swift build --package-path \"\(folder)\" --configuration release --product permafrost",
        ]
    }

    /// Returns a command with its options as a YAML value. When it runs, the command includes `--base` if the
    /// environment variable that `base` names isn't empty.
    private static func run(_ command: String, _ words: [String], base: String) -> String {
        YAMLText("\(command) \(words.map(word).joined(separator: " ")) ${\(base):+\"--base=$\(base)\"}").text
    }

    /// Returns a word quoted for a shell. GitHub doesn't evaluate any part of it.
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
        }
        return try paths.contains { path in
            guard try FileKind(of: path) == .regular else { return false }
            let text = String(decoding: try FileAccess.read(path), as: UTF8.self)
            return text.contains("check-schemas") || text.contains("permafrost")
        }
    }
}
