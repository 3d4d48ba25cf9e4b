import Testing

/// A project, and the commands that produce its golden output.
struct GoldenProject: Sendable, CustomTestStringConvertible {
    /// The name of its folder in `Outputs`.
    let name: String
    /// Sets up the project and runs the commands in their order.
    let run: @Sendable (GoldenSession) throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (GoldenSession) throws -> Void) {
        self.name = name
        self.run = run
    }

    var testDescription: String { name }

    static let all = examples + usage + plans + operations + identities + histories + damage + productions

    // MARK: Sources

    /// Returns a version of the model `Note`.
    static func version(
        _ type: String, _ identifier: String, _ members: String, model: String = "Note", macros: String = ""
    ) -> String {
        """
        import SwiftData

        enum \(type): VersionedSchema {
            static let versionIdentifier = Schema.Version(\(identifier))
            static var models: [any PersistentModel.Type] { [\(model).self] }

            @Model final class \(model) {
                \(macros)
                \(members.replacing("\n", with: "\n        "))
                init() {}
            }
        }

        """
    }

    /// Returns a plan with these versions and a lightweight stage for each pair.
    static func plan(_ name: String, _ versions: [String], stages: [(from: String, to: String)]) -> String {
        plan(
            name, versions,
            stages: stages.map { ".lightweight(fromVersion: \($0.from).self, toVersion: \($0.to).self)," }
                .joined(separator: "\n"))
    }

    /// Returns a plan with these versions and the given source of its stages.
    static func plan(_ name: String, _ versions: [String], stages: String) -> String {
        """

        enum \(name): SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] {
                [\(versions.map { "\($0).self" }.joined(separator: ", "))]
            }
            static var stages: [MigrationStage] {
                [
                    \(stages.replacing("\n", with: "\n            "))
                ]
            }
        }

        """
    }

    /// Returns a plan without stages that lists one version, and declares another version as retired.
    ///
    /// - Parameter retired: the code that declares the retired version.
    static func plan(_ name: String, _ version: String, retired: String) -> String {
        """

        enum \(name): SchemaMigrationPlan, RetiringMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [\(version).self] }
            static var stages: [MigrationStage] { [] }
            static var retired: [Retired] {
                [\(retired)]
            }
        }

        """
    }

    /// Returns the path of a frozen version's store.
    static func store(_ version: String, in tree: String = "Fixtures") -> String {
        "\(tree)/\(version)/App-\(version.replacing(".", with: "_")).sqlite"
    }
}
