import PermafrostModel
import PermafrostTestSupport

/// Pairs of random models. The older model has hierarchies, attributes, relationships, constraints and indexes. The newer
/// one has a few random edits.
enum RandomModels {
    /// Returns the older and the newer model for a seed.
    static func pair(seed: UInt64) -> (old: SchemaModel, new: SchemaModel) {
        let versions = versions(2, seed: seed)
        return (versions[0], versions[1])
    }

    /// Returns the given number of models for a seed, oldest first. The first two are its pair.
    static func versions(_ count: Int, seed: UInt64) -> [SchemaModel] {
        var dice = SeededGenerator(state: seed)
        var draft = older(&dice)
        var versions = [draft.model]
        while versions.count < count {
            for _ in 0..<Int.random(in: 1...3, using: &dice) { edit(&draft, &dice) }
            versions.append(draft.model)
        }
        return versions
    }

    /// A model under construction. All dictionaries are keyed by entity name.
    private struct Draft {
        var parents: [String: String] = [:]
        var attributes: [String: [Attribute]] = [:]
        var relationships: [String: [Relationship]] = [:]
        var unique: [String: String] = [:]
        var indexed: [String: String] = [:]
        var abstract: Set<String> = []

        var model: SchemaModel {
            SchemaModel(
                entities: attributes.keys.sorted().map { name in
                    Entity(
                        name: name, isAbstract: abstract.contains(name), superentity: parents[name],
                        properties: attributes[name, default: []].map { .attribute($0) }
                            + relationships[name, default: []].map { .relationship($0) },
                        uniquenessConstraints: unique[name].map { [[$0]] } ?? [],
                        indexes: indexed[name].map { [FetchIndex(name: "index", elements: [.init(property: $0)])] }
                            ?? [])
                })
        }

        /// Returns the names of an entity, its superentities and all their subentities.
        func line(of name: String) -> Set<String> {
            var line: Set<String> = [name]
            var next = parents[name]
            while let parent = next, line.insert(parent).inserted { next = parents[parent] }
            var isGrowing = true
            while isGrowing {
                let children = parents.filter { line.contains($0.value) }.map(\.key)
                isGrowing = children.contains { line.insert($0).inserted }
            }
            return line
        }

        /// Returns whether an entity can have a property with the given name, because no entity in its ``line(of:)``
        /// has one.
        func accepts(_ property: String, in name: String) -> Bool {
            line(of: name).allSatisfy { other in
                !attributes[other, default: []].contains { $0.name == property }
                    && !relationships[other, default: []].contains { $0.name == property }
            }
        }

        /// Changes the destination of a relationship's inverse, which moves with the relationship.
        mutating func moveInverse(of relationship: Relationship, to entity: String) {
            guard let inverse = relationship.inverse,
                let index = relationships[relationship.destination]?.firstIndex(where: { $0.name == inverse })
            else { return }
            relationships[relationship.destination]?[index].destination = entity
        }

        /// Removes an entity's own relationship and its inverse.
        mutating func removeRelationship(at index: Int, of name: String) {
            guard let removed = relationships[name]?.remove(at: index), let inverse = removed.inverse else { return }
            relationships[removed.destination]?.removeAll { $0.name == inverse }
        }

        /// Adds a to-one relationship, with a to-many inverse or without one.
        mutating func link(_ name: String, from entity: String, to destination: String, hasInverse: Bool) {
            let inverse = "\(name)Of\(entity)"
            guard accepts(name, in: entity), !hasInverse || accepts(inverse, in: destination) else { return }
            relationships[entity, default: []].append(
                Relationship(
                    name: name, destination: destination, inverse: hasInverse ? inverse : nil, isOptional: true))
            guard hasInverse else { return }
            relationships[destination, default: []].append(
                Relationship(
                    name: inverse, destination: entity, inverse: name, isOptional: true, maximumCount: 0))
        }
    }

    private static func attribute(_ name: String, _ dice: inout SeededGenerator) -> Attribute {
        var attribute = Attribute(name: name, type: Bool.random(using: &dice) ? .string : .int64)
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: attribute.isOptional = true
        case 1: attribute.defaultValue = attribute.type == .string ? .string("") : .integer(0)
        default: break
        }
        return attribute
    }

    private static func older(_ dice: inout SeededGenerator) -> Draft {
        var draft = Draft()
        for name in ["A", "B", "C", "D"].prefix(Int.random(in: 2...4, using: &dice)) {
            if let parent = draft.attributes.keys.sorted().randomElement(using: &dice), Bool.random(using: &dice) {
                draft.parents[name] = parent
            }
            draft.attributes[name] = []
            for attribute in ["x", "y", "z"]
            where Bool.random(using: &dice) && draft.accepts(attribute, in: name) {
                draft.attributes[name]?.append(Self.attribute(attribute, &dice))
            }
        }
        let names = draft.attributes.keys.sorted()
        for name in names where Bool.random(using: &dice) {
            let destination = names.randomElement(using: &dice) ?? name
            draft.link("r", from: name, to: destination, hasInverse: Bool.random(using: &dice))
        }
        return draft
    }

    /// Edits the relationships of a model at random.
    private static func editLinks(_ draft: inout Draft, of name: String, _ dice: inout SeededGenerator) {
        let own = draft.relationships[name, default: []]
        let chosen = own.indices.randomElement(using: &dice)
        switch Int.random(in: 0..<5, using: &dice) {
        case 0:
            let destination = draft.attributes.keys.sorted().randomElement(using: &dice) ?? name
            draft.link("s", from: name, to: destination, hasInverse: Bool.random(using: &dice))
        case 1: if let chosen { draft.removeRelationship(at: chosen, of: name) }
        case 2:
            // Up to the parent.
            if let chosen, let parent = draft.parents[name], own[chosen].destination != name {
                let moved = own[chosen]
                draft.relationships[name]?.remove(at: chosen)
                if draft.accepts(moved.name, in: parent) {
                    draft.relationships[parent, default: []].append(moved)
                    draft.moveInverse(of: moved, to: parent)
                } else {
                    draft.relationships[name]?.insert(moved, at: chosen)
                }
            }
        case 3:
            // Down to each child, or to the only one with its inverse.
            let children = draft.parents.filter { $0.value == name }.map(\.key).sorted()
            if let chosen, !children.isEmpty, own[chosen].destination != name,
                own[chosen].inverse == nil || children.count == 1
            {
                let moved = own[chosen]
                draft.relationships[name]?.remove(at: chosen)
                for child in children { draft.relationships[child, default: []].append(moved) }
                draft.moveInverse(of: moved, to: children[0])
            }
        default:
            if let chosen, own[chosen].inverse == nil, !own[chosen].isToMany {
                draft.relationships[name]?[chosen].maximumCount = 0
            }
        }
    }

    /// Edits a model at random. An edit that makes no valid model is skipped.
    private static func edit(_ draft: inout Draft, _ dice: inout SeededGenerator) {
        let names = draft.attributes.keys.sorted()
        guard let name = names.randomElement(using: &dice) else { return }
        let own = draft.attributes[name, default: []]
        let chosen = own.indices.randomElement(using: &dice)
        switch Int.random(in: 0..<14, using: &dice) {
        case 0:
            let new = ["u", "v"].randomElement(using: &dice) ?? "u"
            if draft.accepts(new, in: name) { draft.attributes[name]?.append(attribute(new, &dice)) }
        case 1: if let chosen { draft.attributes[name]?.remove(at: chosen) }
        case 2:
            if let chosen {
                let type: AttributeType = own[chosen].type == .string ? .int64 : .string
                draft.attributes[name]?[chosen] = Attribute(name: own[chosen].name, type: type, isOptional: true)
            }
        case 3: if let chosen { draft.attributes[name]?[chosen].isOptional.toggle() }
        case 4:
            // Up to the parent.
            if let chosen, let parent = draft.parents[name] {
                let moved = own[chosen]
                draft.attributes[name]?.remove(at: chosen)
                if draft.accepts(moved.name, in: parent) {
                    draft.attributes[parent]?.append(moved)
                } else {
                    draft.attributes[name]?.insert(moved, at: chosen)
                }
            }
        case 5:
            // Down to each child.
            let children = draft.parents.filter { $0.value == name }.map(\.key).sorted()
            if let chosen, !children.isEmpty {
                let moved = own[chosen]
                draft.attributes[name]?.remove(at: chosen)
                for child in children { draft.attributes[child]?.append(moved) }
            }
        case 6:
            // A new parent for one or two roots.
            guard draft.attributes["P"] == nil else { return }
            let roots = names.filter { draft.parents[$0] == nil }
            draft.attributes["P"] = []
            for root in roots.shuffled(using: &dice).prefix(Int.random(in: 1...2, using: &dice)) {
                draft.parents[root] = "P"
            }
        case 7: if draft.parents[name] != nil, own.isEmpty { draft.parents[name] = nil }
        case 8: if let chosen, draft.parents[name] == nil { draft.unique[name] = own[chosen].name }
        case 9: if let chosen { draft.indexed[name] = own[chosen].name }
        default: editLinks(&draft, of: name, &dice)
        }
    }
}
