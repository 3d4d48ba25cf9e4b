import Foundation

/// A project with schema versions whose models have 12 properties each, and with other Swift files. The largest
/// realistic project has 40 versions of 25 models, and 2,000 other files.
struct SyntheticProject {
    let versions: Int
    var models = 25
    let properties = 12
    let otherFiles: Int

    /// The paths of the files that declare versions and the plan, relative to the project.
    var declaringFiles: [String] {
        (1...versions).map { "Sources/App/Schemas/SchemaV\($0).swift" } + ["Sources/App/Schemas/Plan.swift"]
    }

    func write(to folder: URL) throws {
        for version in 1...versions {
            try write(schema(version), folder, "Sources/App/Schemas/SchemaV\(version).swift")
        }
        try write(plan, folder, "Sources/App/Schemas/Plan.swift")
        if otherFiles > 0 { try write(app, folder, "Sources/App/App.swift") }
        for number in 0..<otherFiles {
            try write(view(number), folder, "Sources/App/Views\(number % 40)/View\(number).swift")
        }
    }

    private func write(_ text: String, _ folder: URL, _ path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func schema(_ version: Int) -> String {
        let names = (1...models).map { "Model\($0)" }
        let classes = (1...models).map { model(version, $0) }.joined(separator: "\n")
        return """
            import Foundation
            import SwiftData

            enum SchemaV\(version): VersionedSchema {
                static let versionIdentifier = Schema.Version(\(version), 0, 0)

                static var models: [any PersistentModel.Type] {
                    [\(names.map { $0 + ".self" }.joined(separator: ", "))]
                }

            \(classes)
            }

            """
    }

    private func model(_ version: Int, _ number: Int) -> String {
        let types = ["String", "Int", "Double", "Bool", "Date?", "UUID", "String?", "Data?", "Int?", "Float"]
        var lines: [String] = []
        var arguments: [String] = []
        var assignments: [String] = []
        for property in 1...(properties - 2) {
            let type = types[(property + number) % types.count]
            // Each version has a different property name, so that no two have equal hashes.
            let name = property == 1 ? "value\(version)" : "value\(property)x\(number)"
            lines.append("        var \(name): \(type)")
            arguments.append("\(name): \(type)")
            assignments.append("            self.\(name) = \(name)")
        }
        let next = number % models + 1
        let previous = (number + models - 2) % models + 1
        lines.append("        var next\(number): Model\(next)?")
        lines.append(
            "        @Relationship(deleteRule: .nullify, inverse: \\Model\(previous).next\(previous)) var previous: [Model\(previous)] = []"
        )
        return """
                @Model
                final class Model\(number) {
            \(lines.joined(separator: "\n"))

                    init(\(arguments.joined(separator: ", "))) {
            \(assignments.joined(separator: "\n"))
                    }
                }

            """
    }

    private var plan: String {
        let names = (1...versions).map { "SchemaV\($0)" }
        let stages = zip(names, names.dropFirst()).map {
            "            .lightweight(fromVersion: \($0).self, toVersion: \($1).self),"
        }
        return """
            import SwiftData

            enum AppPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [\(names.map { $0 + ".self" }.joined(separator: ", "))] }
                static var stages: [MigrationStage] {
                    [
            \(stages.joined(separator: "\n"))
                    ]
                }
            }

            """
    }

    private var app: String {
        """
        import SwiftData
        import SwiftUI

        @main struct SyntheticApp: App {
            @State private var store = Store()

            var body: some Scene {
                WindowGroup {
                    if let container = store.container { View0(title: "", count: 0).modelContainer(container) }
                }
            }
        }

        final class Store {
            let container: ModelContainer?

            init() {
                do {
                    container = try ModelContainer(
                        for: Schema(versionedSchema: SchemaV\(versions).self), migrationPlan: AppPlan.self)
                } catch {
                    container = nil
                }
            }
        }

        """
    }

    private func view(_ number: Int) -> String {
        let rows = (0..<40).map {
            "            Text(\"Row \($0) of view \(number)\").padding(.horizontal, \($0)).bold()"
        }
        return """
            import SwiftUI

            struct View\(number): View {
                @State private var isShown = false
                let title: String
                let count: Int

                var body: some View {
                    VStack(alignment: .leading) {
            \(rows.joined(separator: "\n"))
                    }
                    .onAppear { isShown = count > \(number) }
                }
            }

            """
    }
}
