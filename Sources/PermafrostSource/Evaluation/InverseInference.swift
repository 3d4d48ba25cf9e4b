import PermafrostModel

/// The inverses of a schema's relationships, declared or inferred. ``InverseRules`` defines the rules.
struct InverseInference {
    /// A relationship, identified by the index of its entity and by its index among the entity's relationships.
    private struct End: Hashable {
        var entity: Int
        var index: Int
    }

    private let drafts: [EntityDraft]
    private let entityOfNode: [Int: Int]
    private let ends: [End]
    private let sides: [InverseRules.Side]

    init(drafts: [EntityDraft]) {
        let entityOfNode = Dictionary(
            drafts.enumerated().map { ($1.node, $0) }, uniquingKeysWith: { first, _ in first })
        let ends = drafts.indices.flatMap { entity in
            drafts[entity].relationships.indices.map { End(entity: entity, index: $0) }
        }
        let indexOfEnd = Dictionary(uniqueKeysWithValues: ends.enumerated().map { ($1, $0) })
        self.drafts = drafts
        self.entityOfNode = entityOfNode
        self.ends = ends
        sides = ends.map { end in
            let draft = drafts[end.entity].relationships[end.index]
            let named = draft.explicitInverse.flatMap {
                Self.relationship(named: $0, of: draft.destination, drafts, entityOfNode)
            }
            return InverseRules.Side(
                owner: drafts[end.entity].node, destination: draft.destination,
                isRequiredToOne: !draft.relationship.isToMany && !draft.relationship.isOptional,
                hasMacro: draft.hasMacro, namesInverse: draft.explicitInverse != nil,
                namedInverse: named.flatMap { indexOfEnd[$0] })
        }
    }

    /// The entity drafts, with the declared or inferred inverses of their relationships.
    var resolved: [EntityDraft] {
        var drafts = drafts
        for (end, inverse) in zip(ends, InverseRules.current.inverses(of: sides).inverses) {
            drafts[end.entity].relationships[end.index].relationship.inverse = inverse.map { name($0) }
        }
        return drafts
    }

    /// The inverses that older frameworks infer, if they are different from the newest framework's.
    var variants: [FrameworkVariant] {
        FrameworkVariant.variants(of: sides, named: ends.map { (drafts[$0.entity].name, self[$0].relationship.name) })
    }

    /// Assumptions about relationships whose inverse isn't verified with Apple's framework, or differs in older
    /// versions of it.
    var assumptions: [Assumption] {
        let differing = variants.flatMap(\.inverses)
        let result = InverseRules.current.inverses(of: sides)
        return ends.enumerated().compactMap { index, end in
            let (entity, property) = (drafts[end.entity].name, name(index))
            if differing.contains(where: { $0.key == entity && $0.value[property] != nil }) {
                return Assumption(entity: entity, property: property, .olderInverse)
            }
            switch result.unproven[index] {
            case .ownEntity?:
                return Assumption(entity: entity, property: property, .ownEntity)
            case .severalCandidates?:
                return Assumption(entity: entity, property: property, .severalCandidates)
            case nil: return nil
            }
        }
    }

    /// The issues about inverses that don't exist or are ambiguous.
    var issues: [SourceIssue] {
        let result = InverseRules.current.inverses(of: sides)
        return ends.enumerated().compactMap { index, end in
            if let name = self[end].explicitInverse, sides[index].namedInverse == nil {
                return SourceIssue(
                    .unknownName(what: "inverse", name: name, near: nearInverses(of: end, to: name)),
                    at: self[end].location)
            }
            let contested = result.contested[index]?.map { "\(drafts[ends[$0].entity].name).\(name($0))" }
            guard let candidates = contested ?? result.ambiguous[index]?.map({ name($0) }) else { return nil }
            return SourceIssue(
                .ambiguousInverse(
                    model: drafts[end.entity].name, property: name(index), candidates: candidates),
                severity: .warning, at: self[end].location)
        }
    }

    private subscript(_ end: End) -> EntityDraft.RelationshipDraft { drafts[end.entity].relationships[end.index] }

    private func name(_ index: Int) -> String { self[ends[index]].relationship.name }

    /// Returns the relationship with the given name in an entity or its superentities. Returns nil if none of them has
    /// it.
    private static func relationship(
        named name: String, of node: Int, _ drafts: [EntityDraft], _ entityOfNode: [Int: Int]
    ) -> End? {
        var next: Int? = node
        var steps = 0
        while let current = next, let entity = entityOfNode[current], steps < 32 {
            if let index = drafts[entity].relationships.firstIndex(where: { $0.relationship.name == name }) {
                return End(entity: entity, index: index)
            }
            next = drafts[entity].superclass
            steps += 1
        }
        return nil
    }

    private func nearInverses(of end: End, to name: String) -> [String] {
        guard let entity = entityOfNode[self[end].destination] else { return [] }
        return NearNames.of(name, among: drafts[entity].relationships.map(\.relationship.name))
    }
}
