import PermafrostModel
import PermafrostStore

/// PF0113: a shape that shipped and that no declared version has.
package enum UndescribedShape {
    package static let page = RulePage(
        code: "PF0113", name: "UndescribedShape", severity: .error, gates: [],
        summary: "A version shipped in a shape whose hashes no declared version has.",
        failure: "Users whose store is of the shape cannot migrate: to the app it is of an unknown version.",
        fix:
            "Declare the shape as a version of its own, add it to the plan, and freeze it from the tag that it shipped in."
    )
}

/// A shape that shipped and that no declared version has: what decides the remedy.
package struct UndeclaredVersion: Sendable, Hashable {
    /// What declares the versions of its group.
    package enum Origin: Sendable, Hashable {
        /// A migration plan in Swift.
        case plan
        /// Schemas that stand in no plan.
        case schemas
        /// A Core Data model.
        case modelFile
        /// Models without a `VersionedSchema`.
        case models
    }

    /// The tags that it shipped in, oldest first.
    package var tags: [String]
    /// What declares the versions of its group.
    package var origin: Origin
    /// Whether its type is declared today, otherwise.
    package var isDeclared: Bool
    /// How the fixture tree has it.
    package var standing: FreezeState

    /// The shape as a finding.
    func finding(group: String, schema: String, version: String) -> Finding {
        Finding(
            UndescribedShape.page,
            .init(
                what:
                    "\(VersionTitle(schema: schema, name: version)) shipped in \(tags.joined(separator: ", ")) in a shape that no declared "
                    + "version has",
                affected: "Every user whose store is of that shape: no declared version matches it",
                fix: fix(schema: schema, version: version)),
            group: group, version: version, schema: schema)
    }

    /// What to do, without a full stop.
    private func fix(schema: String, version: String) -> String {
        let tag = tags.last ?? version
        switch standing {
        case .frozen, .superseded: return restoring(VersionTitle(schema: schema, name: version).schema, tag)
        case .notFrozen where origin == .models:
            return "Freeze it as a version older than today's: "
                + "\(ToolCommand.line("freeze")) \(version) --at \(tag) writes its store; \(ToolCommand.line("adopt")) does so for "
                + "every shape, and declares them"
        case .versionTaken(let folder) where origin == .models:
            return "Freeze it as a version of its own, older than today's, as the fixture \(folder) has another shape: "
                + "\(ToolCommand.line("freeze")) VERSION --at \(tag); \(ToolCommand.line("adopt")) does so for every shape, and "
                + "declares them"
        case .notFrozen:
            return declaring(tag) + "; \(ToolCommand.line("freeze")) \(version) --at \(tag) writes its store"
        case .versionTaken(let folder):
            return declaring(tag) + ", and freeze that; the fixture \(folder) has another shape of \(version)"
        }
    }

    /// As a check says of a frozen version that is declared otherwise, or not at all.
    private func restoring(_ schema: String, _ tag: String) -> String {
        guard isDeclared else {
            return "Bring \(schema) back as it was at \(tag); a version that shipped stays declared"
                + (origin == .plan ? " and in the plan" : "")
        }
        return "Put \(schema) back as it was at \(tag) and make the change in a new version"
    }

    private func declaring(_ tag: String) -> String {
        switch origin {
        case .plan: "Declare that shape as a version of its own, as it was at \(tag), and add it to the plan"
        case .schemas, .models:
            "Declare that shape as a version of its own, as it was at \(tag), and add it to a migration plan"
        case .modelFile: "Add that shape to the Core Data model as a model version of its own, as it was at \(tag)"
        }
    }
}

extension UndeclaredVersion.Origin {
    /// What declares a group's versions.
    init(_ group: VersionGroup?, isUnversioned: Bool?) {
        self =
            if isUnversioned == true {
                .models
            } else if let plan = group?.plan {
                plan.isModelFile ? .modelFile : .plan
            } else {
                .schemas
            }
    }
}
