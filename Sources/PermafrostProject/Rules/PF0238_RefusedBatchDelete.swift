import PermafrostModel
import PermafrostSource

/// PF0238: A batch delete removes rows whose relationships have an inverse that isn't optional.
struct RefusedBatchDelete: ProjectRule {
    static let needs: Set<Fact> = [.code]
    static let page = RulePage(
        code: "PF0238", name: "RefusedBatchDelete", severity: .warning,
        summary:
            "delete(model:) or NSBatchDeleteRequest deletes rows whose relationships have an inverse that isn't optional.",
        failure: """
            A batch delete changes the store without loading rows, and can't nullify an inverse that isn't optional. This \
            also applies to an inverse that is a required array, such as [Tag], even if the array is empty. Developers \
            report that the call fails with "Batch delete failed due to mandatory OTO nullify inverse", with OTM or MTM in \
            place of OTO for other kinds of relationships. The error code is probably \
            \(CoreDataFailure.batchDeleteRefused.code), but this isn't verified.
            """,
        fix: """
            Fetch the rows and delete them one by one, so that the context nullifies the inverse. Or make the inverse optional, \
            such as [Tag]?, in a new version.
            """,
        reads: ["the calls that delete in a batch", "the relationships of the models"],
        source: .inference,
        assumption: "It assumes that Core Data rejects the call, as its error messages suggest.",
        examples: (
            reported: .models(
                """
                @Model final class Folder { @Relationship(inverse: \\Note.folder) var notes: [Note] = [] }
                @Model final class Note { var folder: Folder? }
                """, app: "func wipe(_ context: ModelContext) throws { try context.delete(model: AppV1.Note.self) }"),
            accepted: .models(
                """
                @Model final class Folder { @Relationship(inverse: \\Note.folder) var notes: [Note]? = [] }
                @Model final class Note { var folder: Folder? }
                """, app: "func wipe(_ context: ModelContext) throws { try context.delete(model: AppV1.Note.self) }")
        ))

    let facts: ProjectFacts

    /// A relationship whose inverse a batch delete can't nullify.
    private struct Obstacle {
        var entity: String
        var relationship: Relationship
        var inverse: Relationship

        var inverseName: String { "\(relationship.destination).\(inverse.name)" }
    }

    func findings(in context: RuleContext) -> [Finding] {
        facts.code.batchDeletes.compactMap { delete in
            guard !delete.models.isEmpty else { return unread(delete, context.groups.compactMap(\.newest?.model)) }
            let obstacles = delete.models.unique.flatMap { model in
                Self.schemas(with: model, in: context).flatMap { Self.obstacles(model.name, in: $0) }
            }
            return obstacles.first.map { finding(about: delete, $0, obstacles.map(\.inverseName).unique) }
        }
    }

    /// Returns the models of the versions that declare a class. If there are none, returns the groups' newest models.
    private static func schemas(
        with model: BatchDelete.Model, in context: RuleContext
    ) -> [SchemaModel] {
        let versions = context.groups.flatMap(\.evaluated).filter { version in
            guard let schema = version.schema else { return false }
            return model.type == "\(schema).\(model.name)"
        }
        return (versions.isEmpty ? context.groups.compactMap(\.newest) : versions).compactMap(\.model)
    }

    /// Returns the relationships of an entity, its subentities, and its superentities that prevent a batch delete of
    /// the entity.
    private static func obstacles(_ name: String, in model: SchemaModel) -> [Obstacle] {
        let named = model.entities.filter { $0.name == name || $0.className == name }
        return named.flatMap { entity in
            let owners = model.family(of: entity.name) + model.superentities(of: entity.name)
            return owners.flatMap { owner in
                owner.relationships.compactMap { relationship -> Obstacle? in
                    guard relationship.deleteRule == .nullify, !relationship.isTransient,
                        let inverse = model.inverse(of: relationship), !inverse.isOptional, !inverse.isTransient
                    else { return nil }
                    return Obstacle(entity: owner.name, relationship: relationship, inverse: inverse)
                }
            }
        }
    }

    private func finding(about delete: BatchDelete, _ first: Obstacle, _ names: [String]) -> Finding {
        let isRequired = !first.inverse.isToMany
        let models = delete.models.map(\.name).unique.listed
        return finding(
            .init(
                what:
                    "\(delete.call.rawValue) deletes rows of \(models), but \(names.listed) "
                    + "\(names.count == 1 ? "isn't" : "aren't") optional and can't be nullified in a batch",
                affected: "users whose store has such rows, as developers report. The call fails with "
                    + "\"Batch delete failed due to mandatory \(Self.sort(first)) nullify inverse\"",
                fix: isRequired
                    ? "Delete the rows of \(first.relationship.destination) first, and then the rows of \(models) one by one with "
                        + "delete(_:). Or make \(first.inverseName) optional in a new version"
                    : "Fetch the rows and delete them one by one with delete(_:). Or make \(first.inverseName) optional"
                        + (delete.call == .modelContext ? " ([\(first.entity)]?)" : "") + " in a new version"),
            at: delete.location)
    }

    /// Returns the abbreviation that Core Data's message uses for the relationship's kind, such as `OTM`.
    private static func sort(_ obstacle: Obstacle) -> String {
        switch (obstacle.relationship.isToMany, obstacle.inverse.isToMany) {
        case (false, false): "OTO"
        case (true, true): "MTM"
        default: "OTM"
        }
    }

    /// Returns a note about a call whose model can't be read, or nil if the call works for every model.
    private func unread(_ delete: BatchDelete, _ models: [SchemaModel]) -> Finding? {
        let refused = models.flatMap { model in
            model.entities.map(\.name).filter { !Self.obstacles($0, in: model).isEmpty }
        }.unique
        guard !refused.isEmpty else { return nil }
        return finding(
            .init(
                what:
                    "Permafrost can't read from source which model's rows \(delete.call.rawValue) deletes. The "
                    + "call fails for " + refused.listed,
                affected: nil,
                fix: "Don't call this function for "
                    + "\(refused.count == 1 ? "this model" : "these models")"),
            severity: .note, at: delete.location)
    }
}
