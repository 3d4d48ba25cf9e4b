import Foundation
import PermafrostTestSupport
import Testing

/// The workflow that `init --ci` writes: its triggers, the source of the tool, and its shell command.
@Suite struct WorkflowTests {
    private static let path = ".github/workflows/schemas.yml"
    private static let revision = "0123456789abcdef0123456789abcdef01234567"

    /// Writes a project with one version. If `isRepository` is true, it is in a repository on branch `main`.
    private static func project(in folder: ScratchFolder, at path: String = "", isRepository: Bool = true) throws {
        try folder.write(
            """
            import SwiftData
            enum KitV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Kit.self] }
                @Model final class Kit { var name: String?; init() {} }
            }
            """, to: path + "Kit/KitV1.swift")
        guard isRepository else { return }
        let made = try CommandResult.running(["git", "init", "--quiet", "--initial-branch", "main"], in: folder.url)
        #expect(made.status == 0, "\(made)")
    }

    /// Returns the manifest of a package with a list of package dependencies.
    private static func manifest(_ dependencies: String...) -> String {
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "Kit", dependencies: [\(dependencies.joined(separator: ", "))],
            targets: [.target(name: "Kit", path: "Kit")])

        """
    }

    private static let dependency = ".package(url: \"https://github.com/acme/permafrost\", from: \"0.1.0\")"
    private static let local = ".package(name: \"permafrost\", path: \"../Tools\")"
    private static let plugins = ".package(url: \"https://github.com/acme/permafrost-plugins\", exact: \"0.1.0\")"

    private static func workflow(_ folder: ScratchFolder, _ path: String = path) throws -> String {
        try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
    }

    private static func resolved(_ location: String, _ state: String) -> String {
        """
        {"pins": [{"identity": "other", "location": "https://example.org/other", "state": {"revision": "\(revision)"}},
        {"identity": "permafrost", "kind": "remoteSourceControl", "location": "\(location)", "state": {\(state)}}], "version": 2}
        """
    }

    @Test func itRunsOncePerChangeWithReadPermission() throws {
        let folder = try ScratchFolder()
        try Self.project(in: folder)
        #expect(try Tool.run("init", "--ci", "github", in: folder).status == 0)
        let text = try Self.workflow(folder)
        for part in [
            "\non:\n  pull_request:\n  merge_group:\n  push:\n    branches: [main]\n",
            "\npermissions:\n  contents: read\n",
            "cancel-in-progress: true", "timeout-minutes: 30", "fetch-depth: 0", "persist-credentials: false",
            "github.event.pull_request.base.sha || github.event.merge_group.base_sha",
        ] { #expect(text.contains(part), "\(part): \(text)") }
        for use in text.matches(of: /uses: (.*)/) { #expect(use.1.contains(#/@[0-9a-f]{40} # v/#), "\(use.1)") }
        #expect(!text.contains("REPOSITORY_OF"))
        let scripts = text.split(separator: "\n").filter { !$0.contains(": ${{") }
        #expect(scripts.filter { $0.contains("${{") } == ["  group: schemas-${{ github.ref }}"])
    }

    /// The CI service looks up an unknown default branch.
    @Test(arguments: [(branch: "trunk", line: "branches: [trunk]"), ("a+b", "github.event.repository.default_branch")])
    func aDefaultBranch(_ case: (branch: String, line: String)) throws {
        let folder = try ScratchFolder()
        try Self.project(in: folder)
        for arguments in [
            ["symbolic-ref", "HEAD", "refs/heads/\(`case`.branch)"],
            [
                "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "commit", "--allow-empty",
                "-qm", "x",
            ],
        ] { #expect(try CommandResult.running(["git"] + arguments, in: folder.url).status == 0) }
        #expect(try Tool.run("init", "--ci", "github", in: folder).status == 0)
        #expect(try Self.workflow(folder).contains(`case`.line))
    }

    @Test(arguments: [
        (place: "Package.resolved", location: "https://github.com/acme/permafrost.git"),
        (
            "App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved",
            "git@github.com:acme/permafrost.git"
        ),
        ("App.xcworkspace/xcshareddata/swiftpm/Package.resolved", "https://user:secret@github.com/acme/permafrost"),
    ])
    func theToolHasTheResolvedRevision(_ case: (place: String, location: String)) throws {
        let folder = try ScratchFolder()
        try Self.project(in: folder)
        try folder.write(
            Self.resolved(`case`.location, #""revision": "\#(Self.revision)", "version": "0.1.0""#), to: `case`.place)
        let result = try Tool.run("init", "--ci", "github", in: folder)
        #expect(result.status == 0 && !result.output.contains("PERMAFROST_REPOSITORY"), "\(result)")
        let text = try Self.workflow(folder)
        #expect(text.contains("      - uses: acme/permafrost@\(Self.revision) # 0.1.0\n"), "\(text)")
        #expect(!text.contains("secret"))
    }

    /// On GitHub, the action of a release checks a package. Without a release, the case's command runs a plugin.
    @Test(arguments: [
        (manifest: manifest(dependency), version: "\"version\": \"0.1.0\"", command: ""),
        (manifest(dependency, plugins), "\"version\": \"0.1.0\"", ""),
        (manifest(dependency), "\"branch\": \"main\"", "swift package check-schemas"),
        (manifest(local), "\"version\": \"0.1.0\"", "swift package check-schemas"),
        (
            manifest(local, plugins), "\"version\": \"0.1.0\"",
            "swift package --package permafrost-plugins check-schemas"
        ),
    ])
    func aPackageUsesTheActionOfARelease(_ case: (manifest: String, version: String, command: String)) throws {
        let folder = try ScratchFolder()
        try Self.project(in: folder)
        try folder.write(`case`.manifest, to: "Package.swift")
        let state = "\"revision\": \"\(Self.revision)\", \(`case`.version)"
        try folder.write(Self.resolved("https://github.com/acme/permafrost", state), to: "Package.resolved")
        #expect(try Tool.run("init", "--ci", "github", in: folder).status == 0)
        let text = try Self.workflow(folder)
        let isAction = `case`.command.isEmpty
        #expect(text.contains("      - uses: acme/permafrost@\(Self.revision) # 0.1.0\n") == isAction, "\(text)")
        #expect(text.contains("  pull-requests: write # ") == isAction, "\(text)")
        #expect(text.contains("    container: swift:") != isAction, "\(text)")
        #expect(text.contains("fetch-depth: 0"), "\(text)")
        #expect(text.contains("        run: \(`case`.command) --no-cache ") != isAction, "\(text)")
        #expect(text.contains("uses: actions/cache@") == (`case`.command == "swift package check-schemas"), "\(text)")
    }

    /// The plugins with prebuilt tools check a package that depends only on them. It doesn't get another dependency.
    @Test func aPackageWithOnlyThePluginsUsesThem() throws {
        let folder = try ScratchFolder()
        try Self.project(in: folder)
        try folder.write(Self.manifest(Self.plugins), to: "Package.swift")
        let result = try Tool.run("init", "--ci", "github", in: folder)
        #expect(result.status == 0 && !result.output.contains("PermafrostTesting"), "\(result)")
        #expect(
            result.output.contains(#"plugins: [.plugin(name: "PrebuiltDriftGate", package: "permafrost-plugins")]"#),
            "\(result)")
        #expect(try Self.workflow(folder, "Package.swift") == Self.manifest(Self.plugins))
        #expect(try Self.workflow(folder).contains("        run: swift package check-schemas --no-cache "))
    }

    /// Only the dependencies of a manifest show whether the package has the plugins, not its other text.
    @Test func aCommentInTheManifestIsNotADependency() throws {
        let folder = try ScratchFolder()
        try Self.project(in: folder)
        try folder.write("// No permafrost here\n" + Self.manifest(), to: "Package.swift")
        let result = try Tool.run("init", "--ci", "github", in: folder)
        #expect(result.status == 0 && result.output.contains("PERMAFROST_REPOSITORY"), "\(result)")
        #expect(try !Self.workflow(folder).contains("check-schemas"))
    }

    @Test func aRepositoryOutsideOfGitHubIsCloned() throws {
        let folder = try ScratchFolder()
        try Self.project(in: folder)
        let state = #""revision": "\#(Self.revision)""#
        try folder.write(Self.resolved("https://git.example.org/permafrost", state), to: "Package.resolved")
        let result = try Tool.run("init", "--ci", "github", in: folder)
        #expect(result.status == 0 && !result.output.contains("Set two variables"), "\(result)")
        let text = try Self.workflow(folder)
        // The build is kept by its commit, and the steps before it set what the cache and the check need.
        for part in [
            "REPOSITORY: https://git.example.org/permafrost\n", "key=permafrost-$REVISION-",
            "          key: ${{ steps.build.outputs.key }}\n", "        if: steps.cache.outputs.cache-hit != 'true'\n",
        ] { #expect(text.contains(part), "\(part): \(text)") }
    }

    /// An address or revision that YAML, a shell or a workflow could misinterpret isn't used.
    @Test(arguments: [
        (location: "https://example.org/${{ github.token }}/permafrost", revision: revision),
        ("--upload-pack=x/permafrost", revision), ("/home/me/permafrost", revision),
        ("https://example.org/permafrost", "main; touch x"), ("https://example.org/a b/permafrost", revision),
    ])
    func anOddAddress(_ case: (location: String, revision: String)) throws {
        let folder = try ScratchFolder()
        try Self.project(in: folder)
        try folder.write(Self.resolved(`case`.location, #""revision": "\#(`case`.revision)""#), to: "Package.resolved")
        let result = try Tool.run("init", "--ci", "github", in: folder)
        #expect(result.output.contains("PERMAFROST_REPOSITORY"), "\(result)")
        let text = try Self.workflow(folder)
        #expect(
            text.contains("vars.PERMAFROST_REVISION") && !text.contains("touch") && !text.contains("token"), "\(text)")
    }

    @Test func aProjectInASubfolder() throws {
        let folder = try ScratchFolder()
        try Self.project(in: folder, at: "Apps/My App/")
        let arguments = ["init", "--ci", "github", "--project", "Apps/My App", "--fixtures", "Apps/My App/Stores"]
        let result = try Tool.run(arguments, in: folder.url, cache: folder)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("at the top of the repository"), "\(result)")
        #expect(
            result.output.contains("--project 'Apps/My App' --fixtures 'Apps/My App/Stores' ${"), "\(result.output)")
        #expect(result.output.contains("args: [--project, Apps/My App, --fixtures, Apps/My App/Stores]"), "\(result)")
        for place in [".github", "Apps/My App/.github"] {
            #expect(!FileManager.default.fileExists(atPath: folder.path(place)))
        }
    }

    /// The check's command passes each option through a shell unchanged, and runs none of its contents.
    @Test(arguments: [true, false]) func oddNames(_ isPackage: Bool) throws {
        let names = [
            "My Stores", "$(touch pwned)", "`touch pwned`", "${{ github.token }}", "it's", "a\"b", "a\nb", "a\r\tb",
            "a: b #c", "a\\b",
            "--x", "ümlaut", "true",
        ]
        for name in names {
            let folder = try ScratchFolder()
            try Self.project(in: folder)
            if isPackage { try folder.write(Self.manifest(Self.dependency), to: "Package.swift") }
            let fixtures = try Tool.run("init", "--ci", "github", "--fixtures", name, in: folder)
            #expect(fixtures.status == 0, "\(fixtures)")
            let text = try Self.workflow(folder)
            #expect(!text.contains("${{ github.token"), "\(text)")
            let start = "        run: "
            let line = try #require(text.split(separator: "\n").last { $0.hasPrefix(start) }?.dropFirst(start.count))
            let script =
                line.hasPrefix("\"")
                ? try JSONDecoder().decode(String.self, from: Data(line.utf8)) : String(line)
            let words = try Self.words(script, in: folder)
            let command = isPackage ? ["package", "check-schemas"] : ["check"]
            #expect(
                words == command + ["--no-cache", "--format", "github", "--fixtures", name, "--base=a b"], "\(text)")
            #expect(!FileManager.default.fileExists(atPath: folder.path("pwned")))
        }
    }

    /// The file in Distribution, whose schema and script `make lint` checks, is what `init` writes for a release.
    @Test func aReleaseIsDownloaded() throws {
        let folder = try ScratchFolder()
        try Self.project(in: folder)
        let state = #""revision": "\#(Self.revision)", "version": "0.1.0""#
        try folder.write(Self.resolved("https://github.com/OWNER/permafrost", state), to: "Package.resolved")
        let result = try Tool.run("init", "--ci", "github", in: folder)
        #expect(result.status == 0 && !result.output.contains("PERMAFROST_REPOSITORY"), "\(result)")
        let checked = SourceTree.root.appending(path: "Distribution/github/schemas.yml")
        #expect(try Self.workflow(folder) == String(contentsOf: checked, encoding: .utf8))
        let again = try Tool.run("init", "--dry-run", in: folder)
        #expect(!again.output.contains("To check each change"), "\(again)")
    }

    /// The page about CI lists the files for other services with their places. `init` finds them.
    @Test(arguments: [
        ("gitlab-ci.yml", ".gitlab-ci.yml"), ("bitrise.yml", "bitrise.yml"), ("circleci.yml", ".circleci/config.yml"),
        ("ci_post_clone.sh", "ci_scripts/ci_post_clone.sh"),
    ])
    func thePageListsTheFilesForOtherServices(_ file: String, _ place: String) throws {
        let text = try String(contentsOf: SourceTree.root.appending(path: "Distribution/ci/" + file), encoding: .utf8)
        let page = try String(
            contentsOf: SourceTree.root.appending(path: "Documentation/Guide.docc/GateCI.md"), encoding: .utf8)
        #expect(page.contains("\n| `\(file)` | `\(place)`"))
        // A change can add a branch with the short name of its base.
        #expect(!text.replacing("refs/remotes/origin/", with: "").contains("origin/"))
        let folder = try ScratchFolder()
        try Self.project(in: folder)
        try folder.write(text, to: place)
        let result = try Tool.run("init", "--dry-run", in: folder)
        #expect(result.status == 0 && !result.output.contains("To check each change"), "\(result)")
    }

    /// Returns the arguments that a script's command receives from `sh`.
    private static func words(_ script: String, in folder: ScratchFolder) throws -> [String] {
        let tool = "#!/bin/sh\nprintf '%s\\0' \"$@\"\n"
        let build = "permafrost-tool/permafrost"
        for path in ["bin/swift", build] { try folder.writeProgram(tool, to: path) }
        let result = try CommandResult.running(
            ["sh", "-ec", script], in: folder.url,
            environment: [
                "PATH": folder.path("bin") + ":/usr/bin:/bin", "RUNNER_TEMP": folder.url.path, "BASE": "a b",
            ])
        #expect(result.status == 0, "\(result)")
        return result.output.components(separatedBy: "\0").dropLast()
    }
}
