/// The persistent schema of one version of an app. It contains entities with their properties, constraints, and
/// indexes. Source code, live types, stores, and frozen JSON are all read into this type.
///
/// ## Topics
/// - Creating a model: ``init(entities:configurations:versionIdentifiers:frameworkVariants:)``
/// - Looking up entities and properties: ``entity(named:)``, ``subentities(of:)``, ``family(of:)``, ``properties(of:)``
/// - Identifying a model: `versionHashes`, `versionHashesDigest`, `versionChecksum`, `checksum`
/// - Comparing two models: ``ModelDifference``
package struct SchemaModel: Sendable, Hashable {
    /// The entities, sorted by name in ``CodeUnitOrder``.
    package private(set) var entities: [Entity]
    /// The entity names of each named configuration, keyed by configuration name. Empty if there is only the usual
    /// unnamed configuration.
    package var configurations: [String: [String]]
    /// The version identifiers that the framework records, such as `["1.0.0"]` for SwiftData. They are never part of a
    /// hash.
    package var versionIdentifiers: [String]
    /// The variants for frameworks that read the declaration differently than the newest frameworks. Empty if all
    /// frameworks read it in the same way. A model that is read from a store has no variants until its
    /// ``variantsOfStore`` are assigned to this property.
    package var frameworkVariants: [FrameworkVariant]

    private var indexByName: [String: Int]

    /// Creates a model. The entities can be in any order. If several have the same name, the first one is used.
    package init(
        entities: [Entity] = [], configurations: [String: [String]] = [:], versionIdentifiers: [String] = [],
        frameworkVariants: [FrameworkVariant] = []
    ) {
        var seen: Set<String> = []
        self.entities = entities.filter { seen.insert($0.name).inserted }
            .sorted { CodeUnitOrder.isBefore($0.name, $1.name) }
        self.configurations = configurations
        self.versionIdentifiers = versionIdentifiers
        self.frameworkVariants = frameworkVariants
        indexByName = Dictionary(uniqueKeysWithValues: self.entities.enumerated().map { ($1.name, $0) })
    }

    /// Replaces every attribute by the result of a function. The name must stay the same.
    mutating func replaceAttributes(_ function: (Entity, Attribute) -> Attribute) {
        for index in entities.indices {
            entities[index].setProperties(
                entities[index].properties.map { property in
                    if case .attribute(let attribute) = property {
                        .attribute(function(entities[index], attribute))
                    } else {
                        property
                    }
                })
        }
    }

    /// Returns the entity with the given name, or nil if the model doesn't contain it.
    package func entity(named name: String) -> Entity? {
        indexByName[name].map { entities[$0] }
    }

    /// Returns the direct subentities of an entity, sorted by name.
    package func subentities(of name: String) -> [Entity] {
        entities.filter { $0.superentity == name }
    }

    /// Returns an entity, followed by its direct and indirect subentities. Returns an empty array if there is no such
    /// entity.
    package func family(of name: String) -> [Entity] {
        guard let root = entity(named: name) else { return [] }
        var family = [root]
        var next = 0
        while next < family.count {
            family += subentities(of: family[next].name).filter { new in !family.contains { $0.name == new.name } }
            next += 1
        }
        return family
    }

    /// Returns the superentities of an entity, nearest first. If a damaged model contains a cycle, the list ends before
    /// an entity repeats.
    package func superentities(of name: String) -> [Entity] {
        var line: [Entity] = []
        var next = entity(named: name)?.superentity
        while let current = next, let entity = entity(named: current), current != name,
            !line.contains(where: { $0.name == current })
        {
            line.append(entity)
            next = entity.superentity
        }
        return line
    }

    /// Returns all properties of an entity, including inherited ones, sorted by name. A property that the entity
    /// declares hides an inherited property with the same name. Returns an empty array if there is no such entity.
    package func properties(of name: String) -> [Property] {
        guard let entity = entity(named: name) else { return [] }
        guard entity.superentity != nil else { return entity.properties }
        var byName: [String: Property] = [:]
        for ancestor in superentities(of: name).reversed() {
            for property in ancestor.properties { byName[property.name] = property }
        }
        for property in entity.properties { byName[property.name] = property }
        return byName.values.sorted { CodeUnitOrder.isBefore($0.name, $1.name) }
    }
}

extension SchemaModel {
    /// The maximum number of superentities that an entity in an untrusted model can have. Real entities have only a
    /// few.
    package static let superentityLimit = 32

    /// Returns whether any entity has more superentities than ``superentityLimit``. If an entity is its own indirect
    /// superentity, the count stops there. If the entity's superentities contain a different cycle, the limit is
    /// exceeded.
    package static func isTooDeep(_ entities: [Entity]) -> Bool {
        let superentities = Dictionary(entities.map { ($0.name, $0.superentity) }) { first, _ in first }
        return entities.contains { entity in
            var (next, depth) = (entity.superentity, 0)
            while let current = next, current != entity.name {
                depth += 1
                guard depth <= superentityLimit else { return true }
                next = superentities[current] ?? nil
            }
            return false
        }
    }
}
