import PermafrostFixtures
import PermafrostModel

/// PF0113: A schema that shipped matches no declared version.
struct UndescribedShape: DocumentedRule {
    static let page = RulePage(
        code: "PF0113", name: "UndescribedShape", severity: .error, gates: [],
        summary: "A schema that shipped matches no declared version.",
        failure: """
            Users with a store of that schema can't migrate, because the store matches no declared version. If the plan \
            has no stage, the store \(Staging.opensToday). If no container is made with the plan, SwiftData infers the \
            migration.
            """,
        fix: """
            Declare the schema as a separate version, and add the version to the plan. Freeze it from the tag that \
            shipped it, with permafrost freeze VERSION --at TAG.
            """,
        reads: ["the sources at each release tag", "the declared versions"],
        source: .unknownVersion,
        assumption: """
            If a container's models at a tag aren't those of a version, the finding is a warning that assumes that the \
            container opens the store of the plan.
            """)

    /// The shape of the schema that shipped, with the details that determine the fix.
    let shape: UndeclaredVersion

    func finding(group: String, schema: String, version: String) -> Finding {
        Finding(
            Self.page,
            .init(
                what:
                    "\(VersionTitle(schema: schema, name: version)) as shipped in "
                    + "\(shape.tags.joined(separator: ", ")) matches no declared version",
                affected: "users with a store from \(shape.tags.joined(separator: ", ")). \(effect)",
                fix: fix(schema: schema, version: version)),
            group: group, version: version, schema: schema)
    }

    /// Returns the finding about a container that opened models that no version of a group has.
    static func finding(about models: [String], of group: String, at tags: [String]) -> Finding {
        let places = tags.count > 1 ? "\(tags[0]) … \(tags[tags.count - 1])" : tags.joined()
        return Finding(
            page,
            .init(
                what: "The container at \(places) opens \(models.listed), and no version of \(group) has these models",
                affected:
                    "users with a store from \(places). No version of \(group) describes the store. This assumes that the "
                    + "container opens the store of \(group)",
                fix: "Declare these models as a version of \(group), and freeze it"),
            severity: .warning, group: group)
    }

    /// The effect on the shape's stores, without a period at the end.
    private var effect: String {
        if shape.origin == .modelFile {
            return "Core Data can't migrate the store, because no model version matches it "
                + "(\(CoreDataFailure.missingSourceModel.code))"
        }
        if shape.isPlanUnused {
            return
                "No container is made with the plan, so SwiftData infers the migration of the store. A container with the "
                + "plan can't migrate it"
        }
        let planned: Staging? = if case .plan(let staging) = shape.origin { staging } else { shape.succeeding }
        return planned?.effectOnUnknownStore("The store matches no version in the plan")
            ?? "The store matches no declared version"
    }

    /// Returns the fix, without a period at the end.
    private func fix(schema: String, version: String) -> String {
        let tag = shape.tags.last ?? version
        switch shape.standing {
        case _ where shape.origin == .modelFile: return declaring(tag)
        case .frozen(let folder) where shape.isSucceeded:
            return
                "Revert the declaration of \(version) to the schema of the \(folder) fixture, and make the change in a new "
                + "version"
        case _ where shape.origin == .models && !shape.isSucceeded:
            let adopt = ([ToolCommand.line("adopt")] + shape.options.map(\.asShellWord)).joined(separator: " ")
            return "Run \(adopt) to freeze and declare every schema that shipped"
                + (shape.isFreezable ? ", or freeze each of them, this one with: " + freezing(version, at: tag) : "")
        case .frozen, .superseded, .retired:
            return restoring(VersionTitle(schema: schema, name: version).schema, tag)
        case .notFrozen where shape.isDeclared && shape.origin != .models:
            return restoring(VersionTitle(schema: schema, name: version).schema, tag)
                + ", and freeze \(version) as it shipped: \(freezing(version, at: tag))"
        case .notFrozen:
            return declaring(tag) + ", and freeze it: \(freezing(version, at: tag))"
        case .versionTaken(let folder):
            return declaring(tag) + ", and freeze it. The \(folder) fixture has a different schema, so "
                + "\(version) can't be the frozen version's name"
        }
    }

    /// Returns the fix that restores the declaration from a tag. It reverts a changed declaration, and adds a removed
    /// one again.
    private func restoring(_ schema: String, _ tag: String) -> String {
        guard shape.isDeclared else {
            return "Restore \(schema) from \(tag). Keep every shipped version declared"
                + (shape.origin.isPlan ? " and in the plan" : "")
        }
        return "Revert \(schema) to \(tag) and make the change in a new version"
    }

    private func freezing(_ version: String, at tag: String) -> String {
        FreezeCommandLine(options: ["--at", tag] + shape.options).text(version)
    }

    private func declaring(_ tag: String) -> String {
        switch shape.origin {
        case .models where shape.isSucceeded:
            "Declare the models at \(tag) as a version that precedes the declared versions, add this version to the "
                + "migration plan"
        case .plan: "Declare the schema at \(tag) as a separate version, add this version to the plan"
        case .schemas, .models:
            "Declare the schema at \(tag) as a separate version, add this version to a migration plan"
        case .modelFile:
            "Add the schema of \(tag) as a model version of its own in Xcode (Editor > Add Model Version). To get its "
                + "contents, run git show \("\(tag):./\(shape.file ?? "")".asShellWord)"
        }
    }
}
