import PermafrostFixtures
import PermafrostModel

/// What differs between a declared version and its frozen form.
public struct DriftReport: Sendable, Hashable {
    /// The type that declares the version.
    public let schema: String
    /// The frozen version's name.
    public let version: String
    /// The fixture's folder.
    public let folder: String
    /// Every difference, each with its kind: identity, silent or physical.
    public let changes: [ModelChange]
    /// What the mapping got wrong of an earlier Permafrost that froze the version, if nothing else differs. Known on Linux
    /// alone: on Apple's platforms the framework makes the models of live types, and nothing says what Permafrost made of them.
    package var formerMapping: FormerMapping?

    /// Whether there is any difference.
    public var hasDrifted: Bool { !changes.isEmpty }

    /// The strongest kind among the differences; nil where there are none.
    public var strongest: ModelChange.Kind? { changes.map(\.kind).max() }
}

extension DriftReport: CustomStringConvertible {
    /// Every difference with its kind, who is hit, and what to do.
    public var description: String {
        guard let strongest else { return "\(schema) is \(version) as it was frozen" }
        if let formerMapping {
            let wording = FormerMappingWording(formerMapping)
            return """
                \(schema) has not changed since \(version) was frozen; but \(version) \(wording.frozen)
                \(wording.affected)
                \(wording.fix(isEdited: false, one: FreezeCommandLine().text(version, isForced: true), all: FreezeCommandLine().remapping))
                """
        }
        let wording = DriftWording(strongest, version: version, hasPlan: true)
        let lines = changes.map { "  [\($0.kind.rawValue)] \(ChangeWording($0).sentence)" }
        let count = changes.count == 1 ? "1 difference" : "\(changes.count) differences"
        return """
            \(schema) has drifted from the frozen \(version): \(count)
            \(lines.joined(separator: "\n"))
            \(wording.affected)
            \(wording.fix(schema: schema))
            """
    }
}
