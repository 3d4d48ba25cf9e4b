import Foundation
import PermafrostTestSupport
import Testing

/// Two apps in one repository, each with a default store of its own.
@Suite struct SeparateAppsTests {
    private static let apps = [("Alpha", "Apple"), ("Beta", "Berry")]

    private static func app(_ name: String, _ model: String, _ property: String) -> [String: String] {
        [
            "\(name)/App.swift": """
            import SwiftData
            import SwiftUI

            @main
            struct \(name)App: App {
                var body: some Scene {
                    WindowGroup { Text("") }.modelContainer(for: \(model).self)
                }
            }

            """,
            "\(name)/Model.swift": """
            import SwiftData

            @Model
            final class \(model) {
                var name: String = ""
                \(property)
                init() {}
            }

            """,
        ]
    }

    /// A repository with two tags. Each model has one more property at the second one.
    private static func repository() throws -> (ScratchFolder, TaggedRepository) {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        let targets = apps.map { ($0.0, ["\($0.0)/App.swift", "\($0.0)/Model.swift"]) }
        try folder.write(
            TargetTests.projectFile(Dictionary(uniqueKeysWithValues: targets)), to: "Apps.xcodeproj/project.pbxproj")
        for (tag, property) in [("v1.0", ""), ("v1.1", "var size: Int = 0")] {
            for (name, model) in apps {
                for (path, text) in app(name, model, property) { try folder.write(text, to: path) }
            }
            try repository.ship(tag)
        }
        return (folder, repository)
    }

    private static func groups(_ folder: ScratchFolder, _ command: String) throws -> Set<String> {
        let list = try Report(Tool.run(command, "--format", "json", in: folder)).json
        let rows = (list["versions"] ?? list["shapes"]) as? [[String: Any]] ?? []
        return Set(rows.compactMap { $0["group"] as? String })
    }

    @Test func bothStoresAreListed() throws {
        let (folder, _) = try Self.repository()
        for command in ["list", "history"] {
            #expect(try Self.groups(folder, command) == ["Models", "BetaModels"], "\(command)")
        }
        #expect(try Tool.run([], in: folder.url, cache: folder).output.contains("BetaModels and Models: 2 versions"))
        let adopt = try Tool.run("adopt", in: folder)
        #expect(adopt.status == 2 && adopt.errors.contains("--plan BetaModels or --plan Models"), "\(adopt)")
    }

    /// Each app is adopted by itself, in any order. The other store keeps its name, so that a check compares it.
    @Test(arguments: [
        [["--target", "Alpha"], ["--target", "Beta"]], [["--target", "Beta"], ["--target", "Alpha"]],
        [["--plan", "Models"], ["--plan", "BetaModels"]], [["--plan", "BetaModels"], ["--plan", "Models"]],
    ])
    func eachAppIsAdopted(_ orders: [[String]]) throws {
        let (folder, repository) = try Self.repository()
        for (index, options) in orders.enumerated() {
            let adopt = try Tool.run(["adopt"] + options, in: folder.url, cache: folder)
            #expect(adopt.status == 0, "\(adopt)")
            #expect(try Self.groups(folder, "list").count == 2)
            let check = try Tool.run("check", "--base", "v1.1", "--format", "json", in: folder)
            let codes = try Report(check).findings.compactMap { $0["code"] as? String }
            #expect(check.status == 0 && codes == (index == 0 ? ["PF0105"] : []), "\(check)")
        }
        try repository.git("add", "--all")
        try repository.git("commit", "--quiet", "--message", "adopted")
        #expect(try Tool.run("history", in: folder).output.contains("2 tags, 4 shipped schemas, all declared"))
        let initialized = try Tool.run("init", "--ci", "github", in: folder)
        #expect(initialized.status == 0, "\(initialized)")
        for target in ["Alpha", "Beta"] {
            let check = try Tool.run("check", "--target", target, in: folder)
            #expect(check.output.hasPrefix("passed: 2 versions unchanged"), "\(check)")
        }
        for (name, model) in Self.apps {
            let path = "\(name)/Model.swift"
            let text = try String(contentsOfFile: folder.path(path), encoding: .utf8)
            try folder.write(text.replacing("size: Int = 0", with: "size: Double = 0"), to: path)
            let check = try Tool.run("check", "--base", "HEAD", in: folder)
            #expect(check.status == 1 && check.output.contains("\(model).size changed"), "\(check)")
            try folder.write(text, to: path)
        }
    }

    /// An edit of a store that isn't adopted yet is compared with the base.
    @Test func theOtherStoreIsGuardedAfterTheFirstAdoption() throws {
        let (folder, repository) = try Self.repository()
        #expect(try Tool.run("adopt", "--target", "Alpha", in: folder).status == 0)
        try repository.git("add", "--all")
        try repository.git("commit", "--quiet", "--message", "adopted")
        try folder.edit("Beta/Model.swift", "size: Int = 0", "size: Double = 0")
        let check = try Tool.run("check", "--base", "HEAD", in: folder)
        #expect(check.status == 1 && check.output.contains("BetaModels 1.0.0 is declared at HEAD"), "\(check)")
    }

    /// Projects in folders of their own have fixtures of their own.
    @Test func theFixturesOfProjectsBelowAreNamed() throws {
        let folder = try ScratchFolder()
        for name in ["Alpha", "Beta"] {
            let version = GoldenProject.version("\(name)V1", "1, 0, 0", "var title = \"\"")
            try folder.write(version, to: "\(name)/Schema.swift")
            #expect(try Tool.run("freeze", "--all", "--project", folder.path(name), in: folder).status == 0)
        }
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 2 && check.errors.contains("Alpha and Beta have fixtures"), "\(check)")
        #expect(check.errors.contains("--project Alpha or --project Beta"), "\(check)")
        try TaggedRepository(folder).git("init", "--quiet")
        let overview = try Tool.run([], in: folder.url, cache: folder)
        #expect(overview.output.contains("check --project Alpha"), "\(overview)")
        #expect(!overview.output.contains("freeze"), "\(overview)")
        #expect(try Tool.run("check", "--project", folder.path("Alpha"), in: folder).status == 0)
    }
}
