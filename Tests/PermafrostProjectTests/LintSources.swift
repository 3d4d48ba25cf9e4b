import Foundation

/// Small apps for lint rules, generated from the bodies of their versions.
enum LintSources {
    /// The source of a stage.
    enum Stage: Sendable {
        case lightweight, custom
        /// A stage with the given source.
        case text(String)
    }

    /// Returns a plan over versions `AppV1`, `AppV2` and so on. Each version lists the models in its body.
    static func app(
        _ bodies: String..., stages: [Stage]? = nil, identifiers: [String]? = nil, besides: String = ""
    ) -> [String: String] {
        app(bodies, stages: stages, identifiers: identifiers, besides: besides)
    }

    static func app(
        _ bodies: [String], stages: [Stage]? = nil, identifiers: [String]? = nil, besides: String = ""
    ) -> [String: String] {
        let versions = bodies.indices.map { index in
            version(index + 1, bodies[index], identifier: identifiers?[index] ?? "\(index + 1), 0, 0")
        }
        let stages = stages ?? Array(repeating: .lightweight, count: max(0, bodies.count - 1))
        let written = stages.indices.map { index in
            switch stages[index] {
            case .lightweight: "    .lightweight(fromVersion: AppV\(index + 1).self, toVersion: AppV\(index + 2).self),"
            case .custom:
                "    .custom(fromVersion: AppV\(index + 1).self, toVersion: AppV\(index + 2).self, "
                    + "willMigrate: { try $0.save() }, didMigrate: nil),"
            case .text(let text): "    \(text),"
            }
        }
        let plan = """
            enum AppPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] {
                    [\(bodies.indices.map { "AppV\($0 + 1).self" }.joined(separator: ", "))]
                }
                static var stages: [MigrationStage] { [
            \(written.joined(separator: "\n"))
                ] }
            }

            """
        return ["App.swift": "import SwiftData\n" + versions.joined() + plan + besides]
    }

    /// Returns a version outside any plan.
    static func version(_ number: Int, _ body: String, identifier: String) -> String {
        let names = body.matches(of: #/@Model final class (\w+)/#).map { "\($0.output.1).self" }
        let listed = body.matches(of: #/// lists (\w+)/#).map { "\($0.output.1).self" }
        return """
            enum AppV\(number): VersionedSchema {
                static let versionIdentifier = Schema.Version(\(identifier))
                static var models: [any PersistentModel.Type] { [\((names + listed).joined(separator: ", "))] }
                \(body)
            }

            """
    }

    /// Returns the model `User` with the given members.
    static func user(_ members: String) -> String { "@Model final class User { \(members); init() {} }" }
}
