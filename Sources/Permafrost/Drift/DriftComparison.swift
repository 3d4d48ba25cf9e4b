import PermafrostModel

/// A comparison of a declared version with the model of a fixture or a store. It ignores details that only the source
/// contains, and default values that differ each time, such as `UUID()`.
package struct DriftComparison {
    /// The differences: first the changes to the model itself, then the changes to each entity, sorted by entity name.
    package let changes: [ModelChange]

    package init(store: SchemaModel, live: LiveVersion) { self.init(frozen: store, isArchived: true, live: live) }

    /// Compares a version with a frozen model.
    ///
    /// - Parameter isArchived: whether the frozen model was read from a store, as in a FreezeRay fixture. Such a model
    ///   contains only what a store records.
    package init(frozen: SchemaModel, isArchived: Bool, live: LiveVersion) {
        // Frameworks can derive different models from the same declaration. Compare the models of the framework that is
        // running or, for a store, of the framework that created it.
        let frozen = frozen.model(matching: live.hashes) ?? frozen
        let declared = live.model.model(matching: frozen.versionHashes) ?? live.model
        let archived = isArchived ? frozen : frozen.archived
        var old: [Entity] = []
        var new: [Entity] = []
        let dynamicDefaults = live.dynamicDefaults
        for entity in archived.entities {
            guard let liveEntity = declared.entity(named: entity.name) else {
                old.append(entity)
                continue
            }
            let incomparable = Set(
                entity.attributes.map(\.name).filter { name in
                    Self.isIncomparable(
                        declared: Self.default(of: name, in: frozen.entity(named: entity.name)),
                        archived: Self.default(of: name, in: entity), isArchived: isArchived,
                        isDynamic: dynamicDefaults.contains("\(entity.name).\(name)"))
                })
            old.append(entity.droppingDefaults(of: incomparable))
            new.append(liveEntity.droppingDefaults(of: incomparable))
        }
        new += declared.entities.filter { archived.entity(named: $0.name) == nil }
        let difference = ModelDifference(
            from: SchemaModel(entities: old, versionIdentifiers: archived.versionIdentifiers),
            to: SchemaModel(entities: new, versionIdentifiers: declared.versionIdentifiers))
        changes = difference.changes
    }

    /// Returns whether comparing an attribute's default values would report a difference that doesn't exist. A default
    /// such as `UUID()` differs each time, and an archived model can lack the expressions in a frozen default.
    private static func isIncomparable(
        declared: DefaultValue?, archived: DefaultValue?, isArchived: Bool, isDynamic: Bool
    ) -> Bool {
        if isArchived { return isDynamic && archived != nil }
        guard let declared, declared.holdsExpression else { return false }
        return isDynamic || archived?.isWhole(of: declared) != true
    }

    private static func `default`(of attribute: String, in entity: Entity?) -> DefaultValue? {
        guard case .attribute(let attribute)? = entity?.property(named: attribute) else { return nil }
        return attribute.defaultValue
    }
}

extension Entity {
    fileprivate func droppingDefaults(of names: Set<String>) -> Entity {
        guard !names.isEmpty else { return self }
        var entity = self
        entity.setProperties(
            properties.map { property in
                guard case .attribute(var attribute) = property, names.contains(attribute.name) else { return property }
                attribute.defaultValue = nil
                return .attribute(attribute)
            })
        return entity
    }
}

extension DefaultValue {
    /// Returns whether this archived array or dictionary contains every element and key of the declared one, including
    /// nested ones. True for any other value.
    fileprivate func isWhole(of declared: DefaultValue) -> Bool {
        switch (self, declared) {
        case (.array(let own), .array(let others)):
            own.count == others.count && zip(own, others).allSatisfy { $0.isWhole(of: $1) }
        case (.dictionary(let own), .dictionary(let others)):
            others.allSatisfy { key, other in own[key]?.isWhole(of: other) ?? false }
        default: true
        }
    }
}
