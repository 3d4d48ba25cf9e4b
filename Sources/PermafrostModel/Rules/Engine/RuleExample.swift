/// Short code that a rule reports or accepts. A test expands the code into an app and lints the app.
package enum RuleExample: Sendable {
    /// Two versions, with a stage between them.
    ///
    /// - Parameters:
    ///   - from: the older version's models. Code without `@Model` is the members of a model `Note`.
    ///   - to: the newer version's models.
    ///   - stage: the hooks of a custom stage, or the operations of a declared one. Nil for a lightweight stage.
    ///   - app: code of the app, in addition to the versions and the plan.
    case change(from: String, to: String, stage: String? = nil, app: String? = nil)
    /// The models of one or more versions, oldest first, with lightweight stages between them.
    case versions([String], app: String? = nil)
    /// Code of an app with the versions `AppV1` and `AppV2` of a model `Note`, and with a plan `AppPlan` with a custom stage.
    case app(String)
    /// A complete source file.
    case file(String)

    /// The code as the rule's page shows it.
    package var code: String {
        switch self {
        case .change(let older, let newer, let stage, let app):
            let hooks = stage.map { "// the stage\n\($0)" }
            return ["// version 1\n\(older)", "// version 2\n\(newer)", hooks, app].compactMap(\.self)
                .joined(separator: "\n\n")
        case .versions(let versions, let app):
            let bodies = versions.enumerated().map { versions.count > 1 ? "// version \($0 + 1)\n\($1)" : $1 }
            return (bodies + [app].compactMap(\.self)).joined(separator: "\n\n")
        case .app(let code), .file(let code): return code
        }
    }

    /// The models of an app with a single version.
    package static func models(_ code: String, app: String? = nil) -> RuleExample { .versions([code], app: app) }

    /// Code that opens a version's store, which syncs with CloudKit.
    package static func syncedStore(of version: String) -> String {
        """
        let container = try ModelContainer(
            for: Schema(versionedSchema: \(version).self),
            configurations: ModelConfiguration(cloudKitDatabase: .private("iCloud.app")))
        """
    }
}
