/// Small plans whose hooks call functions.
enum HookSources {
    /// Returns a plan over three versions. The hooks of its first stage run the given code.
    ///
    /// - Parameters:
    ///   - function: the name of a function that is the hook `didMigrate`; nil for a closure with the code.
    ///   - besides: declarations in the same file.
    ///   - files: the declarations of other files.
    static func hook(
        will: String = "", did: String = "", function: String? = nil, besides: String = "", files: [String] = []
    ) -> [String: String] {
        let members = """
            init() {}
            static let untitled = ""
            static var all: FetchDescriptor<Note> { FetchDescriptor<Note>(predicate: #Predicate { $0.title == "" }) }
            """
        func version(_ number: Int, _ properties: String) -> String {
            """
            enum AppV\(number): VersionedSchema {
                static let versionIdentifier = Schema.Version(\(number), 0, 0)
                static var models: [any PersistentModel.Type] { [Note.self] }
                @Model final class Note { var title: String = ""; \(properties)
                \(members)
                }
            }

            """
        }
        let plan = """
            typealias Note = AppV3.Note
            enum AppPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [AppV1.self, AppV2.self, AppV3.self] }
                static var stages: [MigrationStage] { [one, two] }
                static let one = MigrationStage.custom(
                    fromVersion: AppV1.self, toVersion: AppV2.self,
                    willMigrate: { context in
                        \(will)
                    },
                    didMigrate: \(function ?? "{ context in\n\(did)\n}"))
                static let two = MigrationStage.lightweight(fromVersion: AppV2.self, toVersion: AppV3.self)
            }
            \(besides)
            """
        var sources = [
            "App.swift": "import SwiftData\n" + version(1, "") + version(2, "var a: Int?")
                + version(3, "var a: Int?; var b: Int?") + plan
        ]
        for (index, text) in files.enumerated() {
            sources["File\(index).swift"] = "import Foundation\nimport SwiftData\n\(text)\n"
        }
        return sources
    }
}
