import PermafrostModel

/// A resolver that determines the inverse of each relationship in a list of drafts, with the same ``InverseRules`` as
/// for models that are read from source code.
struct ReflectedInverses {
    private struct End: Hashable {
        var entity: Int
        var index: Int
    }

    private let drafts: [ReflectedDraft]
    private let ends: [End]
    private let sides: [InverseRules.Side]
    /// The problem with the first declared inverse that doesn't exist, or nil if every declared inverse exists.
    private(set) var problem: SchemaProblem?

    init(_ drafts: [ReflectedDraft]) {
        let ends = drafts.indices.flatMap { entity in
            drafts[entity].relationships.indices.map { End(entity: entity, index: $0) }
        }
        let indexOfEnd = Dictionary(uniqueKeysWithValues: ends.enumerated().map { ($1, $0) })
        let indexOfType = Dictionary(
            drafts.enumerated().map { (ObjectIdentifier($1.type), $0) }, uniquingKeysWith: { first, _ in first })
        var problem: SchemaProblem?
        sides = ends.map { end in
            let draft = drafts[end.entity].relationships[end.index]
            let target = indexOfType[ObjectIdentifier(draft.target.model)]
            let keyPath = draft.metadata.relationship?.inverseKeyPath
            let named = keyPath.flatMap { Self.relationship(at: $0, of: target, drafts) }
            if keyPath != nil, named == nil {
                problem =
                    problem
                    ?? .unknownKeyPath(
                        entity: drafts[end.entity].name, what: "inverse of \(draft.relationship.name)")
            }
            return InverseRules.Side(
                owner: end.entity, destination: target ?? -1,
                isRequiredToOne: !draft.relationship.isToMany && !draft.relationship.isOptional,
                hasMacro: draft.metadata.relationship != nil, namesInverse: keyPath != nil,
                namedInverse: named.flatMap { indexOfEnd[$0] })
        }
        self.drafts = drafts
        self.ends = ends
        self.problem = problem
    }

    /// The drafts with the name of each relationship's declared or inferred inverse.
    var resolved: [ReflectedDraft] {
        var drafts = drafts
        for (end, inverse) in zip(ends, InverseRules.current.inverses(of: sides).inverses) {
            drafts[end.entity].relationships[end.index].relationship.inverse = inverse.map { self[ends[$0]].name }
        }
        return drafts
    }

    /// The variants for older frameworks, which infer inverses differently than the newest frameworks.
    var variants: [FrameworkVariant] {
        FrameworkVariant.variants(of: sides, named: ends.map { (drafts[$0.entity].name, self[$0].name) })
    }

    private subscript(_ end: End) -> PermafrostModel.Relationship {
        drafts[end.entity].relationships[end.index].relationship
    }

    /// Returns the relationship that a key path refers to, if the class with the given index or one of its superclasses
    /// declares it. Otherwise, or if the index is nil, returns nil.
    private static func relationship(at keyPath: AnyKeyPath, of index: Int?, _ drafts: [ReflectedDraft]) -> End? {
        // The root may be a class outside of the schema with the same name as a listed class.
        let root = Swift.type(of: keyPath).rootType as? any PersistentModel.Type
        let name = root?.schemaMetadata.first { $0.keypath == keyPath }?.name
        var next = index
        while let entity = next {
            if let index = drafts[entity].relationships.firstIndex(where: { $0.relationship.name == name }) {
                return End(entity: entity, index: index)
            }
            next = drafts[entity].superclass.flatMap { superclass in drafts.firstIndex { $0.type == superclass } }
        }
        return nil
    }
}
