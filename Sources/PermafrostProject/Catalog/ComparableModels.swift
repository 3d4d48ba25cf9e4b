import PermafrostModel
import PermafrostSource
import PermafrostStore

extension DeclaredVersion {
    /// Returns the declaration's model, or the given variant's model. Returns nil if the model couldn't be evaluated.
    ///
    /// - Throws: ``ProjectError/unreadableModel(schema:_:reason:)`` if the model can't be decoded.
    func decoded(_ variant: SchemaVersion.Variant? = nil) throws(ProjectError) -> SchemaModel? {
        let version = schemaVersion(named: nil, under: variant)
        return version.content == nil ? nil : try version.evaluated()
    }
}

extension SchemaVersion {
    /// Returns the model. Decodes it if necessary.
    ///
    /// - Throws: ``ProjectError/notEvaluable(version:schema:)`` if the version has no model, or
    ///   ``ProjectError/unreadableModel(schema:_:reason:)`` if the model can't be decoded.
    package func evaluated() throws(ProjectError) -> SchemaModel {
        guard let content else { throw .notEvaluable(version: name, schema: typeName) }
        do { return try content.decoded() } catch {
            throw .unreadableModel(
                schema: typeName, location ?? SourceLocation(file: name, line: 1, column: 1), reason: "\(error)")
        }
    }

    /// Returns the models of two versions for a comparison. If either model contains only the information in a store,
    /// both are reduced to this information, so that equivalent declarations are equal.
    ///
    /// - Throws: the same errors as ``evaluated()``.
    func comparable(with other: SchemaVersion) throws(ProjectError) -> (old: SchemaModel, new: SchemaModel) {
        SchemaModel.comparable((try evaluated(), extent), (try other.evaluated(), other.extent))
    }

    /// The information that the version's model contains.
    var extent: ModelExtent {
        guard content?.isArchived == true else { return .declaration }
        // If the store matches a version, that version has completed its model.
        return origin == .store && schema == nil ? .modelCache : .archive
    }
}

extension SchemaModel {
    /// Returns two models for a comparison. If either model isn't a declaration's, both are reduced to the information
    /// that a new store's model cache contains, so that equivalent declarations are equal. If a model is a store's, the
    /// information that its model cache can lack is taken from the other model.
    static func comparable(
        _ old: (model: SchemaModel, extent: ModelExtent), _ new: (model: SchemaModel, extent: ModelExtent)
    ) -> (old: SchemaModel, new: SchemaModel) {
        let declared = [old, new].filter { $0.extent == .declaration }.map(\.model)
        guard declared.count < 2 else { return (old.model, new.model) }
        func archived(_ side: (model: SchemaModel, extent: ModelExtent)) -> SchemaModel {
            side.extent == .declaration ? side.model.archived : side.model
        }
        let (before, after) = (archived(old), archived(new))
        return (
            (old.extent == .modelCache ? before.completed(with: after) : before).droppingDefaults(dynamicIn: declared),
            (new.extent == .modelCache ? after.completed(with: before) : after).droppingDefaults(dynamicIn: declared)
        )
    }

    /// Returns the model without its configurations and framework variants. Also removes the values of dynamic
    /// defaults, such as `UUID()`, because they differ each time they are evaluated.
    ///
    /// - Parameter declared: the declared models, which contain dynamic defaults as expressions. If this array is
    ///   empty, all UUID defaults are treated as dynamic.
    private func droppingDefaults(dynamicIn declared: [SchemaModel]) -> SchemaModel {
        let entities = entities.map { entity in
            var entity = entity
            entity.setProperties(
                entity.properties.map { property in
                    guard case .attribute(var attribute) = property,
                        attribute.isDefaultDynamic(of: entity.name, in: declared)
                    else { return property }
                    attribute.defaultValue = nil
                    return .attribute(attribute)
                })
            return entity
        }
        return SchemaModel(entities: entities, configurations: [:], versionIdentifiers: versionIdentifiers)
    }
}

extension Attribute {
    fileprivate func isDefaultDynamic(of entity: String, in declared: [SchemaModel]) -> Bool {
        if declared.isEmpty, case .uuid? = defaultValue { return true }
        return declared.contains { model in
            guard case .attribute(let declaration)? = model.entity(named: entity)?.property(named: name),
                case .expression? = declaration.defaultValue
            else { return false }
            return true
        }
    }
}
