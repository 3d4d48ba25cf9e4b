import PermafrostModel
import PermafrostStore

/// PF0113: A shape shipped that no declared version has.
struct UndescribedShape: DocumentedRule {
    static let page = RulePage(
        code: "PF0113", name: "UndescribedShape", severity: .error, gates: [],
        summary: "A version shipped in a shape whose hashes no declared version has.",
        failure: "Users whose store is of the shape cannot migrate: to the app it is of an unknown version.",
        fix:
            "Declare the shape as a version of its own, add it to the plan, and freeze it from the tag that it shipped in."
    )

    /// The shape, with the facts that determine the fix.
    let shape: UndeclaredVersion

    /// Returns the finding about the shape.
    func finding(group: String, schema: String, version: String) -> Finding {
        Finding(
            Self.page,
            .init(
                what:
                    "\(VersionName.VersionTitle(schema: schema, name: version)) shipped in \(shape.tags.joined(separator: ", ")) in a shape that no declared "
                    + "version has",
                affected: "Every user whose store is of that shape: no declared version matches it",
                fix: fix(schema: schema, version: version)),
            group: group, version: version, schema: schema)
    }

    /// Returns the fix, without a full stop.
    private func fix(schema: String, version: String) -> String {
        let tag = shape.tags.last ?? version
        switch shape.standing {
        case .frozen, .superseded: return restoring(VersionName.VersionTitle(schema: schema, name: version).schema, tag)
        case .notFrozen where shape.origin == .models:
            return "Freeze it as a version older than today's: "
                + "\(ToolCommand.line("freeze")) \(version) --at \(tag) writes its store; \(ToolCommand.line("adopt")) does so for "
                + "every shape, and declares them"
        case .versionTaken(let folder) where shape.origin == .models:
            return "Freeze it as a version of its own, older than today's, as the fixture \(folder) has another shape: "
                + "\(ToolCommand.line("freeze")) VERSION --at \(tag); \(ToolCommand.line("adopt")) does so for every shape, and "
                + "declares them"
        case .notFrozen:
            return declaring(tag) + "; \(ToolCommand.line("freeze")) \(version) --at \(tag) writes its store"
        case .versionTaken(let folder):
            return declaring(tag) + ", and freeze that; the fixture \(folder) has another shape of \(version)"
        }
    }

    /// Returns the same fix that a check gives for a frozen version whose declaration changed or was removed.
    private func restoring(_ schema: String, _ tag: String) -> String {
        guard shape.isDeclared else {
            return "Bring \(schema) back as it was at \(tag); a version that shipped stays declared"
                + (shape.origin == .plan ? " and in the plan" : "")
        }
        return "Put \(schema) back as it was at \(tag) and make the change in a new version"
    }

    private func declaring(_ tag: String) -> String {
        switch shape.origin {
        case .plan: "Declare that shape as a version of its own, as it was at \(tag), and add it to the plan"
        case .schemas, .models:
            "Declare that shape as a version of its own, as it was at \(tag), and add it to a migration plan"
        case .modelFile: "Add that shape to the Core Data model as a model version of its own, as it was at \(tag)"
        }
    }
}
