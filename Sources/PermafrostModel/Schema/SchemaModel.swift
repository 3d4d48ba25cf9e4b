/// The persistent schema of one version of an app: entities with their properties, constraints and indexes.
/// Everything is read into this value (source, live types, stores, frozen JSON) and everything is written from it.
///
/// ## Topics
/// - Build one: ``init(entities:configurations:versionIdentifiers:frameworkVariants:)``
/// - Look things up: ``entity(named:)``, ``subentities(of:)``, ``family(of:)``, ``properties(of:)``
/// - Identify it: `versionHashes`, `versionHashesDigest`, `versionChecksum`, `checksum`
/// - Compare two: ``ModelDifference``
package struct SchemaModel: Sendable, Hashable {
    /// The entities, sorted by name (``CodeUnitOrder``).
    package private(set) var entities: [Entity]
    /// Entity names by configuration name, for models that name configurations; empty for the usual single one.
    package var configurations: [String: [String]]
    /// What the framework records as the model's version: `["1.0.0"]` for SwiftData. Never part of a hash.
    package var versionIdentifiers: [String]
    /// What the declaration is to frameworks that read it otherwise than the newest; empty if all agree, and for a model
    /// that was read from a store.
    package var frameworkVariants: [FrameworkVariant]

    private var indexByName: [String: Int]

    /// A model of the given entities, in any order. Of two entities with one name the first stays.
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

    /// The entity of that name.
    package func entity(named name: String) -> Entity? {
        indexByName[name].map { entities[$0] }
    }

    /// The direct subentities of an entity, sorted by name.
    package func subentities(of name: String) -> [Entity] {
        entities.filter { $0.superentity == name }
    }

    /// An entity and all its subentities, the entity first.
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

    /// The superentities of an entity, nearest first. A cycle, which only a damaged model has, ends the walk.
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

    /// Every property of an entity, inherited ones included, sorted by name; an own property hides an inherited one.
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
    /// An entity has at most this many superentities in a model of unknown origin; real ones have a few.
    package static let superentityLimit = 32

    /// Whether one of the entities has more superentities than ``superentityLimit``. A circle, which a model ends by itself,
    /// is as deep as there are entities in it.
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
