import Foundation

/// A typical package that depends on a version of this one: with a plan, with fixtures in a test target, and with the
/// tests that `scaffold` writes.
///
/// Its sources are in `AppleCheck/Consumer`. The built tool creates its fixtures and tests on every run. The version is
/// a tag in a repository with a copy of this package that is planned for a Mac. SwiftPM therefore resolves and plans
/// the version as it would on a Mac.
struct ConsumerPackage {
    private let repository, scratch, products: String
    private let toolchain: Toolchain

    init(repository: String, scratch: String, products: String, toolchain: Toolchain) {
        // Tools run in the package's folder, and SwiftPM identifies repositories by their absolute paths.
        (self.repository, self.scratch, self.products) = (
            URL(fileURLWithPath: repository).path, URL(fileURLWithPath: scratch).path,
            URL(fileURLWithPath: products).path
        )
        self.toolchain = toolchain
    }

    /// Prepares the package, and returns its modules and tests.
    ///
    /// - Throws: ``CheckFailure`` if SwiftPM can't plan the package, or plans more modules than the package needs.
    func units() throws -> [CheckUnit] {
        let folder = scratch + "/consumer"
        let versions = scratch + "/versions"
        try replace(folder, by: repository + "/AppleCheck/Consumer")
        try replace(versions + "/permafrost", by: scratch + "/" + ManifestPlan.identity)
        try replace(versions + "/swift-syntax", by: scratch + "/swift-syntax")
        try edit(versions + "/permafrost/Package.swift") {
            $0.replacing(
                ".package(path: \"../swift-syntax\")",
                with: ".package(url: \"file://\(versions)/swift-syntax\", \"600.0.0\"..<\"700.0.0\")")
        }
        try tag(versions + "/swift-syntax", "600.0.0")
        try tag(versions + "/permafrost", "1.0.0")
        try edit(folder + "/Package.swift") {
            $0.replacing("https://example.com/permafrost", with: "file://\(versions)/permafrost")
        }
        try writeFixturesAndTests(in: folder)

        // SwiftPM would otherwise use the commit that the tag pointed to before.
        let plan = scratch + "/consumer-plan"
        try remove(plan)
        let run = try CommandRun(
            toolchain.program("swift-build"),
            ["--package-path", folder, "--scratch-path", plan, "--print-manifest-job-graph"], in: folder)
        guard run.status == 0 else {
            throw CheckFailure("SwiftPM can't plan the package that depends on this one: \(run.errors.firstLine)")
        }
        let jobs = try String(contentsOfFile: plan + "/debug.yaml", encoding: .utf8)
        let modules = PlannedModule.ordered(try PlannedModule.modules(in: jobs, below: folder + "/"))
        guard modules.contains(where: { $0.name == "DiaryTests" }) else {
            throw CheckFailure("SwiftPM's plan for the package that depends on this one has no test target")
        }
        // An app that links the library shouldn't have to wait for macros that it doesn't use.
        let compiled = try PlannedBuild(manifest: jobs).modules(for: "Diary")
        guard compiled == ["Diary", "Permafrost", "PermafrostModel", "PermafrostStore"] else {
            throw CheckFailure(
                "a package that links Permafrost compiles \(compiled.sorted().joined(separator: ", ")), but needs exactly "
                    + "Diary, Permafrost, PermafrostModel and PermafrostStore")
        }
        return try modules.map { module in
            try CheckUnit(
                name: module.name,
                sources: module.files.map { file in
                    // Findings need a path in the repository, but the files that `scaffold` wrote aren't in it.
                    let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
                    return CheckUnit.Source(path: "AppleCheck/Consumer/" + file, text: text)
                },
                dependencies: module.dependencies + ["Permafrost", "PermafrostTesting"], packageName: "consumer",
                arguments: module.arguments)
        }
    }

    /// Freezes both versions, and writes tests for both frameworks.
    private func writeFixturesAndTests(in folder: String) throws {
        // The folder is inside this repository, which has its own fixtures.
        let fixtures = ["--project", ".", "--fixtures", "Tests/DiaryTests/Fixtures"]
        let commands = [
            ["freeze", "--all"] + fixtures, ["scaffold", "--tests", "Tests/DiaryTests"] + fixtures,
            ["scaffold", "--tests", "Tests/DiaryMigrationTests", "--framework", "swift-testing"] + fixtures,
        ]
        for arguments in commands {
            let tool = products + "/permafrost-cli"
            guard FileManager.default.isExecutableFile(atPath: tool) else {
                throw CheckFailure("\(tool) doesn't exist: run swift build --product permafrost-cli")
            }
            let run = try CommandRun(tool, arguments, in: folder)
            guard run.status == 0 else {
                throw CheckFailure("permafrost \(arguments.joined(separator: " ")) failed: \(run.errors.firstLine)")
            }
        }
    }

    private func remove(_ folder: String) throws {
        do {
            guard FileManager.default.fileExists(atPath: folder) else { return }
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            throw CheckFailure("can't remove \(folder): \(error.localizedDescription)")
        }
    }

    private func replace(_ folder: String, by original: String) throws {
        try remove(folder)
        do {
            let files = FileManager.default
            try files.createDirectory(
                atPath: URL(fileURLWithPath: folder).deletingLastPathComponent().path, withIntermediateDirectories: true
            )
            try files.copyItem(atPath: original, toPath: folder)
        } catch {
            throw CheckFailure("can't copy \(original) to \(folder): \(error.localizedDescription)")
        }
    }

    private func edit(_ path: String, _ change: (String) -> String) throws {
        do {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let changed = change(text)
            guard changed != text else { throw CheckFailure("\(path) doesn't contain the dependency to replace") }
            try changed.write(toFile: path, atomically: true, encoding: .utf8)
        } catch let failure as CheckFailure {
            throw failure
        } catch {
            throw CheckFailure("can't change \(path): \(error.localizedDescription)")
        }
    }

    /// Turns a folder into a repository with one tagged commit.
    private func tag(_ folder: String, _ version: String) throws {
        let identity = ["-c", "user.name=check", "-c", "user.email=check@localhost"]
        for arguments in [
            ["init", "--quiet"], ["add", "--all", "--force"], identity + ["commit", "--quiet", "--message", version],
            ["tag", version],
        ] {
            let run = try CommandRun("/usr/bin/env", ["git", "-c", "core.hooksPath=/dev/null"] + arguments, in: folder)
            guard run.status == 0 else {
                throw CheckFailure("git \(arguments.joined(separator: " ")) failed: \(run.errors.firstLine)")
            }
        }
    }
}
