import Foundation

/// A repository of an app without versions, whose models change at every tenth tag. All other tags only change files
/// that have nothing to do with the models.
struct TaggedRepository {
    let folder: URL
    let tags: Int

    private static let views = 300
    private static let changedViews = 3

    /// Creates the repository.
    func create() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var stream = ""
        func add(_ path: String, _ text: String) {
            stream += "M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
        }
        for tag in 0..<tags {
            stream +=
                "commit refs/heads/main\ncommitter a <a@example.invalid> \(1_700_000_000 + tag) +0000\ndata 1\nx\n"
            if tag == 0 {
                add("Package.swift", Self.manifest)
                add("Sources/App/App.swift", Self.app)
                for view in 0..<Self.views { add(Self.path(view), Self.text(view, 0)) }
            }
            for number in 0..<Self.changedViews {
                let view = (tag * Self.changedViews + number) % Self.views
                add(Self.path(view), Self.text(view, tag))
            }
            if tag % 10 == 0 { add("Sources/App/Models.swift", Self.models(tag / 10)) }
            stream += "reset refs/tags/v\(tag)\nfrom refs/heads/main\n\n"
        }
        let file = folder.appending(path: "stream")
        try Data(stream.utf8).write(to: file)
        _ = try Measurement.seconds(
            [
                "/bin/sh", "-c",
                "git init -q -b main && git fast-import --quiet < stream && git reset -q --hard && rm stream",
            ],
            in: folder, environment: ProcessInfo.processInfo.environment)
    }

    private static func path(_ view: Int) -> String { "Sources/App/Views\(view % 20)/View\(view).swift" }

    private static func text(_ view: Int, _ tag: Int) -> String {
        "struct View\(view) {\n    func value\(tag)() -> Int { \(tag) }\n}\n"
            + (0..<60).map { "// line \($0) of view \(view)\n" }.joined()
    }

    private static func models(_ change: Int) -> String {
        "import SwiftData\n"
            + (0..<6).map { number in
                """
                @Model final class Model\(number) {
                    var name: String
                \((0...change % 7).map { "    var property\($0): String?\n" }.joined())
                    init(name: String) { self.name = name }
                }
                """
            }.joined(separator: "\n")
    }

    private static let app = """
        import SwiftData
        func open() throws -> ModelContainer {
            try ModelContainer(for: Model0.self, Model1.self, Model2.self, Model3.self, Model4.self, Model5.self)
        }
        """

    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "App", targets: [.target(name: "App")])
        """
}
