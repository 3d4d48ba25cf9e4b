import Foundation
import PermafrostTestSupport
import Testing

/// The tool as plugins run it: hints contain SwiftPM commands, notes are part of the results, and a read-only run
/// writes nothing.
@Suite struct PluginCallerTests {
    private static let caller = ["PERMAFROST_CALLER": "swift-package"]

    private static func frozen() throws -> ScratchFolder {
        let folder = try TypeNameTests.project()
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        return folder
    }

    @Test func hintsNameCommandsOfSwiftPM() throws {
        let folder = try TypeNameTests.project()
        // The plugin passes the project's path; the user doesn't have to.
        let path = folder.url.path
        let freeze = try Tool.run("freeze", "--project", path, "1.0.0", in: folder, environment: Self.caller)
        #expect(freeze.status == 0, "\(freeze)")
        #expect(freeze.output.contains("check each build: swift package check-schemas\n"), "\(freeze)")
        #expect(
            freeze.output.contains("swift package --allow-writing-to-package-directory scaffold-tests\n"), "\(freeze)")
        #expect(freeze.errors.isEmpty, "\(freeze)")

        try folder.edit("Sources/App/App.swift", "var title: String = \"\"; init", "var title: String?; init")
        let check = try Tool.run("check", in: folder, environment: Self.caller)
        #expect(check.status == 1, "\(check)")
        #expect(
            check.output.contains("swift package --allow-writing-to-package-directory freeze 1.0.0 --force"), "\(check)"
        )
        try folder.edit("Sources/App/App.swift", "var stars: Int?", "var stars: Int")
        let lint = try Tool.run("lint", in: folder, environment: Self.caller)
        #expect(lint.output.contains("permafrost explain PF0208"), "\(lint)")
        for result in [freeze, check, lint] {
            let rest = result.output.replacing("swift package permafrost", with: "")
            #expect(!rest.contains(#/permafrost (freeze|check|scaffold|lint)/#), "\(result)")
        }
    }

    /// If two packages have plugins with the same verbs, `swift package` must be told which.
    @Test func hintsSelectThePackageWithPrebuiltTools() throws {
        let folder = try TypeNameTests.project()
        let environment = Self.caller.merging(["PERMAFROST_SELECTED_PACKAGE": "permafrost-plugins"]) { $1 }
        let result = try Tool.run("freeze", "1.0.0", in: folder, environment: environment)
        let start = "swift package --package permafrost-plugins"
        #expect(result.output.contains("check each build: \(start) check-schemas\n"), "\(result)")
        #expect(
            result.output.contains("\(start) --allow-writing-to-package-directory scaffold-tests\n"), "\(result)")
    }

    @Test(arguments: [
        (["check", "1.0.0"], "To list its options, add --help"),
        (["schema"], "schema needs VERSION. To list its options, add --help"),
        (["freeze"], "freeze needs VERSION or --all"),
        (["nonsense"], "To list the commands, run swift package permafrost --help"),
    ])
    func errorsNameCommandsOfSwiftPM(_ arguments: [String], _ words: String) throws {
        let folder = try TypeNameTests.project()
        let result = try Tool.run(arguments, in: folder.url, environment: Self.caller, cache: folder)
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("error: ") && result.errors.contains(words), "\(result)")
    }

    /// A plugin's sandbox can't start other apps.
    @Test(arguments: ["swift-package", "xcode"]) func pluginsDoNotOpenAPage(_ caller: String) throws {
        let folder = try TypeNameTests.project()
        let result = try Tool.run("report", "--open", in: folder, environment: ["PERMAFROST_CALLER": caller])
        #expect(result.status == 2)
        #expect(result.errors.contains("--open can't show a page from a plugin"), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "permafrost-report.html").path))
    }

    /// Output for programs doesn't contain notes.
    @Test func notesAreOnlyPartOfResultsForPeople() throws {
        let folder = try Self.frozen()
        let below = folder.url.appending(path: "Sources/App")
        let text = try Tool.run(["list"], in: below, environment: Self.caller, cache: folder)
        #expect(text.output.contains("the project is"), "\(text)")
        #expect(text.errors.isEmpty)
        let json = try Tool.run(["list", "--format", "json"], in: below, environment: Self.caller, cache: folder)
        #expect(json.output.hasPrefix("{") && json.errors.contains("the project is"), "\(json)")
        let shell = try Tool.run(["list"], in: below, cache: folder)
        #expect(!shell.output.contains("the project is") && shell.errors.contains("the project is"), "\(shell)")
    }

    @Test(arguments: [
        (["freeze", "2.0.0"], "freeze"), (["scaffold"], "scaffold-tests"), (["new-version"], "new-version"),
        (["adopt"], "adopt"), (["init"], "init-schemas"),
    ])
    func theReadingPluginRunsNoWritingCommands(_ arguments: [String], _ verb: String) throws {
        let folder = try TypeNameTests.project()
        let environment = Self.caller.merging(["PERMAFROST_READS_ONLY": "1"]) { $1 }
        let result = try Tool.run(arguments, in: folder.url, environment: environment, cache: folder)
        #expect(result.status == 2)
        #expect(
            result.errors.hasSuffix("Use swift package --allow-writing-to-package-directory \(verb)"), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Fixtures")))
        let lint = try Tool.run(["lint"], in: folder.url, environment: environment, cache: folder)
        #expect(lint.status == 0, "\(lint)")
    }
}
